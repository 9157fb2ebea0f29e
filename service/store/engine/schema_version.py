"""The number of the newest schema, which can be read without the steps that lead to it."""

from __future__ import annotations

SCHEMA_VERSION = 21
"""Written to `PRAGMA user_version`: a program refuses a database with a higher number."""
