"""A run of the pull: the rules of an upload, approval if it would change too much, a report by row
(pull §3 and §4).
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest

from service.domain.catalogue.stock import Cause
from service.domain.errors import NotFound, Refused, Unavailable
from service.domain.pull.pull_choices import PullChoices
from service.domain.pull.pulls import Counts, RunState
from service.domain.sentences import verbatim
from service.files.file_errors import FileUnavailable
from service.pull.context import PullRequest, StoreAccess, lock_shop
from service.pull.interrupted_runs import close_interrupted_runs
from service.pull.run_pull import run_pull
from service.pull.spool import BATCH, Batch, Spool
from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from service.store.shops import set_read_only
from tests.fakes.pull_fixture import PullFixture, rows_of
from tests.fakes.shop_fixture import ShopFixture

T = TypeVar("T")


@pytest.fixture
def pulling(shop: ShopFixture, tmp_path: Path) -> PullFixture:
    """A shop that holds nothing yet, and a folder for files."""
    return PullFixture(shop, tmp_path)


def test_rows_are_saved_like_an_uploads_and_no_webhook_tells_of_them(pulling: PullFixture) -> None:
    run = pulling.pull(("a-1", "Pad", "2.75", 3), ("a-2", "Filter", "1", "0"))
    assert (run.state, run.counts) == (RunState.DONE, Counts(read=2, created=2))
    assert pulling.shop.item_json("A-1")["price_fils"] == 2750
    assert [(entry.cause, entry.change, entry.by) for entry in pulling.shop.ledger("a-1")] == [
        (Cause.PULL, 3000, "owner")
    ]
    assert pulling.shop.events() == []


def test_what_is_created_updated_unchanged_and_rejected_is_counted_and_told_with_its_line(pulling: PullFixture) -> None:
    pulling.pull(("A", "Pad", "1", 3), ("B", "Filter", "1", 3), ("C", "Disc", "1", 3), ("D", "Belt", "1", 3))
    run = pulling.pull(
        ("A", "Pad", "1", 3), ("B", "Filter", "1.1", 3), ("C", "Disc", "1", 2), ("E", "Plug", "1", -4),
        ("", "no code", "1", 3), ("4.80001E+12", "destroyed", "1", 3), ("F", "", "1", 3), ("D", "Belt", "1", 3),
    )  # fmt: skip
    assert run.counts == Counts(read=8, created=1, updated=2, unchanged=2, rejected=3, noted=1)
    told = pulling.rows(run)
    assert [(row.line, row.sku, row.rejected) for row in told] == [
        (5, "E", False), (6, None, True), (7, None, True), (8, "F", True),
    ]  # fmt: skip
    assert "below zero" in str(told[0].text)
    assert "name: is required" in str(told[3].text)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every name of a file is text")
def test_a_file_whose_name_is_no_text_is_read_and_told_like_any_other(pulling: PullFixture) -> None:
    file = pulling.file(*rows_of(3), name="stock\udcff.csv")
    setup = replace(pulling.setup(file), path=str(file.parent), pattern="stock*.csv")
    run = pulling.run(setup)
    assert (run.state, run.counts.created, run.file) == (RunState.DONE, 3, "stock?.csv")
    file.write_bytes(b"%PDF-1.4 no table at all")
    assert str(pulling.run(setup).fault).startswith("stock?.csv is a PDF document")


def test_more_rows_than_a_batch_are_all_saved_and_told_of_on_the_way(pulling: PullFixture) -> None:
    run = pulling.pull(*rows_of(2 * BATCH + 7))
    assert run.counts.created == pulling.shop.count("items") == 2 * BATCH + 7
    assert pulling.progress[-1] == (2 * BATCH + 7, 2 * BATCH + 7)
    assert (BATCH, None) in pulling.progress


def test_the_same_file_is_not_read_again_unless_asked_or_read_in_another_way(pulling: PullFixture) -> None:
    setup = pulling.setup(pulling.file(*rows_of(3)))
    assert pulling.run(setup).state is RunState.DONE
    again = pulling.run(setup)
    assert (again.state, again.counts) == (RunState.UNCHANGED, Counts())
    assert pulling.run(setup, again=True).counts.unchanged == 3
    taxed = pulling.setup(Path(setup.path), PullChoices(vat_percent=10))
    assert pulling.run(taxed).counts.updated == 3


def test_a_file_that_was_taken_back_is_not_read_again_by_itself(pulling: PullFixture) -> None:
    setup = pulling.setup(pulling.file(*rows_of(3)))
    pulling.undo(pulling.run(setup))
    assert pulling.run(setup).state is RunState.UNCHANGED


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (rows_of(10, quantity=0), "10 of 10 stock levels to 0"),
        ([*rows_of(4), *rows_of(6, first=4, quantity=0)], "6 of 10 stock levels to 0"),
        (rows_of(10, quantity=2), "would lower the units in stock from 50 to 20"),
        ([*rows_of(6), *rows_of(4, first=6, price=2)], "4 of 10 prices"),
        (rows_of(4), "4 rows, last time it had 10"),
    ],
)
def test_a_file_that_would_change_too_much_waits_with_the_difference(
    pulling: PullFixture, rows: list[tuple[str | int | float, ...]], expected: str
) -> None:
    pulling.pull(*rows_of(10))
    before = pulling.read_everything()
    run = pulling.pull(*rows)
    assert run.state is RunState.NEEDS_APPROVAL
    assert run.held is not None
    assert expected in str(run.held.reason)
    assert pulling.read_everything() == before
    assert not run.can_undo
    through = pulling.approve(run)
    assert (through.id, through.state) == (run.id, RunState.DONE)
    assert through.counts.updated + through.counts.unchanged == len(rows)
    assert through.can_undo == (through.counts.updated > 0)
    if through.can_undo:
        assert pulling.undo(through).state is RunState.UNDONE
    assert pulling.read_everything() == before


@pytest.mark.parametrize(
    "rows",
    [
        [*rows_of(5), *rows_of(5, first=5, quantity=0)],
        [*rows_of(7), *rows_of(3, first=7, price=7)],
        rows_of(10, price=1.95),
        rows_of(5),
        rows_of(40),
    ],
)
def test_a_file_within_the_bounds_goes_through(pulling: PullFixture, rows: list[tuple[str | int | float, ...]]) -> None:
    pulling.pull(*rows_of(10))
    assert pulling.pull(*rows).state is RunState.DONE


def test_what_is_let_through_must_be_what_was_held_back(pulling: PullFixture) -> None:
    pulling.pull(*rows_of(10))
    held = pulling.pull(*rows_of(10, quantity=0))
    pulling.file(*rows_of(10, quantity=1))
    with pytest.raises(Refused, match="has changed since"):
        pulling.approve(held)
    assert pulling.runs()[0].state is RunState.NEEDS_APPROVAL
    with pytest.raises(Refused, match="does not wait for approval"):
        pulling.approve(pulling.runs()[1])
    with pytest.raises(NotFound):
        PullFixture(pulling.shop.paired(), pulling.folder).approve(held)


def test_items_that_are_missing_become_inactive_only_when_the_owner_wants_it(pulling: PullFixture) -> None:
    pulling.pull(*rows_of(10))
    pulling.pull(*rows_of(8))
    assert pulling.shop.item_json("P000009")["active"] is True
    run = pulling.run(pulling.setup(pulling.file(*rows_of(7)), missing_inactive=True))
    assert (run.state, run.counts.inactive) == (RunState.DONE, 3)
    assert [pulling.shop.item_json(f"P00000{n}")["active"] for n in (6, 7, 9)] == [True, False, False]
    pulling.run(pulling.setup(pulling.file(*rows_of(10)), missing_inactive=True))
    assert pulling.shop.item_json("P000009")["active"] is True


def test_a_file_that_would_drop_more_than_half_the_stock_is_held_back(pulling: PullFixture) -> None:
    pulling.shop.upload(*({"sku": f"X{n}", "name": "n", "quantity": 1} for n in range(11)))
    run = pulling.run(pulling.setup(pulling.file(*rows_of(10)), missing_inactive=True))
    assert run.held is not None
    assert (run.held.dropped, str(run.held.reason)) == (11, "The file would set 0 of 11 stock levels to 0 and drop 11.")


def test_nothing_becomes_inactive_where_a_part_number_could_not_be_read(pulling: PullFixture) -> None:
    pulling.pull(*rows_of(3))
    rows = [*rows_of(2), ("4.8E+12", "Part", 1.5, 5)]
    run = pulling.run(pulling.setup(pulling.file(*rows), missing_inactive=True))
    assert (run.counts.rejected, run.counts.inactive) == (1, 0)
    assert "nothing became inactive" in str(pulling.rows(run)[-1].text)
    assert pulling.shop.item_json("P000002")["active"] is True


def test_a_read_only_shop_is_refused_and_keeps_no_run(pulling: PullFixture) -> None:
    setup = pulling.setup(pulling.file(*rows_of(1)))
    pulling.shop.write(lambda tx: set_read_only(tx, pulling.shop.shop.id, on=True))
    for act in (pulling.run, pulling.run_dry):
        with pytest.raises(Refused, match="read-only"):
            act(setup)
    assert (pulling.runs(), pulling.shop.count("items")) == ([], 0)


def test_a_look_counts_what_a_run_does_and_writes_nothing(pulling: PullFixture) -> None:
    pulling.pull(*rows_of(BATCH))
    rows = [*rows_of(BATCH + 300, price=1.6), *rows_of(20, first=BATCH), ("", "x", 1, 1), ("Z", "n", "free", -1)]
    random.Random(5).shuffle(rows)
    setup = pulling.setup(pulling.file(*rows), PullChoices(answers={"repeats": "last"}))
    before = (pulling.read_everything(), pulling.runs(), pulling.shop.count("branches"))
    looked, told = pulling.run_dry(setup)
    assert (pulling.read_everything(), pulling.runs(), pulling.shop.count("branches")) == before
    run = pulling.run(setup)
    assert (looked.id, looked.state, looked.counts) == (0, RunState.DONE, run.counts)
    assert told == pulling.rows(run)


def test_a_broken_end_of_a_file_leaves_nothing_half_saved(pulling: PullFixture) -> None:
    path = pulling.file(*rows_of(2 * BATCH))
    setup = pulling.setup(path)
    with path.open("a", encoding="utf-8") as file:
        file.write('LAST,"a quote that is never closed,1,1\n')
    run = pulling.run(setup)
    assert (run.state, run.counts.read, pulling.shop.count("items")) == (RunState.FAILED, 0, 0)
    assert "quote" in str(run.fault)


def test_a_file_that_is_not_there_is_a_failed_run_by_hand_and_worth_another_try_at_night(pulling: PullFixture) -> None:
    path = pulling.file(*rows_of(1))
    setup = pulling.setup(path)
    path.unlink()
    assert pulling.run(setup).state is RunState.FAILED
    with pytest.raises(FileUnavailable, match="not there"):
        pulling.run(setup, raise_unavailable=True)
    assert len(pulling.runs()) == 1
    path.write_bytes(b"")
    assert "empty" in str(pulling.run(setup, raise_unavailable=True).fault)


def test_a_run_that_is_stopped_keeps_what_it_saved_and_can_be_taken_back(pulling: PullFixture) -> None:
    setup = pulling.setup(pulling.file(*rows_of(4 * BATCH)))
    pulling.stopped = lambda: (2 * BATCH, 4 * BATCH) in pulling.progress
    run = pulling.run(setup)
    assert (run.state, run.counts.created, pulling.shop.count("items")) == (RunState.FAILED, 2 * BATCH, 2 * BATCH)
    assert "stopped" in str(run.fault)
    pulling.undo(run)
    assert pulling.shop.count("items") == 0
    pulling.stopped = lambda: False
    assert pulling.run(setup).counts.created == 4 * BATCH


def test_one_run_of_a_shop_at_a_time(pulling: PullFixture) -> None:
    setup = pulling.setup(pulling.file(*rows_of(1)))
    other = PullFixture(pulling.shop.paired(), pulling.folder)
    with lock_shop(pulling.context.access, pulling.shop.shop.id):
        with pytest.raises(Refused, match="is running"):
            pulling.run(setup)
        assert other.run(setup).state is RunState.DONE
    assert pulling.run(setup).state is RunState.DONE


def test_a_run_that_was_cut_off_is_told_at_the_start_and_one_that_goes_on_is_not(pulling: PullFixture) -> None:
    request = pulling.setup(pulling.file(*rows_of(1)))
    done = pulling.run(request)
    shop_id = pulling.shop.shop.id
    pulling.shop.write(lambda tx: tx.update("UPDATE pull_runs SET state = 'running' WHERE id = ?", (done.id,)))
    with lock_shop(pulling.context.access, shop_id):
        close_interrupted_runs(pulling.context.access)
        assert pulling.runs()[0].state is RunState.RUNNING
    close_interrupted_runs(pulling.context.access)
    told = pulling.runs()[0]
    assert (told.state, told.can_undo) == (RunState.FAILED, True)
    assert "in the middle of this run. 1 row was saved" in str(told.fault)


def test_what_open_orders_hold_stays_and_is_told(pulling: PullFixture) -> None:
    pulling.pull(("A", "Pad", 1, 5), ("B", "Disc", 1, 5))
    pulling.shop.place("A", 3)
    run = pulling.pull(("A", "Pad", 1, 2), ("B", "Disc", 1, 5))
    assert (run.state, run.counts.rejected) == (RunState.DONE, 1)
    assert "open orders hold" in str(pulling.rows(run)[0].text)
    assert pulling.shop.item_json("A")["quantity"] == 5


@pytest.mark.sqlite  # on PostgreSQL the lock of a run is no file
def test_nothing_of_a_run_is_left_next_to_the_database(pulling: PullFixture) -> None:
    setup = pulling.setup(pulling.file(*rows_of(3)))
    pulling.run(setup)
    pulling.run_dry(setup)
    assert {path.name for path in pulling.folder.iterdir() if path.name.startswith("pull-")} == {
        f"pull-{pulling.shop.shop.id}.lock"
    }


def test_rows_of_old_runs_and_before_values_past_seven_runs_go(pulling: PullFixture) -> None:
    for number in range(33):
        pulling.pull(("A", "Pad", 1, 5 + number), ("", "no code", 1, 1))
    runs = pulling.runs()
    assert [run.can_undo for run in runs] == [True] * 7 + [False] * 26
    assert [len(pulling.rows(run)) for run in runs] == [1] * 30 + [0] * 3
    assert all(run.counts.rejected == 1 for run in runs)


class FullDisk(StoreAccess):
    """The disk is full from the second write on, until the run is to be ended."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._writes = 0

    def write(self, work: Callable[[Tx], T]) -> T:
        self._writes += 1
        if self._writes == 2:
            raise Unavailable(verbatim("The disk is full. Nothing was changed; try again once that is mended."))
        return super().write(work)


def test_a_full_disk_is_told_and_leaves_a_failed_run(pulling: PullFixture) -> None:
    setup = pulling.setup(pulling.file(*rows_of(3)))
    context = replace(pulling.context, access=FullDisk(pulling.shop.store))
    run = run_pull(context, pulling.shop.shop.id, PullRequest(setup, "owner"))
    assert (run.state, pulling.shop.count("items")) == (RunState.FAILED, 0)
    assert str(run.fault).startswith("The disk is full.")
    assert pulling.run(setup).state is RunState.DONE


def test_rows_count_as_saved_where_the_next_batch_cannot_be_read(
    pulling: PullFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Spool.batches

    def read_one(spool: Spool) -> Iterator[Batch]:
        yield next(read(spool))
        raise OSError("The disk is gone")

    monkeypatch.setattr(Spool, "batches", read_one)
    run = pulling.run(pulling.setup(pulling.file(*rows_of(BATCH + 1))))
    assert (run.state, run.counts.created) == (RunState.FAILED, BATCH)
    assert f"{BATCH:,} rows were worked through before that." in str(run.fault)
