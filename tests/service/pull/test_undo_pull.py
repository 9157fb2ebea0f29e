"""An undo restores the values before a run, except what others changed since (pull §5)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.domain.catalogue.stock import Cause
from service.domain.errors import NotFound, Refused, Unavailable, UnavailableCode
from service.domain.pull.pull_choices import PullChoices
from service.domain.pull.pulls import RunState
from service.domain.sentences import verbatim
from service.pull.spool import BATCH
from service.pull.undo_pull import undo_pull
from service.store import pulls
from service.store.engine.store import Store
from service.store.history.write_lists import find_last_run_write
from service.store.shops import set_read_only
from tests.fakes.pull_fixture import Cell, PullFixture, rows_of
from tests.fakes.reservations import find_wrong_reservations
from tests.fakes.shop_fixture import ShopFixture

LAST_ROW_COUNTS = PullChoices(answers={"repeats": "last"})


@pytest.fixture
def pulling(shop: ShopFixture, tmp_path: Path) -> PullFixture:
    """A shop that holds nothing yet, and a folder for files."""
    return PullFixture(shop, tmp_path)


def test_changed_new_and_inactive_items_are_as_they_were(pulling: PullFixture) -> None:
    pulling.pull(*rows_of(10))
    before = pulling.read_everything()
    file = pulling.file(*rows_of(6, price=1.6, quantity=4), *rows_of(600, first=20))
    run = pulling.run(pulling.setup(file, missing_inactive=True))
    assert (run.counts.updated, run.counts.created, run.counts.inactive) == (6, 600, 4)
    undone = pulling.undo(run)
    assert (undone.state, undone.fault, undone.can_undo) == (RunState.UNDONE, None, False)
    assert pulling.read_everything() == before
    last = pulling.shop.ledger("P000000")[-1]
    assert (last.cause, last.change, str(last.note)) == (Cause.PULL, 1000, f"Pull {run.id} taken back")
    assert pulling.shop.events() == []


def test_the_file_is_kept_as_the_last_writer_of_its_items(pulling: PullFixture) -> None:
    pulling.pull(*rows_of(3))
    rows = pulling.shop.read(lambda db: db.all("SELECT key_id, file FROM item_sources"))
    assert rows == [(None, "stock.csv")]
    assert pulling.shop.read(lambda db: db.scalar("SELECT count(*) FROM items WHERE source_id = 1")) == 3


def test_what_somebody_else_changed_since_stays_and_is_told(pulling: PullFixture) -> None:
    pulling.pull(("A", "Pad", 1, 5), ("B", "Disc", 1, 5), ("C", "Belt", 1, 5))
    run = pulling.pull(("A", "Pad", 1.1, 6), ("B", "Disc", 1.1, 6), ("C", "Belt", 1.1, 5), ("N", "New", 1, 1))
    pulling.shop.clock.advance(1_000)
    pulling.shop.upload({"sku": "A", "price_fils": 999}, {"sku": "N", "name": "Newer"})
    pulling.shop.move("B", Cause.SALE, 2000)
    undone = pulling.undo(run)
    assert [(row["price_fils"], row["quantity"]) for row in map(pulling.shop.item_json, "ABC")] == [
        (999, 5), (1000, 4), (1000, 5),
    ]  # fmt: skip
    assert pulling.shop.item_json("N")["name"] == "Newer"
    assert str(undone.fault) == "3 parts were changed since, and what was changed of them stays."
    assert {(row.sku, str(row.text)) for row in pulling.rows(undone)} == {
        ("A", "Changed since, and stays: price_fils."),
        ("B", "Changed since, and stays: quantity at Main."),
        ("N", "The new item stays: it was changed since."),
    }


def test_what_open_orders_hold_stays(pulling: PullFixture) -> None:
    pulling.pull(("A", "Pad", 1, 1), ("B", "Disc", 1, 1))
    run = pulling.pull(("A", "Pad", 1, 9), ("B", "Disc", 1, 9), ("N", "New", 1, 9))
    pulling.shop.place("A", 5)
    pulling.shop.place("N", 5)
    undone = pulling.undo(run)
    assert [pulling.shop.item_json(sku)["quantity"] for sku in "ABN"] == [9, 1, 9]
    texts = {row.sku: str(row.text) for row in pulling.rows(undone)}
    assert texts["A"] == "Changed since, and stays: quantity at Main (open orders hold 5)."
    assert texts["N"] == "The new item stays: an order names it."
    assert pulling.shop.read(find_wrong_reservations) == []


def test_an_older_run_leaves_what_a_newer_one_changed(pulling: PullFixture) -> None:
    pulling.pull(("A", "Pad", 1, 5), ("B", "Disc", 1, 5))
    older = pulling.pull(("A", "Pad", 1.1, 5), ("B", "Disc", 1, 6))
    newer = pulling.pull(("A", "Pad", 1.2, 5), ("B", "Disc", 1, 6))
    pulling.undo(older)
    assert [(row["price_fils"], row["quantity"]) for row in map(pulling.shop.item_json, "AB")] == [(1200, 5), (1000, 5)]
    pulling.undo(newer)
    assert pulling.shop.item_json("A")["price_fils"] == 1100


def test_a_new_level_at_a_new_branch_goes(pulling: PullFixture) -> None:
    header = ("SKU", "Name", "Quantity", "Branch")
    pulling.run(pulling.setup(pulling.file(("A", "Pad", 5, "Main"), header=header)))
    before = pulling.read_everything()
    file = pulling.file(("A", "Pad", 5, "Main"), ("A", "Pad", 3, "Sitra"), header=header)
    run = pulling.run(pulling.setup(file, PullChoices(answers={"branch-names": "yes"})))
    pulling.undo(run)
    assert pulling.read_everything() == before


class PowerCut(Exception):
    """The end of the process, as far as a run can tell."""


def test_one_that_was_cut_off_goes_on_when_it_is_asked_for_again(pulling: PullFixture) -> None:
    run = pulling.pull(*rows_of(BATCH + 200))

    def cut(_done: int, _total: int | None) -> None:
        raise PowerCut

    pulling.shop.clock.advance(60_000)
    with pytest.raises(PowerCut):
        undo_pull(replace(pulling.context, on_progress=cut), pulling.shop.shop.id, run.id, "owner")
    assert pulling.shop.count("items") == BATCH
    assert pulling.runs()[0].can_undo
    assert pulling.undo(run).state is RunState.UNDONE
    assert pulling.shop.count("items") == 0


def test_a_disk_that_is_full_on_the_way_does_not_say_that_nothing_changed(pulling: PullFixture) -> None:
    run = pulling.pull(*rows_of(BATCH + 200))

    def fill(_done: int, _total: int | None) -> None:
        raise Unavailable(verbatim("The disk is full."), UnavailableCode.DISK_FULL)

    with pytest.raises(Unavailable, match=r"^The disk is full\. 200 rows were worked through before that\.$") as full:
        undo_pull(replace(pulling.context, on_progress=fill), pulling.shop.shop.id, run.id, "owner")
    assert full.value.code is UnavailableCode.DISK_FULL


def test_a_disk_that_is_full_at_the_end_does_not_say_that_nothing_changed(
    pulling: PullFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = pulling.pull(*rows_of(3))

    def fill(*_: object) -> None:
        raise Unavailable(verbatim("The disk is full."), UnavailableCode.DISK_FULL)

    with monkeypatch.context() as disk:
        disk.setattr(pulls, "count_left", fill)
        with pytest.raises(Unavailable, match=r"^The disk is full\. 3 rows were worked through before that\.$"):
            pulling.undo(run)
    assert pulling.undo(run).state is RunState.UNDONE


def test_what_cannot_be_taken_back_is_said(pulling: PullFixture) -> None:
    first = pulling.pull(("A", "Pad", 1, 5))
    nothing = pulling.pull(("A", "Pad", 1, 5), ("", "no code", 1, 1))
    with pytest.raises(Refused, match="changed nothing"):
        pulling.undo(nothing)
    pulling.undo(first)
    with pytest.raises(Refused, match="already"):
        pulling.undo(first)
    with pytest.raises(NotFound):
        PullFixture(pulling.shop.paired(), pulling.folder).undo(first)


def test_a_read_only_shop_is_refused(pulling: PullFixture) -> None:
    run = pulling.pull(("A", "Pad", 1, 5))
    pulling.shop.write(lambda tx: set_read_only(tx, pulling.shop.shop.id, on=True))
    with pytest.raises(Refused, match="read-only"):
        pulling.undo(run)
    assert pulling.shop.count("items") == 1


_CATALOGUE = st.lists(
    st.tuples(
        st.sampled_from("ABCDEF"), st.sampled_from(["Pad", "Disc"]), st.integers(1, 3), st.integers(-1, 3),
        st.sampled_from(["Main", "Sitra"]),
    ),
    max_size=12,
)  # fmt: skip


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(before=_CATALOGUE, file=_CATALOGUE)
def test_any_run_taken_back_at_once_leaves_what_was(
    shared_store: Store, tmp_path: Path, before: list[tuple[Cell, ...]], file: list[tuple[Cell, ...]]
) -> None:
    pulling = PullFixture(ShopFixture.fresh(shared_store), tmp_path)
    header = ("SKU", "Name", "Price", "Quantity", "Branch")
    pad = ("PAD", "so that no file is empty", 1, 1, "Main")
    pulling.run(pulling.setup(pulling.file(pad, *before, header=header)))
    held = pulling.read_everything()
    pulling.shop.clock.advance(1_000)
    run = pulling.run(pulling.setup(pulling.file(pad, *file, header=header), missing_inactive=True), approved=True)
    if run.can_undo:
        assert pulling.undo(run).fault is None
    assert pulling.read_everything() == held
    ledger = "SELECT 1 FROM stock JOIN ledger USING (item_id, branch_id) GROUP BY item_id, branch_id HAVING "
    assert pulling.shop.read(lambda db: db.all(f"{ledger} max(stock.quantity) <> sum(ledger.change)")) == []
    assert pulling.shop.read(lambda db: find_last_run_write(db, pulling.shop.shop.id, run.id)) is None


def test_an_item_that_a_run_made_and_changed_again_goes_too(pulling: PullFixture) -> None:
    again = ("P000001", "Part, once more", 9, 9)
    file = pulling.file(*rows_of(2 * BATCH), again, ("P000002", "Part 2", 1.5, 5))
    run = pulling.run(pulling.setup(file, LAST_ROW_COUNTS))
    assert (run.counts.created, run.counts.updated, run.counts.unchanged) == (2 * BATCH, 1, 1)
    assert pulling.undo(run).fault is None
    assert (pulling.shop.count("items"), pulling.shop.count("stock"), pulling.shop.count("ledger")) == (0, 0, 0)


def test_what_was_changed_and_changed_back_stays(pulling: PullFixture) -> None:
    pulling.pull(("A", "Pad", 1, 5))
    run = pulling.pull(("A", "Pad", 1.1, 5))
    for price in (9, 1_100):
        pulling.shop.upload({"sku": "A", "price_fils": price})
    undone = pulling.undo(run)
    assert pulling.shop.item_json("A")["price_fils"] == 1_100
    assert str(undone.fault) == "1 part was changed since, and what was changed of it stays."


def test_runs_are_undone_newest_first_back_to_the_empty_shop(pulling: PullFixture) -> None:
    runs = [pulling.pull(("A", "Pad", price, 5), ("B", "Disc", price, 5)) for price in (1, 1.1, 1.2)]
    for run in reversed(runs):
        assert pulling.undo(run).fault is None
    assert (pulling.shop.count("items"), pulling.shop.count("stock")) == (0, 0)


def test_a_run_whose_writes_are_no_longer_stored_is_not_undone(pulling: PullFixture) -> None:
    run = pulling.pull(("A", "Pad", 1, 5))
    pulling.shop.write(lambda tx: tx.update("DELETE FROM item_writes"))
    with pytest.raises(Refused, match="is no longer stored") as refused:
        pulling.undo(run)
    assert refused.value.code == "not_undoable"
    assert pulling.shop.count("items") == 1


def test_a_level_that_a_file_changed_and_changed_back_is_not_restored(pulling: PullFixture) -> None:
    pulling.pull(("A", "Pad", 1, 3), ("B", "Disc", 1, 5))
    file = pulling.file(("A", "Pad", 1, 2), ("A", "Pad", 1, 3), ("B", "Disc", 1.1, 5))
    run = pulling.run(pulling.setup(file, LAST_ROW_COUNTS))
    entries = len(pulling.shop.ledger("A"))
    assert pulling.undo(run).fault is None
    assert len(pulling.shop.ledger("A")) == entries
    assert pulling.shop.item_json("B")["price_fils"] == 1_000
