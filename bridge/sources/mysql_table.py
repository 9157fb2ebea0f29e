"""A table of MySQL or MariaDB (PyMySQL), streamed in a read-only transaction."""

from __future__ import annotations

import ssl
from collections.abc import Iterator, Sequence
from contextlib import suppress

import pymysql
from pymysql.cursors import SSCursor

from bridge.sources.server_trust import ServerTrust, record_fingerprint
from bridge.sources.source_faults import connection_fault, password_refused
from bridge.sources.table_faults import (
    connection_lost,
    database_unavailable,
    no_encryption,
    query_refused,
    query_too_slow,
    read_driver_rows,
)
from service.domain.pull.place_address import PlaceAddress
from service.pull.places.table_place import QUERY_S

_CONNECT_S = 30
_WRONG_PASSWORD = (1045, 1698, 1044)
_TOO_SLOW = (1969, 3024)
_LOST = (2006, 2013, 1927)
_NO_TLS = 2026
_BAD_QUERY = (1054, 1142, 1143, 1792)


class MysqlTable:
    """Implements service.pull.places.table_place.TableSource."""

    def __init__(self, address: PlaceAddress, password: str, trust: str) -> None:
        self._address = address
        self._password = password
        self._trust = ServerTrust(trust, address.host, address.port, lambda *_: record_fingerprint(self._connect))
        self._connection: pymysql.connections.Connection | None = None

    def select(self, query: str) -> tuple[Sequence[str], Iterator[Sequence[object]]]:
        try:
            self._connection = connection = self._connect(self._trust.make_context() if self._address.tls else None)
            self._limit_time(connection)
            connection.query("START TRANSACTION READ ONLY")
            cursor = connection.cursor(SSCursor)
            cursor.execute(query)
            names = [str(column[0]) for column in cursor.description or ()]
        except Exception as error:
            raise self._fault(error) from error
        return names, read_driver_rows(cursor, Exception, self._fault)

    def close(self) -> None:
        if self._connection is not None:
            # Without a word to the server: reading the rest of a stopped query could take long.
            with suppress(Exception):
                self._connection._force_close()  # noqa: SLF001

    def _connect(self, context: ssl.SSLContext | None) -> pymysql.connections.Connection:
        address = self._address
        return pymysql.connect(
            host=address.host,
            port=address.port,
            user=address.user,
            password=self._password,
            database=address.path.lstrip("/"),
            charset="utf8mb4",
            ssl=context,
            ssl_disabled=context is None,
            connect_timeout=_CONNECT_S,
            read_timeout=QUERY_S + _CONNECT_S,
            write_timeout=_CONNECT_S,
            local_infile=False,
        )

    def _limit_time(self, connection: pymysql.connections.Connection) -> None:
        """MariaDB and MySQL have different names for the time of a query."""
        for setting in (f"max_statement_time = {round(QUERY_S)}", f"max_execution_time = {round(QUERY_S * 1000)}"):
            with suppress(pymysql.err.OperationalError):
                connection.query(f"SET SESSION {setting}")
                return

    def _fault(self, error: Exception) -> Exception:
        host = self._address.host
        cause = getattr(error, "original_exception", None) or error
        if isinstance(cause, ssl.SSLCertVerificationError):
            return self._trust.not_trusted(cause)
        if isinstance(error, pymysql.err.Error):
            return self._server_fault(error, cause)
        return connection_fault(error, host) if isinstance(error, OSError) else error

    def _server_fault(self, error: pymysql.err.Error, cause: BaseException) -> Exception:
        """What the server itself says, by its codes."""
        host, database = self._address.host, self._address.name
        code, text = (error.args[0], str(error.args[-1])) if error.args else (0, str(error))
        if code in _WRONG_PASSWORD:
            return password_refused(host, self._address.user)
        if code in _TOO_SLOW:
            return query_too_slow(database, QUERY_S)
        if code == _NO_TLS and "support" in text:
            return no_encryption(host)
        if code in _LOST:
            return connection_lost(database)
        if isinstance(cause, OSError):
            return connection_fault(cause, host)
        if isinstance(error, pymysql.err.ProgrammingError | pymysql.err.InternalError) or code in _BAD_QUERY:
            return query_refused(database, text, self._password)
        return database_unavailable(database, text, self._password)
