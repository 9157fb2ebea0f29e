"""The history of the values of items: pure rules and records."""
