"""The host for the window: listening, ports, the keyring, what the last start found, the self-test, the sample."""

from __future__ import annotations

import http.client
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlsplit

from bridge.gateway.asking import Asking, mapped, shown
from service.domain.errors import Unavailable
from service.domain.orders import Status
from service.domain.secrets import StoreState, StoreStatus
from service.domain.sentences import say, why
from service.domain.times import Clock
from service.service import Service
from service.store import deliveries, orders, shops
from service.store.store import Store
from service.store.transaction import Reading
from service.usecases.fill_sample import Filled, sample_pieces
from ui.backend.host import (
    BundlePart,
    CheckLine,
    HostStatus,
    KeyringState,
    KeyringStatus,
    StartReport,
    WaitingWork,
)
from ui.backend.progress import OnProgress, Progress

_TEST_CALL_S = 5.0


class Thread(Protocol):
    """What the host room needs of the service's thread."""

    status: HostStatus

    def call(self, work: Callable[[Service], Coroutine[Any, Any, Any]]) -> Future[Any]: ...

    def try_again(self) -> Future[HostStatus]: ...

    def change_port(self, port: int) -> Future[HostStatus]: ...


class SecretsDesk(Protocol):
    """What it needs of the secret store."""

    name: str
    file_waits: bool

    async def status(self) -> StoreStatus: ...

    async def open_vault(self, passphrase: str) -> StoreStatus: ...


@dataclass(frozen=True, slots=True)
class Support:
    """Self-test and support bundle, each run in a worker."""

    self_test: Callable[[OnProgress], tuple[CheckLine, ...]]
    bundle_parts: Callable[[], tuple[BundlePart, ...]]
    save_bundle: Callable[[str], None]


class HostRoom:
    """Carries out ui.backend.host.Host."""

    def __init__(
        self, asking: Asking, clock: Clock, thread: Thread, secrets: SecretsDesk, report: StartReport, support: Support
    ) -> None:
        self._asking = asking
        self._clock = clock
        self._thread = thread
        self._secrets = secrets
        self._report = report
        self._support = support

    def status(self) -> Future[HostStatus]:
        answer: Future[HostStatus] = Future()
        answer.set_result(self._thread.status)
        return answer

    def try_again(self) -> Future[HostStatus]:
        return shown(self._thread.try_again())

    def change_port(self, port: int) -> Future[HostStatus]:
        return shown(self._thread.change_port(port))

    def test_call(self, shop: int) -> Future[int]:  # noqa: ARG002 - the health page is every shop's
        """Milliseconds that the health page took, over a real connection."""
        return self._asking.beside(lambda: _time_health(self._thread.status.address))

    def start_report(self) -> Future[StartReport]:
        answer: Future[StartReport] = Future()
        answer.set_result(self._report)
        return answer

    def keyring(self) -> Future[KeyringStatus]:
        async def ask(_: Service) -> StoreStatus:
            return await self._secrets.status()

        return mapped(self._thread.call(ask), self._keyring_status)

    def retry_keyring(self) -> Future[KeyringStatus]:
        """Asks again; what waited for a secret goes out if it can be read now."""

        async def ask(service: Service) -> StoreStatus:
            status = await self._secrets.status()
            service.secrets_changed()
            return status

        return mapped(self._thread.call(ask), self._keyring_status)

    def open_vault(self, passphrase: str) -> Future[KeyringStatus]:
        async def ask(service: Service) -> StoreStatus:
            status = await self._secrets.open_vault(passphrase)
            service.secrets_changed()
            return status

        return mapped(self._thread.call(ask), self._keyring_status)

    def self_test(self, progress: OnProgress) -> Future[tuple[CheckLine, ...]]:
        return self._asking.beside(lambda: self._support.self_test(progress))

    def bundle_preview(self) -> Future[tuple[BundlePart, ...]]:
        return self._asking.beside(self._support.bundle_parts)

    def save_bundle(self, path: str) -> Future[None]:
        return self._asking.beside(lambda: self._support.save_bundle(path))

    def waiting_work(self) -> Future[WaitingWork]:
        def read(db: Reading) -> WaitingWork:
            live = [shop.id for shop in shops.list_shops(db) if not shop.staging]
            placed = sum(orders.count_by_status(db, shop).get(Status.PLACED, 0) for shop in live)
            return WaitingWork(sum(deliveries.count_waiting(db, shop) for shop in live), placed)

        return self._asking.read(read)

    def fill_sample(self, shop: int, progress: OnProgress) -> Future[int]:
        """Piece by piece, so that calls go on; the number of items that were added."""

        def work(store: Store, cancelled: Callable[[], bool]) -> int:
            staging = store.submit_read(lambda db: shops.get_shop(db, shop)).result()
            pieces = sample_pieces(staging, self._clock.now())
            filled = Filled()
            for done, piece in enumerate(pieces):
                if cancelled():
                    break
                progress(Progress(done, len(pieces)))
                filled += store.submit(piece).result()
            else:
                progress(Progress(len(pieces), len(pieces)))
            return filled.items

        return self._asking.long(work)

    def _keyring_status(self, status: StoreStatus) -> KeyringStatus:
        """Without a keyring, an encrypted file that waits for its passphrase is where the secrets lie."""
        if status.state is StoreState.ABSENT and self._secrets.file_waits:
            return KeyringStatus(KeyringState.ENCRYPTED_FILE, self._secrets.name, opened=False)
        return KeyringStatus(_KEYRING_STATES[status.state], self._secrets.name)


_KEYRING_STATES = {
    StoreState.WORKS: KeyringState.WORKS,
    StoreState.LOCKED: KeyringState.LOCKED,
    StoreState.SLOW: KeyringState.SLOW,
    StoreState.ABSENT: KeyringState.ABSENT,
    StoreState.ENCRYPTED_FILE: KeyringState.ENCRYPTED_FILE,
    StoreState.DAMAGED: KeyringState.ABSENT,
}


def _time_health(address: str) -> int:
    place = urlsplit(address)
    if not place.hostname:
        raise Unavailable(say("The service is not listening. Open Overview to see why."))
    host = "127.0.0.1" if place.hostname == "0.0.0.0" else place.hostname  # noqa: S104 - compared, not listened on
    connection = http.client.HTTPConnection(host, place.port, timeout=_TEST_CALL_S)
    started = time.perf_counter()
    try:
        connection.request("GET", "/health")
        connection.getresponse().read()
    except (OSError, http.client.HTTPException) as error:
        raise Unavailable(
            say(
                "The service did not answer at {address}: {reason}. Try again in a moment.",
                address=address,
                reason=why(error),
            )
        ) from error
    finally:
        connection.close()
    return max(1, round((time.perf_counter() - started) * 1000))
