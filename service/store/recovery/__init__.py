"""Checks, copies, salvage and space of a database file."""
