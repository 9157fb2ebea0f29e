"""Which orders get units that arrive: those that hold fewer than they need, oldest
first (link §2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ShortLine:
    """A line of an open order that holds fewer units than are ordered;
    `short` is the rest in thousandths.
    """

    order_id: int
    position: int
    item_id: int
    branch_id: int
    short: int


@dataclass(frozen=True, slots=True)
class Hold:
    """Units, in thousandths, that a line now holds in addition."""

    line: ShortLine
    milli: int


def held_at_first(ordered: int, free: int) -> int:
    """How much of its line an order of the marketplace holds when it arrives. It is
    never refused.
    """
    return min(ordered, max(free, 0))


def share_out(free: int, lines: Sequence[ShortLine]) -> list[Hold]:
    """Gives free units of one item at one branch to its short lines, in their order, until none are
    left.
    """
    holds: list[Hold] = []
    for line in lines:
        taken = min(free, line.short)
        if taken > 0:
            holds.append(Hold(line, taken))
            free -= taken
    return holds
