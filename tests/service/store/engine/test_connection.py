"""Opening: settings of each connection, two at once, and databases that cannot be opened."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from service.domain.errors import Unavailable
from service.store.engine.connection import connect, prepare_database
from service.store.engine.migrations import SCHEMA_VERSION
from service.store.engine.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "counterpart.db"


def pragma(connection: sqlite3.Connection, name: str) -> object:
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


def test_a_new_database_is_durable_shrinks_and_is_strict(path: Path) -> None:
    prepare_database(path)
    connection = connect(path, writes=True)
    assert pragma(connection, "journal_mode") == "wal"
    assert pragma(connection, "synchronous") == 2, "FULL"
    assert pragma(connection, "auto_vacuum") == 2, "INCREMENTAL"
    assert pragma(connection, "foreign_keys") == 1
    assert pragma(connection, "user_version") == SCHEMA_VERSION
    lax = connection.execute(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0 "
        "AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_sqlite_%'"
    ).fetchall()
    assert lax == []
    connection.close()


def test_a_reader_cannot_write(path: Path) -> None:
    prepare_database(path)
    connection = connect(path, writes=False)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        connection.execute("INSERT INTO settings VALUES ('a', 'b')")
    connection.close()


def test_preparing_again_changes_nothing(path: Path) -> None:
    prepare_database(path)
    before = path.read_bytes()
    prepare_database(path)
    assert path.read_bytes() == before


def test_two_processes_may_prepare_at_once(path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from service.store.engine.connection import prepare_database; "
        "sys.stdin.readline(); prepare_database(Path(sys.argv[1])); print('done')"
    )
    both = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            cwd=Path(__file__).parents[4],
        )
        for _ in range(2)
    ]  # fmt: skip
    for process in both:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    assert [process.communicate(timeout=60)[0] for process in both] == ["done\n"] * 2
    connection = connect(path, writes=True)
    assert pragma(connection, "integrity_check") == "ok"
    assert pragma(connection, "user_version") == SCHEMA_VERSION
    connection.close()


def test_what_is_no_database_is_damaged(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"this is no database" * 1000)
    with pytest.raises(Unavailable, match="The database is damaged"):
        Store(path)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(Unavailable, match=r"The data folder .* cannot be used"):
        Store(tmp_path / "file" / "counterpart.db")


def test_a_database_that_went_away_half_made_is_finished(path: Path) -> None:
    path.parent.mkdir()
    connection = connect(path, writes=True)
    connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    store = Store(path)
    assert store.submit_read(lambda db: db.scalar("PRAGMA auto_vacuum")).result(20) == 2
    store.close()


def test_a_connection_that_reads_makes_no_file(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError) as caught:
        connect(tmp_path / "deleted.db", writes=False)
    assert caught.value.sqlite_errorcode & 0xFF == sqlite3.SQLITE_CANTOPEN
    assert list(tmp_path.iterdir()) == []
