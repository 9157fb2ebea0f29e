"""One part number in several units: asked once, stored, and never decided by the last row."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.domain.pull.file_inspection import FileInspection
from service.domain.pull.pull_choices import PullChoices
from service.domain.pull.pulls import PullSetup, Run, RunState
from service.pull.inspect_file import inspect_file
from service.pull.plans import choices_of
from tests.fakes.pull_fixture import PullFixture
from tests.fakes.shop_fixture import ShopFixture
from tests.service.files.writers import Rows, write_delimited, write_xlsx

HEADER = ("SKU", "Name", "UOM", "Price", "Qty")
ROWS: Rows = [
    HEADER,
    ("A-1", "Bulb", "PCS", "1.500", "5"),
    ("B-2", "Disc", "PCS", "4.25", "2"),
    ("A-1", "Bulb carton", "CTN", "15.000", "20"),
    ("C-3", "Belt", "Pcs", "3.750", "1"),
    ("D-4", "Oil", "DRUM", "80.000", "1"),
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return write_delimited(tmp_path / "list.csv", ROWS)


@pytest.fixture
def pulling(shop: ShopFixture, tmp_path: Path) -> PullFixture:
    return PullFixture(shop, tmp_path)


def inspect(path: Path, choices: PullChoices | None = None, **answers: str) -> FileInspection:
    known = choices or PullChoices()
    asked = PullChoices(known.form, known.columns, known.branches, answers={**known.answers, **answers})
    return inspect_file(PullSetup(str(path), ""), asked, ("Main",))


def levels(found: FileInspection) -> list[tuple[object, ...]]:
    """SKU, name, price and quantity of each row that counts."""
    fields = [row.fields for row in found.rows if row.fields and not row.fault]
    return [tuple(row.get(name) for name in ("sku", "name", "price_fils", "quantity")) for row in fields]


def run_of(pulling: PullFixture, found: FileInspection, path: Path) -> Run:
    assert found.plan is not None
    return pulling.run(PullSetup(str(path), found.plan))


def test_the_question_shows_the_readings_on_rows_of_the_file(path: Path) -> None:
    found = inspect(path)
    assert [column.field for column in found.columns] == ["sku", "name", "unit", "price_fils", "quantity"]
    question = found.open_questions[0]
    assert str(question.text) == "Part numbers such as A-1 come in several units of measure. Which rows count?"
    assert [(reading.answer, str(reading.text)) for reading in question.readings] == [
        ("base:PCS", "Only the rows in PCS"),
        ("base:CTN", "Only the rows in CTN"),
        ("base:DRUM", "Only the rows in DRUM"),
        ("first", "The first row of a part counts"),
        ("sum", "Their quantities are added up; the first row gives the rest"),
    ]


@pytest.mark.parametrize(
    ("rule", "kept"),
    [
        ("base:PCS", ("A-1", "Bulb", 1500, 5)),
        ("first", ("A-1", "Bulb", 1500, 5)),
        ("base:CTN", ("A-1", "Bulb carton", 15000, 20)),
        ("sum", ("A-1", "Bulb", 1500, 25)),
    ],
)
def test_each_rule_counts_a_part_number_once(path: Path, rule: str, kept: tuple[object, ...]) -> None:
    found = inspect(path, repeats=rule)
    assert found.open_questions == ()
    assert [row for row in levels(found) if row[0] == "A-1"] == [kept]
    assert [row[0] for row in levels(found)].count("D-4") == 1
    assert choices_of(found.plan or "").answers == {"repeats": rule}


def test_the_rule_does_not_depend_on_the_order_of_rows(tmp_path: Path) -> None:
    path = write_delimited(tmp_path / "list.csv", [HEADER, ROWS[3], ROWS[1]])
    assert levels(inspect(path, repeats="base:PCS")) == [("A-1", "Bulb", 1500, 5)]
    assert levels(inspect(path, repeats="first")) == [("A-1", "Bulb carton", 15000, 20)]


def test_a_part_number_without_the_base_unit_is_rejected_and_listed(pulling: PullFixture, path: Path) -> None:
    write_delimited(path, [*ROWS, ("E-5", "Wax", "BOX", "2.500", "1"), ("E-5", "Wax", "CTN", "20.000", "1")])
    found = inspect(path, repeats="base:PCS")
    run = run_of(pulling, found, path)
    assert (run.counts.created, run.counts.rejected) == (4, 2)
    rejected = [(row.sku, str(row.text)) for row in pulling.rows(run) if row.rejected]
    assert rejected[0] == ("E-5", "quantity: comes in several units, but not in PCS; this row is in BOX")


def test_rows_that_do_not_count_are_listed_with_their_unit(pulling: PullFixture, path: Path) -> None:
    found = inspect(path, repeats="base:PCS")
    setup = PullSetup(str(path), found.plan or "")
    looked, listed = pulling.run_dry(setup)
    run = pulling.run(setup)
    assert looked.counts == run.counts
    assert (run.state, run.counts.read, run.counts.created) == (RunState.DONE, 4, 4)
    assert [(row.line, str(row.text)) for row in listed] == [(4, "in the unit CTN, left out")]
    assert pulling.shop.item_json("A-1")["price_fils"] == 1500


def test_units_at_several_branches_are_added_up_for_each(pulling: PullFixture, tmp_path: Path) -> None:
    header = (*HEADER, "Branch")
    rows = [("A-1", "Bulb", unit, price, qty, branch) for unit, price, qty, branch in (
        ("PCS", "1.500", "5", "Main"), ("CTN", "15.00", "20", "Main"), ("CTN", "15.000", "40", "Sitra"),
    )]  # fmt: skip
    path = write_delimited(tmp_path / "list.csv", [header, *rows])
    found = inspect(path, None, **{"repeats": "sum", "branch-names": "yes"})
    assert found.open_questions == ()
    assert run_of(pulling, found, path).state is RunState.DONE
    item = pulling.shop.item_json("A-1")
    assert {level["branch"]: level["quantity"] for level in item["stock"]} == {"Main": 25, "Sitra": 40}
    assert (item["price_fils"], item["name"]) == (1500, "Bulb")


def test_a_night_in_which_a_second_unit_appears_waits(pulling: PullFixture, path: Path) -> None:
    write_delimited(path, ROWS[:3])
    found = inspect(path)
    assert found.open_questions == ()
    assert run_of(pulling, found, path).state is RunState.DONE
    write_delimited(path, ROWS)
    run = run_of(pulling, found, path)
    assert (run.state, run.counts.saved) == (RunState.NEEDS_APPROVAL, 0)
    assert run.held is not None
    assert "1 row names a part number again: only the last one would count." in str(run.held.reason)
    assert pulling.shop.item_json("A-1")["price_fils"] == 1500


def test_a_night_without_the_base_unit_stops(pulling: PullFixture, path: Path) -> None:
    found = inspect(path, repeats="base:PCS")
    assert run_of(pulling, found, path).state is RunState.DONE
    write_delimited(path, [HEADER, ("A-1", "Bulb", "EA", "1.5", "5"), ("A-1", "Bulb", "CTN", "15", "2")])
    assert run_of(pulling, found, path).state is RunState.FAILED


def test_part_numbers_that_come_in_one_unit_each_are_not_told_apart_by_it(pulling: PullFixture, path: Path) -> None:
    again = [("B-2", "Disc", "pcs", "4.250", "3"), ("B-2", "Disc", "", "4.250", "4")]
    write_delimited(path, [*ROWS[:3], *ROWS[4:], *again])
    asked = inspect(path).open_questions
    assert [[reading.answer for reading in question.readings] for question in asked] == [["sum", "first", "last"]]
    run = run_of(pulling, inspect(path, repeats="last"), path)
    assert run.state is RunState.DONE
    assert pulling.shop.item_json("B-2")["quantity"] == 4


def test_an_unanswered_question_stops_the_run(pulling: PullFixture, path: Path) -> None:
    run = run_of(pulling, inspect(path), path)
    assert (run.state, run.counts.saved) == (RunState.FAILED, 0)
    assert "Which rows count? Only the rows in PCS" in str(run.fault)


def test_a_workbook_with_numbers_is_added_up_exactly(tmp_path: Path) -> None:
    book: Rows = [HEADER, ("A-1", "Bulb", "PCS", 1.5, 2.25), ("A-1", "Bulb", "CTN", 15, 100)]
    path = write_xlsx(tmp_path / "list.xlsx", {"Stock": book})
    found = inspect(path, repeats="sum")
    assert str(levels(found)[0][3]) == "102.25"


def test_a_column_of_pack_sizes_is_no_unit(tmp_path: Path) -> None:
    path = write_delimited(tmp_path / "l.csv", [("SKU", "Name", "Pack"), ("A", "Bulb", "12"), ("A", "Bulb", "24")])
    assert [column.field for column in inspect(path).columns] == ["sku", "name", ""]
    assert "unit" in [column.field for column in inspect(path, None, **{"column-unit": "Pack"}).columns]


PACKS: Rows = [("SKU", "Name", "Price", "Qty"), ("A", "Bulb", "1.5", "3 DOZ"), ("B", "Disc", "4", "2")]
UNITS: Rows = [("SKU", "Name", "UOM", "Price", "Qty"), ("A", "Bulb", "DOZ", "1.5", "3"), ("B", "Disc", "PCS", "4", "2")]
NAMED: Rows = [("SKU", "Name", "Price", "Qty (Doz)"), ("A", "Bulb", "1.5", "3"), ("B", "Disc", "4", "2")]


def quantities(found: FileInspection) -> list[object]:
    return [row.fields.get("quantity") for row in found.rows]


def said(found: FileInspection) -> str:
    return " ".join(str(assumed.text) for assumed in found.sheet.assumptions)


@pytest.mark.parametrize(("rows", "second"), [(PACKS, 2), (UNITS, 2), (NAMED, 24)])
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_dozens_are_stated_and_may_count_pieces(tmp_path: Path, rows: Rows, second: int, kind: str) -> None:
    path = tmp_path / f"a.{kind}"
    write_delimited(path, rows) if kind == "csv" else write_xlsx(path, {"Stock": rows})
    found = inspect(path)
    assert (found.open_questions, quantities(found)) == ((), [3, 2])
    assert "mean as a quantity?" in said(found)
    assert "A price is for one piece, or for one of the packs that its quantity counts." in said(found)
    pieces, kept = (inspect(path, None, **{"stock-packs": rule}) for rule in ("pieces", "keep"))
    assert (quantities(pieces), quantities(kept)) == ([36, second], [None, None if second == 24 else 2])
    assert "A price is for one piece. " in said(pieces)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("3 doz.", 36), ("3 Dozen", 36), ("3 pair", 6), ("DOZ 3", 36), ("3 GRS", 432), ("3 درزن", 36), ("3 زوج", 6),
        ("3 SET OF 4", 12), ("3 BOX x 10", 30), ("3 x 12", 36), ("3 BOX", 3), ("3 SET", 3), ("3 KG", 3),
    ],
)  # fmt: skip
def test_no_unit_of_several_pieces_is_silent(tmp_path: Path, text: str, pieces: int) -> None:
    path = write_delimited(tmp_path / "a.csv", [PACKS[0], ("A", "Bulb", "1.5", text)])
    found = inspect(path)
    (question,) = found.questions
    assert (question.key, quantities(found)) == ("stock-packs", [3])
    assert [reading.answer for reading in question.readings] == [
        "number", *(["pieces"] if pieces > 3 else []), "keep",
    ]  # fmt: skip
    assert quantities(inspect(path, None, **{"stock-packs": "pieces"})) == [pieces]


@pytest.mark.parametrize("text", ["3 pcs", "3 nos.", "PCS 3", "3 ea", "3 шт.", "3 قطعة", "3 حبة", "3"])
def test_pieces_are_not_stated(tmp_path: Path, text: str) -> None:
    path = write_delimited(tmp_path / "a.csv", [PACKS[0], ("A", "Bulb", "1.5", text)])
    assert (inspect(path).questions, quantities(inspect(path))) == ((), [3])


def test_dozens_are_found_behind_many_quantities_in_words(tmp_path: Path) -> None:
    rows: Rows = [PACKS[0], *((f"A{n}", "Bulb", "1.5", f"{n} pcs") for n in range(1, 200)), ("B", "Disc", "4", "3 DOZ")]
    assert [one.key for one in inspect(write_delimited(tmp_path / "a.csv", rows)).questions] == ["stock-packs"]


def test_dozens_of_a_part_with_several_rows_add_up(tmp_path: Path) -> None:
    rows: Rows = [UNITS[0], ("A", "Bulb", "DOZ", "1.5", "3"), ("A", "Bulb", "PCS", "1.5", "4")]
    path = write_delimited(tmp_path / "a.csv", rows)
    found = inspect(path, None, **{"stock-packs": "pieces", "repeats": "sum"})
    assert levels(found)[0][3] == 40


def test_short_rows_of_dozens_add_up(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("SKU,Name,Price,Quantity,Unit\nA,Pad,1.000,2,DOZ\nA,Pad,1.000,3\nB,Disc\n", encoding="utf-8")
    found = inspect(path, None, **{"stock-packs": "pieces", "repeats": "sum"})
    assert levels(found)[0][3] == 27


def test_a_bound_and_a_number_below_zero_count_dozens(tmp_path: Path) -> None:
    path = write_delimited(
        tmp_path / "a.csv", [UNITS[0], *(("A" + text, "Bulb", "DOZ", "1", text) for text in (">20", "-3"))]
    )
    found = inspect(path, None, **{"stock-packs": "pieces"})
    assert quantities(found) == [240, 0]
    assert [str(note) for note in found.rows[1].notes] == ['quantity: "-3" is below zero and counts as 0']
    assert quantities(inspect(path, None, **{"stock-packs": "keep"})) == [None, 0]


@pytest.mark.parametrize(("rows", "later"), [(PACKS, "3 KG"), (UNITS, "KG"), (UNITS, "SET"), (UNITS, "1 roll")])
def test_a_night_with_another_unit_that_is_no_pack_runs(
    pulling: PullFixture, tmp_path: Path, rows: Rows, later: str
) -> None:
    path = write_delimited(tmp_path / "a.csv", rows)
    found = inspect(path)
    assert run_of(pulling, found, path).state is RunState.DONE
    changed = [tuple(later if cell in ("3 DOZ", "DOZ") else cell for cell in row) for row in rows]
    assert run_of(pulling, found, write_delimited(path, changed)).state is RunState.DONE


@pytest.mark.parametrize(("rows", "later"), [(PACKS, "4 PAIR"), (UNITS, "PAIR")])
def test_a_night_with_other_packs_waits(pulling: PullFixture, tmp_path: Path, rows: Rows, later: str) -> None:
    path = write_delimited(tmp_path / "a.csv", rows)
    found = inspect(path)
    assert run_of(pulling, found, path).state is RunState.DONE
    changed = [tuple(later if cell in ("3 DOZ", "DOZ") else cell for cell in row) for row in rows]
    run = run_of(pulling, found, write_delimited(path, changed))
    assert run.held is not None
    assert "The quantities count other packs: pair." in str(run.held.reason)
