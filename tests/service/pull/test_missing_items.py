"""Items that are missing from the file: the run counts them, and clears their stock if the owner
wants it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from service.domain.catalogue.stock import Cause
from service.domain.pull.pull_choices import PullChoices
from service.domain.pull.pulls import MissingRule, PullSetup, RunState
from tests.fakes.pull_fixture import Cell, PullFixture, rows_of
from tests.fakes.shop_fixture import ShopFixture


@pytest.fixture
def pulling(shop: ShopFixture, tmp_path: Path) -> PullFixture:
    return PullFixture(shop, tmp_path)


def test_each_run_says_how_many_rows_replace_earlier_ones(pulling: PullFixture) -> None:
    last = PullChoices(answers={"repeats": "last"})
    setup = pulling.setup(pulling.file(*rows_of(10), *rows_of(4, price=2.5)), last)
    looked, listed = pulling.run_dry(setup)
    run = pulling.run(setup)
    assert (run.state, looked.counts) == (RunState.DONE, run.counts)
    assert run.counts.noted == 4 + 1
    said = [str(row.text) for row in pulling.rows(run) if row.line == 0]
    assert said == ["4 rows name a part number again: of its rows at a branch only the last one counts."]
    assert said == [str(row.text) for row in listed if row.line == 0]
    assert pulling.shop.item_json("P000001")["price_fils"] == 2500


def test_each_run_says_how_many_items_left_the_file(pulling: PullFixture) -> None:
    pulling.pull(*rows_of(10))
    setup = pulling.setup(pulling.file(*rows_of(7), *rows_of(2)))
    dry, rows = pulling.run_dry(setup)
    run = pulling.run(setup)
    assert (run.state, run.counts.noted) == (RunState.DONE, dry.counts.noted)
    said = [str(row.text) for row in pulling.rows(run) if row.line == 0]
    assert said == [str(row.text) for row in rows if row.line == 0]
    assert len(said) == 2
    assert said[1].startswith("3 active parts are not in the file and stay as they are.")
    assert pulling.shop.item_json("P000009")["quantity"] == 5


def test_their_stock_becomes_nothing_but_what_orders_hold_and_comes_back(pulling: PullFixture) -> None:
    pulling.pull(*rows_of(10))
    before = pulling.read_everything()
    setup = pulling.setup(pulling.file(*rows_of(8)), missing=MissingRule.ZERO)
    looked, _ = pulling.run_dry(setup)
    run = pulling.run(setup)
    assert (run.state, run.counts.unchanged, run.counts.updated) == (RunState.DONE, 8, 2)
    assert looked.counts == run.counts
    assert [pulling.shop.item_json(sku)["quantity"] for sku in ("P000007", "P000008", "P000009")] == [5, 0, 0]
    assert pulling.shop.item_json("P000009")["active"] is True
    assert pulling.undo(run).state is RunState.UNDONE
    assert pulling.read_everything() == before


def test_taking_most_of_the_stock_waits_for_approval(pulling: PullFixture) -> None:
    pulling.pull(*rows_of(10))
    setup = pulling.setup(pulling.file(*rows_of(4), *rows_of(4)), missing=MissingRule.ZERO)
    run = pulling.run(setup)
    assert run.state is RunState.NEEDS_APPROVAL
    assert run.held is not None
    assert "drop 6" in str(run.held.reason)


def write_by_hand(shop: ShopFixture) -> None:
    """A new part, a counted one, and one with another price."""
    shop.add("NEW", 3)
    shop.move("P000008", Cause.COUNT, 7_000)
    shop.upload({"sku": "P000009", "price_fils": 7})


def offered(shop: ShopFixture) -> dict[str, tuple[object, object]]:
    parts = {sku: shop.item_json(sku) for sku in ("P000007", "P000008", "P000009", "NEW")}
    return {sku: (part["quantity"], part["active"]) for sku, part in parts.items()}


@pytest.mark.parametrize(("missing", "retired"), [(MissingRule.ZERO, (0, True)), (MissingRule.INACTIVE, (5, False))])
def test_parts_that_were_written_while_a_run_read_the_file_stay(
    pulling: PullFixture, missing: MissingRule, retired: tuple[int, bool]
) -> None:
    pulling.pull(*rows_of(10))
    setup = pulling.setup(pulling.file(*rows_of(7)), missing=missing)
    done: list[bool] = []

    def write_while_rows_are_saved() -> bool:
        """Called between two steps; the total is known once the file was read."""
        if not done and pulling.progress and pulling.progress[-1][1] is not None:
            done.append(True)
            write_by_hand(pulling.shop)
        return False

    pulling.progress.clear()
    pulling.stopped = write_while_rows_are_saved
    assert pulling.run(setup, approved=True).state is RunState.DONE
    assert offered(pulling.shop) == {
        "P000007": retired, "P000008": (7, True), "P000009": (5, True), "NEW": (3, True),
    }  # fmt: skip


def test_parts_that_were_written_while_a_file_waited_for_approval_stay(pulling: PullFixture) -> None:
    pulling.pull(*rows_of(10))
    pulling.shop.clock.advance(60_000)
    held = pulling.run(pulling.setup(pulling.file(*rows_of(4), *rows_of(4)), missing=MissingRule.ZERO))
    assert held.state is RunState.NEEDS_APPROVAL
    pulling.shop.clock.advance(60_000)
    write_by_hand(pulling.shop)
    assert pulling.approve(held).state is RunState.DONE
    assert offered(pulling.shop) == {
        "P000007": (0, True), "P000008": (7, True), "P000009": (5, True), "NEW": (3, True),
    }  # fmt: skip


AT_BRANCHES = ("SKU", "Name", "Quantity", "Branch")


def write_branches(pulling: PullFixture, count: int, *rows: tuple[Cell, ...]) -> PullSetup:
    """A file with so many parts at Main and at Sitra, of which these rows replace some."""
    replaced = {(row[0], place) for row in rows for place in ("Main", "Sitra")}
    every = [(f"P{place}", f"Part {place}", 5, name) for place in range(count) for name in ("Main", "Sitra")]
    kept = [row for row in every if (row[0], row[3]) not in replaced]
    path = pulling.file(*rows, *kept, header=AT_BRANCHES)
    return pulling.setup(path, PullChoices(answers={"branch-names": "yes"}), missing=MissingRule.ZERO)


def read_levels(pulling: PullFixture, sku: str) -> dict[str, int]:
    return {level["branch"]: level["quantity"] for level in pulling.shop.item_json(sku)["stock"]}


@pytest.mark.parametrize(
    "faulty",
    [
        pytest.param(("P1", "Part 1", 9, "#N/A"), id="branch-not-calculated"),
        pytest.param(("P1", "Part 1", 9, "Sit\ufffdra"), id="branch-not-decoded"),
        pytest.param(("P1", "Part 1", 9, "Sitra", "more"), id="cell-too-many"),
        pytest.param(("P1", "N" * 9_000, 9, "Sitra"), id="name-too-long"),
    ],
)
@pytest.mark.parametrize("approved", [False, True])
def test_a_part_with_a_rejected_row_keeps_its_stock_at_every_branch(
    pulling: PullFixture, faulty: tuple[Cell, ...], approved: bool
) -> None:
    setup = write_branches(pulling, 40)
    assert pulling.run(setup).state is RunState.DONE
    write_branches(pulling, 40, ("P1", "Part 1", 4, "Main"), faulty, ("P2", "Part 2", 5, "Main"))
    looked, _ = pulling.run_dry(setup)
    run = pulling.run(setup, approved=approved)
    assert (run.state, run.counts.rejected) == (RunState.DONE, 1)
    assert looked.counts.rejected == 1
    assert read_levels(pulling, "P1") == {"Main": 4, "Sitra": 5}
    assert read_levels(pulling, "P2") == {"Main": 5, "Sitra": 0}


@pytest.mark.parametrize("approved", [False, True])
def test_a_part_whose_rejected_row_is_in_a_later_write_keeps_its_stock_too(
    pulling: PullFixture, approved: bool
) -> None:
    """Each write has 1,000 rows, and the file lists one branch after the other."""

    def write(at_hidd: int, at_sitra: int) -> PullSetup:
        places = [(place, name) for name in ("Main", "Hidd", "Sitra") for place in range(600)]
        rows = [(f"P{place}", f"Part {place}", 5, name) for place, name in places if name != "Hidd" or place >= at_hidd]
        rows = [(*row[:2], at_sitra, "Sitra") if row[0] == "P1" and row[3] == "Sitra" else row for row in rows]
        path = pulling.file(*rows, header=AT_BRANCHES)
        return pulling.setup(path, PullChoices(answers={"branch-names": "yes"}), missing=MissingRule.ZERO)

    assert pulling.run(write(0, 5)).state is RunState.DONE
    pulling.shop.upload({"sku": "P1", "price_fils": 1000})
    pulling.shop.place("P1", 3, branch="Sitra")
    run = pulling.run(write(3, 2), approved=approved)
    assert (run.state, run.counts.rejected) == (RunState.DONE, 1)
    assert read_levels(pulling, "P1") == {"Main": 5, "Hidd": 5, "Sitra": 5}
    assert read_levels(pulling, "P2") == {"Main": 5, "Hidd": 0, "Sitra": 5}


def test_a_part_whose_row_is_left_out_for_its_unit_keeps_its_stock_there(pulling: PullFixture) -> None:
    every = [(f"P{place}", f"Part {place}", 5, name, "PCS") for place in range(40) for name in ("Main", "Sitra")]
    boxes = [("P0", "Part 0", 5, "Main", "PCS"), ("P0", "Part 0", 1, "Main", "BOX")]
    choices = PullChoices(answers={"branch-names": "yes", "repeats": "base:PCS"})

    def write(rows: list[tuple[Cell, ...]]) -> PullSetup:
        path = pulling.file(*rows, header=(*AT_BRANCHES, "Unit"))
        return pulling.setup(path, choices, missing=MissingRule.ZERO)

    setup = write([*boxes, *every[1:]])
    assert pulling.run(setup, approved=True).state is RunState.DONE
    write([("P1", "Part 1", 1, "Sitra", "BOX"), *boxes, *every[1:3], *every[4:5], *every[6:]])
    run = pulling.run(setup, approved=True)
    left_out = [(row.sku, str(row.text)) for row in pulling.rows(run) if row.line]
    assert left_out == [("P1", "in the unit BOX, left out"), ("P0", "in the unit BOX, left out")]
    assert read_levels(pulling, "P1") == {"Main": 5, "Sitra": 5}
    assert read_levels(pulling, "P2") == {"Main": 5, "Sitra": 0}


def test_a_dry_run_counts_the_parts_that_lose_stock_at_a_branch(pulling: PullFixture) -> None:
    setup = write_branches(pulling, 40)
    assert pulling.run(setup).state is RunState.DONE
    pulling.shop.upload(*({"sku": sku, "price_fils": 1000} for sku in ("P1", "P2")))
    pulling.shop.place("P1", 5, branch="Sitra")
    pulling.shop.place("P2", 3, branch="Sitra")
    write_branches(pulling, 40, *((sku, f"Part {sku[1]}", 5, "Main") for sku in ("P1", "P2", "P3")))
    looked, _ = pulling.run_dry(setup)
    run = pulling.run(setup)
    assert (run.counts.updated, run.counts.unchanged) == (2, 75), "all of P1 there is held"
    assert looked.counts == run.counts
    assert [read_levels(pulling, sku)["Sitra"] for sku in ("P1", "P2", "P3")] == [5, 3, 0]


def move_parts(pulling: PullFixture, count: int, moved: int) -> PullSetup:
    """Saves parts that are at Main, and writes a file that has so many of them at Sitra."""
    choices = PullChoices(answers={"branch-names": "yes"})

    def write(at_sitra: int) -> PullSetup:
        places = [("Main", "Sitra")[place < at_sitra] for place in range(count)]
        rows = [(f"P{place}", f"Part {place}", 5, name) for place, name in enumerate(places)]
        path = pulling.file(*rows, ("X", "At both", 1, "Main"), ("X", "At both", 1, "Sitra"), header=AT_BRANCHES)
        return pulling.setup(path, choices, missing=MissingRule.ZERO)

    assert pulling.run(write(0)).state is RunState.DONE
    return write(moved)


def test_a_part_that_moves_between_branches_leaves_nothing_behind(pulling: PullFixture) -> None:
    setup = move_parts(pulling, 40, 1)
    before = pulling.read_everything()
    looked, _ = pulling.run_dry(setup)
    run = pulling.run(setup, approved=True)
    assert (run.state, run.counts.updated) == (RunState.DONE, 1)
    assert looked.counts == run.counts
    assert read_levels(pulling, "P0") == {"Main": 0, "Sitra": 5}
    assert read_levels(pulling, "P1") == {"Main": 5}
    assert pulling.undo(run).state is RunState.UNDONE
    assert pulling.read_everything() == before


def test_a_run_that_ends_between_two_writes_doubles_and_loses_no_stock(pulling: PullFixture) -> None:
    """Each write has 1,000 rows; the run is stopped after the first of two."""
    setup = move_parts(pulling, 1_500, 1_200)
    before = pulling.read_everything()

    def count_units() -> list[int]:
        return [sum(read_levels(pulling, sku).values()) for sku in ("P0", "P999", "P1100", "P1400")]

    pulling.progress.clear()
    pulling.stopped = lambda: pulling.progress[-1:] == [(1_000, 1_502)]
    cut = pulling.run(setup, approved=True)
    assert (cut.state, cut.counts.updated) == (RunState.FAILED, 1_000)
    assert count_units() == [5, 5, 5, 5]
    pulling.stopped = lambda: False
    run = pulling.run(setup, approved=True)
    assert (run.state, run.counts.updated) == (RunState.DONE, 200)
    assert count_units() == [5, 5, 5, 5]
    assert read_levels(pulling, "P1100") == {"Main": 0, "Sitra": 5}
    assert [pulling.undo(one).state for one in (run, cut)] == [RunState.UNDONE] * 2
    assert pulling.read_everything() == before


def test_a_level_that_changed_while_a_run_read_the_file_stays(pulling: PullFixture) -> None:
    setup = move_parts(pulling, 40, 2)
    done: list[bool] = []

    def count_before_rows_are_saved() -> bool:
        if not done and pulling.progress and pulling.progress[-1][1] is not None:
            done.append(True)
            pulling.shop.move("P0", Cause.COUNT, 7_000)
        return False

    pulling.progress.clear()
    pulling.stopped = count_before_rows_are_saved
    assert pulling.run(setup, approved=True).state is RunState.DONE
    assert read_levels(pulling, "P0") == {"Main": 7, "Sitra": 5}
    assert read_levels(pulling, "P1") == {"Main": 0, "Sitra": 5}
