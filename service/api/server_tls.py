"""The certificate in use: loaded before the service listens, and when it changes."""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from service.domain.certificate import ServerCertificate
from service.domain.errors import Unavailable
from service.domain.times import SECOND, Clock, Millis

log = logging.getLogger(__name__)

CHECK_EVERY: Millis = 10 * SECOND
"""How often names, end and files of the certificate are looked at."""


@dataclass(frozen=True, slots=True)
class LoadedCertificate:
    certificate: ServerCertificate
    context: ssl.SSLContext


class CertificateSource(Protocol):
    """Where the certificate is kept."""

    def load(self, allowed_hosts: Sequence[str], now: Millis) -> LoadedCertificate:
        """The certificate, renewed if that is due, or the same object. Raises Unavailable."""


class ServerTls:
    """Encryption of the listening port. Without a certificate the port speaks HTTP only."""

    def __init__(self, source: CertificateSource | None, clock: Clock) -> None:
        self._source = source
        self._clock = clock
        self._loaded: LoadedCertificate | None = None
        self._allowed_hosts: tuple[str, ...] = ()
        self.fault: Unavailable | None = None
        """Why the last loading failed."""
        self.is_wanted = False
        """Whether the service listens to the network."""

    @property
    def context(self) -> ssl.SSLContext | None:
        """The context for a new connection; None where the port speaks HTTP only."""
        return self._loaded.context if self._loaded is not None and self.is_wanted else None

    def get_certificate(self) -> ServerCertificate | None:
        """The certificate in use; None while none is wanted. Raises Unavailable after a fault."""
        if not self.is_wanted:
            return None
        if self._loaded is None and self.fault is not None:
            raise self.fault
        return None if self._loaded is None else self._loaded.certificate

    async def prepare(self, *, wanted: bool, allowed_hosts: Sequence[str]) -> None:
        """Makes encryption ready. A fault is logged; the port then speaks HTTP only."""
        self.is_wanted, self._allowed_hosts = wanted, tuple(allowed_hosts)
        await self.refresh()

    async def step(self) -> Millis:
        """Looks at names, end and files, and says when to look again."""
        await self.refresh()
        return self._clock.now() + CHECK_EVERY

    async def refresh(self) -> None:
        """Loads the certificate if the network may call. After a fault the earlier one stays."""
        if self._source is None or not self.is_wanted:
            return
        loop, source = asyncio.get_running_loop(), self._source
        hosts, now = self._allowed_hosts, self._clock.now()
        try:
            self._loaded = await loop.run_in_executor(None, source.load, hosts, now)
        except Unavailable as error:
            if self.fault is None or error.message != self.fault.message:
                log.warning("Calls from the network cannot be encrypted: %s", error.message)
            self.fault = error
            return
        self.fault = None
