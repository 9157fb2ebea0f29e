"""Nights whose file was written wrongly: unreadable names, and rows with a comma too many."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.domain.pull.pulls import RunState
from tests.fakes.pull_fixture import HEADER, PullFixture
from tests.fakes.shop_fixture import ShopFixture

WIDE = ("SKU", "Name", "Brand", "Price", "Quantity", "Notes")


@pytest.fixture
def pulling(shop: ShopFixture, tmp_path: Path) -> PullFixture:
    return PullFixture(shop, tmp_path)


def named(count: int, name: str) -> list[tuple[str | int | float, ...]]:
    return [(f"P{number}", f"{name} {number}", 1.5, 5) for number in range(count)]


def test_a_night_whose_names_are_unreadable_waits_and_says_which(pulling: PullFixture) -> None:
    pulling.pull(*named(1_300, "فلتر زيت"))
    assert pulling.pull(*named(1_300, "فلتر زيت أصلي")).state is RunState.DONE
    setup = pulling.setup(pulling.file(*named(1_300, "ÝáÊÑ ÒíÊ")))
    looked, _ = pulling.run_dry(setup)
    run = pulling.run(setup)
    assert looked.state is run.state is RunState.NEEDS_APPROVAL
    assert run.held is not None
    assert str(run.held.reason).startswith(
        'The file would change 1,300 of 1,300 names: "فلتر زيت أصلي 0" to "ÝáÊÑ ÒíÊ 0", '
    )
    assert pulling.shop.item_json("P7")["name"] == "فلتر زيت أصلي 7"
    assert pulling.approve(run).state is RunState.DONE
    assert pulling.shop.item_json("P7")["name"] == "ÝáÊÑ ÒíÊ 7"


def test_arabic_names_are_compared_like_names(pulling: PullFixture) -> None:
    header = ("SKU", "Name", "Arabic name", "Price")
    rows = [(f"P{number}", f"Part {number}", "فلتر زيت", 1.5) for number in range(30)]
    pulling.run(pulling.setup(pulling.file(*rows, header=header)))
    wrong = [(sku, name, "?x? ???", price) for sku, name, _, price in rows]
    run = pulling.run(pulling.setup(pulling.file(*wrong, header=header)))
    assert run.state is RunState.NEEDS_APPROVAL
    assert run.held is not None
    assert "30 of 60 names" in str(run.held.reason)


def write(pulling: PullFixture, sound: int, moved: int) -> Path:
    path = pulling.folder / "stock.csv"
    lines = [",".join(WIDE)]
    lines += [f"P{number},Pad,Bosch,2.50,7," for number in range(sound)]
    lines += [f"M{number},Pad, front,Bosch,3.500,9" for number in range(moved)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_rows_with_a_comma_too_many_are_rejected_and_listed(pulling: PullFixture) -> None:
    setup = pulling.setup(write(pulling, 40, 2))
    looked, listed = pulling.run_dry(setup)
    run = pulling.run(setup)
    assert looked.counts == run.counts
    assert (run.state, run.counts.created, run.counts.rejected) == (RunState.DONE, 40, 2)
    rejected = [row for row in pulling.rows(run) if row.rejected]
    assert rejected == [row for row in listed if row.rejected]
    assert [(row.line, row.sku) for row in rejected] == [(42, "M0"), (43, "M1")]
    assert "one column too far to the right" in str(rejected[0].text)


def test_many_rows_with_a_comma_too_many_hold_the_file(pulling: PullFixture) -> None:
    assert pulling.run(pulling.setup(write(pulling, 40, 0))).state is RunState.DONE
    setup = pulling.setup(write(pulling, 40, 3))
    looked, _ = pulling.run_dry(setup)
    run = pulling.run(setup)
    assert looked.state is run.state is RunState.NEEDS_APPROVAL
    assert run.held is not None
    assert "3 of 43 rows have cells one column too far to the right" in str(run.held.reason)


def test_a_status_instead_of_quantities_holds_nothing(pulling: PullFixture) -> None:
    rows = [(f"P{number}", "Pad", 2.5, "In stock") for number in range(40)]
    assert pulling.run(pulling.setup(pulling.file(*rows))).state is RunState.DONE


def test_a_later_night_whose_every_row_has_a_comma_too_many_waits(pulling: PullFixture) -> None:
    header = ("SKU", "Name", "Quantity", "Price")
    path = pulling.file(*[(f"P{number}", "Pad", 7, 2.5) for number in range(60)], header=header)
    setup = pulling.setup(path)
    assert pulling.run(setup).state is RunState.DONE
    lines = [",".join(header), *(f"P{number},Pad, front {number},7,2.5" for number in range(60))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    run = pulling.run(setup)
    assert run.state is RunState.NEEDS_APPROVAL
    assert run.held is not None
    assert "The file has new columns: Column 5." in str(run.held.reason)
    assert pulling.shop.item_json("P7")["price_fils"] == 2500


def test_rows_with_more_cells_than_names_count_as_moved_too(pulling: PullFixture) -> None:
    path = pulling.folder / "stock.csv"
    lines = [",".join(HEADER), *(f"P{number},Pad,2.50,7" for number in range(40))]
    path.write_text("\n".join([*lines, *["M,Pad, front,3.500,9"] * 3]) + "\n", encoding="utf-8")
    run = pulling.run(pulling.setup(path))
    assert run.state is RunState.NEEDS_APPROVAL
    assert pulling.shop.count("items") == 0
