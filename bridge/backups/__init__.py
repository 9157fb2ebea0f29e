"""Backups: made by SQLite's backup API, verified, retained by a rule, and restored without loss of
what they replace.
"""
