"""The schema of every released version, with rows in it, as SQL: the tests upgrade them."""
