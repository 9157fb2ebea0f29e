"""A certificate for `localhost` and `shop-pc`, and contexts of callers."""

from __future__ import annotations

import ssl
from functools import cache
from pathlib import Path

from bridge.system.certificate import CertificateFolder
from service.domain.times import SystemClock

ADDRESS = "192.168.1.20"
"""The address of the computer in its network."""


def make_folder(path: Path, host: str = "Shop-PC.lan", addresses: tuple[str, ...] = (ADDRESS,)) -> CertificateFolder:
    """The files of a computer with this name and these addresses."""
    return CertificateFolder(path, host_name=lambda: host, addresses=lambda: addresses)


def make_server_context(path: Path) -> ssl.SSLContext:
    """A context with a new certificate. It is valid by the real clock, as OpenSSL asks that one."""
    return make_folder(path).load((), SystemClock().now()).context


def make_caller_context(path: Path) -> ssl.SSLContext:
    """A caller that trusts the authority of these files, by the strict rules of new Pythons."""
    context = ssl.create_default_context(cafile=str(make_folder(path).authority_file))
    context.verify_flags |= ssl.VERIFY_X509_STRICT
    return context


@cache
def openssl_trust() -> ssl.SSLContext:
    """A caller that trusts whom OpenSSL trusts. Reading that list takes some 40 ms, so it is read
    once for all tests.
    """
    return ssl.create_default_context()
