"""The connection string of an ODBC driver of this computer; no character ends a value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from bridge.sources.source_faults import no_such_file, password_refused
from bridge.sources.table_faults import (
    connection_lost,
    database_unavailable,
    driver_missing,
    query_refused,
    query_too_slow,
    read_driver_rows,
)
from service.domain.pull.place_address import ACCESS, ODBC, SQL_SERVER, PlaceAddress, split_database
from service.domain.sentences import Sentence, message
from service.pull.places.table_place import QUERY_S

_SQL_SERVER_DRIVERS = (
    *(f"ODBC Driver {version} for SQL Server" for version in ("18", "17", "13.1", "13", "11")),
    "SQL Server Native Client 11.0",
    "SQL Server Native Client 10.0",
    "SQL Server",
    "FreeTDS",
)
_NEWEST = _SQL_SERVER_DRIVERS[0]
_ACCESS_ENGINE = "“Microsoft Access Database Engine” (64 bit)"
_ACCESS_DRIVERS = ("Microsoft Access Driver (*.mdb, *.accdb)", "MDBTools", "Microsoft Access Driver (*.mdb)")
_FREE_TDS = "FreeTDS"
_PORT = 1433
_PLAIN = re.compile(r"[A-Za-z0-9_.,:\\-]+")
_CONNECT_S = 30
_WRONG_PASSWORD = "28000"  # noqa: S105 - the code of the fault
_NO_DRIVER = ("IM002", "IM003", "01000")
_TOO_SLOW = ("HYT00", "HYT01", "HY008")


def connection_text(address: PlaceAddress, password: str, drivers: Sequence[str]) -> str:
    """With the password; `drivers` are those of this computer. Raises FileError if none fits."""
    if address.scheme == SQL_SERVER:
        return _sql_server(address, password, drivers)
    if address.scheme == ACCESS:
        return _access(address, password, drivers)
    text = address.path.rstrip(";")
    return f"{text};{_join([('PWD', password)])}" if address.user else text


def named_driver(address: PlaceAddress) -> Sentence:
    """The driver or the source that an address of ODBC names: what is missing."""
    named = {
        name.strip().lower(): value.strip().strip("{}")
        for name, _, value in (part.partition("=") for part in address.path.split(";"))
    }
    if address.scheme == ODBC and named.get("driver"):
        return message("the ODBC driver {driver}", driver=f"“{named['driver']}”")
    if address.scheme == ODBC and named.get("dsn"):
        return message("the ODBC source {source}", source=f"“{named['dsn']}”")
    return message("its ODBC driver")


def _sql_server(address: PlaceAddress, password: str, drivers: Sequence[str]) -> str:
    driver = _choose(_SQL_SERVER_DRIVERS, drivers)
    if driver is None:
        raise driver_missing(
            address.host,
            message("an ODBC driver for {system}, such as {driver}", system="SQL Server", driver=f"“{_NEWEST}”"),
        )
    instance, database = split_database(address.path)
    has_port = not instance or address.port != _PORT
    server = f"{address.host}\\{instance}" if not has_port else f"{address.host},{address.port}"
    is_free = driver.lower() == _FREE_TDS.lower()
    if is_free and has_port:
        values = [("Server", address.host), ("Port", str(address.port)), ("TDS_Version", "7.4")]
    else:
        values = [("Server", server), *([("TDS_Version", "7.4")] if is_free else [])]
    login = [("UID", address.user), ("PWD", password)] if address.user else [("Trusted_Connection", "yes")]
    encryption = ("Encryption", "require" if address.tls else "off") if is_free else ("Encrypt", _yes(address.tls))
    return _join([("Driver", driver), *values, ("Database", database), *login, encryption])


def _access(address: PlaceAddress, password: str, drivers: Sequence[str]) -> str:
    names = _ACCESS_DRIVERS if address.path.lower().endswith(".mdb") else _ACCESS_DRIVERS[:2]
    driver = _choose(names, drivers)
    if driver is None:
        raise driver_missing(
            address.name,
            message("an ODBC driver for {system}, such as {driver}", system="Access", driver=_ACCESS_ENGINE),
        )
    secret = [("PWD", password)] if password else []
    return _join([("Driver", driver), ("DBQ", address.path), *secret, ("ReadOnly", "1")])


def _choose(names: Iterable[str], drivers: Sequence[str]) -> str | None:
    """The first of the names that this computer has."""
    own = {driver.lower(): driver for driver in drivers}
    return next((own[name.lower()] for name in names if name.lower() in own), None)


def _join(values: Iterable[tuple[str, str]]) -> str:
    return ";".join(f"{name}={_quote(name, value)}" for name, value in values)


def _quote(name: str, value: str) -> str:
    """A value in braces, their ends doubled; plain if it has only letters, digits and dots."""
    if name not in ("Driver", "PWD") and _PLAIN.fullmatch(value):
        return value
    return "{" + value.replace("}", "}}") + "}"


def _yes(value: bool) -> str:
    return "yes" if value else "no"


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
