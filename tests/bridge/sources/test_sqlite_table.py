"""A table of an SQLite file: read only, in time, whatever its letters (pull §7)."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bridge.sources import sqlite_table
from service.domain.errors import Refused
from service.files.file_errors import FileError, FileUnavailable
from service.pull.places.place_port import PlaceRefused
from tests.bridge.sources.fetching import Fetching

FOREVER = "WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SELECT max(i) AS i FROM r"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "قطع 50% #1.db"
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE parts (sku TEXT, name TEXT, price NUMERIC, qty)")
        db.execute("INSERT INTO parts VALUES ('A-1', CAST(x'50e461' AS TEXT), '2.750', NULL), ('A-2', 'فلتر', 1, 3)")
    return path


def select(file: Path, query: str) -> str:
    folder = file.parent / "fetched"
    folder.mkdir(exist_ok=True)
    address = f"sqlite://{str(file).replace('%', '%25')}"
    return Fetching(folder, "").fetch("", server=address, secret=None, query=query).path.read_text("utf-8")


def test_rows_with_nulls_and_letters_of_another_encoding(file: Path) -> None:
    text = select(file, "SELECT * FROM parts")
    assert text == (
        '{"sku":"A-1","name":"P\ufffda","price":2.75,"qty":""}\n{"sku":"A-2","name":"فلتر","price":1,"qty":3}\n'
    )


@pytest.mark.parametrize(
    ("query", "kind", "sentence"),
    [
        ("SELECT nosuch FROM parts", PlaceRefused, "does not accept the query: no such column: nosuch"),
        ("SELECT load_extension('x')", PlaceRefused, "does not accept the query"),
        ("", Refused, "asked with a query"),
    ],
)
def test_what_is_no_reading_query_is_one_sentence(file: Path, query: str, kind: type[Exception], sentence: str) -> None:
    with pytest.raises(kind, match=sentence):
        select(file, query)


def test_the_file_is_never_written_or_made(file: Path, tmp_path: Path) -> None:
    before = file.read_bytes()
    with pytest.raises(FileError):
        select(file, "SELECT writefile('x', 'y') FROM parts")
    with pytest.raises(FileUnavailable, match="cannot be read now: unable to open"):
        select(tmp_path / "none.db", "SELECT 1 AS a")
    (tmp_path / "text.db").write_text("no database at all, but a text that is long enough to be read")
    with pytest.raises(FileUnavailable, match="file is not a database"):
        select(tmp_path / "text.db", "SELECT 1 AS a FROM parts")
    assert file.read_bytes() == before
    assert not (tmp_path / "none.db").exists()


def test_a_query_without_end_is_stopped(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_table, "QUERY_S", 0.05)
    with pytest.raises(FileUnavailable, match="The query ran longer than"):
        select(file, FOREVER)
