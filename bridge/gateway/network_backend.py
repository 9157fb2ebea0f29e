"""Certificate and pairing for the window."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING

from bridge.gateway.store_gateway import ServiceCaller, StoreGateway, mapped_errors
from service.domain.audit import OwnerAction
from service.domain.certificate import ServerCertificate
from service.domain.changes import ChangeKind, Changes
from service.domain.pairing import PairingStatus
from service.domain.times import Clock
from service.store.audit_log import record_action

if TYPE_CHECKING:
    from bridge.system.certificate import CertificateFolder
    from service.service import Service


class NetworkBackend:
    """Carries out ui.backend.keys_port.Network."""

    def __init__(
        self,
        store_gateway: StoreGateway,
        clock: Clock,
        thread: ServiceCaller,
        open_files: Callable[[], CertificateFolder],
        on_change: Callable[[Changes], None],
    ) -> None:
        """`on_change` tells the panes that the certificate is another one, which no commit does."""
        self._store_gateway = store_gateway
        self._clock = clock
        self._thread = thread
        self._open_files = open_files
        self._on_change = on_change

    def certificate(self) -> Future[ServerCertificate | None]:
        return mapped_errors(self._thread.call(lambda service: service.read_certificate()))

    def replace_certificate(self) -> Future[None]:
        async def replace(service: Service) -> None:
            hosts, loop = service.settings.allowed_hosts, asyncio.get_running_loop()
            made = await loop.run_in_executor(None, self._open_files().replace, hosts, self._clock.now())
            await service.store.write(lambda tx: record_action(tx, OwnerAction.CERTIFICATE_REPLACED, pin=made.pin))
            await service.tls.refresh()
            self._on_change(Changes.of(ChangeKind.SETTINGS))

        return mapped_errors(self._thread.call(replace))

    def open_pairing(self, shop: int) -> Future[str]:
        return mapped_errors(self._thread.call(lambda service: service.open_pairing(shop)))

    def pairing(self) -> Future[PairingStatus]:
        async def ask(service: Service) -> PairingStatus:
            return service.pairing.status()

        return mapped_errors(self._thread.call(ask))

    def close_pairing(self) -> Future[None]:
        async def close(service: Service) -> None:
            service.pairing.close()

        return mapped_errors(self._thread.call(close))

    def save_certificate(self, path: str) -> Future[None]:
        return self._store_gateway.in_worker(lambda: self._open_files().save_authority(Path(path)))
