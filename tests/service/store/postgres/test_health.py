"""What PostgreSQL says about itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.domain.errors import Unavailable
from service.domain.times import SystemClock
from service.store.engine.store import Store
from service.store.postgres.connection import connect
from service.store.postgres.database import CONNECTIONS, PostgresDatabase
from service.store.postgres.health import read_health
from tests.fakes.clock import FakeClock
from tests.fakes.postgres_server import OwnDatabase, guarded_address, make_address, run_on_server

WAIT_S = 20.0


@pytest.fixture
def database() -> Iterator[OwnDatabase]:
    own = OwnDatabase()
    yield own
    own.close()


def test_the_settings_and_rights_of_the_server_are_read(database: OwnDatabase) -> None:
    health = database.read_health()
    assert health.version.split(".")[0].isdecimal()
    assert (health.collation, health.switched_off, health.may_create) == ("C", ("fsync", "full_page_writes"), True)
    assert 0 < health.connections_left < health.connections
    assert (health.needed, health.mebibytes > 0) == (CONNECTIONS, True)
    assert abs(health.ahead) < 1_000
    assert 0 < health.round_trip_us < 1_000_000


def test_a_role_without_rights_and_a_commit_that_does_not_wait_are_seen(database: OwnDatabase) -> None:
    run_on_server("CREATE ROLE reader LOGIN")
    try:
        address = make_address(database.name).replace("counterpart@", "reader@")
        with connect(address) as raw:
            raw.execute("SET synchronous_commit = off")
            health = read_health(raw, CONNECTIONS, SystemClock())
        assert (health.may_create, "synchronous_commit" in health.switched_off) == (False, True)
    finally:
        run_on_server("DROP ROLE reader")


def test_a_clock_that_is_behind_is_seen(database: OwnDatabase) -> None:
    with connect(make_address(database.name)) as raw:
        health = read_health(raw, CONNECTIONS, FakeClock(SystemClock().now() - 60_000))
    assert 59_000 < health.ahead < 70_000


def test_the_leader_and_the_oldest_transaction_are_seen(tmp_path: Path, database: OwnDatabase) -> None:
    store = Store(tmp_path / "counterpart.db", PostgresDatabase(make_address(database.name)))
    seen = PostgresDatabase(make_address(database.name))
    assert seen.read_health().leader is None
    store.serve(lambda: None)
    with connect(make_address(database.name)) as raw, raw.transaction():
        raw.execute("SELECT pg_sleep(1.1)")
        health = seen.read_health()
    assert (health.leader, health.oldest_s >= 1) == ("", True)
    store.close()


def test_the_table_with_the_most_dead_rows_is_seen(database: OwnDatabase) -> None:
    with connect(make_address(database.name)) as raw:
        raw.execute("SET session_replication_role = replica")
        raw.execute("INSERT INTO settings SELECT 'x' || n, '' FROM generate_series(1, 500) AS n")
        raw.execute("DELETE FROM settings")
        raw.execute("SELECT pg_stat_force_next_flush()")
        raw.execute("SELECT 1")
        health = read_health(raw, CONNECTIONS, SystemClock())
    assert (health.table, health.dead_rows >= 500) == ("settings", True)


def test_one_that_refuses_says_why(database: OwnDatabase) -> None:
    with guarded_address(database.name) as address, pytest.raises(Unavailable, match="wants a password"):
        PostgresDatabase(address).read_health()
