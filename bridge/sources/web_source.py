"""A file at a web address, with or without a user and a password (HTTP basic authentication)."""

from __future__ import annotations

import base64
import http.client
import re
import ssl
from collections.abc import Iterator, Mapping
from dataclasses import replace
from urllib.parse import unquote, urljoin

from bridge.sources.server_trust import ServerTrust
from bridge.sources.source_faults import clean_answer, connection_fault, password_refused
from service.domain.errors import Refused
from service.domain.pull.place_address import PASSWORD_GAP, PlaceAddress, format_place, parse_place
from service.domain.sentences import message
from service.files.file_errors import FileUnavailable
from service.pull.places.place_port import FetchInterrupted, FoundFile, PlaceRefused

TIMEOUT_S = 30.0
"""Seconds for connecting, and for each further piece of the answer."""

CHUNK = 1 << 18
MAX_REDIRECTS = 5
_REDIRECTS = (301, 302, 303, 307, 308)
_NO_HEAD = (403, 404, 405, 501)
_FILE_NAME = re.compile(r"filename\*=UTF-8''([^;]+)|filename=\"([^\"]+)\"|filename=([^;\s]+)", re.IGNORECASE)


class WebSource:
    """Implements service.pull.places.place_port.Place; connects with the first request."""

    def __init__(self, address: PlaceAddress, password: str, trust: str) -> None:
        self._first = address
        self._address = address
        self._password = password
        self._trust = trust
        self._connection: http.client.HTTPConnection | None = None
        self._answer: http.client.HTTPResponse | None = None

    def find(self) -> FoundFile:
        """Asks for the head; a server that gives none is asked for the file itself."""
        answer = self._request("HEAD", {})
        if answer.status in _NO_HEAD:
            self.close()
            answer = self._request("GET", {})
        self._check(answer)
        found = _describe(answer, self._address)
        self.close()
        if PASSWORD_GAP in self._first.path:
            # A server may repeat it in the address that it redirects to.
            found = replace(found, name=clean_answer(found.name, self._password))
        return found

    def read(self, found: FoundFile, start: int) -> Iterator[bytes]:
        headers = {"Range": f"bytes={start}-", "If-Range": _validator(found)} if start else {}
        answer = self._request("GET", headers)
        self._check(answer)
        if start and (
            answer.status != 206 or not (answer.getheader("Content-Range") or "").startswith(f"bytes {start}-")
        ):
            raise FileUnavailable(
                message("{file} changed while it was fetched. Run the pull again when the export is complete.",
                        file=found.name)
            )  # fmt: skip
        left = answer.length
        try:
            while chunk := answer.read1(CHUNK):
                left = None if left is None else left - len(chunk)
                yield chunk
        except (OSError, http.client.HTTPException) as error:
            raise connection_fault(error, self._address.host) from error
        if left:
            raise FetchInterrupted(
                message("The connection to {host} ended in the middle of the file. Run the pull again.",
                        host=self._address.host)
            )  # fmt: skip

    def close(self) -> None:
        if self._answer is not None:
            # An answer that ends with its connection has taken the connection over.
            self._answer.close()
            self._answer = None
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _request(self, method: str, headers: Mapping[str, str]) -> http.client.HTTPResponse:
        """The answer after at most five redirects."""
        for _ in range(MAX_REDIRECTS + 1):
            answer = self._send(method, headers)
            target = answer.getheader("Location")
            if answer.status not in _REDIRECTS or target is None:
                return answer
            self.close()
            self._address = self._redirected(target)
        raise PlaceRefused(
            message(
                "{host} sends from one address to the next without end. Correct the address.", host=self._first.host
            )
        )

    def _send(self, method: str, headers: Mapping[str, str]) -> http.client.HTTPResponse:
        address = self._address
        trust = ServerTrust(self._trust, address.host, address.port)
        try:
            connection = self._connect(address, trust)
            path = format_place(address, self._password if self._is_first_server else "")
            connection.request(method, path, headers={**self._own_headers(), **headers})
            self._answer = connection.getresponse()
        except ssl.SSLCertVerificationError as error:
            raise trust.not_trusted(error) from error
        except (OSError, http.client.HTTPException) as error:
            raise connection_fault(error, address.host) from error
        return self._answer

    def _connect(self, address: PlaceAddress, trust: ServerTrust) -> http.client.HTTPConnection:
        """The open connection, whose server is checked before anything is sent."""
        if self._connection is None:
            if address.is_encrypted:
                self._connection = http.client.HTTPSConnection(
                    address.host, address.port, timeout=TIMEOUT_S, context=trust.make_context()
                )
            else:
                self._connection = http.client.HTTPConnection(address.host, address.port, timeout=TIMEOUT_S)
            self._connection.connect()
            trust.check_peer(self._connection.sock)
        return self._connection

    @property
    def _is_first_server(self) -> bool:
        return self._address.server == self._first.server

    def _own_headers(self) -> dict[str, str]:
        """The password goes to the server that the owner named, and to no other."""
        headers = {"Accept-Encoding": "identity", "User-Agent": "Counterpart"}
        if self._first.user and self._is_first_server:
            pair = f"{self._first.user}:{self._password}".encode()
            headers["Authorization"] = f"Basic {base64.b64encode(pair).decode('ascii')}"
        return headers

    def _redirected(self, target: str) -> PlaceAddress:
        here = f"{self._address.server}{format_place(self._address)}"
        try:
            there = parse_place(urljoin(here, target.partition("#")[0]))
        except Refused as error:
            raise PlaceRefused(error.sentence) from error
        except ValueError as error:
            raise connection_fault(error, self._first.host) from error
        if self._address.is_encrypted and not there.is_encrypted:
            raise PlaceRefused(
                message("{host} sends on to an address without encryption. Correct the address.", host=self._first.host)
            )
        return there

    def _check(self, answer: http.client.HTTPResponse) -> None:
        status, host = answer.status, self._address.host
        if 200 <= status < 300:
            return
        self.close()
        if status in (401, 403):
            raise password_refused(host, self._first.user)
        if status in (404, 410):
            raise FileUnavailable(
                message("{host} has no file at this address ({status}). Correct the address, or export the file.",
                        host=host, status=status)
            )  # fmt: skip
        raise FileUnavailable(
            message(
                "{host} did not give the file (status {status}). Try later, or ask who runs it.",
                host=host,
                status=status,
            )
        )


def _validator(found: FoundFile) -> str:
    return found.mark.partition("\n")[0]


def _describe(answer: http.client.HTTPResponse, address: PlaceAddress) -> FoundFile:
    """The file of an answer. Only a strong ETag or a time of change allows to resume."""
    tag, changed = answer.getheader("ETag") or "", answer.getheader("Last-Modified") or ""
    strong = tag if tag.startswith('"') else ""
    length = answer.getheader("Content-Length") or ""
    size = int(length) if length.isascii() and length.isdigit() and len(length) < 16 else None
    mark = "\n".join((strong or changed, tag, changed, str(size))) if tag or changed else ""
    resumes = answer.getheader("Accept-Ranges") == "bytes" and bool(strong or changed)
    return FoundFile(_name(answer, address), mark, size, resumes)


def _name(answer: http.client.HTTPResponse, address: PlaceAddress) -> str:
    match = _FILE_NAME.search(answer.getheader("Content-Disposition") or "")
    if match is None:
        return address.name.replace(PASSWORD_GAP, "")
    return unquote(match.group(1)) if match.group(1) else match.group(2) or match.group(3)
