"""A first run that would save doubtful values waits; a dry run predicts the run; undo returns to
the start.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from service.domain.pull.pull_choices import PullChoices
from service.domain.pull.pulls import PullSetup, RunState
from service.files.file_errors import FileError
from service.pull.inspect_file import check_file, inspect_file
from service.pull.spool import BATCH
from tests.fakes.pull_fixture import HEADER, PullFixture, rows_of
from tests.fakes.shop_fixture import ShopFixture

Row = tuple[str, ...]


@pytest.fixture
def pulling(shop: ShopFixture, tmp_path: Path) -> PullFixture:
    return PullFixture(shop, tmp_path)


def test_a_first_file_with_doubtful_values_waits_and_can_be_approved(pulling: PullFixture) -> None:
    setup = pulling.setup(pulling.file(*[(f"P{place}", "Part", place + 1, place + 1) for place in range(40)]))
    looked, _ = pulling.run_dry(setup)
    run = pulling.run(setup)
    assert looked.state is run.state is RunState.NEEDS_APPROVAL
    assert run.held is not None
    assert "the price is the quantity" in str(run.held.reason)
    assert pulling.shop.count("items") == 0
    assert pulling.approve(run).counts.created == 40


COUNT = 40


def cells(sku: str = "P-{0}", name: str = "Part {0}", price: str = "0.5{0:02}", quantity: str = "7") -> list[Row]:
    """Forty rows, each cell with the row's number in it."""
    return [tuple(text.format(place) for text in (sku, name, price, quantity)) for place in range(1, COUNT + 1)]


DOUBTFUL = {
    "prices below 50 fils": (cells(price="0.0{0:02}"), "40 of 40 prices are below 50 fils."),
    "prices above BHD 10,000": (cells(price="1{0:04}.500"), "40 of 40 prices are above BHD 10,000."),
    "price and quantity": (cells(price="{0}", quantity="{0}"), "In 40 of 40 rows the price is the quantity."),
    "mojibake": (cells(name="ÙÙ„ØªØ± {0}"), "40 of 40 names look unreadable: choose the file's encoding."),
    "moved cells": (cells(name="Pad, front {0}"), "In 40 of 40 rows a price or a quantity is a text"),
    "destroyed part numbers": (cells(sku="4.8000{0:02}E+12"), "40 of 40 rows would be rejected."),
    "dates": (cells(sku="{0}/11/2026"), "40 of 40 rows would be rejected."),
    "serial": (cells(sku="{0}"), "The part numbers count 1, 2, 3: they may be line numbers."),
}


@pytest.mark.parametrize("kind", sorted(DOUBTFUL))
def test_a_first_run_waits_for_each_doubt(pulling: PullFixture, kind: str) -> None:
    rows, reason = DOUBTFUL[kind]
    path = pulling.folder / "stock.csv"
    path.write_text("\n".join(map(",".join, [HEADER, *rows])) + "\n", encoding="utf-8")
    setup = pulling.setup(path)
    looked, _ = pulling.run_dry(setup)
    run = pulling.run(setup)
    assert looked.state is run.state is RunState.NEEDS_APPROVAL
    assert run.held is not None
    assert reason in str(run.held.reason)
    assert pulling.shop.count("items") == 0


def test_prices_of_0_are_no_prices_unless_the_owner_says_so(pulling: PullFixture) -> None:
    path = pulling.file(*cells(price="0"))
    found = inspect_file(PullSetup(str(path), ""), PullChoices())
    assert "40 prices are 0. What do they mean? No price: the held price stays." in [
        str(one.text) for one in found.sheet.assumptions
    ]
    run = pulling.run(pulling.setup(path, PullChoices(answers={"price-zero": "zero"})))
    assert (run.state, run.counts.saved) == (RunState.NEEDS_APPROVAL, 0)
    assert run.held is not None
    assert "40 of 40 prices are 0." in str(run.held.reason)


def test_the_median_is_compared_with_what_is_held(pulling: PullFixture) -> None:
    pulling.pull(*rows_of(40))
    path = pulling.file(*cells(sku="X{0}", price="15{0:02}.50"), name="other.csv")
    run = pulling.run(pulling.setup(path))
    assert (run.state, run.counts.saved) == (RunState.NEEDS_APPROVAL, 0)
    assert run.held is not None
    assert "Half of the prices in the file are above BHD" in str(run.held.reason)


def test_a_few_prices_of_0_need_no_answer(pulling: PullFixture) -> None:
    rows = [*cells(), *[("Z", "Free", "0", "1")] * 8]
    inspection = inspect_file(PullSetup(str(pulling.file(*rows)), ""), PullChoices())
    assert [question.key for question in inspection.questions] == ["price-zero"]
    assert inspection.open_questions == ()


def test_a_check_says_what_a_first_run_would_do_also_later(pulling: PullFixture) -> None:
    pulling.pull(*rows_of(40))
    path = pulling.file(*cells(price="0.0{0:02}"))
    setup = PullSetup(str(path), "")
    check = check_file(pulling.context, pulling.shop.shop.id, setup, PullChoices(), ("Main",))
    assert check.run is not None
    assert check.run.held is not None
    assert "40 of 40 prices are below 50 fils." in str(check.run.held.reason)
    assert len(pulling.runs()) == 1


def test_a_check_takes_the_first_answer_to_each_question(pulling: PullFixture) -> None:
    path = pulling.folder / "stock.csv"
    path.write_text("SKU;Name;Price;Qty\nA;Pad;31,508;-\nB;Disc;4,250;2\n", encoding="utf-8")
    check = check_file(pulling.context, pulling.shop.shop.id, PullSetup(str(path), ""), PullChoices(), ("Main",))
    assert [question.key for question in check.inspection.open_questions] == ["price-sign"]
    assert check.assumed == {"price-sign": "comma"}
    assert check.run is not None
    assert check.run.counts.created == 2


def test_a_later_run_is_compared_with_what_was_saved_only(pulling: PullFixture) -> None:
    pulling.pull(*rows_of(40))
    run = pulling.pull(*[(f"P{number:06d}", f"Part {number}", 5, 5) for number in range(40)], approved=True)
    assert run.state is RunState.DONE
    again = pulling.pull(*[(f"P{number:06d}", f"Part {number}", 5, 5) for number in range(39)])
    assert again.state is RunState.DONE


def test_a_run_that_saves_nothing_has_failed_and_says_why(pulling: PullFixture) -> None:
    nameless = [(f"P{number}", "", "1.5", 1) for number in range(3)]
    setup = pulling.setup(pulling.file(*nameless))
    looked, _ = pulling.run_dry(setup)
    run = pulling.run(setup)
    assert looked.state is run.state is RunState.FAILED
    assert "No row of the file could be saved. Line 2: name: is required" in str(run.fault)
    assert str(looked.fault) == str(run.fault)
    empty = pulling.run(pulling.setup(pulling.file()))
    assert (empty.state, str(empty.fault)) == (
        RunState.FAILED,
        "The file holds no rows below its column names. Nothing was saved.",
    )


def test_a_dry_run_says_what_the_run_does_where_new_rows_without_a_name_come_twice(pulling: PullFixture) -> None:
    rows = [(f"P{number}", "", "1.5", 1) for number in range(BATCH)]
    setup = pulling.setup(pulling.file(("A", "Pad", "1.5", 1), *rows, *rows))
    looked, _ = pulling.run_dry(setup)
    run = pulling.run(setup, approved=True)
    assert looked.counts == run.counts
    assert (run.counts.saved, run.counts.rejected) == (1, 2 * BATCH)


def test_a_dry_run_of_a_file_that_was_read_says_unchanged(pulling: PullFixture) -> None:
    setup = pulling.setup(pulling.file(*rows_of(3)))
    pulling.run(setup)
    looked, _ = pulling.run_dry(setup)
    assert looked.state is pulling.run(setup).state is RunState.UNCHANGED


def test_several_runs_taken_back_newest_first_leave_nothing_of_the_first(pulling: PullFixture) -> None:
    before = pulling.read_everything()
    runs = [
        pulling.pull(*rows_of(5)),
        pulling.pull(*rows_of(5, price=1.6)),
        pulling.pull(*rows_of(6, price=1.6, quantity=6)),
    ]
    for run in reversed(runs):
        assert pulling.undo(run).state is RunState.UNDONE
    assert pulling.read_everything() == before
    assert pulling.shop.count("items") == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
def test_a_named_pipe_is_refused_at_once(tmp_path: Path, pulling: PullFixture) -> None:
    os.mkfifo(tmp_path / "list.csv")
    with pytest.raises(FileError, match="is a pipe or a device"):
        pulling.setup(tmp_path / "list.csv")
