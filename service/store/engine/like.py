"""Patterns for LIKE with a backslash as its escape."""

from __future__ import annotations


def make_like_pattern(text: str) -> str:
    """Matches the text anywhere in a value, whatever its case; `%` and `_` stand for themselves."""
    escaped = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"
