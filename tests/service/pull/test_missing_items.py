"""Items that are missing from the file: the run counts them, and clears their stock if the owner
wants it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from service.domain.catalogue.stock import Cause
from service.domain.pull.pull_choices import PullChoices
from service.domain.pull.pulls import MissingRule, RunState
from tests.fakes.pull_fixture import PullFixture, rows_of
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
    assert said[1].startswith("3 active items are not in the file and stay as they are.")
    assert pulling.shop.item_json("P000009")["quantity"] == 5


def test_their_stock_becomes_nothing_but_what_orders_hold_and_comes_back(pulling: PullFixture) -> None:
    pulling.pull(*rows_of(10))
    before = pulling.read_everything()
    run = pulling.run(pulling.setup(pulling.file(*rows_of(8)), missing=MissingRule.ZERO))
    assert (run.state, run.counts.unchanged, run.counts.updated) == (RunState.DONE, 8, 2)
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
