"""Which certificates https trusts."""

from __future__ import annotations

import ssl

import truststore

from bridge.system.tls_trust import system_ssl_context


def test_certificates_are_checked_by_the_systems_own_roots() -> None:
    made = system_ssl_context()
    assert isinstance(made, truststore.SSLContext)
    assert (made.verify_mode, made.check_hostname) == (ssl.CERT_REQUIRED, True)
