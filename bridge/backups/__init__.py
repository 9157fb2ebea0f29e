"""Backups by SQLite's API: verified, retained by a rule, restored without loss of the present."""
