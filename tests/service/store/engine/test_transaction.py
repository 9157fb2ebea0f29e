"""The writer's cache: never older than the database, never uncommitted rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest

from service.domain.changes import ChangeKind
from service.domain.errors import Refused, Unavailable
from service.domain.sentences import verbatim
from service.store.engine.store import Store
from service.store.engine.transaction import ReadCache, ReadTx, Tx
from service.store.settings import read_settings, write_setting
from tests.service.store.engine.test_writer import Gate, limit_pages

WAIT_S = 20.0
T = TypeVar("T")


def _add(tx: Tx, names: list[str]) -> None:
    tx.many("INSERT INTO settings (name, value) VALUES (?, 'kept')", [(name,) for name in names])


def _names(store: Store) -> list[str]:
    return store.submit_read(lambda db: [row[0] for row in db.all("SELECT name FROM settings ORDER BY name")]).result(
        WAIT_S
    )


def test_what_is_left_is_committed_with_the_write(store: Store) -> None:
    store.submit(lambda tx: tx.before_commit(_add, "a")).result(WAIT_S)
    assert _names(store) == ["a"]


def test_a_write_that_raises_leaves_nothing(store: Store) -> None:
    def fails(tx: Tx) -> None:
        tx.before_commit(_add, "lost")
        raise LookupError("a mistake")

    with pytest.raises(LookupError):
        store.submit(fails).result(WAIT_S)
    assert _names(store) == []


def test_a_savepoint_that_is_undone_takes_back_what_was_left_in_it(store: Store) -> None:
    def in_savepoint(tx: Tx) -> None:
        with tx.savepoint():
            tx.before_commit(_add, "lost")
            raise LookupError("a mistake")

    def undoes(tx: Tx) -> None:
        tx.before_commit(_add, "before")
        with pytest.raises(LookupError):
            in_savepoint(tx)

    store.submit(undoes).result(WAIT_S)
    assert _names(store) == ["before"]


def test_when_the_end_fails_only_its_own_write_fails(store: Store) -> None:
    store.submit(lambda tx: tx.before_commit(_add, "taken")).result(WAIT_S)
    futures = [store.submit(lambda tx, name=name: tx.before_commit(_add, name)) for name in ("a", "taken", "b")]  # type: ignore[misc]
    with pytest.raises(Exception, match="UNIQUE"):
        futures[1].result(WAIT_S)
    for future in (futures[0], futures[2]):
        future.result(WAIT_S)
    assert _names(store) == ["a", "b", "taken"]


class Look:
    """Reads the settings through what is kept of them,
    and counts how often they were really read.
    """

    def __init__(self) -> None:
        self.reads = 0

    def __call__(self, db: ReadTx) -> dict[str, str]:
        return db.read_cached(ChangeKind.SETTINGS, "all", lambda: self._read(db))

    def _read(self, db: ReadTx) -> dict[str, str]:
        self.reads += 1
        return dict(read_settings(db))


def write(store: Store, work: Callable[[Tx], T]) -> T:
    return store.submit(work).result(WAIT_S)


def test_what_did_not_change_is_read_once(store: Store) -> None:
    look = Look()
    for number in range(3):
        write(store, look)
        write(store, lambda tx: tx.mark_changed(ChangeKind.CALLS))
        assert look.reads == 1, number


def test_a_change_shows_at_once_within_its_write_and_after_it(store: Store) -> None:
    look = Look()
    write(store, look)

    def change(tx: Tx) -> dict[str, str]:
        write_setting(tx, "language", "ar")
        return look(tx)

    assert write(store, change) == write(store, look) == {"language": "ar"}
    assert look.reads == 2


def test_what_an_undone_part_has_read_is_forgotten(store: Store) -> None:
    look = Look()

    def part(tx: Tx) -> None:
        with tx.savepoint():
            write_setting(tx, "language", "ar")
            assert look(tx) == {"language": "ar"}
            raise Refused("no", verbatim("No."))

    def change(tx: Tx) -> dict[str, str]:
        with pytest.raises(Refused):
            part(tx)
        return look(tx)

    assert write(store, change) == write(store, look) == {}


def test_what_was_read_of_a_group_that_was_not_committed_is_forgotten(store: Store) -> None:
    look, seen = Look(), []
    limit_pages(store, 4)
    gate = Gate(store)
    first = store.submit(lambda tx: write_setting(tx, "first", "1"))
    looked = store.submit(lambda tx: seen.append(look(tx)))
    large = store.submit(lambda tx: write_setting(tx, "large", "x" * 1_000_000))
    gate.open()
    first.result(WAIT_S)
    looked.result(WAIT_S)
    with pytest.raises(Unavailable):
        large.result(WAIT_S)
    assert seen == [{"first": "1"}] * 2, "SQLite did not end the transaction: this test shows nothing"
    reads = look.reads
    assert write(store, look) == {"first": "1"}
    assert look.reads == reads + 1


def test_what_another_process_wrote_shows_in_the_next_write(store: Store) -> None:
    look = Look()
    write(store, look)
    other = Store(store.path)
    write(other, lambda tx: write_setting(tx, "language", "ar"))
    assert write(store, look) == {"language": "ar"}
    other.close()


def test_a_reader_keeps_nothing(store: Store) -> None:
    look = Look()
    for _ in range(2):
        store.submit_read(look).result(WAIT_S)
    assert look.reads == 2


def test_no_more_is_kept_than_there_is_room_for() -> None:
    kept, reads = ReadCache(), list[int]()
    for number in [*range(65), 64, 0]:
        kept.get_or_read(ChangeKind.ORDERS, number, lambda number=number: reads.append(number))  # type: ignore[misc]
    assert reads == [*range(65), 0]
