"""A PostgreSQL of the tests' own: one server for a process, an empty database for each store.

One is created in a second and emptied in milliseconds, so those that a test leaves are used again.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from threading import Event
from typing import NamedTuple

import pytest

from service.store.postgres.connection import connect
from service.store.postgres.database import PostgresDatabase
from tests.fakes.free_port import free_port
from tests.fakes.shop_guard import make_guard
from tests.programs import IN_CI, NO_POSTGRES, find_postgres_program, program

_USER = "counterpart"
GUARDED, PASSWORD = "guarded", "one that nothing prints"
"""A user whom the server lets in only with the password."""
_NOBODY = 65534
_SETTINGS = "-c fsync=off -c full_page_writes=off -c max_connections=200 -c shared_buffers=64MB -c max_wal_size=128MB"
_LONGEST_FOLDER = 60
"""A socket has a path of about 100 characters."""
_MARKS = """
SELECT (SELECT array_agg(relname::text ORDER BY relname) FROM pg_class WHERE relnamespace = to_regnamespace('public')),
(SELECT count(*) FROM pg_trigger), (SELECT count(*) FROM pg_proc), (SELECT count(*) FROM pg_attribute)
"""
"""What differs where a test changed the schema."""
_TABLES = "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = to_regnamespace('public')"
_END_OTHERS = """
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
_TEMPLATE = "with_schema"
_RUN = """
trap "" PIPE; "$@" -w start || exit; echo
if read -r _; then "$@" -m immediate -w stop; else "$@" -m immediate -w stop; rm -rf "$PWD"; fi
"""
"""A server's life in a shell. Where the tests are gone, it and its data go too."""
_numbers = count(1)
_left = list[str]()
"""Databases that nobody uses any more; they are not empty."""
_held = dict[Path, str]()
_servers = dict[Path, "subprocess.Popen[bytes]"]()


@cache
def start_server() -> Path:
    """The folder of the server's socket. Where there is no PostgreSQL the test is skipped, and it
    fails in CI.
    """
    initdb = find_postgres_program("initdb")
    if initdb is None and IN_CI:
        pytest.fail(NO_POSTGRES)
    if initdb is None:
        pytest.skip(NO_POSTGRES)
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir=None if len(tempfile.gettempdir()) < _LONGEST_FOLDER else "/tmp"))
    _make_server(folder, initdb)
    _start(folder, _SETTINGS)
    atexit.register(_stop, folder, keeps=False)
    return folder


@contextmanager
def running_server(folder: Path, settings: str) -> Iterator[str]:
    """A server in an empty folder, as it stores durably, also at a port of this computer; gives the
    address of an empty database.
    """
    _make_server(folder, str(find_postgres_program("initdb")))
    port = free_port()
    _start(folder, f"{settings} -c listen_addresses=127.0.0.1 -c port={port}")
    try:
        yield f"postgresql://{_USER}@/postgres?host={folder}&port={port}"
    finally:
        _stop(folder, keeps=False)


def _make_server(folder: Path, initdb: str) -> None:
    if (user := _find_user()) is not None:
        os.chown(folder, user, user)
    made = _open(
        folder, initdb, "-D", "data", "-U", _USER, "--locale=C", "--encoding=UTF8", "--auth=trust", "--no-sync"
    )
    made.communicate()
    assert made.returncode == 0
    rules = folder / "data" / "pg_hba.conf"
    rules.write_text(f"local all {GUARDED} scram-sha-256\n{rules.read_text()}")


def _start(folder: Path, settings: str) -> None:
    """Runs a server that ends with this process, however that ends."""
    control = (str(find_postgres_program("pg_ctl")), "-D", "data", "-s", "-l", "log")
    started = _open(folder, "sh", "-c", _RUN, "-", *control, "-o", f"-c listen_addresses='' -k {folder} {settings}")
    assert started.stdout is not None
    assert started.stdout.readline(), (folder / "log").read_text()
    _servers[folder] = started


def _stop(folder: Path, *, keeps: bool = True) -> None:
    _servers.pop(folder).communicate(b"\n" if keeps else b"")


@contextmanager
def pooling(connections: int) -> Iterator[Callable[[str], str]]:
    """A PgBouncer that lends so many connections for a transaction each; gives what makes the
    address of a database through it.
    """
    folder = start_server() / "pooler"
    folder.mkdir(exist_ok=True)
    settings = folder / "pgbouncer.ini"
    settings.write_text(
        f"[databases]\n* = host={folder.parent} user={_USER}\n[pgbouncer]\nlisten_addr =\nlisten_port = 6432\n"
        f"unix_socket_dir = {folder}\nauth_type = any\npool_mode = transaction\ndefault_pool_size = {connections}\n"
    )
    user = _find_user()
    if user is not None:
        os.chown(folder, user, user)
    running = subprocess.Popen(
        [program("pgbouncer"), "-q", settings], user=user, group=user, extra_groups=None if user is None else []
    )
    listens = folder / ".s.PGSQL.6432"
    try:
        while not listens.exists() and running.poll() is None:
            Event().wait(0.02)
        yield lambda name: f"postgresql://{_USER}@/{name}?host={folder}&port=6432"
    finally:
        running.terminate()
        running.wait(20)


@contextmanager
def without_server() -> Iterator[None]:
    """The server is killed meanwhile, as by a power cut, and starts again."""
    folder = start_server()
    _stop(folder)
    try:
        yield
    finally:
        _start(folder, _SETTINGS)


def _find_user() -> int | None:
    """The server refuses to run for root."""
    return _NOBODY if os.getuid() == 0 else None


def _open(folder: Path, *line: str) -> subprocess.Popen[bytes]:
    """In a session of its own: what ends the tests does not end it."""
    user = _find_user()
    return subprocess.Popen(
        line, user=user, group=user, extra_groups=None if user is None else [], cwd=folder, start_new_session=True,
        env={"PATH": os.environ["PATH"], "HOME": str(folder)}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip


def make_address(name: str) -> str:
    """The address of a database of the server."""
    return f"postgresql://{_USER}@/{name}?host={start_server()}"


@contextmanager
def guarded_address(name: str) -> Iterator[str]:
    """The address of a database for the user with a password."""
    run_on_server(f"CREATE ROLE {GUARDED} LOGIN SUPERUSER PASSWORD '{PASSWORD}'")
    try:
        yield make_address(name).replace(f"{_USER}@", f"{GUARDED}@")
    finally:
        run_on_server(f"DROP ROLE {GUARDED}")


def run_on_server(sql: str) -> None:
    with connect(make_address("postgres")) as raw:
        raw.execute(sql)


class _Template(NamedTuple):
    """The database with the schema, which is copied: what there is in it, and how a copy gets as
    empty.
    """

    marks: object
    emptying: str


@cache
def _make_template() -> _Template:
    """It refuses rows of a shop that a write did not name."""
    run_on_server(f"CREATE DATABASE {_TEMPLATE}")
    PostgresDatabase(make_address(_TEMPLATE)).check()
    with connect(make_address(_TEMPLATE)) as raw:
        raw.execute(make_guard())
        statements = ["SET session_replication_role = replica"]
        for (table,) in raw.execute(_TABLES).fetchall():
            statements.append(f"DELETE FROM {table}")
            rows = raw.execute(f"SELECT json_agg(held)::text FROM {table} AS held").fetchall()[0][0]
            if rows is not None:
                statements.append(f"INSERT INTO {table} SELECT * FROM json_populate_recordset(NULL::{table}, '{rows}')")
        statements += ["SELECT setval(oid, 1, false) FROM pg_class WHERE relkind = 'S'"]
        statements += ["SET session_replication_role = origin"]
        return _Template(raw.execute(_MARKS).fetchall(), "; ".join(statements))


def _take_empty() -> str:
    """The name of a database that is empty, as it was left by another test or is new."""
    template = _make_template()
    while _left:
        name = _left.pop()
        with connect(make_address(name)) as raw:
            raw.execute(_END_OTHERS)
            if raw.execute(_MARKS).fetchall() == template.marks:
                raw.execute(template.emptying)
                return name
        run_on_server(f"DROP DATABASE {name}")
    name = f"store_{next(_numbers)}"
    run_on_server(f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE}")
    return name


class OwnDatabase(PostgresDatabase):
    """A database that is empty at first, and another's when it is closed."""

    def __init__(self) -> None:
        self.name = _take_empty()
        super().__init__(make_address(self.name))

    def close(self) -> None:
        super().close()
        _left.append(self.name)


def open_at(path: Path) -> PostgresDatabase:
    """The database in the place of a file: empty at its first use, and another's once the file's
    folder is gone.
    """
    for gone in [held for held in _held if not held.parent.exists()]:
        _left.append(_held.pop(gone))
    path.parent.mkdir(parents=True, exist_ok=True)
    if path not in _held:
        _held[path] = _take_empty()
    return PostgresDatabase(make_address(_held[path]))


@contextmanager
def without_schema() -> Iterator[str]:
    """The address of a database that has nothing."""
    name = f"bare_{next(_numbers)}"
    run_on_server(f"CREATE DATABASE {name} TEMPLATE template0")
    yield make_address(name)
    run_on_server(f"DROP DATABASE {name} WITH (FORCE)")
