"""Parses typed amounts and quantities: exact to the thousandth, or refused."""

from __future__ import annotations

import re

from service.domain.money import MAX_FILS
from service.domain.quantity import MAX_MILLI

_NUMBER = re.compile(r"(\d{1,16})(?:[.\u066b](\d{1,3}))?")


def parse_milli(text: str) -> int | None:
    """The thousandths of `2` or `0.5`; None if it is no quantity. A comma is never guessed."""
    return _parse_thousandths(text, MAX_MILLI)


def parse_fils(text: str) -> int | None:
    """The fils of `28.500`; None if it is no amount."""
    return _parse_thousandths(text, MAX_FILS)


def _parse_thousandths(text: str, most: int) -> int | None:
    match = _NUMBER.fullmatch(text.strip())
    if match is None:
        return None
    value = int(match[1]) * 1000 + int((match[2] or "0").ljust(3, "0"))
    return value if value <= most else None
