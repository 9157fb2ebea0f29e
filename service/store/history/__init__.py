"""The history of the values of items in the database."""
