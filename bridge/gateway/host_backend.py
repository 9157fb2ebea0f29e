"""The host for the window: listening, keyring, findings of the start, the self-test, the sample."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

from bridge.gateway.store_gateway import StoreBackend, make_answer, mapped_errors, mapped_result
from service.api.openapi.description import encode_description
from service.domain.errors import Refused, Unavailable
from service.domain.marketplace.orders import Status
from service.domain.sentences import os_reason
from service.domain.update_rules import UpdateStatus
from service.domain.webhooks.webhook_secrets import Secret, SecretStoreState, SecretStoreStatus
from service.service import Service
from service.store import orders, shops
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx
from service.store.webhooks import deliveries
from service.usecases.fill_sample import SampleCounts, list_sample_steps
from ui.backend.host_port import (
    BundlePart,
    CheckLine,
    HostStatus,
    KeyringStatus,
    StartReport,
    WaitingWork,
)
from ui.backend.progress import OnProgress, Progress

_TEST_CALL_S = 5.0


def save_description(path: Path, address: str) -> None:
    """Writes the description with that server. Raises Unavailable if it cannot be written."""
    text = json.dumps(json.loads(encode_description(address)), indent=2, ensure_ascii=False)
    try:
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise Unavailable.saying(
            "{path} cannot be written: {reason}. Choose another place.", path=str(path), reason=os_reason(error)
        ) from error


class ServiceThreadPort(Protocol):
    status: HostStatus

    def call(self, work: Callable[[Service], Coroutine[Any, Any, Any]]) -> Future[Any]: ...

    def try_again(self) -> Future[None]: ...

    def change_port(self, port: int) -> Future[None]: ...


class SecretPort(Protocol):
    name: str
    has_unopened_file: bool

    async def status(self) -> SecretStoreStatus: ...

    async def ask_again(self) -> SecretStoreStatus: ...

    async def open_vault(self, passphrase: str) -> SecretStoreStatus: ...


class UpdatePort(Protocol):
    """The watch for newer versions. `look` takes long and runs in a worker."""

    def status(self) -> UpdateStatus: ...

    def look(self) -> UpdateStatus: ...

    def begin_install(self) -> Future[None]: ...


@dataclass(frozen=True, slots=True)
class SupportPort:
    """Self-test and support bundle; each runs in a worker."""

    self_test: Callable[[OnProgress], tuple[CheckLine, ...]]
    bundle_parts: Callable[[], tuple[BundlePart, ...]]
    save_bundle: Callable[[str], None]


@dataclass(frozen=True)
class HostBackend(StoreBackend):
    """`ui.backend.host_port.Host`. `on_secrets_change`: the store was opened or asked again."""

    thread: ServiceThreadPort
    secrets: SecretPort
    report: StartReport
    support: SupportPort
    on_secrets_change: Callable[[], None]
    updates: UpdatePort

    def status(self) -> Future[HostStatus]:
        return make_answer(self.thread.status)

    def try_again(self) -> Future[None]:
        return mapped_errors(self.thread.try_again())

    def change_port(self, port: int) -> Future[None]:
        return mapped_errors(self.thread.change_port(port))

    def test_call(self, shop: int, key: Secret | None = None) -> Future[int]:  # noqa: ARG002 - a key has a shop
        """Milliseconds of a call over a real connection."""
        return self.gateway.in_worker(lambda: _time_call(self.thread.status.address, key))

    def start_report(self) -> Future[StartReport]:
        return make_answer(self.report)

    def keyring(self) -> Future[KeyringStatus]:
        async def ask(_: Service) -> SecretStoreStatus:
            return await self.secrets.status()

        return mapped_result(self.thread.call(ask), self._keyring_status)

    def retry_keyring(self) -> Future[None]:
        """Asks the keyring again; deliveries that waited for a secret go if it can be read."""

        async def ask(service: Service) -> None:
            await self.secrets.ask_again()
            self._announce_secrets(service)

        return mapped_errors(self.thread.call(ask))

    def open_vault(self, passphrase: str) -> Future[None]:
        async def ask(service: Service) -> None:
            await self.secrets.open_vault(passphrase)
            self._announce_secrets(service)

        return mapped_errors(self.thread.call(ask))

    def self_test(self, progress: OnProgress) -> Future[tuple[CheckLine, ...]]:
        return self.gateway.in_worker(lambda: self.support.self_test(progress))

    def bundle_preview(self) -> Future[tuple[BundlePart, ...]]:
        return self.gateway.in_worker(self.support.bundle_parts)

    def save_bundle(self, path: str) -> Future[None]:
        return self.gateway.in_worker(lambda: self.support.save_bundle(path))

    def save_description(self, path: str) -> Future[None]:
        return self.gateway.in_worker(lambda: save_description(Path(path), self.thread.status.address))

    def waiting_work(self) -> Future[WaitingWork]:
        def read(db: ReadTx) -> WaitingWork:
            live = [shop.id for shop in shops.list_shops(db) if not shop.staging]
            placed = sum(orders.count_by_status(db, shop).get(Status.PLACED, 0) for shop in live)
            return WaitingWork(sum(deliveries.count_waiting(db, shop) for shop in live), placed)

        return self.gateway.read(read)

    def update_status(self) -> Future[UpdateStatus]:
        return self.gateway.in_worker(self.updates.status)

    def look_for_update(self) -> Future[UpdateStatus]:
        return self.gateway.in_worker(self.updates.look)

    def install_update(self) -> Future[None]:
        return mapped_errors(self.updates.begin_install())

    def fill_sample(self, shop: int, progress: OnProgress) -> Future[int]:
        """Adds the sample in pieces, so that calls go on; returns the number of added items."""

        def work(store: Store, cancelled: Callable[[], bool]) -> int:
            staging = store.submit_read(lambda db: shops.get_shop(db, shop)).result()
            pieces = list_sample_steps(staging, self.gateway.clock.now())
            filled = SampleCounts()
            for done, piece in enumerate(pieces):
                if cancelled():
                    break
                progress(Progress(done, len(pieces)))
                filled += store.submit(piece).result()
            else:
                progress(Progress(len(pieces), len(pieces)))
            return filled.items

        return self.gateway.run_long(work)

    def _announce_secrets(self, service: Service) -> None:
        service.on_secrets_changed()
        self.on_secrets_change()

    def _keyring_status(self, status: SecretStoreStatus) -> KeyringStatus:
        """Without a keyring it may be an encrypted file that waits for its passphrase."""
        if status.state is SecretStoreState.ABSENT and self.secrets.has_unopened_file:
            return KeyringStatus(SecretStoreState.ENCRYPTED_FILE, self.secrets.name, opened=False)
        is_damaged = status.state is SecretStoreState.DAMAGED
        return KeyringStatus(SecretStoreState.ABSENT if is_damaged else status.state, self.secrets.name)


def _time_call(address: str, key: Secret | None) -> int:
    place = urlsplit(address)
    if not place.hostname:
        raise Unavailable.saying("The service is not listening. Open Overview to see why.")
    # By the loopback address: this computer perhaps cannot resolve the name that tills use.
    connection = http.client.HTTPConnection("127.0.0.1", place.port, timeout=_TEST_CALL_S)
    started = time.perf_counter()
    try:
        path, headers = "/health", {}
        if key is not None:
            path, headers = "/v1/items?limit=1", {"Authorization": f"Bearer {key.text}"}
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        answer.read()
        if answer.status != HTTPStatus.OK:
            raise Refused.saying("test_call", "The service refused the call: {status}.", status=answer.status)
    except (OSError, http.client.HTTPException) as error:
        raise Unavailable.saying(
            "The service did not answer at {address}: {reason}. Try again in a moment.",
            address=address,
            reason=os_reason(error),
        ) from error
    finally:
        connection.close()
    return max(1, round((time.perf_counter() - started) * 1000))
