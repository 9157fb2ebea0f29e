"""A counter over a store: the guard, the PINs and the backend of people."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from bridge.gateway.access_guard import AccessGuard
from bridge.gateway.at_counter import AtCounter
from bridge.gateway.people_backend import OwnerProofs, PeopleBackend, PinCheck
from bridge.gateway.store_gateway import StoreGateway
from service.domain.changes import Changes
from service.domain.errors import Refused
from service.domain.sentences import message
from service.store.engine.store import Store
from service.store.staff import write_pin
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import WAIT_S

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
        self.gateway = StoreGateway(lambda: self.store, self.clock, self.at_counter.author)
        self.passphrase: str | None = "four words of ours"
        self.agrees = True
        proofs = OwnerProofs(lambda: self.passphrase, self._ask_administrator)
        self.people = PeopleBackend(self.gateway, self.at_counter, self.guard, self.pins, proofs, self.changes.append)

    def _ask_administrator(self) -> None:
        if not self.agrees:
            raise Refused("administrator", message("The administrator did not agree, so nothing was changed."))

    def restart(self) -> CounterFixture:
        """The same data after the program ended and began again."""
        return CounterFixture(self.store, self.clock)

    def set_quick_pin(self, person: int, pin: str) -> None:
        """Sets a PIN that is compared at once, and not in a tenth of a second: for tests of what
        follows a try.
        """
        self.people.set_pin(person, pin).result(WAIT_S)
        computed = hashlib.scrypt(pin.encode(), salt=b"salt", n=2, r=1, p=1, dklen=32)
        stored = f"scrypt$2$1$1${b'salt'.hex()}${computed.hex()}"
        self.store.submit(lambda tx: write_pin(tx, person, stored)).result(WAIT_S)
