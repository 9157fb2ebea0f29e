"""The person at the counter: name, PIN, lock and support view."""
