"""The same for a query in which nothing is encoded, as most are."""

from __future__ import annotations

from service.api.query_pairs import MAX_PARAMETERS, parse_pairs


def split_pairs(query: str) -> list[tuple[str, str]]:
    """The names and values of a query. Raises ValueError like `parse_pairs`."""
    if "%" in query or "+" in query or query.count("&") >= MAX_PARAMETERS:
        return parse_pairs(query)
    parts = [part.partition("=") for part in query.split("&") if part]
    return [(name, value) for name, _, value in parts]
