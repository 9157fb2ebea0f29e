"""When a file waits for the owner's approval because it would change too much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from service.domain.pull.pulls import Difference
from service.domain.quantity import format_quantity
from service.domain.sentences import EMPTY, Sentence, join_sentences, message


@dataclass(slots=True)
class ImpactTally:
    """What a file would do to the stored values. A level is the stock of an item at a branch; units
    are thousandths.

    `prices` are prices of the file that replace a stored one, `prices_changed` those that move by
    over 30 %.
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


FAR_PERCENT = 30
"""A price change above this share is large."""


def changes_far(before: int, after: int | None) -> bool:
    """Whether a price moves by more than 30 %, or is cleared."""
    return after is None or abs(after - before) * 100 > before * FAR_PERCENT


def find_difference(tally: ImpactTally, doubts: Sequence[Sentence] = ()) -> Difference | None:
    """Why the file needs approval, None when it does not. `doubts` are further reasons."""
    reasons = [*doubts, *(reason for reason in (_stock(tally), _prices(tally), _rows(tally)) if reason)]
    if not reasons:
        return None
    return Difference(
        join_sentences(reasons, " "),
        tally.rows_before,
        tally.rows_now,
        tally.dropped,
        tally.zeroed,
        tally.prices_changed,
    )


def _stock(tally: ImpactTally) -> Sentence:
    gone = tally.zeroed + tally.dropped
    if gone * 2 > tally.levels:
        if not tally.dropped:
            return message(
                "The file would set {zeroed:,} of {levels:,} stock levels to 0.",
                zeroed=tally.zeroed,
                levels=tally.levels,
            )
        return message(
            "The file would set {zeroed:,} of {levels:,} stock levels to 0 and drop {dropped:,}.",
            zeroed=tally.zeroed,
            levels=tally.levels,
            dropped=tally.dropped,
        )
    if tally.units_lost * 2 > tally.units_before:
        before, after = format_quantity(tally.units_before), format_quantity(tally.units_before - tally.units_lost)
        return message(
            "The file would bring the units in stock down from {before} to {after}.", before=before, after=after
        )
    return EMPTY


def _prices(tally: ImpactTally) -> Sentence:
    if tally.prices_changed * 3 <= tally.prices:
        return EMPTY
    return message(
        "The file would change {changed:,} of {prices:,} prices by more than 30%.",
        changed=tally.prices_changed,
        prices=tally.prices,
    )


def _rows(tally: ImpactTally) -> Sentence:
    if tally.rows_now * 2 >= tally.rows_before:
        return EMPTY
    return message(
        "The file has {now:,} rows, last time it had {before:,}.", now=tally.rows_now, before=tally.rows_before
    )
