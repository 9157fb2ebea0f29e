"""The fake's port for further counters: other computers are outside."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING

from service.domain.changes import ChangeKind
from service.domain.counters import FurtherCounter
from service.domain.pairing import LIFE, MAX_TRIES, PairingState, PairingStatus
from tests.ui.fake.fake_clock import moment
from ui.backend.counters_port import CounterOffer, NearbyService, SeenService

if TYPE_CHECKING:
    from tests.ui.ready_shop import Answers

OFFER = CounterOffer("K7QM3XRD", ("192.168.1.10", "SHOP-PC"), "bafik-domug-latop")
COUNTERS = (
    FurtherCounter(1, "YARD-PC", moment(2, 9, 0), moment(15, 8, 1), "192.168.1.31"),
    FurtherCounter(2, "Desk", moment(15, 9, 0)),
)
NEARBY = (NearbyService("SHOP-PC", "192.168.1.10"),)


class FakeCounters:
    """`listed` are the counters, `nearby` what the network names."""

    def __init__(self, answers: Answers, tell: Callable[[ChangeKind], None]) -> None:
        self._answers, self._tell = answers, tell
        self.listed: tuple[FurtherCounter, ...] = ()
        self.nearby: tuple[NearbyService, ...] = ()
        self.status = PairingStatus(PairingState.NONE)

    def list(self) -> Future[tuple[FurtherCounter, ...]]:
        return self._answers.answer("counters.list", lambda: self.listed)

    def open_code(self) -> Future[CounterOffer]:
        def make() -> CounterOffer:
            self.status = PairingStatus(PairingState.WAITING, 0, LIFE, MAX_TRIES)
            return OFFER

        return self._answers.answer("counters.open_code", make)

    def pairing(self) -> Future[PairingStatus]:
        return self._answers.answer("counters.pairing", lambda: self.status)

    def close_code(self) -> Future[None]:
        return self._answers.answer("counters.close_code", lambda: None)

    def revoke(self, name: str) -> Future[None]:
        def revoke() -> None:
            self.listed = tuple(one for one in self.listed if one.name != name)
            self._tell(ChangeKind.KEYS)

        return self._answers.answer("counters.revoke", revoke, name)

    def find_nearby(self) -> Future[tuple[NearbyService, ...]]:
        return self._answers.answer("counters.find_nearby", lambda: self.nearby)

    def look(self, address: str) -> Future[SeenService]:
        return self._answers.answer("counters.look", lambda: SeenService(address, "sha256//p", OFFER.words), address)

    def join(self, seen: SeenService, code: str) -> Future[None]:
        return self._answers.answer("counters.join", lambda: None, seen, code)
