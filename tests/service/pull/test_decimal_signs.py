"""`31.508` has two readings: proven by the file, or asked, and never saved a thousand times too
large.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from service.domain.pull.file_inspection import FileInspection, Question
from service.domain.pull.pull_choices import PullChoices
from service.domain.pull.pulls import PullSetup, Run, RunState
from service.pull.inspect_file import inspect_file
from tests.fakes.pull_fixture import PullFixture
from tests.fakes.shop_fixture import ShopFixture
from tests.service.files.writers import write_delimited, write_xlsx

HEADER = ("SKU", "Name", "Price", "Quantity")
POINTS = [("A", "Pad", "31.508", "1"), ("B", "Disc", "4.250", "2")]
COMMAS = [("A", "Pad", "31,508", "1"), ("B", "Disc", "4,250", "2")]


@pytest.fixture
def pulling(shop: ShopFixture, tmp_path: Path) -> PullFixture:
    return PullFixture(shop, tmp_path)


def inspect(path: Path, **answers: str) -> FileInspection:
    return inspect_file(PullSetup(str(path), ""), PullChoices(answers=answers))


def keys(questions: tuple[Question, ...]) -> list[str]:
    return [question.key for question in questions]


def run_of(pulling: PullFixture, found: FileInspection) -> Run:
    assert found.plan is not None
    return pulling.run(PullSetup(str(found.file), found.plan))


def test_three_decimals_are_dinars_and_the_owner_can_say_otherwise(pulling: PullFixture, tmp_path: Path) -> None:
    path = write_delimited(tmp_path / "list.csv", [HEADER, *POINTS], delimiter=";")
    found = inspect(path)
    assert found.questions == ()
    assert "The decimal sign is a point." in [str(one.text) for one in found.sheet.assumptions]
    assert run_of(pulling, found).counts.created == 2
    assert pulling.shop.item_json("A")["price_fils"] == 31508
    assert inspect(path, **{"price-sign": "comma"}).rows[0].fields["price_fils"] == 31_508_000


def test_a_comma_that_nothing_explains_stops_a_run_until_it_is_answered(pulling: PullFixture, tmp_path: Path) -> None:
    path = write_delimited(tmp_path / "list.csv", [HEADER, *COMMAS], delimiter=";")
    found = inspect(path)
    assert [(reading.answer, str(reading.text)) for reading in found.questions[0].readings] == [
        ("comma", "31,508 is BHD 31.508, 4,250 is BHD 4.250"),
        ("point", "31,508 is BHD 31508.000, 4,250 is BHD 4250.000"),
    ]
    run = run_of(pulling, found)
    assert (run.state, run.counts.saved) == (RunState.FAILED, 0)
    assert "What does the price 31,508 mean?" in str(run.fault)
    assert run_of(pulling, inspect(path, **{"price-sign": "comma"})).counts.created == 2


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_a_lone_comma_is_asked_whatever_is_between_the_cells(tmp_path: Path, delimiter: str) -> None:
    path = write_delimited(tmp_path / "list.csv", [HEADER, *COMMAS], delimiter=delimiter)
    assert keys(inspect(path).questions) == ["price-sign"]
    assert inspect(path, **{"price-sign": "comma"}).rows[0].fields["price_fils"] == 31508
    assert inspect(path, **{"price-sign": "point"}).rows[0].fields["price_fils"] == 31508000


def test_text_cells_of_a_workbook_and_arabic_digits_are_asked_too(tmp_path: Path) -> None:
    book = write_xlsx(tmp_path / "list.xlsx", {"Stock": [HEADER, *COMMAS]})
    assert keys(inspect(book).questions) == ["price-sign"]
    digits = [("A", "Pad", "٣١,٥٠٨", "1"), ("B", "Disc", "٤,٢٥٠", "2")]
    arabic = write_delimited(tmp_path / "list.csv", [HEADER, *digits], delimiter="\t")
    assert keys(inspect(arabic).questions) == ["price-sign"]


POINTED = ("12.500", "4.250")
FORMS: list[tuple[tuple[str, str], str, tuple[int, int]]] = [
    (POINTED, "", (12500, 4250)),
    (("12.500", "4"), "", (12500, 4000)),
    (("12,500", "4,250"), ",;\t|x", (12500, 4250)),
    (("12,50", "4,250"), "", (12500, 4250)),
    (("12.50", "4,250"), "", (12500, 4_250_000)),
    (("١٢.٥٠٠", "٤.٢٥٠"), "", (12500, 4250)),
    (("١٢٫٥٠٠", "٤٫٢٥٠"), "", (12500, 4250)),
    (("1,234.500", "12.500"), "", (1_234_500, 12500)),
    (("1.234,500", "12,500"), "", (1_234_500, 12500)),
    (("0.850", "12.500"), "", (850, 12500)),
    (("BHD 12.500", "BD 4.250"), "", (12500, 4250)),
    (("BHD 12.500", "BD 4,250"), "", (12500, 4_250_000)),
]
"""Prices, between which cells (x: a workbook) they are asked, and their likely fils."""


@pytest.mark.parametrize("between", [",", ";", "\t", "|", "x"])
@pytest.mark.parametrize(("prices", "asked", "fils"), FORMS)
def test_each_form_of_a_price_is_read_right_or_asked(
    tmp_path: Path, prices: tuple[str, str], asked: str, fils: tuple[int, int], between: str
) -> None:
    rows = [("A", "Pad", prices[0], "1"), ("B", "Disc", prices[1], "2")]
    if between == "x":
        path = write_xlsx(tmp_path / "list.xlsx", {"Stock": [HEADER, *rows]})
    else:
        path = write_delimited(tmp_path / "list.csv", [HEADER, *rows], delimiter=between)
    found = inspect(path)
    assert keys(found.questions) == (["price-sign"] if between in asked else [])
    assert tuple(row.fields["price_fils"] for row in found.rows) == fils


@pytest.mark.parametrize(("count", "asked", "units"), [("5,000", True, 5), ("٥,٠٠٠", True, 5), ("5.000", False, 5000)])
def test_counts_next_to_prices_with_a_decimal_comma(tmp_path: Path, count: str, asked: bool, units: int) -> None:
    rows = [("A", "Pad", "12,50", count), ("B", "Disc", "3,25", count)]
    found = inspect(write_delimited(tmp_path / "list.csv", [HEADER, *rows], delimiter=";"))
    assert keys(found.questions) == (["quantity-sign"] if asked else [])
    assert found.rows[0].fields["quantity"] == units


def test_number_cells_of_a_workbook_leave_nothing_open(tmp_path: Path) -> None:
    book = write_xlsx(tmp_path / "list.xlsx", {"Stock": [HEADER, ("A", "Pad", 31.508, 1)]})
    found = inspect(book)
    assert found.questions == ()
    assert found.rows[0].fields["price_fils"] == 31508


@pytest.mark.parametrize(
    ("proof", "fils"), [("0.850", 31508), ("12.5", 31508), ("1,234.500", 31508), ("1.234.567", 31508000)]
)
def test_proof_far_behind_the_first_rows_settles_it(tmp_path: Path, proof: str, fils: int) -> None:
    rows = [(f"P{number}", "Part", "31.508", "1") for number in range(1500)]
    path = write_delimited(tmp_path / "list.csv", [HEADER, *rows, ("Z", "Last", proof, "1")], delimiter=";")
    found = inspect(path)
    assert found.questions == ()
    assert found.rows[0].fields["price_fils"] == fils


def test_a_column_that_was_chosen_by_hand_is_looked_at_too(tmp_path: Path) -> None:
    path = write_delimited(tmp_path / "l.csv", [("C", "N", "Amount"), ("A", "Pad", "31,508")], delimiter=";")
    choices = PullChoices(columns={"C": "sku", "N": "name", "Amount": "price_fils"})
    assert keys(inspect_file(PullSetup(str(path), ""), choices).questions) == ["price-sign"]


def test_grouped_quantities_next_to_prices_with_a_point_are_thousands(tmp_path: Path) -> None:
    rows = [("A", "Pad", "12.50", "5,000"), ("B", "Disc", "3.25", "12,000")]
    path = write_delimited(tmp_path / "list.csv", [HEADER, *rows])
    assert inspect(path).questions == ()
    assert inspect(path).rows[0].fields["quantity"] == 5000
    assert inspect(path, **{"quantity-sign": "comma"}).rows[0].fields["quantity"] == 5


def test_quantities_with_a_point_are_asked_where_no_price_explains_them(tmp_path: Path) -> None:
    path = write_delimited(tmp_path / "list.csv", [("SKU", "Name", "Quantity"), ("A", "Pad", "5.000"), ("B", "", "7")])
    assert keys(inspect(path).questions) == ["quantity-sign"]


def test_one_grouped_quantity_among_whole_ones_is_a_thousand(tmp_path: Path) -> None:
    rows = [("A", "Pad", "12.50", "7"), ("B", "Disc", "3.25", "1,200"), ("C", "Belt", "3.25", "40")]
    found = inspect(write_delimited(tmp_path / "list.csv", [HEADER, *rows]))
    assert found.questions == ()
    assert found.rows[1].fields["quantity"] == 1200


def test_both_signs_before_decimals_may_be_what_the_owner_says(tmp_path: Path) -> None:
    rows = [("A", "Pad", "12.50", "1"), ("B", "Disc", "31,508", "1")]
    path = write_delimited(tmp_path / "list.csv", [HEADER, *rows])
    both = inspect(path, **{"price-sign": "either"})
    assert [row.fields["price_fils"] for row in both.rows] == [12500, 31508]


def test_a_night_that_writes_the_other_sign_waits(pulling: PullFixture, tmp_path: Path) -> None:
    path = write_delimited(tmp_path / "list.csv", [HEADER, *POINTS], delimiter=";")
    found = inspect(path, **{"price-sign": "point"})
    assert found.plan is not None
    setup = PullSetup(str(path), found.plan)
    assert pulling.run(setup).state is RunState.DONE
    write_delimited(path, [HEADER, *COMMAS], delimiter=";")
    stopped = pulling.run(setup)
    assert (stopped.state, stopped.counts.saved) == (RunState.NEEDS_APPROVAL, 0)
    assert stopped.held is not None
    assert "2 of 2 prices by more than 30%. For example: a BHD 31.508 to 31508.000" in str(stopped.held.reason)
    write_delimited(path, [HEADER, *POINTS, ("C", "Belt", "1.234,5", "1")], delimiter=";")
    held = pulling.run(setup)
    assert (held.state, held.counts.saved) == (RunState.NEEDS_APPROVAL, 0)
    assert held.held is not None
    assert "decimal comma" in str(held.held.reason)
    assert pulling.shop.item_json("A")["price_fils"] == 31508


def test_what_the_owner_chose_for_the_whole_file_is_not_asked(tmp_path: Path) -> None:
    path = write_delimited(tmp_path / "list.csv", [HEADER, *COMMAS], delimiter=";")
    inspection = inspect_file(PullSetup(str(path), ""), PullChoices(decimal_comma=True))
    assert inspection.questions == ()
    assert inspection.rows[0].fields["price_fils"] == 31508
