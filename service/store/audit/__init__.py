"""The audit in the database, and its head outside of it."""
