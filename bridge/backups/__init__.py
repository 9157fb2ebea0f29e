"""Backups: made by SQLite's backup API, verified,
kept by a rule, brought back without losing what they replace.
"""
