"""An attachment in a mailbox, by IMAP over TLS. The mailbox is opened for reading only."""

from __future__ import annotations

import email
import email.policy
import imaplib
import re
import ssl
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from email.header import decode_header, make_header
from email.message import EmailMessage
from urllib.parse import unquote

from bridge.sources.server_trust import ServerTrust
from bridge.sources.source_faults import connection_fault, no_such_file, password_refused, unusual_answer
from service.domain.pull.place_address import MailQuery, PlaceAddress
from service.domain.sentences import message
from service.files.file_errors import FileError, FileTooLarge, FileUnavailable
from service.files.folder import name_fits
from service.pull.places.place_port import FetchInterrupted, FoundFile

TIMEOUT_S = 30.0
"""Seconds for connecting, and for each further piece."""

DAYS = 31
"""Older messages are not looked at."""

MAX_LOOKED_AT = 200
"""Messages whose headers are read, the newest of the last days."""

MAX_MESSAGE_BYTES = 50 * 1024 * 1024
PIECE = 1 << 20
_MAX_PART = 8 << 20
_MOST_NAMED = 10
_MAX_LINES, _MAX_BOUNDARIES = 1_000_000, 10_000
"""What the parser of messages, which holds an object for each header and part, may get."""

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_NAME = re.compile(rb'"(?:FILE)?NAME(\*?)" "((?:[^"\\]|\\.)*)"', re.IGNORECASE)
_UID = re.compile(rb"UID (\d+)")
_SIZE = re.compile(rb"RFC822\.SIZE (\d+)")
_ALL_FAULTS = (OSError, imaplib.IMAP4.error, EOFError, ValueError)
"""A server's answer may also be no number, or no text."""


class _BoundedImap(imaplib.IMAP4_SSL):
    """Refuses one piece of an answer that would fill the memory."""

    def read(self, size: int) -> bytes:
        if size > _MAX_PART:
            raise imaplib.IMAP4.error("The server sends too much at once")
        return super().read(size)


class MailSource:
    """Implements service.pull.places.place_port.Place; connects at the first call."""

    def __init__(self, address: PlaceAddress, pattern: str | None, query: MailQuery, password: str, trust: str) -> None:
        self._address = address
        self._pattern = pattern or "*"
        self._query = query
        self._password = password
        self._trust = ServerTrust(trust, address.host, address.port)
        self._folder = address.path.strip("/") or "INBOX"
        self._client: _BoundedImap | None = None
        self._uid = b""
        self._validity = b""

    def find(self) -> FoundFile:
        """The newest message that fits, by the headers and the names of attachments."""
        try:
            client = self._ready()
            for uid, size in self._candidates(client):
                names = [name for name in self._attachments(client, uid) if name_fits(name, self._pattern)]
                if not names:
                    continue
                name = _choose_only(names)
                if size > MAX_MESSAGE_BYTES:
                    raise FileTooLarge(
                        message("The message with {file} is larger than {most} MB.", file=name,
                                most=MAX_MESSAGE_BYTES >> 20)
                    )  # fmt: skip
                self._uid = uid
                return FoundFile(name, f"{self._validity.decode()}/{uid.decode()}")
        except _ALL_FAULTS as error:
            raise self._fault(error) from error
        raise FileUnavailable(
            message(
                "No message of the last {days} days in {folder} has an attachment that fits. Check sender, subject and "
                "file name.",
                days=DAYS,
                folder=self._folder,
            )
        )

    def read(self, found: FoundFile, start: int) -> Iterator[bytes]:  # noqa: ARG002 - never resumed
        try:
            content = self._download(self._ready(), self._uid)
        except _ALL_FAULTS as error:
            raise self._fault(error) from error
        parsed = _parse(content, found.name)
        del content
        files = [part for part in parsed.walk() if part.get_filename()]
        fitting = [part for part in files if name_fits(str(part.get_filename()), self._pattern)]
        named = [part for part in fitting if part.get_filename() == found.name] or fitting
        payload = named[0].get_payload(decode=True) if len(named) == 1 else None
        if not isinstance(payload, bytes):
            raise _no_attachment(found.name)
        yield from (payload[at : at + PIECE] for at in range(0, len(payload), PIECE))

    def close(self) -> None:
        if self._client is not None:
            with suppress(*_ALL_FAULTS):
                self._client.shutdown()
            self._client = None

    def _ready(self) -> _BoundedImap:
        if self._client is None:
            client = _BoundedImap(
                self._address.host, self._address.port, ssl_context=self._trust.make_context(), timeout=TIMEOUT_S
            )
            self._client = client
            self._log_in(client)
            if not self._folder.isascii():
                raise FileError(message("Name a folder of the mailbox in Latin letters, such as INBOX."))
            state, _ = client.select(f'"{self._folder}"', readonly=True)
            if state != "OK":
                raise no_such_file(self._address.host, self._folder)
            validity = client.response("UIDVALIDITY")[1][0]
            self._validity = validity if isinstance(validity, bytes) else b""
        return self._client

    def _log_in(self, client: _BoundedImap) -> None:
        user, password = self._address.user, self._password
        try:
            # Unlike LOGIN it takes letters of every language.
            client.authenticate("PLAIN", lambda _challenge: f"\0{user}\0{password}".encode())
        except imaplib.IMAP4.abort:
            raise
        except imaplib.IMAP4.error as error:
            raise password_refused(self._address.host, user) from error

    def _candidates(self, client: _BoundedImap) -> Iterator[tuple[bytes, int]]:
        """Number and size of the messages whose headers fit, newest first."""
        since = imap_date((datetime.now(UTC) - timedelta(days=DAYS)).date())
        numbers = b" ".join(part for part in self._ask(client, "SEARCH", "SINCE", since) if isinstance(part, bytes))
        newest = sorted(numbers.split(), key=int)[-MAX_LOOKED_AT:]
        if not newest:
            return
        wanted = "(UID RFC822.SIZE BODY.PEEK[HEADER.FIELDS (FROM SUBJECT)])"
        fitting: dict[int, tuple[bytes, int]] = {}
        for part in self._ask(client, "FETCH", b",".join(newest).decode(), wanted):
            uid, size = (pattern.search(part[0]) if isinstance(part, tuple) else None for pattern in (_UID, _SIZE))
            if not isinstance(part, tuple) or uid is None:
                continue
            headers = email.message_from_bytes(part[1])
            if self._query.fits(_decoded(headers["From"]), _decoded(headers["Subject"])):
                fitting[int(uid.group(1))] = uid.group(1), int(size.group(1)) if size is not None else 0
        yield from (fitting[number] for number in sorted(fitting, reverse=True))

    def _attachments(self, client: _BoundedImap, uid: bytes) -> list[str]:
        """The names of the attachments of a message, in their order."""
        parts = self._ask(client, "FETCH", uid.decode(), "(BODYSTRUCTURE)")
        text = b"".join(piece for part in parts for piece in (part if isinstance(part, tuple) else (part or b"",)))
        names = []
        for match in _NAME.finditer(text):
            raw = re.sub(rb"\\(.)", rb"\1", match.group(2)).decode("utf-8", "replace")
            names.append(unquote(raw.split("'", 2)[-1]) if match.group(1) else _decoded(raw))
        return names

    def _download(self, client: _BoundedImap, uid: bytes) -> bytes:
        content = bytearray()
        while len(content) <= MAX_MESSAGE_BYTES:
            parts = self._ask(client, "FETCH", uid.decode(), f"(BODY.PEEK[]<{len(content)}.{PIECE}>)")
            piece = next((part[1] for part in parts if isinstance(part, tuple)), b"")
            content += piece
            if len(piece) < PIECE:
                return bytes(content)
        raise FileTooLarge(
            message(
                "The message with {file} is larger than {most} MB.", file=self._pattern, most=MAX_MESSAGE_BYTES >> 20
            )
        )

    def _ask(self, client: _BoundedImap, command: str, *words: str) -> list[bytes | tuple[bytes, bytes] | None]:
        state, answer = client.uid(command, *words)
        if state != "OK":
            raise imaplib.IMAP4.error(str(answer))
        return answer

    def _fault(self, error: BaseException) -> Exception:
        host = self._address.host
        if isinstance(error, ssl.SSLCertVerificationError):
            return self._trust.not_trusted(error)
        if isinstance(error, imaplib.IMAP4.abort):
            return FetchInterrupted(
                message("The connection to {host} ended in the middle of the file. Run the pull again.", host=host)
            )
        if isinstance(error, imaplib.IMAP4.error):
            return unusual_answer(host, str(error), self._password)
        return connection_fault(error, host)


def imap_date(day: date) -> str:
    """A day as IMAP writes it (5-Jan-2026), with English months in every locale."""
    return f"{day.day:02d}-{_MONTHS[day.month - 1]}-{day.year}"


def _choose_only(names: Sequence[str]) -> str:
    """The one name; FileError where the message has several files that fit."""
    different = list(dict.fromkeys(names))
    if len(different) > 1:
        raise FileError(
            message(
                "The newest message that fits has several files: {files}. Give a pattern that fits one of them.",
                files=", ".join(different[:_MOST_NAMED]),
            )
        )
    return different[0]


def _parse(content: bytes, file: str) -> EmailMessage:
    """The message; FileError if it is made to fill the memory: anyone may send one."""
    try:
        if content.count(b"\n") <= _MAX_LINES and content.count(b"\n--") <= _MAX_BOUNDARIES:
            return email.message_from_bytes(content, policy=email.policy.default)
    except RecursionError as error:
        raise _no_attachment(file) from error
    raise _no_attachment(file)


def _no_attachment(file: str) -> FileError:
    return FileError(message("The attachment {file} cannot be taken from its message. Have it sent again.", file=file))


def _decoded(text: str | None) -> str:
    """A header in plain letters."""
    try:
        return str(make_header(decode_header(text or "")))
    except (LookupError, UnicodeError, ValueError):
        return text or ""
