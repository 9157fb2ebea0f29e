"""A counter over a store: the guard, the PINs and the backend of people."""

from __future__ import annotations

from dataclasses import dataclass, field

from bridge.gateway.people.access_guard import AccessGuard
from bridge.gateway.people.at_counter import AtCounter
from bridge.gateway.people.people_backend import Counter, PeopleBackend
from bridge.gateway.people.pin_check import PinCheck
from bridge.gateway.store_gateway import StoreGateway
from service.domain.changes import Changes
from service.store.engine.store import Store
from tests.fakes.clock import FakeClock

PIN, OTHER = "4711", "0000"


@dataclass
class CounterFixture:
    """One start of the program, `is_support_view` with `--read-only`; `changes` are those that no
    commit reports.
    """

    store: Store
    clock: FakeClock
    is_support_view: bool = False
    changes: list[Changes] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.guard = AccessGuard(self.clock.monotonic)
        self.at_counter = AtCounter(self.clock, self.guard, is_support_view=self.is_support_view)
        self.pins = PinCheck(self.clock.monotonic)
        self.at_counter.begin(self.store)
        self.gateway = StoreGateway(lambda: self.store, self.at_counter.author)
        self.people = PeopleBackend(self.gateway, Counter(self.at_counter, self.guard, self.pins, self.changes.append))

    def restart(self) -> CounterFixture:
        """The same data after the program ended and began again."""
        return CounterFixture(self.store, self.clock)
