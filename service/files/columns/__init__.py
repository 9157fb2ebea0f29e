"""Column names and mappings: which column feeds which field, and how its cells are read."""
