"""Reads the query of a call."""
