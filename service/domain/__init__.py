"""Frozen data and pure rules: nothing here reads a clock, a file, a socket or a database."""
