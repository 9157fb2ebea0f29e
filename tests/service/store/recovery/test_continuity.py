"""After a restore no number comes again with another meaning, whatever is known of the replaced
data.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from service.domain.clock_trust import ClockDoubt, ClockRecord
from service.domain.link.link_state import Link
from service.domain.link.upstream_orders import own_sequence
from service.store.engine.store import Store
from service.store.link.links import put_link
from service.store.recovery.continuity import SAFE_GAP, continue_after
from service.store.recovery.copies import merge_wal
from service.store.revisions import list_changed_items, read_revision
from service.store.trusted_clock import read_clock_record, write_doubt, write_trusted_time
from tests.fakes.clock import START, FakeClock
from tests.fakes.shop_fixture import ShopFixture

NEXT_YEAR = START + 60 * 86_400_000
"""In January 2027."""


class Restored:
    """A backup, what came after it, and both as files."""

    def __init__(self, folder: Path) -> None:
        self.backup, self.replaced = folder / "backup.db", folder / "replaced.db"
        self.clock = FakeClock()
        store = Store(self.replaced)
        floor = ShopFixture.fresh(store, clock=self.clock)
        self.shop = floor.shop
        floor.add("A")
        floor.add("B")
        self.known = floor.place("A").reference
        store.close()
        merge_wal(self.replaced)
        shutil.copyfile(self.replaced, self.backup)
        store = Store(self.replaced)
        floor = ShopFixture(store, self.shop, self.clock)
        floor.upload({"sku": "A", "price_fils": 7})
        self.later = [floor.place("A").reference for _ in range(3)]
        self.revision = floor.read(lambda db: read_revision(db, self.shop.id))
        store.close()
        merge_wal(self.replaced)

    def run(self, *, replaced: Path | None = None, now: int = START) -> tuple[str, ...]:
        return continue_after(self.backup, replaced or self.replaced, now)

    def place_next(self, *, at: int = START) -> str:
        store = Store(self.backup)
        try:
            return ShopFixture(store, self.shop, FakeClock(at)).place("B").reference
        finally:
            store.close()

    def scalar(self, path: Path, sql: str) -> int:
        with closing(sqlite3.connect(path)) as db:
            return int(db.execute(sql).fetchone()[0])


@pytest.fixture
def restored(tmp_path: Path) -> Restored:
    return Restored(tmp_path)


LAST_POSITION = "SELECT max(position) FROM order_history"


def test_with_what_is_replaced_at_hand_it_goes_on_right_behind_it(restored: Restored) -> None:
    assert restored.run() == tuple(restored.later)
    assert restored.place_next() == "ORD-2026-000005"
    position = restored.scalar(restored.replaced, LAST_POSITION)
    assert restored.scalar(restored.backup, LAST_POSITION) == position + 1


def test_without_it_a_safe_gap_is_left(restored: Restored, tmp_path: Path) -> None:
    assert restored.run(replaced=tmp_path / "nowhere.db") == ()
    assert restored.place_next() == f"ORD-2026-{SAFE_GAP + 2:06d}"
    assert restored.scalar(restored.backup, LAST_POSITION) > SAFE_GAP


@pytest.mark.parametrize("content", [b"no database " * 2000, b""])
def test_damaged_it_is_as_good_as_missing(restored: Restored, content: bytes) -> None:
    restored.replaced.write_bytes(content)
    assert restored.run() == ()
    assert restored.place_next() == f"ORD-2026-{SAFE_GAP + 2:06d}"


def test_of_another_installation_it_says_nothing(restored: Restored) -> None:
    with closing(sqlite3.connect(restored.replaced)) as db:
        db.execute("UPDATE shops SET created_at = created_at + 1")
        db.commit()
    assert restored.run() == ()
    assert restored.place_next() == f"ORD-2026-{SAFE_GAP + 2:06d}"


def test_older_than_the_backup_it_says_nothing(restored: Restored) -> None:
    """A new database was begun in the place of a lost one, and the backup comes after that."""
    older, restored.backup = restored.backup, restored.replaced
    assert restored.run(replaced=older) == ()
    assert restored.place_next() == f"ORD-2026-{SAFE_GAP + 5:06d}"


def test_a_year_that_began_after_the_backup_has_its_gap_too(restored: Restored, tmp_path: Path) -> None:
    restored.run(replaced=tmp_path / "nowhere.db", now=NEXT_YEAR)
    assert restored.place_next(at=NEXT_YEAR) == f"ORD-2027-{SAFE_GAP + 1:06d}"


def test_the_own_orders_of_a_linked_shop_have_their_gap_in_a_new_year_too(restored: Restored, tmp_path: Path) -> None:
    store = Store(restored.backup)
    floor = ShopFixture(store, restored.shop, restored.clock)
    link = Link(restored.shop.id, "https://market.example", "name", False, False, False, False, START)
    floor.write(lambda tx: put_link(tx, link))
    store.close()
    restored.run(replaced=tmp_path / "nowhere.db", now=NEXT_YEAR)
    assert restored.place_next(at=NEXT_YEAR) == f"ORD-2027-{own_sequence(SAFE_GAP + 1)}"


@pytest.mark.parametrize("known", [True, False])
def test_a_reader_of_revisions_meets_every_item_again(restored: Restored, tmp_path: Path, known: bool) -> None:
    """It may hold the price that came after the backup."""
    restored.run(replaced=restored.replaced if known else tmp_path / "nowhere.db")
    store = Store(restored.backup)
    try:
        floor = ShopFixture(store, restored.shop, restored.clock)
        found = floor.read(lambda db: list_changed_items(db, restored.shop.id, restored.revision, 100))
        last = floor.read(lambda db: read_revision(db, restored.shop.id))
    finally:
        store.close()
    assert len(found) == 2
    assert {one.revision for one in found} <= set(range(restored.revision + 1, last + 1))


@pytest.mark.parametrize(("doubt", "known"), [(None, None), (ClockDoubt(START, 0), START)])
def test_where_nothing_is_known_the_last_time_that_was_believed_counts_no_more_but_a_doubt_goes_on(
    restored: Restored, tmp_path: Path, doubt: ClockDoubt | None, known: int | None
) -> None:
    """A backup that is months old asks nobody about the clock."""
    store = Store(restored.backup)
    floor = ShopFixture(store, restored.shop, restored.clock)
    floor.write(lambda tx: write_trusted_time(tx, START))
    if doubt is not None:
        floor.write(lambda tx: write_doubt(tx, doubt))
    store.close()
    restored.run(replaced=tmp_path / "nowhere.db")
    store = Store(restored.backup)
    assert ShopFixture(store, restored.shop, restored.clock).read(read_clock_record) == ClockRecord(known, doubt)
    store.close()


@pytest.mark.parametrize(
    ("key", "kept"),
    [("installation-a", ["installation-a", "new", "old"]), ("installation-b", ["installation-b", "new"])],
)
def test_sealed_secrets_stay_those_of_now(restored: Restored, key: str, kept: list[str]) -> None:
    for path, names in ((restored.backup, ("installation-a", "old")), (restored.replaced, (key, "new"))):
        with closing(sqlite3.connect(path)) as db:
            db.executemany("INSERT INTO secrets VALUES (?, x'00')", [(name,) for name in names])
            db.commit()
    restored.run()
    with closing(sqlite3.connect(restored.backup)) as db:
        assert [name for (name,) in db.execute("SELECT name FROM secrets ORDER BY name")] == kept
