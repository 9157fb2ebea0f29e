"""The schema of every released version, with rows in it, as SQL: what the tests upgrade."""
