"""How large an item may be, and how many faults of a list of cars are reported (contract §3.2)."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from service.domain.catalogue.row_types import MAX_ITEM_BYTES
from service.domain.sentences import Sentence, message, prefix_field

PlacedReason = tuple[str, Sentence]
"""Where inside a field, such as `.make`, and why."""

TOO_LARGE = message("makes the item larger than 256 KB")
_MAX_REASONS = 20
"""Faults of one list of cars that an answer tells."""
SURELY_FITS = 50_000
"""Characters of a list of cars with which no item is too large, whatever its other texts are."""
_encode = msgspec.json.Encoder().encode


def limit_reasons(placed: list[PlacedReason]) -> list[PlacedReason]:
    """The first faults of a list of cars and the number of the others. Five thousand would fill the
    answer.
    """
    more = len(placed) - _MAX_REASONS
    return placed if more <= 0 else [*placed[:_MAX_REASONS], ("", message("has {more} more faults", more=more))]


def find_size_fault(values: tuple[Any, ...], fit: str | UnsetType) -> Sentence | None:
    """Why the row's fields together are too large for one item, or None. Only a long list of cars
    makes them so.
    """
    if fit is UNSET or len(fit) <= SURELY_FITS:
        return None
    size = len(fit.encode()) + len(_encode([value for value in values if value is not UNSET]))
    return prefix_field("fit", TOO_LARGE) if size > MAX_ITEM_BYTES else None
