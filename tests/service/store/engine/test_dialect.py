"""What only SQLite has is behind functions of the engine."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.store.engine.dialect import INT_LIST, encode_list, int_list, json_text, with_index

ROOT = Path(__file__).parents[4]
OF_SQLITE = re.compile(
    r"json_each|json_extract|INDEXED BY|\bPRAGMA\b|fts5|\bMATCH \?|\bGLOB\b|WITHOUT ROWID|OR (FAIL|REPLACE|IGNORE)\b"
    r"|ON CONFLICT DO UPDATE|COLLATE NOCASE|\bIS (NOT )?[?:'{]|[?\w] NOTNULL|LIMIT -1|\b(ifnull|iif|likely)\(|\bx''"
    r"|AS BLOB|VALUES \(NULL|[?\d] IS (NOT )?NULL OR|\) (UNION|ORDER)[^\"]*\bFROM \(SELECT"
)
ENGINE = ("service/store/engine/", "service/store/postgres/", "service/store/recovery/")
LARGE = 2**62


@pytest.fixture
def db() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:")) as made:
        yield made


def test_nothing_else_writes_what_only_sqlite_has() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for room in ("service", "bridge", "ui")
        for path in (ROOT / room).rglob("*.py")
        if not path.relative_to(ROOT).as_posix().startswith(ENGINE)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if OF_SQLITE.search(line) and '"' in line
    ]
    assert found == []


@given(st.lists(st.one_of(st.integers(-LARGE, LARGE), st.text(st.characters(codec="utf-8", exclude_characters="\0")))))
def test_a_list_is_read_back_in_its_order(values: list[int | str]) -> None:
    with closing(sqlite3.connect(":memory:")) as db:
        rows = db.execute(f"SELECT key, value FROM {INT_LIST} ORDER BY key", (encode_list(values),)).fetchall()
    assert rows == list(enumerate(values))


def test_a_numbered_parameter_is_read_as_often_as_it_is_named(db: sqlite3.Connection) -> None:
    sql = f"SELECT count(*) FROM {int_list('?1')} WHERE value IN (SELECT value + 1 FROM {int_list('?1')})"
    assert db.execute(sql, (encode_list({1, 2, 5, 6}),)).fetchone() == (2,)


def test_a_table_is_read_along_the_index_or_not_at_all(db: sqlite3.Connection) -> None:
    db.execute("CREATE TABLE parts (sku, name)")
    db.execute("CREATE INDEX by_name ON parts (name)")
    sql = f"SELECT sku FROM {with_index('parts', 'by_name')} WHERE name = 'oil'"
    assert "by_name" in db.execute(f"EXPLAIN QUERY PLAN {sql}").fetchone()[3]
    db.execute("DROP INDEX by_name")
    with pytest.raises(sqlite3.OperationalError):
        db.execute(sql)


def test_a_member_of_an_object_is_read(db: sqlite3.Connection) -> None:
    sql = f"SELECT {json_text('car', 'make')}, {json_text('car', 'year')} FROM (SELECT ? AS car)"
    assert db.execute(sql, ('{"make":"Toyota"}',)).fetchone() == ("Toyota", None)
