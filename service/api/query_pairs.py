"""The names and values of a query, in order."""

from __future__ import annotations

from urllib.parse import parse_qsl

MAX_PARAMETERS = 200
"""A call that names 100 items has others too."""


def parse_pairs(query: str) -> list[tuple[str, str]]:
    """Raises ValueError if the query is not UTF-8 or has too many parameters."""
    return parse_qsl(query, keep_blank_values=True, errors="strict", max_num_fields=MAX_PARAMETERS)
