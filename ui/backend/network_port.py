"""Tills on other devices: the certificate that they check, and the code that gives them a key."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Protocol

from service.domain.certificate import ServerCertificate
from service.domain.pairing import PairingStatus


class Network(Protocol):
    """Encryption of calls from the network, and pairing."""

    def certificate(self) -> Future[ServerCertificate | None]:
        """The certificate; None before the service was opened to the network."""
        ...

    def replace_certificate(self) -> Future[None]:
        """Makes new keys; every till that pinned the certificate refuses it afterwards."""
        ...

    def open_pairing(self, shop: int) -> Future[str]:
        """A new code by which one till gets a key of this shop; it ends an earlier code."""
        ...

    def pairing(self) -> Future[PairingStatus]:
        """The state of the last code."""
        ...

    def close_pairing(self) -> Future[None]:
        """Ends the code."""
        ...

    def save_certificate(self, path: str) -> Future[None]:
        """Saves what a till may trust; the file has no secret."""
        ...
