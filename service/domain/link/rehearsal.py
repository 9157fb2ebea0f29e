"""The first link is a rehearsal: what would be created and changed at the marketplace (link §4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

import msgspec
from msgspec import Struct

WORST = 20


class OnlyThere(StrEnum):
    """What to do with items that only the marketplace has."""

    LEAVE = "leave"
    DEACTIVATE = "deactivate"
    BRING = "bring"


class Change(Struct, frozen=True):
    """One change that the owner should see: a price in fils or units, before and after."""

    sku: str
    field: str
    there: int | float | None
    here: int | float | None


class RehearsalReport(Struct, frozen=True):
    """`link push --dry-run --json` (contract §10)."""

    create: int
    change: int
    equal: int
    only_there: int
    worst: list[Change]


@dataclass(frozen=True, slots=True)
class Priced:
    """An item's price in fils and its thousandths over all branches, to judge changes."""

    sku: str
    price_fils: int | None
    milli: int


@dataclass(slots=True)
class Rehearsal:
    """Counts changes while the marketplace's catalogue is read; keeps the largest."""

    create: int = 0
    change: int = 0
    equal: int = 0
    only_there: int = 0
    _worst: list[tuple[float, Change]] = field(default_factory=list)

    def add_changed(self, there: Priced, here: Priced) -> None:
        """Counts an item that differs."""
        self.change += 1
        if there.price_fils != here.price_fils:
            change = Change(here.sku, "price_fils", there.price_fils, here.price_fils)
            self._note(_factor(there.price_fils, here.price_fils), change)
        if there.milli != here.milli:
            change = Change(here.sku, "quantity", _to_units(there.milli), _to_units(here.milli))
            self._note(_factor(there.milli, here.milli), change)

    def report(self) -> RehearsalReport:
        worst = [change for _, change in self._worst]
        return RehearsalReport(self.create, self.change, self.equal, self.only_there, worst)

    def _note(self, weight: float, change: Change) -> None:
        self._worst.append((weight, change))
        self._worst.sort(key=lambda entry: (-entry[0], entry[1].sku, entry[1].field))
        del self._worst[WORST:]


def _to_units(milli: int) -> int | float:
    """Units to show: a whole quantity is a JSON integer (contract §3.2)."""
    return milli / 1000 if milli % 1000 else milli // 1000


def _factor(before: int | None, after: int | None) -> float:
    """How far a number moves: the larger by the smaller; from or to zero is the largest."""
    low, high = sorted((before or 0, after or 0))
    return float("inf") if low == 0 else high / low


def read_report(text: str) -> RehearsalReport:
    return msgspec.json.decode(text, type=RehearsalReport)
