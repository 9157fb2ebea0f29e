"""Which certificates https trusts: the operating system's own roots, also in a packaged program."""

from __future__ import annotations

import ssl

import truststore


def system_ssl_context() -> ssl.SSLContext:
    """For posting webhooks; certificates are always checked (contract §6.1)."""
    return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def trust_system_roots() -> None:
    """Makes all libraries of this process trust the same roots. Call it before their import."""
    truststore.inject_into_ssl()
