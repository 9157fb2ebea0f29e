"""A table of any ODBC source (pyodbc): SQL Server, Access, and whatever has a driver here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from bridge.places.place_faults import no_such_file, password_refused
from bridge.places.tables.driver_rows import read_driver_rows
from bridge.places.tables.odbc_text import connection_text, named_driver
from bridge.places.tables.table_faults import (
    connection_lost,
    database_unavailable,
    driver_missing,
    query_refused,
    query_too_slow,
)
from service.domain.pull.place_address import ACCESS, PlaceAddress
from service.domain.sentences import message
from service.pull.places.table_place import QUERY_S

_CONNECT_S = 30
_WRONG_PASSWORD = "28000"  # noqa: S105 - the code of the fault
_NO_DRIVER = ("IM002", "IM003", "01000")
_TOO_SLOW = ("HYT00", "HYT01", "HY008")


class OdbcTable:
    """Implements service.pull.places.table_place.TableSource."""

    def __init__(self, address: PlaceAddress, password: str) -> None:
        self._address = address
        self._password = password
        self._connection: Any = None

    def select(self, query: str) -> tuple[Sequence[str], Iterator[Sequence[object]]]:
        try:
            import pyodbc  # noqa: PLC0415 - not where the system has no ODBC
        except ImportError as error:
            raise driver_missing(self._address.name, "ODBC") from error
        if self._address.scheme == ACCESS and not Path(self._address.path).is_file():
            raise no_such_file(message("This computer"), self._address.path)
        try:
            text = connection_text(self._address, self._password, pyodbc.drivers())
            self._connection = pyodbc.connect(text, readonly=True, autocommit=False, timeout=_CONNECT_S)
            with suppress(pyodbc.Error):
                # Some drivers know no time for queries.
                self._connection.timeout = round(QUERY_S)
            cursor = self._connection.cursor()
            cursor.execute(query)
        except pyodbc.Error as error:
            raise self._fault(error) from None
        return [str(column[0]) for column in cursor.description or ()], read_driver_rows(
            cursor, pyodbc.Error, self._fault
        )

    def close(self) -> None:
        if self._connection is not None:
            with suppress(Exception):
                self._connection.rollback()
            with suppress(Exception):
                self._connection.close()

    def _fault(self, error: Exception) -> Exception:
        name = self._address.name
        code, text = str(error.args[0]) if error.args else "", str(error.args[-1]) if error.args else ""
        if code == _WRONG_PASSWORD:
            return password_refused(name, self._address.user)
        if code in _NO_DRIVER:
            return driver_missing(name, named_driver(self._address))
        if code in _TOO_SLOW:
            return query_too_slow(name, QUERY_S)
        if code.startswith("08"):
            return connection_lost(name) if self._connection is not None else self._unavailable(text)
        if self._connection is not None:
            return query_refused(name, text, self._password)
        return self._unavailable(text)

    def _unavailable(self, text: str) -> Exception:
        return database_unavailable(self._address.name, text, self._password)
