"""Where the data is, if not in the data folder's file: `--database`, COUNTERPART_DATABASE, or
`engine.json` in the folder. The secret store has the password for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from bridge.system.paths import replace_private_file
from service.domain.errors import Refused, Unavailable
from service.domain.sentences import os_reason
from service.domain.times import SharedClock
from service.domain.webhooks.webhook_secrets import SecretMissing, SecretStore, SecretStoreState, SecretsUnavailable

if TYPE_CHECKING:
    from service.store.postgres.database import PostgresDatabase

DATABASE_VARIABLE = "COUNTERPART_DATABASE"
DIRECT_VARIABLE = "COUNTERPART_DATABASE_DIRECT"
"""The server's own address, where the other one is that of PgBouncer."""
_FILE = "engine.json"
_SCHEMES = ("postgresql://", "postgres://")
_SECRET = frozenset({"password", "sslpassword"})


class _Engine(msgspec.Struct):
    """The contents of `engine.json`."""

    database: str


def read_engine_file(folder: Path) -> str | None:
    """The address that a move left; None where the data is in the folder. Raises Unavailable."""
    file = folder / _FILE
    try:
        return msgspec.json.decode(file.read_bytes(), type=_Engine).database
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, msgspec.DecodeError) as error:
        reason = os_reason(error) if isinstance(error, OSError) else str(error)
        raise Unavailable.saying(
            "{file} says where the data is, and cannot be read: {reason}.", file=str(file), reason=reason
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
    address = find_address(chosen, environment, folder)
    return None if address is None else open_address(address, environment, folder, clock)


def find_address(chosen: str | None, environment: Mapping[str, str], folder: Path) -> str | None:
    """PostgreSQL's address; None where the data is in the folder. Raises Refused, Unavailable."""
    address = chosen or environment.get(DATABASE_VARIABLE) or read_engine_file(folder)
    if not address:
        return None
    _refuse_password(address)
    return address


def _refuse_password(address: str) -> None:
    if not _SECRET.isdisjoint(_read_parts(address)):
        raise Refused.saying(
            "password_in_address",
            "A password is not part of the address. Store it with: {command}",
            command="counterpart database password",
        )


def open_address(
    address: str, environment: Mapping[str, str], folder: Path, clock: SharedClock | None = None
) -> PostgresDatabase:
    """The database at a found address, not opened yet, with the folder's stored password."""
    from service.store.postgres.database import PostgresDatabase  # noqa: PLC0415 - loaded where it is used

    direct = environment.get(DIRECT_VARIABLE) or None
    if direct is not None:
        _refuse_password(direct)
    return PostgresDatabase(address, clock, _make_asker(folder, environment, name_password(address)), direct)


def name_password(address: str) -> str:
    """The name under which the secret store has the password for an address. Raises Refused."""
    user, host, port, name = (_read_parts(address).get(part, "") for part in ("user", "host", "port", "dbname"))
    return f"database {user}@{host}:{port}/{name}"


def _read_parts(address: str) -> dict[str, str]:
    """What libpq reads in it. Raises Refused without libpq's error, which has the address."""
    from psycopg import ProgrammingError  # noqa: PLC0415 - loaded where it is used
    from psycopg.conninfo import conninfo_to_dict  # noqa: PLC0415 - as above

    if address.startswith(_SCHEMES):
        with suppress(ProgrammingError):
            return {name: str(part) for name, part in conninfo_to_dict(address).items()}
    raise Refused.saying("bad_database", "The address of a database begins with postgresql://user@host/name.")


def _make_asker(folder: Path, environment: Mapping[str, str], name: str) -> Callable[[], str | None]:
    """What reads the stored password in any thread; None for none. It raises SecretsUnavailable."""
    stores = list[SecretStore]()

    def ask() -> str | None:
        import asyncio  # noqa: PLC0415 - as below

        if not stores:
            from bridge.secrets.chosen_store import open_secret_store  # noqa: PLC0415 - takes a while to load

            stores.append(open_secret_store(folder, environment))
        with ThreadPoolExecutor(1) as pool:  # this thread may have a loop that runs
            return pool.submit(lambda: asyncio.run(_read(stores[0], name))).result()

    return ask


async def _read(store: SecretStore, name: str) -> str | None:
    try:
        return (await store.read(name)).text
    except SecretMissing:
        return None
    except SecretsUnavailable as error:
        if error.state is SecretStoreState.ABSENT:
            return None
        raise
