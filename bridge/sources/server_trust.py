"""A place's TLS server: by the system's authorities, the owner's file or confirmed fingerprint."""

from __future__ import annotations

import hashlib
import hmac
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from bridge.system.tls_trust import system_ssl_context
from service.domain.errors import Refused
from service.domain.pull.place_address import CODE
from service.domain.sentences import message, os_reason
from service.pull.places.place_port import NotTrusted

FINGERPRINT = "SHA256:"
PROBE_S = 15.0


class ServerTrust:
    """How a server's certificate is checked. `trust` is PlaceAccess.trust."""

    def __init__(
        self, trust: str, host: str, port: int, read_fingerprint: Callable[[str, int], str] | None = None
    ) -> None:
        self._pin = trust.removeprefix(FINGERPRINT) if trust.startswith(FINGERPRINT) else ""
        self._authorities = "" if self._pin else trust
        self._host, self._port = host, port
        self._read_fingerprint = read_fingerprint or read_tls_fingerprint

    def make_context(self) -> ssl.SSLContext:
        """A context for one connection. Raises Refused if the file of authorities is unusable."""
        if self._pin:
            # The certificate is compared after the handshake, before anything secret is sent.
            return _CheckedContext(self.check_peer)
        if not self._authorities:
            return system_ssl_context()
        try:
            return ssl.create_default_context(cafile=self._authorities)
        except (OSError, ssl.SSLError) as error:
            raise Refused.saying(
                CODE,
                "The file of authorities {file} cannot be used: {reason}. Name a text file with certificates.",
                file=Path(self._authorities).name,
                reason=os_reason(error),
            ) from error

    def check_peer(self, connection: socket.socket | None) -> None:
        """Compares the certificate with the confirmed one. Raises NotTrusted."""
        if not self._pin:
            return
        seen = fingerprint_of(connection)
        if not hmac.compare_digest(seen.removeprefix(FINGERPRINT), self._pin.lower()):
            raise NotTrusted(
                message(
                    "{host} has another certificate than the one that was confirmed. Ask who runs it whether it was "
                    "renewed; if so, set the pull up again with the new fingerprint {fingerprint}.",
                    host=self._host,
                    fingerprint=seen,
                ),
                seen,
            )

    def not_trusted(self, error: ssl.SSLCertVerificationError) -> NotTrusted:
        """The fault of a certificate that no authority vouches for, or that is of another name."""
        fingerprint = self._read_fingerprint(self._host, self._port)
        return NotTrusted(
            message(
                "The certificate of {host} is not valid: {reason}. Correct the name in the address, have the "
                "certificate renewed, or confirm its fingerprint {fingerprint}.",
                host=self._host,
                reason=error.verify_message or str(error.reason),
                fingerprint=fingerprint,
            ),
            fingerprint,
        )


class _CheckedContext(ssl.SSLContext):
    """Accepts any certificate, and calls `check` with each encrypted connection."""

    def __new__(cls, check: Callable[[ssl.SSLSocket], None]) -> Self:  # noqa: ARG004 - of __init__
        return super().__new__(cls, ssl.PROTOCOL_TLS_CLIENT)

    def __init__(self, check: Callable[[ssl.SSLSocket], None]) -> None:
        super().__init__()
        self._check = check
        self.check_hostname = False
        self.verify_mode = ssl.CERT_NONE

    def wrap_socket(self, *arguments: Any, **options: Any) -> ssl.SSLSocket:  # noqa: ANN401 - of ssl
        encrypted = super().wrap_socket(*arguments, **options)
        try:
            self._check(encrypted)
        except BaseException:
            encrypted.close()
            raise
        return encrypted


class _Recorded(Exception):
    """Ends a connection whose certificate was read."""


def record_fingerprint(connect: Callable[[ssl.SSLContext], object]) -> str:
    """The fingerprint of the certificate to which a protocol of its own leads; empty if there is
    none. `connect` opens a connection with the given context.
    """
    seen: list[str] = []

    def record(connection: ssl.SSLSocket) -> None:
        seen.append(fingerprint_of(connection))
        raise _Recorded

    with suppress(Exception):
        connect(_CheckedContext(record))
    return seen[0] if seen else ""


def read_tls_fingerprint(host: str, port: int) -> str:
    """The fingerprint of the certificate that a TLS server has; empty if it cannot be read."""
    try:
        with (
            socket.create_connection((host, port), timeout=PROBE_S) as plain,
            unchecked_context().wrap_socket(plain, server_hostname=host) as encrypted,
        ):
            return fingerprint_of(encrypted)
    except OSError:
        return ""


def unchecked_context() -> ssl.SSLContext:
    """A context that accepts any certificate: to read it, or to compare it afterwards."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def fingerprint_of(connection: socket.socket | None) -> str:
    """`SHA256:` and the hex digest of the server's certificate; empty if it has none."""
    der = connection.getpeercert(binary_form=True) if isinstance(connection, ssl.SSLSocket) else None
    return "" if der is None else FINGERPRINT + hashlib.sha256(der).hexdigest()
