"""The connection string of an ODBC driver: which driver of this computer, and its values so that
no character of them ends one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from bridge.places.tables.table_faults import driver_missing
from service.domain.pull.place_address import ACCESS, ODBC, SQL_SERVER, PlaceAddress, split_database
from service.domain.sentences import Sentence, message

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


def connection_text(address: PlaceAddress, password: str, drivers: Sequence[str]) -> str:
    """The connection string with the password; `drivers` are those of this computer. Raises
    FileError if none fits.
    """
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
