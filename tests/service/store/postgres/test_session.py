"""Who of several services leads, when each learns of a write, and the clock that they share."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from service.domain.changes import ChangeKind, Changes
from service.domain.errors import Unavailable
from service.domain.times import DAY, SharedClock
from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from service.store.postgres import session as module
from service.store.postgres.connection import connect
from service.store.postgres.database import PostgresDatabase
from service.store.settings import read_settings, write_setting
from tests.fakes.clock import FakeClock
from tests.fakes.postgres_server import OwnDatabase, make_address, run_on_server
from tests.service.store.postgres.test_connection import LOSES_THE_CONNECTION

WAIT_S = 20.0


class Serving:
    """The store of a service."""

    def __init__(self, folder: Path, database: str, changed: threading.Condition) -> None:
        self.changed = changed
        self.clock = SharedClock(FakeClock())
        self.database = PostgresDatabase(make_address(database), self.clock)
        self.store = Store(folder / "counterpart.db", self.database)
        self.led_store = self.store.for_leader(lambda: self.store.term)
        self.store.serve(self.on_term)

    def on_term(self) -> None:
        with self.changed:
            self.changed.notify_all()

    def wait_to_lead(self) -> int:
        """The term."""
        with self.changed:
            assert self.changed.wait_for(lambda: self.store.term, WAIT_S)
        return self.store.term or 0


@pytest.fixture
def database() -> Iterator[OwnDatabase]:
    own = OwnDatabase()
    yield own
    own.close()


Start = Callable[[str], Serving]


@pytest.fixture
def start(tmp_path: Path, database: OwnDatabase) -> Iterator[Start]:
    """Starts services of one database."""
    started, changed = list[Serving](), threading.Condition()

    def start_one(name: str) -> Serving:
        started.append(Serving(tmp_path / name, database.name, changed))
        return started[-1]

    yield start_one
    for one in started:
        one.store.close()


def put(name: str) -> Callable[[Tx], None]:
    return lambda tx: write_setting(tx, name, "1")


def test_one_leads_and_another_when_it_has_ended(start: Start) -> None:
    first, second = start("first"), start("second")
    term = first.wait_to_lead()
    assert second.store.term is None
    first.led_store.submit(put("of_leader")).result(WAIT_S)
    with pytest.raises(Unavailable, match="Another service leads now"):
        second.led_store.submit(put("of_other")).result(WAIT_S)
    second.store.submit(put("of_call")).result(WAIT_S)
    first.store.close()
    assert second.wait_to_lead() > term
    second.led_store.submit(put("of_next")).result(WAIT_S)
    assert set(second.store.submit_read(read_settings).result(WAIT_S)) == {"of_leader", "of_call", "of_next"}


def test_a_late_write_of_a_leader_that_was_replaced_is_refused(start: Start, database: OwnDatabase) -> None:
    first = start("first")
    first.wait_to_lead()
    with closing(connect(make_address(database.name))) as raw:
        raw.execute("UPDATE leader SET term = term + 1")
    assert first.store.term is not None, "it does not know yet"
    with pytest.raises(Unavailable, match="Another service leads now"):
        first.led_store.submit(put("late")).result(WAIT_S)
    first.store.submit(put("call")).result(WAIT_S)


def test_work_of_a_term_writes_nothing_in_the_next(start: Start) -> None:
    first = start("first")
    term = first.wait_to_lead()
    old = first.store.for_leader(lambda: term)
    first.database._begin_new_term()
    assert first.wait_to_lead() > term
    with pytest.raises(Unavailable, match="Another service leads now"):
        old.submit(put("late")).result(WAIT_S)


def test_a_new_term_begins_after_a_write_of_the_old_one(start: Start, database: OwnDatabase) -> None:
    first = start("first")
    first.wait_to_lead()
    begun, go_on = threading.Event(), threading.Event()

    def write_slowly(tx: Tx) -> None:
        write_setting(tx, "slow", "1")
        begun.set()
        assert go_on.wait(WAIT_S)

    writing = first.led_store.submit(write_slowly)
    assert begun.wait(WAIT_S)
    with closing(connect(make_address(database.name))) as raw:
        raw.execute("SET lock_timeout = '100ms'")
        with pytest.raises(Exception, match="lock timeout"):
            raw.execute("UPDATE leader SET term = term + 1")
        go_on.set()
        writing.result(WAIT_S)
        raw.execute("UPDATE leader SET term = term + 1")


def test_a_leader_whose_connection_is_cut_is_none_and_one_leads_again(start: Start, database: OwnDatabase) -> None:
    first, second = start("first"), start("second")
    before = first.wait_to_lead()
    run_on_server(f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{database.name}'")
    with first.changed:
        assert first.changed.wait_for(lambda: (first.store.term or second.store.term) not in (None, before), WAIT_S)


def test_a_leader_that_does_not_know_whether_it_wrote_begins_again(start: Start, database: OwnDatabase) -> None:
    first = start("first")
    before = first.wait_to_lead()
    with closing(connect(make_address(database.name))) as raw:
        raw.execute(LOSES_THE_CONNECTION)
    lost = first.led_store.submit(lambda tx: tx.insert("INSERT INTO staff (name, folded) VALUES ('H', 'h')", ()))
    with pytest.raises(Unavailable, match="not known whether"):
        lost.result(WAIT_S)
    assert first.wait_to_lead() > before


def test_a_leader_that_shows_nothing_is_ended(
    start: Start, database: OwnDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A suspended process keeps its connection, so its lock does not end by itself."""
    monkeypatch.setattr(module, "_END_SILENT_LEADER", module._END_SILENT_LEADER.replace("'10 s'", "'0 s'"))
    with closing(connect(make_address(database.name))) as suspended:
        suspended.execute(f"SELECT pg_advisory_lock({module.LEADER_LOCK})")
        start("first").wait_to_lead()
        with pytest.raises(Exception, match="terminat"):
            suspended.execute("SELECT 1")


def test_a_write_of_another_service_is_known_at_once(start: Start) -> None:
    """Not only when the writer looks by itself."""
    first, second = start("first"), start("second")
    second.store._writers[0]._next_check_at = float("inf")
    heard = threading.Event()

    def hear(_changes: Changes) -> None:
        heard.set()

    second.store.submit_read(read_settings).result(WAIT_S)
    second.store.subscribe(hear)
    first.store.submit(put("news")).result(WAIT_S)
    assert heard.wait(WAIT_S)


def test_a_write_of_another_service_within_a_shop_changes_no_settings_or_keys(start: Start) -> None:
    first, second = start("first"), start("second")
    heard = queue.Queue[Changes]()
    second.store.submit_read(read_settings).result(WAIT_S)
    second.store.subscribe(heard.put)
    first.store.submit(lambda tx: tx.update("INSERT INTO call_hours VALUES (1, 0, 1, 0, 1, 1)"), shops=(1,)).result(
        WAIT_S
    )
    of_all = {ChangeKind.SETTINGS, ChangeKind.KEYS, ChangeKind.SHOPS, ChangeKind.BRANCHES}
    assert set(ChangeKind) - heard.get(timeout=WAIT_S).kinds == of_all
    first.store.submit(put("news")).result(WAIT_S)
    assert set(ChangeKind) - heard.get(timeout=WAIT_S).kinds == set()


def test_services_have_the_clock_of_the_server(start: Start) -> None:
    first, second = start("first"), start("second")
    assert abs(first.clock.now() - second.clock.now()) < 1000
    assert abs(first.clock.now() - FakeClock().now()) > DAY, "the computer's own clock is wrong"


def test_a_server_that_is_away_at_the_start_is_led_when_it_is_there(tmp_path: Path, database: OwnDatabase) -> None:
    away = PostgresDatabase(f"postgresql://counterpart@/none?host={tmp_path}")
    store = Store(tmp_path / "counterpart.db", away)
    led = threading.Event()
    store.serve(led.set)
    assert store.term is None
    away._address = make_address(database.name)
    assert led.wait(WAIT_S)
    store.close()


def test_a_store_that_is_closed_while_it_connects_never_leads(
    tmp_path: Path, database: OwnDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    connecting, go_on = threading.Event(), threading.Event()

    def connect_slowly(_: PostgresDatabase) -> object:
        connecting.set()
        assert go_on.wait(WAIT_S)
        return connect(make_address(database.name))

    own = PostgresDatabase(make_address(database.name))
    store = Store(tmp_path / "counterpart.db", own)
    monkeypatch.setattr(PostgresDatabase, "_open_watched", connect_slowly)
    serving = threading.Thread(target=store.serve, args=(lambda: None,))
    serving.start()
    assert connecting.wait(WAIT_S)
    closing_it = threading.Thread(target=store.close)
    closing_it.start()
    go_on.set()
    for thread in (closing_it, serving):
        thread.join(WAIT_S)
        assert not thread.is_alive()
    assert [one.name for one in threading.enumerate() if one.name == "store-session"] == []
    with pytest.raises(Unavailable, match="is closing"):
        store.serve(lambda: None)
