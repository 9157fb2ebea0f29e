"""A table of PostgreSQL (pg8000), through a cursor of the server in a read-only transaction."""

from __future__ import annotations

import ssl
from collections.abc import Iterator, Sequence
from contextlib import suppress

import pg8000.core
import pg8000.exceptions
from pg8000.native import Connection

from bridge.sources.server_trust import ServerTrust, record_fingerprint
from bridge.sources.source_faults import connection_fault, password_refused
from bridge.sources.table_faults import (
    connection_lost,
    database_unavailable,
    no_encryption,
    query_refused,
    query_too_slow,
)
from service.domain.pull.place_address import PlaceAddress
from service.pull.places.table_place import QUERY_S, ROWS_AT_ONCE

_CONNECT_S = 30
_WRONG_PASSWORD = ("28P01", "28000")
_CANCELLED = "57014"
_SHUT_DOWN = "57P01"


class PostgresTable:
    """Implements service.pull.places.table_place.TableSource."""

    def __init__(self, address: PlaceAddress, password: str, trust: str) -> None:
        self._address = address
        self._password = password
        self._trust = ServerTrust(trust, address.host, address.port, lambda *_: record_fingerprint(self._connect))
        self._connection: Connection | None = None

    def select(self, query: str) -> tuple[Sequence[str], Iterator[Sequence[object]]]:
        try:
            context = self._trust.make_context() if self._address.tls else None
            self._connection = connection = self._connect(context)
            connection.run("START TRANSACTION READ ONLY")
            connection.run(f"SET LOCAL statement_timeout = {round(QUERY_S * 1000)}")
            # The plain protocol: a colon in the query is no parameter.
            connection.execute_simple(f"DECLARE counterpart NO SCROLL CURSOR FOR {query}")
            first, names = self._fetch(connection)
        except Exception as error:
            raise self._fault(error) from error
        return names, self._rows(connection, first)

    def close(self) -> None:
        if self._connection is not None:
            with suppress(Exception):
                self._connection.close()

    def _connect(self, context: ssl.SSLContext | None) -> Connection:
        address = self._address
        connection = Connection(
            address.user,
            host=address.host,
            port=address.port,
            database=address.path.lstrip("/"),
            password=self._password,
            timeout=_CONNECT_S,
            ssl_context=context or False,
            application_name="Counterpart",
        )
        connection._usock.settimeout(QUERY_S + _CONNECT_S)  # noqa: SLF001 - pg8000 has one time for all
        return connection

    def _rows(self, connection: Connection, rows: list[Sequence[object]]) -> Iterator[Sequence[object]]:
        try:
            while rows:
                yield from rows
                rows, _ = self._fetch(connection)
        except Exception as error:
            raise self._fault(error) from error

    def _fetch(self, connection: Connection) -> tuple[list[Sequence[object]], list[str]]:
        answer = connection.execute_simple(f"FETCH {ROWS_AT_ONCE} FROM counterpart")
        return answer.rows or [], [str(column["name"]) for column in answer.columns or ()]

    def _fault(self, error: Exception) -> Exception:
        cause = error.__cause__ if isinstance(error.__cause__, OSError) else error
        if isinstance(cause, ssl.SSLCertVerificationError):
            return self._trust.not_trusted(cause)
        if isinstance(error, pg8000.exceptions.DatabaseError):
            return self._server_fault(error)
        if isinstance(error, pg8000.exceptions.InterfaceError):
            return self._connection_fault(error, cause)
        return connection_fault(error, self._address.host) if isinstance(error, OSError) else error

    def _server_fault(self, error: pg8000.exceptions.DatabaseError) -> Exception:
        """What the server itself says, by its codes."""
        database = self._address.name
        facts = error.args[0] if error.args and isinstance(error.args[0], dict) else {}
        code, text = str(facts.get("C", "")), str(facts.get("M", error))
        if code in _WRONG_PASSWORD:
            return password_refused(self._address.host, self._address.user)
        if code == _CANCELLED:
            return query_too_slow(database, QUERY_S)
        if code[:2] in ("42", "22", "25"):
            return query_refused(database, text, self._password)
        return connection_lost(database) if code == _SHUT_DOWN else database_unavailable(database, text, self._password)

    def _connection_fault(self, error: Exception, cause: BaseException) -> Exception:
        if "refuses SSL" in str(error):
            return no_encryption(self._address.host)
        if "network" in str(error).lower():
            return connection_lost(self._address.name)
        if isinstance(cause, OSError):
            return connection_fault(cause, self._address.host)
        return database_unavailable(self._address.name, str(error), self._password)
