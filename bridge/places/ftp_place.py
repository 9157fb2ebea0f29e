"""A file on an FTP server without encryption: for servers of the local network, or where the owner
confirmed that others can read the password.
"""

from __future__ import annotations

import ftplib
import ipaddress

from bridge.places.ftps_place import TIMEOUT_S, FtpsPlace
from service.domain.pull.place_address import READABLE, PlaceAddress
from service.domain.sentences import Sentence, message
from service.pull.places.place_port import NotTrusted


class FtpPlace(FtpsPlace):
    """As FtpsPlace, without TLS."""

    def __init__(self, address: PlaceAddress, pattern: str | None, password: str, *, is_confirmed: bool) -> None:
        super().__init__(address, pattern, password, "")
        self._is_confirmed = is_confirmed

    def _log_in(self) -> ftplib.FTP:
        """Connects, and sends the password to a private address only, unless that was confirmed."""
        host = self._address.host
        if not (self._is_confirmed or self._address.is_near):
            raise NotTrusted(readable_warning(host), READABLE)
        self._client = client = ftplib.FTP(timeout=TIMEOUT_S, encoding="utf-8")  # noqa: S321 - the owner chose it
        client.connect(host, self._address.port)
        if not (self._is_confirmed or _is_private(client)):
            raise NotTrusted(readable_warning(host), READABLE)
        client.login(self._address.user, self._password)
        return client


def readable_warning(host: str) -> Sentence:
    """What FTP shows to others."""
    return message(
        "{host} is not on this network, and ftp:// sends the password and the file so that others on the way can read "
        "them. Use sftp:// or ftps://, or confirm that you accept it.",
        host=host,
    )


def _is_private(client: ftplib.FTP) -> bool:
    """Whether the connection leads to an address of the local network."""
    peer = client.sock.getpeername()[0] if client.sock is not None else ""
    address = ipaddress.ip_address(str(peer).partition("%")[0])
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_private)
