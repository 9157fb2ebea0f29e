"""Where the data is, if not in the data folder: `--database` or COUNTERPART_DATABASE."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from service.domain.errors import Refused
from service.domain.sentences import message
from service.domain.times import SharedClock

if TYPE_CHECKING:
    from service.store.postgres.database import PostgresDatabase

DATABASE_VARIABLE = "COUNTERPART_DATABASE"
_SCHEMES = ("postgresql", "postgres")


def choose_database(
    chosen: str | None, environment: Mapping[str, str], clock: SharedClock | None = None
) -> PostgresDatabase | None:
    """The database on PostgreSQL, not opened yet; None for the file in the data folder. `clock` is
    that of a service. Raises Refused.
    """
    address = chosen or environment.get(DATABASE_VARIABLE)
    if not address:
        return None
    try:
        parts = urlsplit(address)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in _SCHEMES:
        raise Refused("bad_database", message("The address of a database begins with postgresql://user@host/name."))
    if parts.password is not None or "password=" in parts.query:
        raise Refused(
            "password_in_address",
            message("A password is not part of the address: put it into PGPASSWORD, or into the file of PGPASSFILE."),
        )
    from service.store.postgres.database import PostgresDatabase  # noqa: PLC0415 - the driver is loaded where it is used

    return PostgresDatabase(address, clock)
