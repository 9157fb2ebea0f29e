"""The copy of the data during an upgrade: only if the newer version changes it, and complete."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bridge.system.paths import database_file
from bridge.updates.data_copies import DatabaseCopies


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with closing(sqlite3.connect(database_file(tmp_path))) as db:
        db.execute("CREATE TABLE items (sku TEXT)")
        db.execute("INSERT INTO items VALUES ('A-1')")
        db.execute("PRAGMA user_version = 1")
        db.commit()
    return tmp_path


def rows(folder: Path) -> list[str]:
    with closing(sqlite3.connect(database_file(folder))) as db:
        return [row[0] for row in db.execute("SELECT sku FROM items")]


def spoil(folder: Path) -> None:
    with closing(sqlite3.connect(database_file(folder))) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("DELETE FROM items")
        db.execute("PRAGMA user_version = 2")
        db.commit()


def leave_log(folder: Path) -> None:
    """Add a row as a program does that is killed before SQLite has written it into the database."""
    database = database_file(folder)
    with closing(sqlite3.connect(database)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("INSERT INTO items VALUES ('A-2')")
        db.commit()
        left = {part: part.read_bytes() for part in (database, database.with_name(f"{database.name}-wal"))}
    for part, content in left.items():
        part.write_bytes(content)


def copies_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name.endswith(".before-upgrade")]


def test_what_a_newer_version_changed_is_brought_back(folder: Path) -> None:
    copies = DatabaseCopies()
    copies.keep(folder, 2)
    spoil(folder)
    copies.put_back(folder)
    assert rows(folder) == ["A-1"]
    assert [path.name for path in folder.iterdir()] == [database_file(folder).name]


def test_data_that_the_newer_version_does_not_change_is_not_copied(folder: Path) -> None:
    copies = DatabaseCopies()
    copies.keep(folder, 1)
    assert [path.name for path in folder.iterdir()] == [database_file(folder).name]
    copies.put_back(folder)
    assert rows(folder) == ["A-1"]


def test_a_copy_of_a_killed_upgrade_is_never_put_back(folder: Path) -> None:
    copies = DatabaseCopies()
    copies.keep(folder, 2)
    spoil(folder)
    copies.keep(folder, 2)
    copies.put_back(folder)
    assert rows(folder) == [], "the data of today"
    assert copies_in(folder) == []


def test_a_log_of_a_killed_upgrade_does_not_join_a_later_copy(folder: Path) -> None:
    old_log = folder / f"{database_file(folder).name}-wal.before-upgrade"
    old_log.write_bytes(b"of an earlier upgrade")
    copies = DatabaseCopies()
    copies.keep(folder, 2)
    assert not old_log.exists()


def test_the_log_of_a_killed_program_is_inside_the_copy(folder: Path) -> None:
    """A copy of two files is put back in two steps, and a kill between them loses the log."""
    leave_log(folder)
    copies = DatabaseCopies()
    copies.keep(folder, 2)
    assert copies_in(folder) == [f"{database_file(folder).name}.before-upgrade"]
    spoil(folder)
    copies.put_back(folder)
    assert rows(folder) == ["A-1", "A-2"]


def test_a_database_that_cannot_be_read_is_copied_as_it_is(folder: Path) -> None:
    damaged = b"no database" * 1000
    database_file(folder).write_bytes(damaged)
    copies = DatabaseCopies()
    copies.keep(folder, 2)
    database_file(folder).write_bytes(b"changed")
    copies.put_back(folder)
    assert database_file(folder).read_bytes() == damaged
    assert copies_in(folder) == []


FULL_DISK = """
import resource, signal, sys
from pathlib import Path
from bridge.updates.data_copies import DatabaseCopies
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
try:
    DatabaseCopies().keep(Path(sys.argv[1]), 2)
except OSError:
    print("refused")
"""


@pytest.mark.skipif(os.name != "posix", reason="limits of files are those of POSIX")
def test_a_disk_without_room_for_the_copy_is_an_error_and_leaves_none(folder: Path) -> None:
    with closing(sqlite3.connect(database_file(folder))) as db:
        db.executemany("INSERT INTO items VALUES (?)", [(f"B-{number:0100}",) for number in range(1000)])
        db.commit()
    done = subprocess.run([sys.executable, "-c", FULL_DISK, folder], stdout=subprocess.PIPE, text=True, check=True)
    assert (done.stdout, copies_in(folder), len(rows(folder))) == ("refused\n", [], 1001)


@pytest.mark.skipif(os.name != "posix", reason="rights of files are those of POSIX")
@pytest.mark.parametrize("mode", [0o600, 0o640])
def test_the_copy_has_the_rights_of_the_data(folder: Path, mode: int) -> None:
    database_file(folder).chmod(mode)
    copies = DatabaseCopies()
    copies.keep(folder, 2)
    copy = folder / f"{database_file(folder).name}.before-upgrade"
    assert copy.stat().st_mode & 0o777 == mode
    copies.put_back(folder)
    assert database_file(folder).stat().st_mode & 0o777 == mode


def test_the_copy_goes_when_the_newer_version_works(folder: Path) -> None:
    copies = DatabaseCopies()
    copies.keep(folder, 2)
    copies.drop(folder)
    assert [path.name for path in folder.iterdir()] == [database_file(folder).name]


def test_a_folder_without_data_needs_no_copy(tmp_path: Path) -> None:
    copies = DatabaseCopies()
    copies.keep(tmp_path, 2)
    copies.put_back(tmp_path)
    assert list(tmp_path.iterdir()) == []
