"""The rows of people at the counter."""
