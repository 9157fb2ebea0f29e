"""What happens at the practice marketplace and when: orders, a buyer who withdraws, an outage."""

from __future__ import annotations

from enum import Enum, auto
from typing import Protocol

from service.domain.times import MINUTE, SECOND, Millis

MOST_OPEN = 8
"""Nobody has to answer more practice orders than these at a time."""

ORDER_EVERY = (20 * SECOND, 90 * SECOND)
WITHDRAW_EVERY = (4 * MINUTE, 8 * MINUTE)
OUTAGE_EVERY = (5 * MINUTE, 10 * MINUTE)
OUTAGE_LASTS = (20 * SECOND, 60 * SECOND)
FIRST_ORDER: Millis = 5 * SECOND
ANSWER_S = (0.05, 1.5)


class Chance(Protocol):
    """Where random numbers come from, such as `secrets.SystemRandom`."""

    def uniform(self, first: float, last: float, /) -> float: ...

    def randint(self, first: int, last: int, /) -> int: ...


class Happening(Enum):
    """One thing that happens at the practice marketplace."""

    ORDER = auto()
    WITHDRAW = auto()
    GO_AWAY = auto()
    COME_BACK = auto()


class PracticeDay:
    """Decides by chance; the same chance and moments give the same day."""

    def __init__(self, chance: Chance, started_at: Millis) -> None:
        self._chance = chance
        self._due = {
            Happening.ORDER: started_at + FIRST_ORDER,
            Happening.WITHDRAW: started_at + self._span(WITHDRAW_EVERY),
            Happening.GO_AWAY: started_at + self._span(OUTAGE_EVERY),
        }

    @property
    def next_at(self) -> Millis:
        """When something happens next."""
        return min(self._due.values())

    def take_due(self, now: Millis) -> list[Happening]:
        """Gives what is due at `now`, and plans when it happens again."""
        due = [happening for happening, at in self._due.items() if at <= now]
        for happening in due:
            self._plan_after(happening, now)
        return due

    def answer_delay_s(self) -> float:
        """Seconds until the next call is answered."""
        return self._chance.uniform(*ANSWER_S)

    def _plan_after(self, happening: Happening, now: Millis) -> None:
        if happening is Happening.GO_AWAY:
            del self._due[Happening.GO_AWAY]
            self._due[Happening.COME_BACK] = now + self._span(OUTAGE_LASTS)
        elif happening is Happening.COME_BACK:
            del self._due[Happening.COME_BACK]
            self._due[Happening.GO_AWAY] = now + self._span(OUTAGE_EVERY)
        else:
            self._due[happening] = now + self._span(ORDER_EVERY if happening is Happening.ORDER else WITHDRAW_EVERY)

    def _span(self, bounds: tuple[Millis, Millis]) -> Millis:
        return self._chance.randint(*bounds)
