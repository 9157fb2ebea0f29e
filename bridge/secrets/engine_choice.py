"""Where the data is, if not in the data folder's file: `--database`, COUNTERPART_DATABASE, or
`engine.json` in the folder.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from bridge.system.paths import replace_private_file
from service.domain.errors import Refused, Unavailable
from service.domain.sentences import message, os_reason
from service.domain.times import SharedClock

if TYPE_CHECKING:
    from service.store.postgres.database import PostgresDatabase

DATABASE_VARIABLE = "COUNTERPART_DATABASE"
_FILE = "engine.json"
_SCHEMES = ("postgresql://", "postgres://")
_SECRET = frozenset({"password", "sslpassword"})


class _Engine(msgspec.Struct):
    """The contents of `engine.json`."""

    database: str


def read_engine_file(folder: Path) -> str | None:
    """The address that a move left in the data folder; None where the data is there. Raises
    Unavailable.
    """
    file = folder / _FILE
    try:
        return msgspec.json.decode(file.read_bytes(), type=_Engine).database
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError) as error:
        reason = os_reason(error) if isinstance(error, OSError) else str(error)
        raise Unavailable(
            message("{file} says where the data is, and cannot be read: {reason}.", file=str(file), reason=reason)
        ) from error


def write_engine_file(folder: Path, address: str | None) -> None:
    """Says where the data is from now on; None is the folder itself. Raises OSError."""
    file = folder / _FILE
    if address is None:
        file.unlink(missing_ok=True)
    else:
        replace_private_file(file, msgspec.json.encode(_Engine(address)))


def choose_database(
    chosen: str | None, environment: Mapping[str, str], folder: Path, clock: SharedClock | None = None
) -> PostgresDatabase | None:
    """The database on PostgreSQL, not opened yet; None for the file in the data folder. `clock` is
    that of a service. Raises Refused, Unavailable.
    """
    address = chosen or environment.get(DATABASE_VARIABLE) or read_engine_file(folder)
    return None if not address else open_address(address, clock)


def open_address(address: str, clock: SharedClock | None = None) -> PostgresDatabase:
    """The database at an address, not opened yet. Raises Refused."""
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
