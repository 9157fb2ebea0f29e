"""The files under an open database: deletion, move or replacement is noticed, and no answered write
is lost.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from service.domain.errors import Unavailable
from service.domain.sentences import message
from service.store.engine.file_watch import FileLoss, FileWatch
from service.store.engine.store import Store
from service.store.settings import write_setting

WAIT_S = 20
REFUSAL = Unavailable(message("The files are gone."))

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows lets nobody delete a file that is open")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(tmp_path / "data" / "counterpart.db")
    made.submit(lambda tx: write_setting(tx, "first", "1")).result(WAIT_S)
    yield made
    made.close()


def wal(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def delete(path: Path) -> None:
    path.unlink()


def move(path: Path) -> None:
    path.rename(path.with_name("elsewhere.db"))


def delete_folder(path: Path) -> None:
    shutil.rmtree(path.parent)


def replace(path: Path) -> None:
    other = path.with_name("other.db")
    shutil.copyfile(path, other)
    other.replace(path)


def delete_log(path: Path) -> None:
    wal(path).unlink()


def replace_log(path: Path) -> None:
    wal(path).unlink()
    wal(path).write_bytes(b"")


LOSSES = [
    (delete, FileLoss.DATABASE_GONE),
    (move, FileLoss.DATABASE_GONE),
    (delete_folder, FileLoss.DATABASE_GONE),
    (replace, FileLoss.DATABASE_REPLACED),
    (delete_log, FileLoss.LOG_GONE),
    (replace_log, FileLoss.LOG_GONE),
]


def test_files_in_use_are_no_loss(store: Store) -> None:
    for number in range(20):
        store.submit(lambda tx, n=number: write_setting(tx, f"n{n}", "x" * 5000)).result(WAIT_S)  # type: ignore[misc]
        assert store.find_file_loss() is None


@pytest.mark.parametrize(("harm", "loss"), LOSSES)
def test_each_loss_is_seen_and_what_was_answered_is_in_the_copy(
    store: Store, tmp_path: Path, harm: Callable[[Path], None], loss: FileLoss
) -> None:
    store.submit(lambda tx: write_setting(tx, "before", "1")).result(WAIT_S)
    harm(store.path)
    store.submit(lambda tx: write_setting(tx, "after", "1")).result(WAIT_S)
    assert store.find_file_loss() is loss
    saved = tmp_path / "saved" / "rescued.db"
    store.save_and_refuse(saved, REFUSAL)
    with closing(sqlite3.connect(saved)) as db:
        assert {row[0] for row in db.execute("SELECT name FROM settings")} == {"first", "before", "after"}
        assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"


async def test_afterwards_every_kind_of_work_is_refused_and_closing_is_clean(store: Store, tmp_path: Path) -> None:
    store.path.unlink()
    store.save_and_refuse(tmp_path / "rescued.db", REFUSAL)
    with pytest.raises(Unavailable, match="gone"):
        await store.write(lambda _: None)
    with pytest.raises(Unavailable, match="gone"):
        await store.read(lambda _: None)
    with pytest.raises(Unavailable, match="gone"):
        store.read_in_caller(lambda _: None)
    with pytest.raises(Unavailable, match="gone"):
        store.submit(lambda _: None).result(WAIT_S)


def test_a_deleted_log_is_in_the_database_once_it_was_saved(store: Store, tmp_path: Path) -> None:
    """A program that is killed after that leaves a whole database."""
    delete_log(store.path)
    store.submit(lambda tx: write_setting(tx, "after", "1")).result(WAIT_S)
    store.save_and_refuse(tmp_path / "rescued.db", REFUSAL)
    alone = tmp_path / "alone.db"
    shutil.copyfile(store.path, alone)
    with closing(sqlite3.connect(alone)) as db:
        assert db.execute("SELECT 1 FROM settings WHERE name = 'after'").fetchone()


def test_a_copy_that_cannot_be_written_is_told(store: Store, tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.write_text("", encoding="ascii")
    with pytest.raises(Unavailable, match="cannot be written"):
        store.save_and_refuse(place / "rescued.db", REFUSAL)
    with pytest.raises(Unavailable, match="gone"):
        store.submit(lambda _: None).result(WAIT_S)


def test_a_disk_that_gives_no_answer_is_no_loss(store: Store) -> None:
    watch = FileWatch(store.path)
    folder = store.path.parent
    moved = folder.rename(folder.with_name("moved"))
    folder.symlink_to(folder)  # ELOOP: neither there nor not there
    try:
        assert watch.check() is None
    finally:
        folder.unlink()
        moved.rename(folder)
