"""Data of a program with the earlier folding: unique spellings match by the present rule, and no
row is lost.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlite_utils import Database

from service.domain.catalogue.sku import fold
from service.store.engine.refolding import refold

ONCE, TWICE = "α\u0345", "αι"


@pytest.fixture
def db() -> Iterator[Database]:
    made = Database(memory=True)
    for table, spelling, within in (("shops", "name", "staging"), ("branches", "name", "shop_id")):
        made.execute(f"CREATE TABLE {table} (id INTEGER PRIMARY KEY, {within} INTEGER, {spelling} TEXT, folded TEXT)")
    made.execute(
        "CREATE TABLE items (id INTEGER PRIMARY KEY, shop_id INTEGER, sku TEXT, folded TEXT, UNIQUE (shop_id, folded))"
    )
    yield made
    made.close()


def add(db: Database, *rows: tuple[int, int, str, str]) -> None:
    for row in rows:
        db.execute("INSERT INTO items (id, shop_id, sku, folded) VALUES (?, ?, ?, ?)", row)


def held(db: Database) -> list[tuple[int, str]]:
    return [(row[0], row[1]) for row in db.execute("SELECT id, folded FROM items ORDER BY id").fetchall()]


def test_what_was_folded_once_is_folded_again(db: Database) -> None:
    add(db, (1, 1, ONCE, "ᾳ"), (2, 1, "P-1", "p-1"), (3, 1, "قطعة", "قطعة"), (4, 2, TWICE, TWICE))
    refold(db)
    assert held(db) == [(1, fold(ONCE)), (2, "p-1"), (3, "قطعة"), (4, TWICE)]


@pytest.mark.parametrize("older_is_once", [True, False])
def test_of_two_that_meet_the_older_is_matched_and_both_are_kept(db: Database, older_is_once: bool) -> None:
    once, twice = (1, 2) if older_is_once else (2, 1)
    add(db, (once, 1, ONCE, "ᾳ"), (twice, 1, TWICE, TWICE))
    refold(db)
    assert held(db) == [(1, TWICE), (2, "ᾳ")]
    refold(db)
    assert held(db) == [(1, TWICE), (2, "ᾳ")], "done again it changes nothing"
