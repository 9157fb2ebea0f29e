"""The upstream link in the database: one module per family of its tables."""
