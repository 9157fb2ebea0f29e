"""Files on an FTP server: encrypted, or plain where the owner allows it."""

from __future__ import annotations

import ftplib
import ipaddress
import re
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import suppress

from bridge.sources.folder_listing import MAX_NAMES, ListedFile, choose_newest, too_many_names
from bridge.sources.server_trust import PROBE_S, ServerTrust, fingerprint_of, unchecked_context
from bridge.sources.source_faults import connection_fault, no_such_file, password_refused, unusual_answer
from service.domain.pull.place_address import READABLE, PlaceAddress
from service.domain.sentences import Sentence, message
from service.files.folder import check_pattern, name_fits
from service.pull.places.place_port import FetchInterrupted, FoundFile, NotTrusted

TIMEOUT_S = 30.0
"""Seconds for connecting, and for each further piece."""

IMPLICIT_PORT = 990
CHUNK = 1 << 18
MAX_ASKED = 500
"""Files of a folder that are asked for their time one by one."""

_ALL_FAULTS = (OSError, EOFError, ValueError, ftplib.Error)
"""A server's answer may also be no number, or no text."""

_TIME = re.compile(r"213 (\d{14}(?:\.\d+)?)")


class _FtpsClient(ftplib.FTP_TLS):
    """FTP with TLS that checks the server before it sends a password, and uses the session again
    for data, as many servers demand.
    """

    def __init__(self, address: PlaceAddress, trust: ServerTrust) -> None:
        super().__init__(context=trust.make_context(), timeout=TIMEOUT_S, encoding="utf-8")
        self._trust = trust
        self._address = address
        self._is_implicit = address.port == IMPLICIT_PORT

    def connect_tls(self) -> None:
        """Connects, encrypts the connection, and checks the server."""
        self.connect(self._address.host, self._address.port)
        if not self._is_implicit:
            self.auth()
        self._trust.check_peer(self.sock)

    def ntransfercmd(self, cmd: str, rest: int | str | None = None) -> tuple[socket.socket, int | None]:
        connection, size = ftplib.FTP.ntransfercmd(self, cmd, rest)  # noqa: S321 - encrypted below
        session = self.sock.session if isinstance(self.sock, ssl.SSLSocket) else None
        encrypted = self.context.wrap_socket(connection, server_hostname=self.host, session=session)
        self._trust.check_peer(encrypted)
        return encrypted, size

    def getresp(self) -> str:
        if self._is_implicit and self.sock is not None and not isinstance(self.sock, ssl.SSLSocket):
            self.sock = self.context.wrap_socket(self.sock, server_hostname=self.host)
            self.file = self.sock.makefile("r", encoding=self.encoding)
        return super().getresp()


class FtpsSource:
    """Implements service.pull.places.place_port.Place; connects at the first call."""

    def __init__(self, address: PlaceAddress, pattern: str | None, password: str, trust: str) -> None:
        self._address = address
        self._pattern = pattern
        self._password = password
        self._trust = ServerTrust(trust, address.host, address.port, _read_fingerprint)
        self._client: ftplib.FTP | None = None
        self._path = (address.path.removeprefix("/~/") if address.path.startswith("/~/") else address.path) or "."

    def find(self) -> FoundFile:
        try:
            if self._pattern is None:
                return self._describe(self._path, self._address.name).found()
            check_pattern(self._pattern)
            return self._newest(self._pattern).found()
        except _ALL_FAULTS as error:
            raise self._fault(error) from error

    def read(self, found: FoundFile, start: int) -> Iterator[bytes]:
        path = self._path if self._pattern is None else self._inside(found.name)
        try:
            client = self._ready()
            with client.transfercmd(f"RETR {path}", start or None) as data:
                while chunk := data.recv(CHUNK):
                    yield chunk
                _end_tls(data)
            client.voidresp()
        except _ALL_FAULTS as error:
            raise self._fault(error) from error

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None

    def _ready(self) -> ftplib.FTP:
        client = self._client
        if client is None:
            client = self._log_in()
            client.voidcmd("TYPE I")
        return client

    def _log_in(self) -> ftplib.FTP:
        """Connects and logs in. The client is stored first, so that a fault closes it too."""
        self._client = client = _FtpsClient(self._address, self._trust)
        client.connect_tls()
        client.login(self._address.user, self._password, secure=False)
        client.prot_p()
        return client

    def _describe(self, path: str, name: str) -> ListedFile:
        client = self._ready()
        size = client.size(path)
        changed = ""
        with suppress(ftplib.error_perm):
            # A server without this command does not say when the file changed.
            match = _TIME.match(client.sendcmd(f"MDTM {path}"))
            changed = match.group(1) if match is not None else ""
        return ListedFile(name, size, changed)

    def _newest(self, pattern: str) -> ListedFile:
        files: list[ListedFile] = []

        def add(line: str) -> None:
            if len(files) >= MAX_NAMES:
                raise too_many_names(self._path)
            facts, _, name = line.partition(" ")
            values = dict(fact.lower().partition("=")[::2] for fact in facts.split(";") if fact)
            if values.get("type") == "file":
                size = values.get("size", "")
                files.append(ListedFile(name, int(size) if size.isdigit() else None, values.get("modify", "")))

        try:
            self._list("MLSD", add)
        except ftplib.error_perm as error:
            if str(error).startswith("550"):
                raise
            # An old server without this command: it is asked for the time of each file.
            files = self._list_names(pattern)
        newest = choose_newest(files, self._path, pattern)
        return newest if newest.changed else self._describe(self._inside(newest.name), newest.name)

    def _list(self, command: str, add: Callable[[str], None]) -> None:
        """Lists as text, then returns to bytes, as files and their sizes are asked for."""
        client = self._ready()
        try:
            client.retrlines(f"{command} {self._path}", add)
        except ftplib.Error:
            client.voidcmd("TYPE I")
            raise
        client.voidcmd("TYPE I")

    def _list_names(self, pattern: str) -> list[ListedFile]:
        """The files that fit, one request for each."""
        names: list[str] = []

        def add(line: str) -> None:
            name = line.rpartition("/")[2]
            if len(names) >= MAX_ASKED:
                raise too_many_names(self._path)
            if name_fits(name, pattern):
                names.append(name)

        self._list("NLST", add)
        files = []
        for name in names:
            with suppress(ftplib.error_perm):
                # A folder has no size.
                files.append(self._describe(self._inside(name), name))
        return files

    def _inside(self, name: str) -> str:
        return f"{self._path.rstrip('/')}/{name}"

    def _fault(self, error: BaseException) -> Exception:
        host, text = self._address.host, str(error)
        if isinstance(error, ssl.SSLCertVerificationError):
            return self._trust.not_trusted(error)
        if isinstance(error, ftplib.error_perm) and text.startswith("530"):
            return password_refused(host, self._address.user)
        if isinstance(error, ftplib.error_perm) and text.startswith("550"):
            return no_such_file(host, self._path)
        if isinstance(error, ftplib.error_temp) and text.startswith("426"):
            return FetchInterrupted(
                message("The connection to {host} ended in the middle of the file. Run the pull again.", host=host)
            )
        if isinstance(error, ftplib.Error):
            return unusual_answer(host, text, self._password)
        return connection_fault(error, host)


def _end_tls(connection: socket.socket) -> None:
    """Tells the server that TLS ends here; some take a connection that just ends for a cut."""
    if isinstance(connection, ssl.SSLSocket):
        with suppress(OSError):
            connection.unwrap()


def _read_fingerprint(host: str, port: int) -> str:
    """The fingerprint of the certificate after AUTH TLS; empty if it cannot be read."""
    try:
        with ftplib.FTP_TLS(context=unchecked_context(), timeout=PROBE_S) as client:  # noqa: S321 - with TLS
            client.connect(host, port)
            client.auth()
            return fingerprint_of(client.sock)
    except _ALL_FAULTS:
        return ""


class FtpSource(FtpsSource):
    """As FtpsSource, without TLS."""

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
