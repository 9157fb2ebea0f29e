"""A price list: where it is, how it is read, and what is saved of it."""
