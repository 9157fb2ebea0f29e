"""Further counters for the window."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bridge.gateway.store_gateway import ServiceBackend, mapped_result
from bridge.system.counter_file import CounterFile, write_counter_file
from bridge.system.network_names import find_host_name, list_ways_here
from service.domain.certificate import make_short_words
from service.domain.counters import FurtherCounter
from service.domain.pairing import PairingStatus
from service.store.counters import list_counters
from service.store.engine.store import Store
from service.usecases.edit_counters import revoke_counter
from service.usecases.edit_settings import change_setting
from ui.backend.counters_port import CounterOffer, NearbyService, SeenService

if TYPE_CHECKING:
    from service.service import Service


@dataclass(frozen=True, slots=True)
class OtherService:
    """Calls to a service on another computer. Each may take seconds and runs in a worker."""

    look: Callable[[str], str]
    """The pin of the certificate that answers at an address."""
    join: Callable[[str, str, str, str], CounterFile]
    """With an address, a code, this counter's name and the pin."""
    find_nearby: Callable[[], tuple[NearbyService, ...]]


@dataclass(frozen=True)
class CountersBackend(ServiceBackend):
    """Carries out ui.backend.counters_port.Counters."""

    folder: Path
    other: OtherService

    def list(self) -> Future[tuple[FurtherCounter, ...]]:
        return self.gateway.read(lambda db: tuple(one for one in list_counters(db) if one.revoked_at is None))

    def open_code(self) -> Future[CounterOffer]:
        def open_code(store: Store, _is_cancelled: Callable[[], bool]) -> CounterOffer:
            store.submit(lambda tx: change_setting(tx, "counters", "on")).result()
            made = self.service.call(lambda service: service.counters.open_code()).result()
            return CounterOffer(made.code, list_ways_here(), make_short_words(made.pin))

        return self.gateway.run_long(open_code)

    def pairing(self) -> Future[PairingStatus]:
        async def ask(service: Service) -> PairingStatus:
            return service.counters.codes.status()

        return self._call(ask)

    def close_code(self) -> Future[None]:
        async def close(service: Service) -> None:
            service.counters.codes.close()

        return self._call(close)

    def revoke(self, name: str) -> Future[None]:
        return mapped_result(
            self.gateway.write(lambda tx: revoke_counter(tx, name, self.gateway.clock.now())), lambda _one: None
        )

    def find_nearby(self) -> Future[tuple[NearbyService, ...]]:
        return self.gateway.in_worker(self.other.find_nearby)

    def look(self, address: str) -> Future[SeenService]:
        def look() -> SeenService:
            pin = self.other.look(address)
            return SeenService(address, pin, make_short_words(pin))

        return self.gateway.in_worker(look)

    def join(self, seen: SeenService, code: str) -> Future[None]:
        def join() -> None:
            name = find_host_name() or "Counter"
            write_counter_file(self.folder, self.other.join(seen.address, code, name, seen.pin))

        return self.gateway.in_worker(join)
