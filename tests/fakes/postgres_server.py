"""A PostgreSQL of the tests' own: one server for a process, an empty database for each store."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path

import pytest

from service.store.postgres.connection import connect
from service.store.postgres.database import PostgresDatabase
from tests.fakes.shop_guard import make_guard

NOT_THERE = "PostgreSQL's initdb is not on this computer: the tests of the second engine are left out."
_USER = "counterpart"
_NOBODY = 65534
_SETTINGS = "-c listen_addresses='' -c fsync=off -c max_connections=200 -c shared_buffers=64MB -k {folder}"
_numbers = count(1)


def find_server_program(name: str) -> str | None:
    """Debian has those of the server outside the PATH."""
    homes = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return shutil.which(name) or next((str(home / name) for home in homes if (home / name).exists()), None)


@cache
def start_server() -> Path | None:
    """The folder of the server's socket; None where there is no PostgreSQL."""
    initdb = find_server_program("initdb")
    if initdb is None or find_server_program("pg_ctl") is None:
        return None
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
    if (user := _find_user()) is not None:
        os.chown(folder, user, user)
    _run(folder, initdb, "-D", "data", "-U", _USER, "--locale=C", "--encoding=UTF8", "--auth=trust", "--no-sync")
    _run_ctl(folder, "-l", "log", "-o", _SETTINGS.format(folder=folder), "-w", "start")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    atexit.register(_run_ctl, folder, "-m", "immediate", "stop")
    return folder


@contextmanager
def without_server() -> Iterator[None]:
    """The server is killed meanwhile, as by a power cut, and starts again."""
    folder = start_server()
    if folder is None:
        pytest.skip(NOT_THERE)
    _run_ctl(folder, "-m", "immediate", "-w", "stop")
    try:
        yield
    finally:
        _run_ctl(folder, "-l", "log", "-o", _SETTINGS.format(folder=folder), "-w", "start")


def _find_user() -> int | None:
    """The server refuses to run for root."""
    return _NOBODY if os.getuid() == 0 else None


def _run_ctl(folder: Path, *words: str) -> None:
    _run(folder, str(find_server_program("pg_ctl")), "-D", "data", *words)


def _run(folder: Path, *line: str) -> None:
    user = _find_user()
    subprocess.run(
        line, check=True, user=user, group=user, extra_groups=None if user is None else [], cwd=folder,
        env={"PATH": os.environ["PATH"], "HOME": str(folder)}, stdout=subprocess.DEVNULL,
    )  # fmt: skip


def make_address(name: str) -> str:
    """The address of a database of the server; it skips the test where there is none."""
    folder = start_server()
    if folder is None:
        pytest.skip(NOT_THERE)
    return f"postgresql://{_USER}@/{name}?host={folder}"


def run_on_server(sql: str) -> None:
    with connect(make_address("postgres")) as raw:
        raw.execute(sql)


@cache
def make_template() -> str:
    """The name of a database with the schema, which is copied. It refuses rows of a shop that a
    write did not name.
    """
    run_on_server("CREATE DATABASE with_schema")
    PostgresDatabase(make_address("with_schema")).check()
    with connect(make_address("with_schema")) as raw:
        raw.execute(make_guard())
    return "with_schema"


class OwnDatabase(PostgresDatabase):
    """An empty database that goes when its store is closed."""

    def __init__(self) -> None:
        self.name = f"store_{next(_numbers)}"
        run_on_server(f"CREATE DATABASE {self.name} TEMPLATE {make_template()}")
        super().__init__(make_address(self.name))

    def close(self) -> None:
        super().close()
        run_on_server(f"DROP DATABASE {self.name} WITH (FORCE)")
