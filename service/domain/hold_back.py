"""When a file waits for the owner because it would change too much (issue 5 point 4)."""

from __future__ import annotations

from dataclasses import dataclass

from service.domain.pulls import Difference
from service.domain.quantity import quantity_text


@dataclass(slots=True)
class Tally:
    """What a file would do to what is held. A level is the stock of an item at a branch; units are thousandths.

    `prices` are those of the file that replace a held one, `prices_changed` those among them that move by over 30 %.
    """

    rows_before: int = 0
    rows_now: int = 0
    levels: int = 0
    zeroed: int = 0
    dropped: int = 0
    units_before: int = 0
    units_lost: int = 0
    prices: int = 0
    prices_changed: int = 0


def moves_far(before: int, after: int | None) -> bool:
    """Whether a price moves by more than 30 %; one that is cleared does."""
    return after is None or abs(after - before) * 10 > before * 3


def difference_of(tally: Tally) -> Difference | None:
    """Why the file is held back, None when it is not."""
    reasons = [reason for reason in (_stock(tally), _prices(tally), _rows(tally)) if reason]
    if not reasons:
        return None
    return Difference(
        " ".join(reasons),
        tally.rows_before,
        tally.rows_now,
        tally.dropped,
        tally.zeroed,
        tally.prices_changed,
    )


def _stock(tally: Tally) -> str:
    gone = tally.zeroed + tally.dropped
    if gone * 2 > tally.levels:
        dropped = f" and drop {tally.dropped:,}" if tally.dropped else ""
        return f"The file would set {tally.zeroed:,} of {tally.levels:,} stock levels to 0{dropped}."
    if tally.units_lost * 2 > tally.units_before:
        before, after = quantity_text(tally.units_before), quantity_text(tally.units_before - tally.units_lost)
        return f"The file would bring the units in stock down from {before} to {after}."
    return ""


def _prices(tally: Tally) -> str:
    if tally.prices_changed * 3 <= tally.prices:
        return ""
    return f"The file would change {tally.prices_changed:,} of {tally.prices:,} prices by more than 30%."


def _rows(tally: Tally) -> str:
    if tally.rows_now * 2 >= tally.rows_before:
        return ""
    return f"The file has {tally.rows_now:,} rows, last time it had {tally.rows_before:,}."
