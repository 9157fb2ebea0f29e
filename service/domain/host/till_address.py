"""The address that is entered in a till."""

from __future__ import annotations

from collections.abc import Sequence


def make_till_address(allowed_hosts: Sequence[str], port: int, *, encrypted: bool = False) -> str:
    """The address for a till. Calls from the network pass only under a name that the owner allowed,
    so without one this is the address on this computer, which is not encrypted.
    """
    host = allowed_hosts[0] if allowed_hosts else "127.0.0.1"
    scheme = "https" if encrypted and allowed_hosts else "http"
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"
