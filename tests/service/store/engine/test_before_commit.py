"""The deferred writes of a group before its commit."""

from __future__ import annotations

import pytest

from service.store.engine.store import Store
from service.store.engine.transaction import Tx

WAIT_S = 20.0


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
