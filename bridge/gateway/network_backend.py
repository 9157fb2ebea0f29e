"""Certificate and pairing for the window."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bridge.gateway.store_gateway import ServiceBackend
from service.domain.audit import OwnerAction
from service.domain.certificate import ServerCertificate
from service.domain.changes import ChangeKind, Changes
from service.domain.pairing import PairingStatus
from service.store.audit_log import record_action

if TYPE_CHECKING:
    from bridge.system.certificate import CertificateFolder
    from service.service import Service


@dataclass(frozen=True)
class NetworkBackend(ServiceBackend):
    """`ui.backend.keys_port.Network`. `on_change`: another certificate, which no commit reports."""

    open_files: Callable[[], CertificateFolder]
    on_change: Callable[[Changes], None]

    def certificate(self) -> Future[ServerCertificate | None]:
        return self._call(lambda service: service.read_certificate())

    def replace_certificate(self) -> Future[None]:
        async def replace(service: Service) -> None:
            hosts, loop = service.settings.allowed_hosts, asyncio.get_running_loop()
            made = await loop.run_in_executor(None, self.open_files().replace, hosts, self.gateway.clock.now())
            await service.store.write(lambda tx: record_action(tx, OwnerAction.CERTIFICATE_REPLACED, pin=made.pin))
            await service.tls.refresh()
            self.on_change(Changes.of(ChangeKind.SETTINGS))

        return self._call(replace)

    def open_pairing(self, shop: int) -> Future[str]:
        return self._call(lambda service: service.open_pairing(shop))

    def pairing(self) -> Future[PairingStatus]:
        async def ask(service: Service) -> PairingStatus:
            return service.pairing.status()

        return self._call(ask)

    def close_pairing(self) -> Future[None]:
        async def close(service: Service) -> None:
            service.pairing.close()

        return self._call(close)

    def save_certificate(self, path: str) -> Future[None]:
        return self.gateway.in_worker(lambda: self.open_files().save_authority(Path(path)))
