"""Set-ups, runs and their rows: separate for each shop, read by index, deleted in steps."""

from __future__ import annotations

import pytest

from service.domain.errors import NotFound
from service.domain.pull.pulls import (
    Counts,
    Difference,
    MissingRule,
    PlaceAccess,
    PullSetup,
    PullSource,
    Run,
    RunRow,
    RunState,
)
from service.domain.sentences import verbatim
from service.store import pulls
from service.store.engine.store import Store
from service.store.recovery.copies import merge_wal, read_contents
from tests.fakes.clock import START
from tests.fakes.shop_fixture import ShopFixture

SETUP = PullSetup("/exports", "{}", "*.csv", missing=MissingRule.INACTIVE)


def begun(shop: ShopFixture) -> int:
    run = Run(0, shop.shop.id, START, RunState.RUNNING, "stock.csv", "time", SETUP)
    return shop.write(lambda tx: pulls.add_run(tx, run))


def test_a_set_up_is_kept_replaced_and_forgotten_for_its_shop_alone(shop: ShopFixture) -> None:
    source, other = PullSource(shop.shop.id, SETUP, 120, START, 2, START + 1), shop.paired()
    shop.write(lambda tx: pulls.keep_source(tx, source))
    assert shop.read(lambda db: pulls.find_source(db, shop.shop.id)) == source
    assert shop.read(lambda db: pulls.find_source(db, other.shop.id)) is None
    shop.write(lambda tx: pulls.note_night(tx, shop.shop.id, dealt_with=START + 5))
    assert shop.read(pulls.list_sources) == [PullSource(shop.shop.id, SETUP, 120, START + 5)]
    shop.write(lambda tx: pulls.drop_source(tx, other.shop.id))
    assert len(shop.read(pulls.list_sources)) == 1
    shop.write(lambda tx: pulls.drop_source(tx, shop.shop.id))
    assert shop.read(pulls.list_sources) == []


@pytest.mark.sqlite
def test_an_address_keeps_its_access_and_a_run_does_not(store: Store, shop: ShopFixture) -> None:
    access = PlaceAccess("place-7", "SHA256:ab", "SELECT 1")
    setup = PullSetup("mysql://reader@nas/pos", "{}", access=access)
    shop.write(lambda tx: pulls.keep_source(tx, PullSource(shop.shop.id, setup, 120, START, watch=True)))
    shop.write(lambda tx: pulls.note_seen(tx, shop.shop.id, "1|mark"))
    stored = shop.read(pulls.list_sources)[0]
    assert (stored.setup.access, stored.watch, stored.seen) == (access, True, "1|mark")
    run = Run(0, shop.shop.id, START, RunState.RUNNING, "pos.jsonl", "time", setup)
    run_id = shop.write(lambda tx: pulls.add_run(tx, run))
    assert shop.read(lambda db: pulls.get_run(db, shop.shop.id, run_id)).setup.access == PlaceAccess()
    store.close()
    merge_wal(store.path)
    assert "place-7" in read_contents(store.path).secrets


def test_a_run_keeps_what_it_counted_and_how_it_ended(shop: ShopFixture) -> None:
    run_id = begun(shop)
    assert [run.id for run in shop.read(pulls.running)] == [run_id]
    counts = Counts(6, 1, 1, 1, 2, 1, 1)
    shop.write(lambda tx: pulls.count_rows(tx, run_id, counts, undoable=True))
    held = Difference(verbatim("why"), 10, 6, 1, 2, 3)
    shop.write(
        lambda tx: pulls.end_run(
            tx, run_id, RunState.NEEDS_APPROVAL, duration_ms=7, fingerprint="f", fault=verbatim("x"), held=held
        )
    )
    run = shop.read(lambda db: pulls.get_run(db, shop.shop.id, run_id))
    assert run == Run(
        run_id,
        shop.shop.id,
        START,
        RunState.NEEDS_APPROVAL,
        "stock.csv",
        "time",
        SETUP,
        counts,
        7,
        "f",
        verbatim("x"),
        held,
        can_undo=True,
    )
    assert shop.read(pulls.running) == []
    with pytest.raises(NotFound):
        shop.read(lambda db: pulls.get_run(db, shop.paired().shop.id, run_id))


def test_rows_come_in_their_order_page_by_page(shop: ShopFixture) -> None:
    run_id = begun(shop)
    rows = [RunRow(line, f"S{line}", verbatim("why"), rejected=line % 2 == 0) for line in range(1, 8)]
    shop.write(lambda tx: pulls.add_rows(tx, run_id, rows[:4]))
    shop.write(lambda tx: pulls.add_rows(tx, run_id, rows[4:]))
    first = shop.read(lambda db: pulls.read_rows(db, run_id, limit=5))
    rest = shop.read(lambda db: pulls.read_rows(db, run_id, after=first[-1][0]))
    assert [row for _, row in first + rest] == rows
    rejected = shop.read(lambda db: pulls.read_rows(db, run_id, rejected=True))
    assert [row.line for _, row in rejected] == [2, 4, 6]


def test_seven_runs_that_changed_something_can_be_undone(shop: ShopFixture) -> None:
    for _ in range(8):
        run_id = begun(shop)
        shop.write(lambda tx, run_id=run_id: pulls.count_rows(tx, run_id, Counts(), undoable=True))  # type: ignore[misc]
        shop.write(lambda tx, run_id=run_id: pulls.end_run(tx, run_id, RunState.DONE, duration_ms=0))  # type: ignore[misc]
    shop.write(lambda tx: pulls.end_old_undos(tx, shop.shop.id))
    can = shop.read(lambda db: [run.can_undo for run in pulls.list_runs(db, shop.shop.id)])
    assert can == [True] * 7 + [False]
