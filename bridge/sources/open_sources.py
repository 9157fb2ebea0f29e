"""Opens the place of a set-up, with its password from the secret store."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, TypeVar

from bridge.sources.source_faults import connection_fault
from service.domain.pull.place_address import (
    ACCESS,
    FTP,
    ODBC,
    READABLE,
    SQL_SERVER,
    PlaceAddress,
    check_query,
    parse_mail_query,
    parse_place,
)
from service.domain.pull.pulls import PlaceAccess, PullSetup
from service.domain.sentences import message
from service.domain.webhooks.webhook_secrets import SecretMissing, SecretReader
from service.files.folder import check_pattern
from service.pull.places.place_port import FoundFile, Place, PlaceRefused
from service.pull.places.table_place import QUERY_S, TablePlace, TableSource

T = TypeVar("T")
CLOSE_S = 5.0
_UNBOUNDED = (ODBC, SQL_SERVER, ACCESS)
"""Databases whose drivers leave the time limit to what they load."""

_ANSWER_S = 60.0


class BoundedSource:
    """Implements service.pull.places.place_port.Place. Every call of the other place is made in one
    thread of its own. A call that takes longer than `limit_s` seconds raises FileUnavailable, and
    the thread is left to itself.
    """

    def __init__(self, place: Place, host: str, limit_s: float) -> None:
        self._place = place
        self._host = host
        self._limit_s = limit_s
        self._is_stuck = False
        self._calls: queue.SimpleQueue[tuple[Callable[[], Any], Future[Any]] | None] = queue.SimpleQueue()
        threading.Thread(target=self._run, name=f"place {host}", daemon=True).start()

    def find(self) -> FoundFile:
        return self._call(self._place.find, self._limit_s)

    def read(self, found: FoundFile, start: int) -> Iterator[bytes]:
        chunks = self._call(lambda: iter(self._place.read(found, start)), self._limit_s)
        while (chunk := self._call(lambda: next(chunks, None), self._limit_s)) is not None:
            yield chunk

    def close(self) -> None:
        if not self._is_stuck:
            with suppress(Exception):
                self._call(self._place.close, CLOSE_S)
        self._calls.put(None)

    def _call(self, work: Callable[[], T], limit_s: float) -> T:
        if self._is_stuck:
            raise connection_fault(TimeoutError(), self._host)
        answer: Future[T] = Future()
        self._calls.put((work, answer))
        try:
            return answer.result(limit_s)
        except TimeoutError as error:
            if answer.done():
                raise  # the place's own
            self._is_stuck = True
            raise connection_fault(error, self._host) from error

    def _run(self) -> None:
        while (call := self._calls.get()) is not None:
            work, answer = call
            try:
                answer.set_result(work())
            except BaseException as error:  # noqa: BLE001 - the caller gets every exception
                answer.set_exception(error)


def open_table(address: PlaceAddress, password: str, access: PlaceAccess) -> TableSource:
    """The source of the address; it connects with the query. Raises FileError."""
    if address.scheme == "sqlite":
        from bridge.sources.sqlite_table import SqliteTable  # noqa: PLC0415

        return SqliteTable(address)
    if address.scheme == "postgresql":
        from bridge.sources.postgres_table import PostgresTable  # noqa: PLC0415

        return PostgresTable(address, password, access.trust)
    if address.scheme == "mysql":
        from bridge.sources.mysql_table import MysqlTable  # noqa: PLC0415

        return MysqlTable(address, password, access.trust)
    from bridge.sources.odbc_table import OdbcTable  # noqa: PLC0415

    return OdbcTable(address, password)


class StoredSources:
    """Implements service.pull.places.place_port.Places, for threads without an event loop."""

    def __init__(self, secrets: SecretReader) -> None:
        self._secrets = secrets

    def open(self, setup: PullSetup) -> Place:
        """Raises also SecretsUnavailable."""
        address = parse_place(setup.path)
        password = self._read_password(address, setup.access)
        if address.is_database:
            table = TablePlace(
                open_table(address, password, setup.access), check_query(setup.access.query), address.name
            )
            return (
                BoundedSource(table, address.host or address.name, QUERY_S + _ANSWER_S)
                if address.scheme in _UNBOUNDED
                else table
            )
        if address.is_mailbox:
            return _open_mailbox(address, setup, password)
        return _open(address, setup.pattern, password, setup.access.trust)

    def _read_password(self, address: PlaceAddress, access: PlaceAccess) -> str:
        if not address.may_have_password:
            return ""
        if access.secret_name is None:
            if not address.needs_password:
                return ""
            raise _no_password(address)
        try:
            return asyncio.run(self._secrets.read(access.secret_name)).text
        except SecretMissing as error:
            raise _no_password(address) from error


def _open_mailbox(address: PlaceAddress, setup: PullSetup, password: str) -> Place:
    from bridge.sources.mail_source import MailSource  # noqa: PLC0415

    if setup.pattern is not None:
        check_pattern(setup.pattern)
    query = parse_mail_query(setup.access.query)
    return MailSource(address, setup.pattern, query, password, setup.access.trust)


def _open(address: PlaceAddress, pattern: str | None, password: str, trust: str) -> Place:
    """The address's adapter, whose library is loaded when needed: asyncssh takes a second."""
    if address.scheme == "sftp":
        from bridge.sources.sftp_source import SftpSource  # noqa: PLC0415

        return SftpSource(address, pattern, password, trust)
    if address.scheme == "smb":
        from bridge.sources.share_source import ShareSource  # noqa: PLC0415

        return BoundedSource(ShareSource(address, pattern, password), address.host, _ANSWER_S)
    if address.scheme == FTP:
        from bridge.sources.ftp_source import FtpSource  # noqa: PLC0415

        return FtpSource(address, pattern, password, is_confirmed=trust == READABLE)
    if address.scheme == "ftps":
        from bridge.sources.ftp_source import FtpsSource  # noqa: PLC0415

        return FtpsSource(address, pattern, password, trust)
    from bridge.sources.web_source import WebSource  # noqa: PLC0415

    if pattern is not None:
        raise PlaceRefused(message("A web address names one file. Leave out the pattern."))
    return WebSource(address, password, trust)


def _no_password(address: PlaceAddress) -> PlaceRefused:
    return PlaceRefused(
        message(
            "The password for {host} is not in the secret store of this computer. Set the pull up again with it.",
            host=address.host,
        )
    )
