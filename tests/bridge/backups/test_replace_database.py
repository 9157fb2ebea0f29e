"""A database replaces another: never with the other's log, and the replaced one is
retained whole.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bridge.backups.replace_database import replace_database
from service.domain.errors import Unavailable


def make_database(path: Path, word: str) -> Path:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE words (word TEXT)")
        db.execute("INSERT INTO words VALUES (?)", (word,))
        db.commit()
    return path


def words(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return [row[0] for row in db.execute("SELECT word FROM words")]


def leave_log(path: Path, word: str) -> bytes:
    """A log with a commit that is not in the file,
    as a program that was killed leaves it; gives its bytes.
    """
    wal = path.with_name(path.name + "-wal")
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("INSERT INTO words VALUES (?)", (word,))
        db.commit()
        log, file = wal.read_bytes(), path.read_bytes()
    path.write_bytes(file)
    wal.write_bytes(log)
    path.with_name(path.name + "-shm").unlink(missing_ok=True)
    return log


def test_what_only_the_log_holds_is_kept_and_not_replayed_into_the_new_one(tmp_path: Path) -> None:
    present, new = make_database(tmp_path / "a.db", "old"), make_database(tmp_path / "new.db", "new")
    leave_log(present, "only in the log")
    kept = replace_database(present, new, tmp_path / "kept.db")
    assert kept is not None
    assert words(present) == ["new"]
    assert words(kept) == ["old", "only in the log"]


def test_what_cannot_be_put_in_place_leaves_the_present_one(tmp_path: Path) -> None:
    present = make_database(tmp_path / "a.db", "old")
    with pytest.raises(Unavailable) as caught:
        replace_database(present, tmp_path / "nowhere.db", tmp_path / "kept.db")
    reason = caught.value.message.removeprefix(f"The data in {tmp_path} could not be replaced: ")
    assert reason.endswith(". It is as it was.")
    assert not reason.startswith(("The data", "None", "{"))
    assert words(present) == ["old"]


def test_where_nothing_was_there_nothing_is_set_aside(tmp_path: Path) -> None:
    new = make_database(tmp_path / "new.db", "new")
    assert replace_database(tmp_path / "a.db", new, tmp_path / "kept.db") is None
    assert words(tmp_path / "a.db") == ["new"]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.db"]


@pytest.mark.parametrize("ending", ["-wal", "-shm", "-journal"])
def test_nothing_of_a_damaged_one_stays_next_to_the_new_one(tmp_path: Path, ending: str) -> None:
    """Its log cannot be merged, so it is there when the new file takes the name."""
    present, new = make_database(tmp_path / "a.db", "old"), make_database(tmp_path / "new.db", "new")
    other = make_database(tmp_path / "other.db", "old")
    leave_log(other, "replayed")
    shutil.copyfile(other.with_name("other.db-wal"), tmp_path / "a.db-wal")
    log = (tmp_path / "a.db-wal").read_bytes()
    if ending != "-wal":
        (tmp_path / f"a.db{ending}").write_bytes(b"left behind")
    present.write_bytes(b"damaged " * 1024)
    replace_database(present, new, tmp_path / "kept.db")
    assert not (tmp_path / f"a.db{ending}").exists()
    assert words(present) == ["new"]
    assert (tmp_path / "kept.db").read_bytes() == b"damaged " * 1024
    assert (tmp_path / "kept.db-wal").read_bytes() == log, "its log may be all that can be read of it"


def test_an_empty_log_is_not_retained(tmp_path: Path) -> None:
    present, new = make_database(tmp_path / "a.db", "old"), make_database(tmp_path / "new.db", "new")
    (tmp_path / "a.db-wal").write_bytes(b"")
    present.write_bytes(b"damaged " * 1024)
    replace_database(present, new, tmp_path / "kept.db")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.db", "kept.db"]


def test_a_fault_of_the_disk_is_not_taken_for_damage(tmp_path: Path) -> None:
    """SQLite cannot open a folder, as it cannot open a file that the disk does not give."""
    new = make_database(tmp_path / "new.db", "new")
    (tmp_path / "a.db").mkdir()
    with pytest.raises(Unavailable) as caught:
        replace_database(tmp_path / "a.db", new, tmp_path / "kept.db")
    assert isinstance(caught.value.__cause__, sqlite3.OperationalError)
    assert words(new) == ["new"]
    assert not (tmp_path / "kept.db").exists()
