"""All rows go from one engine to the other and back, and are compared."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest

from service.domain.errors import Unavailable
from service.store.engine.connection import connect, prepare_database
from service.store.postgres.connection import connect as connect_to_server
from service.store.postgres.database import PostgresDatabase
from service.store.postgres.schema import LaterStep
from service.store.recovery import engine_copy
from service.store.recovery.engine_copy import fill_file, fill_postgres
from tests.fakes.filled_database import fill_every_table, read_everything
from tests.fakes.new_database import NEXT_STEPS, make_template
from tests.fakes.postgres_server import without_schema

_CATALOGUE = """
SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint
WHERE connamespace = 'public'::regnamespace
UNION ALL SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public'
UNION ALL SELECT tgrelid::regclass::text, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
ORDER BY 1, 2
"""

_MAKE_OTHERS = """
CREATE TABLE others (id bigint PRIMARY KEY, above bigint REFERENCES others);
CREATE INDEX others_above ON others (above);
CREATE TRIGGER others_same BEFORE UPDATE ON others EXECUTE FUNCTION suppress_redundant_updates_trigger()
"""
_OF_OTHERS = """
SELECT oid::bigint, xmin::text FROM pg_constraint WHERE conrelid = 'others'::regclass AND contype = 'f'
UNION ALL SELECT oid::bigint, xmin::text FROM pg_class WHERE relname = 'others_above'
UNION ALL SELECT oid::bigint, xmin::text FROM pg_trigger WHERE tgname = 'others_same'
"""


@pytest.fixture
def address() -> Iterator[str]:
    with without_schema() as one:
        yield one


def ignore_counts(_done: int, _total: int) -> None:
    """Nobody watches the progress."""


def fill(source: Path, address: str) -> None:
    with closing(connect(source, writes=True)) as file, connect_to_server(address) as raw, raw.transaction():
        PostgresDatabase(address).prepare(raw)
        fill_postgres(file, raw, ignore_counts)


def bring_back(address: str, path: Path) -> None:
    path.parent.mkdir()
    with PostgresDatabase(address).open_snapshot() as raw:
        fill_file(raw, path, ignore_counts, lambda _: None)


def read_catalogue(address: str) -> list[Any]:
    with connect_to_server(address) as raw:
        return raw.execute(_CATALOGUE).fetchall()


def test_tables_of_another_program_are_left_alone(tmp_path: Path, address: str) -> None:
    """Their indexes and triggers are neither dropped nor written again."""

    def read_theirs() -> list[Any]:
        with connect_to_server(address) as raw:
            return raw.execute(_OF_OTHERS).fetchall()

    with connect_to_server(address) as raw:
        raw.execute(_MAKE_OTHERS)
    before = read_theirs()
    fill(fill_every_table(tmp_path / "here"), address)
    assert len(before) == 3
    assert read_theirs() == before


def test_every_row_of_every_table_goes_there_and_back(tmp_path: Path, address: str) -> None:
    path = fill_every_table(tmp_path / "here")
    fill(path, address)
    bring_back(address, tmp_path / "back" / "counterpart.db")
    back = read_everything(tmp_path / "back" / "counterpart.db")
    for table, rows in read_everything(path).items():
        assert rows, f"{table} has rows"
        assert back[table] == rows, table


def test_an_empty_database_goes_there_and_back(tmp_path: Path, address: str) -> None:
    fill(make_template(), address)
    bring_back(address, tmp_path / "back" / "counterpart.db")
    assert read_everything(tmp_path / "back" / "counterpart.db") == read_everything(make_template())


def test_a_later_version_copies_what_it_has_more(tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    more = "ALTER TABLE items ADD COLUMN colour text; CREATE INDEX items_by_colour ON items (colour)"
    monkeypatch.setattr(PostgresDatabase, "later_steps", (LaterStep(more, keeps_older=True),))
    monkeypatch.setattr(engine_copy, "prepare_database", partial(prepare_database, steps=NEXT_STEPS))
    path = fill_every_table(tmp_path / "here")
    prepare_database(path, NEXT_STEPS)
    with closing(connect(path, writes=True)) as db:
        db.execute("UPDATE items SET colour = 'red' WHERE id = 2")
    fill(path, address)
    assert ("items", "CREATE INDEX items_by_colour ON public.items USING btree (colour)") in read_catalogue(address)
    bring_back(address, tmp_path / "back" / "counterpart.db")
    assert read_everything(tmp_path / "back" / "counterpart.db") == read_everything(path)


def test_a_file_has_the_schema_of_a_new_one(tmp_path: Path, address: str) -> None:
    PostgresDatabase(address).check()
    bring_back(address, tmp_path / "back" / "counterpart.db")
    made, new = (read_schema(path) for path in (tmp_path / "back" / "counterpart.db", make_template()))
    assert made == new


def read_schema(path: Path) -> list[Any]:
    with closing(connect(path, writes=False)) as db:
        return db.execute("SELECT name, sql FROM sqlite_schema ORDER BY name").fetchall()


def test_a_copy_has_the_schema_of_a_new_database(tmp_path: Path, address: str) -> None:
    fill(fill_every_table(tmp_path / "here"), address)
    with without_schema() as other:
        PostgresDatabase(other).check()
        assert read_catalogue(address) == read_catalogue(other)


def test_numbers_go_on_after_those_that_were_given(tmp_path: Path, address: str) -> None:
    fill(fill_every_table(tmp_path / "here"), address)
    with connect_to_server(address) as raw:
        for table, column, number in (("pull_runs", "id", 1001), ("calls", "id", 5), ("events", "seq", 5)):
            sql = f"SELECT nextval(pg_get_serial_sequence('{table}', '{column}'))"
            assert raw.execute(sql).fetchall() == [(number,)], table


@pytest.mark.parametrize(
    ("changed", "table"),
    [
        ("UPDATE items SET name = name || '!' WHERE id = 2", "items"),
        ("DELETE FROM call_parts WHERE call_id = 3", "call_parts"),
        ("UPDATE field_changes SET new = to_jsonb(7::bigint) WHERE change_id = 3", "field_changes"),
    ],
)
def test_a_row_that_differs_is_found(
    tmp_path: Path, address: str, changed: str, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = fill_every_table(tmp_path / "here")
    monkeypatch.setattr(engine_copy, "_make_rules", lambda raw, _rules: raw.execute(changed))
    with pytest.raises(Unavailable, match=f"The copy of {table} differs"):
        fill(path, address)
    with connect_to_server(address) as raw, pytest.raises(psycopg.errors.UndefinedTable):
        raw.execute("SELECT FROM items")


def test_a_value_that_was_changed_on_the_way_back_is_found(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    PostgresDatabase(address).check()
    with connect_to_server(address) as raw:
        raw.execute("INSERT INTO settings VALUES ('a', '1')")
    monkeypatch.setattr(engine_copy, "_make_decoder", lambda _table: lambda _line: ["a", "3"])
    with pytest.raises(Unavailable, match="The copy of settings differs: 1 rows were read and 1 are there"):
        bring_back(address, tmp_path / "back" / "counterpart.db")
    assert list((tmp_path / "back").iterdir()) == []


def test_a_row_without_the_one_that_it_names_is_found_on_the_way_back(tmp_path: Path, address: str) -> None:
    fill(fill_every_table(tmp_path / "here"), address)
    with connect_to_server(address) as raw:
        raw.execute("SET session_replication_role = replica")
        raw.execute("DELETE FROM branches WHERE id = 2")
    with pytest.raises(Unavailable, match="names another that is not there"):
        bring_back(address, tmp_path / "back" / "counterpart.db")


def test_a_text_that_postgres_does_not_take_is_said(tmp_path: Path, address: str) -> None:
    path = fill_every_table(tmp_path / "here")
    with closing(connect(path, writes=True)) as db:
        db.execute("UPDATE settings SET value = 'a' || char(0) || 'b'")
    with pytest.raises(Unavailable, match="does not take a row of settings: invalid byte sequence"):
        fill(path, address)
