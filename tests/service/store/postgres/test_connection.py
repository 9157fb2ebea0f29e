"""Writes and reads over connections that fail, and of two services on one database."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import NoReturn

import psycopg
import pytest

from service.domain.changes import ChangeKind, Changes
from service.domain.errors import Unavailable
from service.store.engine.store import Store
from service.store.engine.transaction import NO_COMMITS, ForeignCommits, ReadTx, Tx
from service.store.postgres import database as database_module
from service.store.postgres.connection import PostgresConnection, connect
from service.store.postgres.database import PostgresDatabase
from service.store.settings import read_settings, write_setting
from service.store.shops import read_items_total
from service.usecases.issue_key import issue_key, revoke_key
from tests.fakes.postgres_server import OwnDatabase, make_address, run_on_server
from tests.fakes.shop_fixture import ShopFixture

WAIT_S = 20.0


@pytest.fixture
def database() -> OwnDatabase:
    return OwnDatabase()


@pytest.fixture
def store(tmp_path: Path, database: OwnDatabase) -> Iterator[Store]:
    opened = Store(tmp_path / "counterpart.db", database)
    yield opened
    opened.close()


@pytest.fixture
def other(tmp_path: Path, store: Store, database: OwnDatabase) -> Iterator[Store]:
    """Another service's store of the same database."""
    opened = Store(tmp_path / "other" / "counterpart.db", PostgresDatabase(make_address(database.name)))
    yield opened
    opened.close()


def put(store: Store, name: str, value: str = "1") -> None:
    store.submit(lambda tx: write_setting(tx, name, value)).result(WAIT_S)


def settings_of(store: Store) -> dict[str, str]:
    return store.submit_read(read_settings).result(WAIT_S)


def end_connections(database: OwnDatabase) -> None:
    """As a restart of the server does."""
    run_on_server(f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{database.name}'")


def test_a_broken_statement_undoes_its_own_job_alone(store: Store) -> None:
    def break_off(tx: Tx) -> None:
        write_setting(tx, "lost", "1")
        tx.execute("SELECT nothing")

    broken = [store.submit(break_off) for _ in range(3)]
    put(store, "kept")
    for one in broken:
        with pytest.raises(psycopg.errors.UndefinedColumn):
            one.result(WAIT_S)
    assert settings_of(store) == {"kept": "1"}


async def test_a_job_without_a_savepoint_that_breaks_takes_no_neighbour_with_it(store: Store) -> None:
    put(store, "before")
    with pytest.raises(psycopg.errors.UndefinedColumn):
        await store.write(lambda tx: tx.execute("SELECT nothing"), own_savepoint=False)
    put(store, "after")
    assert settings_of(store) == {"before": "1", "after": "1"}


def test_a_lost_connection_is_opened_again(store: Store, database: OwnDatabase) -> None:
    put(store, "before")
    assert settings_of(store) == {"before": "1"}
    end_connections(database)
    put(store, "after")
    assert settings_of(store) == {"before": "1", "after": "1"}


LOSES_THE_CONNECTION = """
CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER loses AFTER INSERT ON staff DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION lose();
"""


def test_a_connection_that_is_lost_at_the_commit_is_said_and_nothing_is_done_twice(
    store: Store, database: OwnDatabase
) -> None:
    runs = list[str]()
    with connect(make_address(database.name)) as raw:
        raw.execute(LOSES_THE_CONNECTION)

    def work(tx: Tx) -> None:
        runs.append("run")
        tx.insert("INSERT INTO staff (name, folded) VALUES (?, ?)", ("Huda", "huda"))

    unknown = store.submit(work)
    with pytest.raises(Unavailable, match="not known whether this was saved"):
        unknown.result(WAIT_S)
    assert runs == ["run"]
    put(store, "after")


def test_what_another_service_writes_is_heard_of_and_seen_by_the_next_write(store: Store, other: Store) -> None:
    heard = threading.Event()
    put(store, "a")
    other.subscribe(lambda _changes: heard.set())
    epoch = other.epoch
    put(store, "b")
    assert other.submit(read_settings).result(WAIT_S) == {"a": "1", "b": "1"}
    assert other.epoch > epoch
    assert heard.wait(WAIT_S), "panes load again"


def test_a_service_need_not_look_keys_up_again_for_what_another_one_writes_to_a_shop(
    store: Store, other: Store
) -> None:
    shop = ShopFixture.fresh(store)
    named = (shop.shop.id,)
    key = store.submit(lambda tx: issue_key(tx, shop.shop, "Till", now=1).key).result(WAIT_S)

    def read_total(tx: Tx) -> int:
        return int(tx.read_cached(ChangeKind.ITEMS, "total", lambda: read_items_total(tx, shop.shop.id)))

    def read_epoch(tx: Tx) -> int:
        return tx.epoch

    assert other.submit(read_total, shops=named).result(WAIT_S) == 0
    epoch = other.submit(read_epoch, shops=named).result(WAIT_S)
    add_item(store, shop, named)
    assert other.submit(read_total, shops=named).result(WAIT_S) == 1, "what it had read of the shop is old"
    assert other.submit(read_epoch, shops=named).result(WAIT_S) == epoch
    store.submit(lambda tx: revoke_key(tx, shop.shop, key.id, now=2), shops=named).result(WAIT_S)
    assert other.submit(read_epoch, shops=named).result(WAIT_S) > epoch


def test_own_writes_are_not_those_of_another(store: Store) -> None:
    put(store, "a")
    epoch = store.epoch
    for number in range(5):
        put(store, f"b{number}")
    assert store.epoch == epoch


def test_a_key_that_another_writer_of_the_service_revoked_is_another_epoch(store: Store) -> None:
    one, two = ShopFixture.fresh(store), ShopFixture.fresh(store)
    key = store.submit(lambda tx: issue_key(tx, one.shop, "Till", now=1).key).result(WAIT_S)
    epoch = store.epoch
    store.submit(lambda tx: revoke_key(tx, one.shop, key.id, now=2), shops=(one.shop.id,)).result(WAIT_S)
    seen = store.submit(lambda tx: tx.epoch, shops=(two.shop.id,)).result(WAIT_S)
    assert epoch < seen == store.epoch


def test_a_read_is_one_view(store: Store, other: Store) -> None:
    def read_twice(db: ReadTx) -> tuple[int, int]:
        first = len(read_settings(db))
        put(other, "meanwhile")
        return first, len(read_settings(db))

    assert store.submit_read(read_twice).result(WAIT_S) == (0, 0)


def test_a_lock_of_long_work_is_that_of_one_service_and_ends_with_it(store: Store, other: Store) -> None:
    with store.try_lock("pull-1") as first, other.try_lock("pull-1") as second, other.try_lock("pull-2") as third:
        assert (first, second, third) == (True, False, True)
    for _ in range(300):
        with other.try_lock("pull-1") as again:
            assert again, "it is free at once"


async def test_a_brief_read_that_waits_for_the_server_leaves_the_event_loop_free(
    store: Store, database: OwnDatabase
) -> None:
    with closing(connect(make_address(database.name))) as blocking:
        # In a loop that waits, the lock would end by itself.
        blocking.execute("SET idle_in_transaction_session_timeout = '3s'")
        blocking.execute("BEGIN")
        blocking.execute("LOCK TABLE settings")
        reading = asyncio.create_task(store.read_briefly(read_settings))
        await asyncio.sleep(0)
        assert not reading.done()
        blocking.execute("ROLLBACK")
        assert await reading == {}


_PLACES_ORDERS = """
import sys
import threading
from pathlib import Path
from typing import NoReturn
from service.domain.errors import CounterpartError
from service.store.engine.store import Store
from service.store.postgres.database import PostgresDatabase
from service.store import shops
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import ShopFixture
store = Store(Path(sys.argv[2]) / "counterpart.db", PostgresDatabase(sys.argv[1]))
shop = store.submit_read(lambda db: shops.list_shops(db)[0]).result(20)
floor = ShopFixture(store, shop, FakeClock())
for _ in range(int(sys.argv[3])):
    try:
        floor.place("A")
    except CounterpartError:
        pass
store.close()
"""


@pytest.mark.slow
def test_two_processes_hold_each_unit_once_and_leave_no_number_out(
    store: Store, database: OwnDatabase, tmp_path: Path
) -> None:
    shop = ShopFixture.fresh(store)
    shop.add("A", 50)
    line = [sys.executable, "-c", _PLACES_ORDERS, make_address(database.name)]
    with (
        subprocess.Popen([*line, str(tmp_path / "one"), "40"]) as one,
        subprocess.Popen([*line, str(tmp_path / "two"), "40"]) as two,
    ):
        assert (one.wait(60), two.wait(60)) == (0, 0)
    numbers = shop.read(lambda db: db.column("SELECT reference FROM orders ORDER BY id"))
    assert numbers == [f"ORD-2026-{number:06}" for number in range(1, 51)]
    level = shop.read(lambda db: db.one("SELECT quantity, reserved FROM stock"))
    assert level == (50_000, 50_000)
    positions = shop.read(lambda db: db.column("SELECT seq FROM events ORDER BY seq"))
    assert positions == sorted(set(positions))


def add_item(store: Store, shop: ShopFixture, shops: tuple[int, ...] | None) -> None:
    sql = "UPDATE shops SET items_total = items_total + 1 WHERE id = ?"
    store.submit(lambda tx: tx.update(sql, (shop.shop.id,)), shops=shops).result(WAIT_S)


def test_a_row_of_a_shop_that_was_not_named_is_refused_by_the_tests_database(store: Store) -> None:
    one, two = ShopFixture.fresh(store), ShopFixture.fresh(store)
    add_item(store, one, (one.shop.id,))
    add_item(store, one, None)
    with pytest.raises(psycopg.errors.RaiseException, match="shops did not name shop"):
        add_item(store, one, (two.shop.id,))


def test_writes_of_different_shops_do_not_wait_for_each_other(store: Store, other: Store) -> None:
    one, two, three = (ShopFixture.fresh(store) for _ in range(3))
    held, ends = threading.Event(), threading.Event()

    def hold(tx: Tx) -> None:
        held.set()
        assert ends.wait(WAIT_S)

    first = store.submit(hold, shops=(one.shop.id,))
    assert held.wait(WAIT_S)
    add_item(other, two, (two.shop.id,))
    add_item(store, three, (three.shop.id,))
    same = other.submit(lambda tx: tx.one("SELECT 1"), shops=(one.shop.id,))
    assert not same.done()
    ends.set()
    first.result(WAIT_S)
    same.result(WAIT_S)


def test_a_store_that_opens_waits_for_the_server_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = list[str]()

    def fail(address: str, _password: str | None) -> NoReturn:
        tried.append(address)
        raise psycopg.OperationalError("timeout expired")

    monkeypatch.setattr(database_module, "connect", fail)
    Store(tmp_path / "counterpart.db", PostgresDatabase(make_address("silent"))).close()
    assert tried == [make_address("silent")]


def test_commits_of_the_services_other_writers_are_not_those_of_another(store: Store) -> None:
    floors = [ShopFixture.fresh(store) for _ in range(4)]
    heard = list[Changes]()
    store.subscribe(heard.append)
    for number in range(3):
        put(store, f"a{number}")
        for floor in floors:
            add_item(store, floor, (floor.shop.id,))
    for _ in range(2):  # a writer looks after a group, before the next one
        put(store, "b")
    assert [changes for changes in heard if len(changes.kinds) > 1] == []


def test_a_commit_of_the_service_is_its_own_before_it_has_returned(
    database: OwnDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    commits, seen = Counter[int](), list[ForeignCommits]()
    own = PostgresConnection(database._open, commits=commits)
    looking = PostgresConnection(database._open, commits=commits)
    foreign = PostgresConnection(database._open)
    assert looking.find_foreign_commits() == NO_COMMITS
    raw = own._connect()
    execute = raw.execute

    def execute_and_look(sql: str, values: Sequence[object] = (), *, prepare: bool | None = None) -> object:
        seen.append(looking.find_foreign_commits())
        result = execute(sql, values, prepare=prepare)
        seen.append(looking.find_foreign_commits())
        return result

    monkeypatch.setattr(raw, "execute", execute_and_look)
    for connection in (own, foreign):
        connection.begin_write()
        connection.execute("INSERT INTO settings VALUES (?, '')", (str(id(connection)),))
        connection.commit()
    assert set(seen) == {NO_COMMITS}
    assert looking.find_foreign_commits() == ForeignCommits(any=True, of_all=True)
    for connection in (own, looking, foreign):
        connection.close()
    database.close()
