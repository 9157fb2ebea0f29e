"""When changes wait for the owner before they go up: the rules of the nightly file for the push
(link §4).
"""

from __future__ import annotations

from dataclasses import dataclass

from service.domain.pull.hold_back import changes_far
from service.domain.sentences import EMPTY, Sentence, join_sentences, message

FEWEST = 20
"""A change of fewer items than this is normal trade and never waits."""


@dataclass(slots=True)
class PushTally:
    """What the changes would do at the marketplace. `priced` and `stocked` count all items there,
    not only those that change.
    """

    items: int = 0
    stocked: int = 0
    zeroed: int = 0
    priced: int = 0
    prices_changed: int = 0

    def add(self, before: tuple[int | None, int], after: tuple[int | None, int]) -> None:
        """Adds one item: its price in fils and its thousandths, as upstream has them and as they
        would be.
        """
        self.items += 1
        price, units = before
        self.zeroed += bool(units > 0 and after[1] == 0)
        self.prices_changed += bool(price is not None and after[0] != price and changes_far(price, after[0]))


def reason_to_hold(tally: PushTally) -> Sentence:
    """Why the changes wait for the owner's approval; None if they need none."""
    reasons: list[Sentence] = []
    if tally.zeroed >= FEWEST and tally.zeroed * 2 > tally.stocked:
        reasons.append(
            message(
                "{zeroed:,} of {stocked:,} items would go to 0 at the marketplace.",
                zeroed=tally.zeroed,
                stocked=tally.stocked,
            )
        )
    if tally.prices_changed >= FEWEST and tally.prices_changed * 3 > tally.priced:
        reasons.append(
            message(
                "{changed:,} of {priced:,} prices would change by more than 30% at the marketplace.",
                changed=tally.prices_changed,
                priced=tally.priced,
            )
        )
    return join_sentences(reasons, " ") if reasons else EMPTY
