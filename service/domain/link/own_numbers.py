"""References of a linked shop: orders of the marketplace keep theirs, the shop's own begin after
them (link §2).
"""

from __future__ import annotations

import re

FIRST_OWN = 9_000_001
"""Once a shop has a link, its own orders are `ORD-<year>-9000001` and so on."""

LONGEST = 100
_SHAPE = re.compile(r"([A-Z]{3})-[0-9]{4}-[0-9]{6,12}", re.ASCII)


def own_sequence(number: int) -> int:
    """The number in the reference of a linked shop's first, second, … own order."""
    return FIRST_OWN - 1 + number


def is_usable_reference(reference: str, kind: str = "ORD") -> bool:
    """Whether the order can have its marketplace's reference here: another could be ambiguous or
    impossible to type.
    """
    match = _SHAPE.fullmatch(reference)
    return match is not None and match.group(1) == kind
