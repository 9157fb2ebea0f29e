"""What tills on other devices check: the certificate of this installation."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Protocol

from service.domain.host.certificate import ServerCertificate


class Network(Protocol):
    """Encryption of calls from the network."""

    def certificate(self) -> Future[ServerCertificate | None]:
        """The certificate; None before the service was opened to the network."""
        ...

    def replace_certificate(self) -> Future[None]:
        """Makes new keys; every till that pinned the certificate refuses it afterwards."""
        ...

    def save_certificate(self, path: str) -> Future[None]:
        """Saves what a till may trust; the file has no secret."""
        ...
