"""A service in a thread of its own, for callers that run an event loop themselves or none."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

from service.api.server_tls import CertificateSource
from service.delivery.secret_stores import SecretCache
from service.domain.times import SystemClock
from service.domain.webhooks.webhook_secrets import SecretStore
from service.service import Service, ServiceOptions
from service.store.shops import find_shop
from service.usecases.issue_key import issue_key
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import ShopFixture

T = TypeVar("T")
_WAIT_S = 20


class ServiceInThread:
    """It listens from the beginning to `stop`; `shop` and `key` are of its live shop."""

    def __init__(
        self, folder: Path, secrets: SecretStore | None = None, certificate: CertificateSource | None = None
    ) -> None:
        folder.mkdir(exist_ok=True)
        self._secrets = None if secrets is None else SecretCache(secrets)
        self._certificate = certificate
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._service = asyncio.run_coroutine_threadsafe(self._start(folder), self._loop).result(_WAIT_S)
        self.address = self._service.address
        store = self._service.store
        found = store.submit_read(lambda db: find_shop(db, None, staging=False)).result(_WAIT_S)
        clock = FakeClock(SystemClock().now())
        self.shop = ShopFixture(store, found, clock)
        self.key = self.shop.write(lambda tx: issue_key(tx, found, "Link", now=clock.now()).text)

    async def _start(self, folder: Path) -> Service:
        service = Service(
            ServiceOptions(
                folder / "counterpart.db", SystemClock(), secrets=self._secrets, certificate=self._certificate
            )
        )
        await service.start("127.0.0.1", 0)
        return service

    def call(self, work: Callable[[Service], Coroutine[Any, Any, T]]) -> Future[T]:
        """Runs `work` in the service's loop, as bridge.gateway's ServiceCaller."""
        return asyncio.run_coroutine_threadsafe(work(self._service), self._loop)

    def stop_listening(self) -> None:
        asyncio.run_coroutine_threadsafe(self._service.stop_listening(), self._loop).result(_WAIT_S)

    def stop(self) -> None:
        asyncio.run_coroutine_threadsafe(self._service.stop(), self._loop).result(_WAIT_S)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
