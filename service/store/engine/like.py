"""Patterns for LIKE with a backslash as its escape."""

from __future__ import annotations


def make_like_pattern(text: str) -> str:
    """A pattern that matches the text anywhere in a value, in upper or lower case; `%` and `_` are
    literal.
    """
    escaped = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"
