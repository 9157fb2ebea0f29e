"""What is readable of a damaged database: flipped bits, cut short, filled with zeros."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from service.domain.call_log.calls import Call
from service.domain.marketplace.orders import Action
from service.store.call_log.calls import PackedBodies, add_call
from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from service.store.recovery.copies import merge_wal
from service.store.recovery.integrity import run_integrity_check, run_quick_check
from service.store.recovery.salvage import _list_layout_pages, salvage
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import ShopFixture

PAGE = 4096
ITEMS = 600


@pytest.fixture(scope="module")
def healthy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """600 items, orders, events of a shop; all of it in the file."""
    path = tmp_path_factory.mktemp("healthy") / "counterpart.db"
    store = Store(path)
    floor = ShopFixture.fresh(store, clock=FakeClock())
    floor.upload(
        *({"sku": f"S{n}", "name": f"Item {n} " + "x" * 80, "quantity": 5, "price_fils": 900} for n in range(ITEMS))
    )
    for number in range(60):
        order = floor.place(f"S{number}")
        floor.act(order, Action.ACCEPT)
    store.close()
    merge_wal(path)
    return path


@pytest.fixture
def damaged(healthy: Path, tmp_path: Path) -> Path:
    return Path(shutil.copyfile(healthy, tmp_path / "damaged.db"))


def rows(path: Path, table: str) -> set[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as db:
        return set(db.execute(f"SELECT * FROM {table}").fetchall())


def tables(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        found = db.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%sqlite%'"
        ).fetchall()
    return [row[0] for row in found]


def pages_of(path: Path, name: str) -> list[int]:
    """The leaves of a table or index, by walking from its root: page numbers from 1."""
    with closing(sqlite3.connect(path)) as db:
        root = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,)).fetchone()[0]
    data = path.read_bytes()

    def leaves(number: int) -> list[int]:
        page = data[(number - 1) * PAGE : number * PAGE]
        if page[0] in (10, 13):
            return [number]
        count = int.from_bytes(page[3:5])
        places = [int.from_bytes(page[12 + 2 * n : 14 + 2 * n]) for n in range(count)]
        children = [int.from_bytes(page[place : place + 4]) for place in places]
        return [leaf for child in [*children, int.from_bytes(page[8:12])] for leaf in leaves(child)]

    return leaves(root)


def overwrite(path: Path, page: int, data: bytes = bytes(PAGE)) -> None:
    with path.open("r+b") as file:
        file.seek((page - 1) * PAGE)
        file.write(data)


def sound(path: Path) -> bool:
    with closing(sqlite3.connect(path)) as db:
        return not run_integrity_check(path) and db.execute("PRAGMA foreign_key_check").fetchall() == []


def test_of_a_sound_database_nothing_is_lost(damaged: Path, tmp_path: Path) -> None:
    found = salvage(damaged, tmp_path / "fresh.db")
    assert found is not None
    assert found.is_complete
    assert found.damaged_tables == frozenset()
    for table in tables(damaged):
        assert rows(tmp_path / "fresh.db", table) == rows(damaged, table), table
    with closing(sqlite3.connect(tmp_path / "fresh.db")) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_damaged_index_loses_nothing(damaged: Path, healthy: Path, tmp_path: Path) -> None:
    for page in pages_of(damaged, "items_by_sku"):
        overwrite(damaged, page)
    assert run_quick_check(damaged)
    found = salvage(damaged, tmp_path / "fresh.db")
    assert found is not None
    assert found.is_complete
    assert rows(tmp_path / "fresh.db", "items") == rows(healthy, "items")
    assert sound(tmp_path / "fresh.db")


@pytest.mark.parametrize("first", [1, 2], ids=["all", "all but the first"])
def test_lost_pages_of_the_layout_are_taken_from_a_fresh_one(
    damaged: Path, healthy: Path, tmp_path: Path, first: int
) -> None:
    layout = _list_layout_pages(healthy.read_bytes(), 1)
    assert len(layout) > 2
    for page in layout:
        if page >= first:
            overwrite(damaged, page)
    found = salvage(damaged, tmp_path / "fresh.db")
    assert found is not None
    assert found.is_complete
    for table in ("shops", "items", "orders", "stock"):
        assert rows(tmp_path / "fresh.db", table) == rows(healthy, table), table
    assert sound(tmp_path / "fresh.db")


def test_damaged_leaves_cost_their_own_rows_only(damaged: Path, healthy: Path, tmp_path: Path) -> None:
    leaves = pages_of(damaged, "items")
    assert len(leaves) > 15
    for place in (3, 9, len(leaves) - 1):
        overwrite(damaged, leaves[place], b"\xff" * PAGE)
    found = salvage(damaged, tmp_path / "fresh.db")
    assert found is not None
    assert not found.is_complete
    assert "items" in found.damaged_tables
    kept, before = rows(tmp_path / "fresh.db", "items"), rows(healthy, "items")
    assert kept < before
    assert len(kept) >= len(before) - 3 * (len(before) // len(leaves) + 12)
    assert sound(tmp_path / "fresh.db")
    with closing(sqlite3.connect(tmp_path / "fresh.db")) as db:
        assert db.execute("SELECT sum(items_total) FROM shops").fetchone() == (len(kept),)


@pytest.mark.parametrize("broken", [bytes(PAGE), b"\xff" * PAGE, b"SQLite format 3\0" + bytes(PAGE - 16)])
def test_a_lost_first_page_is_replaced(damaged: Path, healthy: Path, tmp_path: Path, broken: bytes) -> None:
    overwrite(damaged, 1, broken)
    found = salvage(damaged, tmp_path / "fresh.db")
    assert found is not None
    assert found.is_complete
    for table in tables(healthy):
        assert rows(tmp_path / "fresh.db", table) == rows(healthy, table), table
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith(".")] == []


@pytest.mark.parametrize("share", [0.95, 0.66])
def test_one_that_is_cut_short_gives_what_is_there(damaged: Path, healthy: Path, tmp_path: Path, share: float) -> None:
    whole = damaged.read_bytes()
    damaged.write_bytes(whole[: int(len(whole) * share)])
    found = salvage(damaged, tmp_path / "fresh.db")
    assert found is not None
    kept = rows(tmp_path / "fresh.db", "items")
    assert kept
    assert kept <= rows(healthy, "items")
    assert sound(tmp_path / "fresh.db")


@pytest.mark.parametrize("data", [b"", b"no database at all" * 500, bytes(40 * PAGE)], ids=["empty", "text", "zeros"])
def test_where_nothing_is_left_nothing_is_made(damaged: Path, tmp_path: Path, data: bytes) -> None:
    damaged.write_bytes(data)
    assert salvage(damaged, tmp_path / "fresh.db") is None
    assert [file.name for file in tmp_path.iterdir()] == ["damaged.db"]


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_flipped_the_outcome_is_sound_or_nothing(healthy: Path, tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    data = bytearray(healthy.read_bytes())
    for _ in range(dice.choice([1, 20, 300])):
        data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
    (tmp_path / "damaged.db").write_bytes(bytes(data))
    if salvage(tmp_path / "damaged.db", tmp_path / "fresh.db") is not None:
        assert sound(tmp_path / "fresh.db")
    assert (tmp_path / "damaged.db").read_bytes() == bytes(data), "what is kept is kept as it was"


def test_numbers_that_were_lost_are_not_given_out_again(damaged: Path, tmp_path: Path) -> None:
    for page in pages_of(damaged, "sequences"):
        overwrite(damaged, page)
    assert salvage(damaged, tmp_path / "counterpart.db") is not None
    store = Store(tmp_path / "counterpart.db")
    shop = store.submit_read(lambda db: db.one("SELECT max(id) FROM shops WHERE staging = 0")).result(20)
    assert shop is not None
    sequences = store.submit_read(lambda db: dict(db.all("SELECT kind, value FROM sequences"))).result(20)
    assert sequences["ORD"] == 60
    assert sequences["ledger"] == ITEMS
    store.close()


def test_calls_are_logged_after_the_newest_ones_were_lost(damaged: Path, tmp_path: Path) -> None:
    """The number of a lost call is given again: its bodies and marks must be gone."""
    call = Call(0, 1, 1, None, None, "127.0.0.1", "POST", "/v1/items?" + "x" * 200, 200, 900, 0, 10)

    def log(tx: Tx) -> list[int]:
        return [add_call(tx, call, PackedBodies(b"body", b"answer", part_marks=b"mark")) for _ in range(60)]

    with closing(Store(damaged)) as store:
        logged = store.submit(log).result(20)
    merge_wal(damaged)
    overwrite(damaged, pages_of(damaged, "calls")[-1])
    found = salvage(damaged, tmp_path / "counterpart.db")
    assert found is not None
    assert found.is_complete
    with closing(Store(tmp_path / "counterpart.db")) as store:
        again = store.submit(log).result(20)
    assert logged[0] < again[0] <= logged[-1]
    assert again == list(range(again[0], again[0] + 60))


def test_details_of_lost_writes_are_not_those_of_the_next_ones(damaged: Path, tmp_path: Path) -> None:
    details = "INSERT INTO detail_changes (write_id, item_id, previous, field, old, new) VALUES (?, 1, 0, 'low', 1, 2)"
    with closing(sqlite3.connect(damaged)) as db:
        stored = db.execute("SELECT max(id) FROM item_writes").fetchone()[0]
        db.executemany(details, [(stored,), (stored + 1,), (None,)])
        db.commit()
    assert salvage(damaged, tmp_path / "fresh.db") is not None
    assert {row[1] for row in rows(tmp_path / "fresh.db", "detail_changes")} == {stored, None}


def test_a_lost_revision_is_found_again(damaged: Path, healthy: Path, tmp_path: Path) -> None:
    """The history and the changes of items have its numbers."""
    with closing(sqlite3.connect(damaged)) as db:
        db.execute("UPDATE shops SET revision = 0")
        db.commit()
    assert salvage(damaged, tmp_path / "fresh.db") is not None
    assert rows(tmp_path / "fresh.db", "shops") == rows(healthy, "shops")
