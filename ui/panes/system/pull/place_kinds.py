"""The kinds of places of the nightly file that are not on this computer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Flag, auto

from PySide6.QtCore import QCoreApplication

from service.domain.pull.place_address import ACCESS, FTP, MAIL, ODBC, SFTP, SQL_SERVER

translate = QCoreApplication.translate


class PlaceField(Flag):
    """A field that only some kinds have."""

    ADDRESS = auto()
    SQL_SERVER = auto()
    DATABASE_FILE = auto()
    KEY_FILE = auto()
    """Can be used instead of a password."""

    PASSWORD = auto()
    PATTERN = auto()
    QUERY = auto()


_LOGIN = PlaceField.ADDRESS | PlaceField.PASSWORD
_FOLDER = _LOGIN | PlaceField.PATTERN
_DATABASE = _LOGIN | PlaceField.QUERY
_FILE = PlaceField.DATABASE_FILE | PlaceField.QUERY


@dataclass(frozen=True, slots=True)
class PlaceKind:
    """The scheme of its addresses, an example of one, and the fields."""

    key: str
    example: str
    fields: PlaceField


PLACE_KINDS = (
    PlaceKind("https", "https://user@shop.example/stock.csv", _LOGIN),
    PlaceKind(SFTP, "sftp://user@shop.example/export", _FOLDER | PlaceField.KEY_FILE),
    PlaceKind("ftps", "ftps://user@shop.example/export", _FOLDER),
    PlaceKind(FTP, "ftp://user@server/export", _FOLDER),
    PlaceKind("smb", "smb://user@server/share/export", _FOLDER),
    PlaceKind(MAIL, "imaps://user@mail.example/INBOX", _FOLDER | PlaceField.QUERY),
    PlaceKind("postgresql", "postgresql://user@server/database", _DATABASE),
    PlaceKind("mysql", "mysql://user@server/database", _DATABASE),
    PlaceKind(
        SQL_SERVER,
        "sqlserver://user@server/database",
        PlaceField.SQL_SERVER | PlaceField.PASSWORD | PlaceField.QUERY,
    ),
    PlaceKind(ACCESS, "access:///D:/pos/data.mdb", _FILE | PlaceField.PASSWORD),
    PlaceKind("sqlite", "sqlite:///D:/pos/data.db", _FILE),
    PlaceKind(ODBC, "odbc://DSN=Shop;UID=reader", _DATABASE),
)
"""In the order of the list."""

_PRODUCTS = {
    "postgresql": "PostgreSQL",
    "mysql": "MySQL, MariaDB",
    SQL_SERVER: "SQL Server",
    ACCESS: "Access",
    "sqlite": "SQLite",
    ODBC: "ODBC",
}


def place_names() -> dict[str, str]:
    """The name of each kind by its key."""
    database = translate("PlaceDialog", "Database: %1")
    return {
        "https": translate("PlaceDialog", "Web address"),
        SFTP: translate("PlaceDialog", "SFTP server"),
        "ftps": translate("PlaceDialog", "FTP server with TLS"),
        FTP: translate("PlaceDialog", "FTP server without encryption"),
        "smb": translate("PlaceDialog", "Shared folder"),
        MAIL: translate("PlaceDialog", "Attachment in a mailbox"),
        **{key: database.replace("%1", product) for key, product in _PRODUCTS.items()},
    }
