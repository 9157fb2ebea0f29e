"""Many rows are copied and merged: what a statement for each would write."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from service.store.postgres.connection import COPIED_FROM
from tests.fakes.postgres_server import OwnDatabase

WAIT_S = 20.0
INSERT = "INSERT INTO sequences (shop_id, kind, year, value) VALUES (?2, ?1, 0, ?3)"
UPDATE = "UPDATE sequences SET value = ?1 WHERE kind = ?2 AND (?3 <> 0 OR value IS DISTINCT FROM ?1)"
TEXTS = ["\\N", "a\tb\n\\.", "ف", "", "'x'"]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path / "counterpart.db", OwnDatabase())
    yield opened
    opened.close()


def make_rows(first: int, count: int = COPIED_FROM) -> list[tuple[str, int, int | None]]:
    return [(f"{number} {TEXTS[number % len(TEXTS)]}", 1, number) for number in range(first, first + count)]


def read(tx: Tx) -> list[tuple[str, int]]:
    return [(kind, value) for kind, value in tx.all("SELECT kind, value FROM sequences ORDER BY value")]


def test_each_row_is_written_once_by_each_of_several_calls(store: Store) -> None:
    def work(tx: Tx) -> list[tuple[str, int]]:
        for first in (0, 1000, 2000):
            assert tx.write_rows(INSERT, make_rows(first)) == COPIED_FROM
        return read(tx)

    kept = store.submit(work).result(WAIT_S)
    assert kept == [(kind, value) for first in (0, 1000, 2000) for kind, _, value in make_rows(first)]
    assert store.submit(lambda tx: tx.write_rows(INSERT, make_rows(3000))).result(WAIT_S) == COPIED_FROM


def test_an_update_counts_what_it_changed(store: Store) -> None:
    store.submit(lambda tx: tx.write_rows(INSERT, make_rows(0))).result(WAIT_S)
    rows = [(value + value % 2, kind, int(value == 0)) for kind, _, value in make_rows(0) if value is not None]

    def work(tx: Tx) -> tuple[int, int]:
        before = tx.total_changes
        return tx.write_rows(UPDATE, rows), tx.total_changes - before

    assert store.submit(work).result(WAIT_S) == (COPIED_FROM // 2 + 1,) * 2
    assert [value for _, value in store.submit(read).result(WAIT_S)][:5] == [0, 2, 2, 4, 4]


def test_a_write_that_is_undone_leaves_the_next_one_a_table(store: Store) -> None:
    def work(tx: Tx) -> list[tuple[str, int]]:
        with pytest.raises(psycopg.errors.UniqueViolation), tx.savepoint():
            tx.write_rows(INSERT, [*make_rows(0), *make_rows(0)])
        tx.write_rows(INSERT, make_rows(5))
        return read(tx)

    assert store.submit(work).result(WAIT_S) == [(kind, value) for kind, _, value in make_rows(5)]


def test_a_statement_of_another_form_is_a_bug(store: Store) -> None:
    with pytest.raises(ValueError, match="no form for many rows"):
        store.submit(lambda tx: tx.write_rows("DELETE FROM sequences WHERE kind = ?", [("a",)] * COPIED_FROM)).result(
            WAIT_S
        )
    with pytest.raises(psycopg.errors.UndefinedTable):
        store.submit(lambda tx: tx.write_rows("UPDATE no_such SET a = ?1 WHERE b = 1", [(1,)] * COPIED_FROM)).result(
            WAIT_S
        )
