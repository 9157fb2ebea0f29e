"""What a database needs is said in one sentence; the schema is that of SQLite."""

from __future__ import annotations

import sqlite3
import threading
import traceback
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from service.domain.audit import PROGRAM_ORIGIN
from service.domain.errors import Unavailable
from service.store.engine.migrations import STEPS
from service.store.engine.readers import READER_COUNT, WINDOW_READER_COUNT
from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from service.store.postgres import database as module
from service.store.postgres.connection import connect
from service.store.postgres.database import PostgresDatabase
from service.store.postgres.schema import LATER_STEPS, SCHEMA_MARK, LaterStep, make_schema, read_first_columns
from tests.fakes.new_database import new_database
from tests.fakes.postgres_server import GUARDED, PASSWORD, OwnDatabase, guarded_address, make_address, run_on_server

WAIT_S = 20.0


@pytest.mark.parametrize(
    ("made_with", "sentence"),
    [
        ("ENCODING 'LATIN1' TEMPLATE template0", "has the encoding LATIN1; create it with UTF8"),
        ("LC_COLLATE 'C.UTF-8' LC_CTYPE 'C.UTF-8' TEMPLATE template0", ""),
    ],
)
def test_encoding_and_order_are_looked_at(made_with: str, sentence: str) -> None:
    run_on_server(f"CREATE DATABASE looked_at {made_with}")
    try:
        if sentence:
            with pytest.raises(Unavailable, match=sentence):
                PostgresDatabase(make_address("looked_at")).check()
        else:
            PostgresDatabase(make_address("looked_at")).check()
    finally:
        run_on_server("DROP DATABASE looked_at WITH (FORCE)")


def test_an_older_server_and_another_order_are_refused_with_what_to_do() -> None:
    enough = module._Facts(15, "UTF8", "C", 0, 1, 90)
    assert "needs 15 or later" in str(module._find_lack(enough._replace(version=14)))
    assert "LC_COLLATE 'C'" in str(module._find_lack(enough._replace(collation="en_US.UTF-8")))
    assert module._find_lack(enough) is None


def test_a_service_opens_as_many_connections_as_the_server_is_asked_for(tmp_path: Path) -> None:
    """All at once: reads of calls and windows, writers, the session, a nightly file, a backup."""
    own, all_work = OwnDatabase(), threading.Barrier(READER_COUNT + WINDOW_READER_COUNT + module.WRITERS + 1)
    database = PostgresDatabase(make_address(own.name))
    store = Store(tmp_path / "counterpart.db", database)
    store.serve(lambda: None)
    window, count = store.for_window(PROGRAM_ORIGIN), f"SELECT 1 FROM pg_stat_activity WHERE datname = '{own.name}'"

    def meet(_: object) -> None:
        for _turn in range(2):
            all_work.wait(WAIT_S)

    work = [
        *(store.submit_read(meet) for _ in range(READER_COUNT)),
        *(window.submit_read(meet) for _ in range(WINDOW_READER_COUNT)),
        *(store.for_shop(2 * one).submit(meet) for one in range(module.WRITERS)),
    ]
    with database.try_lock("pull-1"), database.open_snapshot():
        all_work.wait(WAIT_S)
        with connect(make_address("postgres")) as raw:
            opened = len(raw.execute(count).fetchall())
        all_work.wait(WAIT_S)
    for one in work:
        one.result(WAIT_S)
    store.close()
    own.close()
    assert opened == module.CONNECTIONS


def test_a_user_who_may_not_create_tables_is_told_so() -> None:
    run_on_server("CREATE ROLE guest LOGIN")
    run_on_server("CREATE DATABASE of_guest")
    try:
        address = make_address("of_guest").replace("counterpart@", "guest@")
        with pytest.raises(Unavailable, match="no right to create tables"):
            PostgresDatabase(address).check()
    finally:
        run_on_server("DROP DATABASE of_guest WITH (FORCE)")
        run_on_server("DROP ROLE guest")


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [(None, "wants a password.*counterpart database"), ("a guess", "password authentication failed")],
)
def test_a_password_that_is_missing_or_wrong_is_said_without_it(asked: str | None, sentence: str) -> None:
    with guarded_address("postgres") as address, pytest.raises(Unavailable, match=sentence) as refused:
        PostgresDatabase(address, ask_password=lambda: asked).check()
    assert "a guess" not in "".join(traceback.format_exception(refused.value))


def test_the_password_is_asked_for_where_the_server_wants_one_and_again_after_it_changed() -> None:
    asked, own = list[str](), OwnDatabase()
    now = [PASSWORD]

    def ask() -> str:
        asked.append(now[0])
        return now[0]

    with guarded_address(own.name) as address:
        guarded = PostgresDatabase(address, ask_password=ask)
        for _ in range(2):
            guarded._open().close()
        assert asked == [PASSWORD]
        now[0] = "the next one"
        run_on_server(f"ALTER ROLE {GUARDED} PASSWORD 'the next one'")
        guarded._open().close()
        assert asked == [PASSWORD, "the next one"]
        PostgresDatabase(make_address(own.name), ask_password=ask).check()
        assert len(asked) == 2, "nothing is asked where the server lets the user in"
    own.close()


def test_a_database_that_is_not_there_is_said_at_once() -> None:
    with pytest.raises(Unavailable, match=r'refuses the connection: .*database "nowhere" does not exist'):
        PostgresDatabase(make_address("nowhere")).check()


@pytest.mark.parametrize("mark", [1, SCHEMA_MARK + 1], ids=["of a build before the first release", "later"])
def test_data_of_another_version_is_not_opened(mark: int) -> None:
    own = OwnDatabase()
    with connect(make_address(own.name)) as raw:
        raw.execute("UPDATE versions SET schema = $1", (mark,))
    with pytest.raises(Unavailable, match="another version of Counterpart"):
        own.check()
    own.close()


MORE = LaterStep("ALTER TABLE items ADD COLUMN colour text", keeps_older=True)
OTHER = LaterStep("ALTER TABLE items DROP COLUMN colour", keeps_older=False)


def open_version(name: str, *steps: LaterStep) -> PostgresDatabase:
    """The database, opened by the version that has these steps."""
    database = PostgresDatabase(make_address(name))
    database.later_steps = steps
    database.check()
    return database


def test_a_version_with_one_more_column_works_next_to_the_one_before() -> None:
    own = OwnDatabase()
    with closing(own._open()) as older:
        for _ in range(2):
            with closing(open_version(own.name, MORE)._open()) as raw:
                assert raw.execute("SELECT colour FROM items").fetchall() == []
        older.execute("SELECT id FROM items")
    open_version(own.name)
    own.close()


def test_a_version_that_earlier_ones_cannot_live_with_waits_for_their_end() -> None:
    own = OwnDatabase()
    with closing(own._open()), pytest.raises(Unavailable, match="End all other services first"):
        open_version(own.name, MORE, OTHER)
    with closing(own._open()) as raw:
        assert raw.execute("SELECT steps, oldest FROM versions").fetchall() == [(1, 1)], "all of it or nothing"
    wait_until_alone(own.name)
    open_version(own.name, MORE, OTHER)
    for older in ((), (MORE,)):
        with pytest.raises(Unavailable, match="another version of Counterpart"):
            open_version(own.name, *older)
    open_version(own.name, MORE, OTHER)
    own.close()


def test_a_move_and_a_restore_bring_the_schema_up_to_date_first() -> None:
    own = OwnDatabase()
    own.check()
    later = PostgresDatabase(make_address(own.name))
    later.later_steps = (MORE,)
    with later.open_alone() as raw:
        assert raw.execute("SELECT colour FROM items").fetchall() == []
    own.close()


def wait_until_alone(name: str) -> None:
    """A connection that was closed is listed a moment longer."""
    run_on_server(f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{name}'")


def test_both_engines_have_the_same_steps() -> None:
    assert len(LATER_STEPS) == len(STEPS) - 1


def test_a_changed_schema_has_another_mark() -> None:
    assert hex(zlib.crc32(" ".join(make_schema().split()).encode())) == hex(SCHEMA_MARK)


def test_a_server_that_is_away_is_waited_for(tmp_path: Path) -> None:
    away = PostgresDatabase(f"postgresql://counterpart@/none?host={tmp_path}")
    away.check()
    store = Store(tmp_path / "counterpart.db", away)
    with pytest.raises(Unavailable, match="does not answer"):
        store.submit(lambda tx: tx.one("SELECT 1")).result(WAIT_S)
    with pytest.raises(Unavailable, match="does not answer"):
        store.submit_read(lambda db: db.one("SELECT 1")).result(WAIT_S)
    away._address = make_address("postgres")
    away.writers[0]._failure = None
    assert store.submit(lambda tx: tx.scalar("SELECT count(*) FROM shops")).result(WAIT_S) == 0
    store.close()
    for table in (*read_first_columns(), "versions", "epochs", "leader"):
        with connect(make_address("postgres")) as raw:
            raw.execute(f"DROP TABLE IF EXISTS {table} CASCADE")


def test_both_engines_have_the_same_columns(tmp_path: Path) -> None:
    own = OwnDatabase()
    with closing(sqlite3.connect(new_database(tmp_path))) as ours, connect(make_address(own.name)) as theirs:
        for table in read_first_columns():
            columns = [row[1] for row in ours.execute(f"PRAGMA table_info({table})")]
            cursor = theirs.execute(f"SELECT * FROM {table} LIMIT 0")
            assert [column.name for column in cursor.description or ()] == columns
        indexes = {
            row[0]
            for row in ours.execute("SELECT name FROM sqlite_schema WHERE type = 'index' AND name NOT LIKE '%sqlite_%'")
        }
        made = theirs.execute("SELECT indexname FROM pg_indexes WHERE schemaname = 'public'").fetchall()
        assert indexes <= {name for (name,) in made}
    own.close()


@pytest.mark.parametrize(
    "change",
    [
        lambda tx: tx.update("UPDATE audit_entries SET subject = 'x'"),
        lambda tx: tx.update("DELETE FROM audit_entries"),
        lambda tx: tx.update("INSERT INTO audit_entries VALUES (0, 0, '', '', '', '', '{}', ?)", (b"0",)),
        lambda tx: tx.update("TRUNCATE audit_entries"),
    ],
)
def test_an_entry_of_the_audit_stays(tmp_path: Path, change: Callable[[Tx], int]) -> None:
    store = Store(tmp_path / "counterpart.db", OwnDatabase())
    entry = "INSERT INTO audit_entries VALUES (1, 0, '', '', '', '', '{}', ?)"
    store.submit(lambda tx: tx.update(entry, (b"0",))).result(WAIT_S)
    with pytest.raises(psycopg.errors.RaiseException, match="only added, at the end"):
        store.submit(change).result(WAIT_S)
    store.close()
