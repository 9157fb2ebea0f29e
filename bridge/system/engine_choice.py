"""Where the data is, if not in the data folder: `--database` or COUNTERPART_DATABASE."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from service.domain.errors import Refused
from service.domain.sentences import message
from service.domain.times import SharedClock

if TYPE_CHECKING:
    from service.store.postgres.database import PostgresDatabase

DATABASE_VARIABLE = "COUNTERPART_DATABASE"
_SCHEMES = ("postgresql://", "postgres://")
_SECRET = frozenset({"password", "sslpassword"})


def choose_database(
    chosen: str | None, environment: Mapping[str, str], clock: SharedClock | None = None
) -> PostgresDatabase | None:
    """The database on PostgreSQL, not opened yet; None for the file in the data folder. `clock` is
    that of a service. Raises Refused.
    """
    address = chosen or environment.get(DATABASE_VARIABLE)
    if not address:
        return None
    # The driver is loaded where it is used, and libpq itself says which parts the address has.
    from psycopg import ProgrammingError  # noqa: PLC0415 - as above
    from psycopg.conninfo import conninfo_to_dict  # noqa: PLC0415 - as above

    try:
        parts = conninfo_to_dict(address) if address.startswith(_SCHEMES) else None
    except ProgrammingError:
        parts = None
    if parts is None:
        # Without its cause, which has the address.
        raise Refused(
            "bad_database", message("The address of a database begins with postgresql://user@host/name.")
        ) from None
    if not _SECRET.isdisjoint(parts):
        raise Refused(
            "password_in_address",
            message("A password is not part of the address: put it into PGPASSWORD, or into the file of PGPASSFILE."),
        )
    from service.store.postgres.database import PostgresDatabase  # noqa: PLC0415 - as above

    return PostgresDatabase(address, clock)
