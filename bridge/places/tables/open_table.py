"""The adapter of a database's address. Each loads its driver when it is needed."""

from __future__ import annotations

from service.domain.pull.place_address import PlaceAddress
from service.domain.pull.pulls import PlaceAccess
from service.pull.places.table_place import TableSource


def open_table(address: PlaceAddress, password: str, access: PlaceAccess) -> TableSource:
    """The source of the address; it connects with the query. Raises FileError."""
    if address.scheme == "sqlite":
        from bridge.places.tables.sqlite_table import SqliteTable  # noqa: PLC0415

        return SqliteTable(address)
    if address.scheme == "postgresql":
        from bridge.places.tables.postgres_table import PostgresTable  # noqa: PLC0415

        return PostgresTable(address, password, access.trust)
    if address.scheme == "mysql":
        from bridge.places.tables.mysql_table import MysqlTable  # noqa: PLC0415

        return MysqlTable(address, password, access.trust)
    from bridge.places.tables.odbc_table import OdbcTable  # noqa: PLC0415

    return OdbcTable(address, password)
