"""The test's own ledger: what was answered and what has to follow, compared with the service at
every pause.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from service.domain.times import DAY, Millis
from service.store.engine.transaction import ReadTx
from tests.soak.soak_receivers import Arrival

REMEMBERED: Millis = 91 * DAY
"""For how long a delivery that is over is known: the service itself forgets it after 90 days."""

LOGGED: Millis = 3 * DAY
"""For how long calls must be in the log; whatever is set, its entries are kept for longer."""

Parts = dict[str, tuple[int, int]]
"""Units on hand and price in fils, by SKU."""


@dataclass(slots=True)
class ReceiverExpectations:
    """What one target was to get, and what it got."""

    due: Counter[str] = field(default_factory=Counter)
    taken: dict[str, str] = field(default_factory=dict)
    """Deliveries answered with a 2xx whose record was not seen yet, and what they said."""
    names: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    """Events on their way: the delivery and bytes under which each came first."""
    over: dict[str, Millis] = field(default_factory=dict)


class ExpectedState:
    """Written by the test's drivers and receivers;
    `found` gathers what is lost, doubled or wrong.
    """

    def __init__(self) -> None:
        self.parts: Parts = {}
        self.orders: dict[str, str] = {}
        self.sides: dict[str, ReceiverExpectations] = {}
        self.found: list[str] = []
        self.nights = 0
        self.calls: deque[tuple[Millis, int]] = deque()
        """Moments between which calls were answered, and how many from each on."""
        self.totals: Counter[str] = Counter()

    def expect(self, *keys: str) -> None:
        """An event that every target must get."""
        for side in self.sides.values():
            side.due.update(keys)
        self.totals["events"] += len(keys)

    def count_call(self) -> None:
        """A call was answered."""
        since, count = self.calls.pop()
        self.calls.append((since, count + 1))
        self.totals["calls"] += 1

    def new_day(self, now: Millis) -> None:
        """Calls from now on are counted from zero;
        the days whose entries must still be there are remembered.
        """
        self.calls.append((now, 0))
        while self.calls[0][0] < now - LOGGED:
            self.calls.popleft()

    def record_arrival(self, arrival: Arrival) -> None:
        """A receiver got a POST."""
        self.totals["posts"] += 1
        side = self.sides[arrival.target]
        if not arrival.genuine:
            self.found.append(f"{arrival.target}: {arrival.delivery} is not signed as it should be")
        if arrival.delivery in side.over:
            self.found.append(f"{arrival.target}: {arrival.delivery} came again after a recorded 2xx")
            return
        name = (arrival.delivery, arrival.digest)
        if side.names.setdefault(arrival.event, name) != name:
            self.found.append(f"{arrival.target}: {arrival.event} came under another name or with other bytes")
        if arrival.status == 204:
            side.taken[arrival.delivery] = arrival.key

    def close_deliveries(self, db: ReadTx, now: Millis) -> None:
        """At a calm moment: everything was delivered,
        once as far as it was recorded, and nothing else came.
        """
        left = dict(db.all("SELECT state, count(*) FROM deliveries WHERE state <> 'delivered' GROUP BY state"))
        self.found += [f"{count} deliveries are {state}" for state, count in left.items()]
        for name, side in self.sides.items():
            self.found += [f"{name}: {fault}" for fault in _find_unrecorded(db, side)]
            got = Counter(side.taken.values())
            self.found += [f"{name}: {key} never came" for key in (side.due - got).elements()]
            self.found += [f"{name}: {key} came for no reason" for key in (got - side.due).elements()]
            self.totals["delivered"] += len(side.taken)
            side.over |= dict.fromkeys(side.taken, now)
            side.over = {delivery: at for delivery, at in side.over.items() if at > now - REMEMBERED}
            side.due.clear()
            side.taken.clear()
            side.names.clear()

    def compare_parts(self, kept: dict[str, dict[str, Any]]) -> None:
        """The whole catalogue as a caller reads it."""
        if kept.keys() != self.parts.keys():
            self.found.append(f"items that are there and should not, or the reverse: {kept.keys() ^ self.parts.keys()}")
            return
        for sku, (units, price) in self.parts.items():
            is_now = kept[sku]["quantity"], kept[sku]["price_fils"]
            if is_now != (units, price):
                self.found.append(f"{sku}: answered {(units, price)}, is {is_now}")

    def compare_records(self, db: ReadTx) -> None:
        """Orders, nights of the pull and the call log as the database has them."""
        for reference, status in db.all("SELECT reference, status FROM orders"):
            if self.orders.get(reference) != status:
                self.found.append(f"{reference}: answered {self.orders.get(reference)}, is {status}")
        if len(self.orders) != (count := db.scalar("SELECT count(*) FROM orders")):
            self.found.append(f"{len(self.orders)} orders were placed, there are {count}")
        runs = db.scalar("SELECT count(*) FROM pull_runs WHERE actor = 'time'")
        if runs != self.nights:
            self.found.append(f"{self.nights} nights have come, {runs} runs of the pull are kept")
        since, answered = self.calls[0][0], sum(count for _, count in self.calls)
        logged = db.scalar("SELECT count(*) FROM calls WHERE at >= ?", (since,))
        if logged != answered:
            self.found.append(f"{answered} calls were answered since the first day still kept, {logged} are in the log")


def _find_unrecorded(db: ReadTx, side: ReceiverExpectations) -> Iterator[str]:
    for delivery in side.taken:
        statuses = db.all(
            "SELECT attempts.status FROM deliveries JOIN attempts ON delivery_seq = deliveries.seq "
            "WHERE deliveries.id = ? ORDER BY number",
            (delivery,),
        )
        good = [place for place, (status,) in enumerate(statuses, 1) if status is not None and 200 <= status < 300]
        if good != [len(statuses)]:
            yield f"{delivery} was taken, its attempts say {[status for (status,) in statuses]}"
