"""Several sheets of a workbook are one list, or a branch each; what came or left is asked or
held.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import xlsxwriter  # type: ignore[import-untyped, unused-ignore]

from service.domain.pull.file_inspection import FileInspection
from service.domain.pull.pull_choices import FileForm, PullChoices
from service.domain.pull.pulls import PullSetup, Run, RunState
from service.files.file_errors import FileBroken
from service.pull.inspect_file import inspect_file
from service.pull.plans import choices_of
from tests.fakes.pull_fixture import PullFixture
from tests.fakes.shop_fixture import ShopFixture
from tests.service.files.writers import Rows, write_xlsx

HEADER = ("SKU", "Name", "Price", "Qty")
SITRA: Rows = [HEADER, ("A", "Pad", 2.5, 1), ("B", "Disc", 3.5, 2)]
RIFFA: Rows = [("Stock of Riffa",), (), ("Code of shelf", "SKU", "Qty", "Name", "Price"), ("x", "A", 7, "Pad", 2.5)]
TUBLI: Rows = [HEADER, ("C", "Belt", 4.5, 3)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return write_xlsx(tmp_path / "list.xlsx", {"Sitra": SITRA, "Riffa": RIFFA})


@pytest.fixture
def pulling(shop: ShopFixture, tmp_path: Path) -> PullFixture:
    return PullFixture(shop, tmp_path)


def inspect(path: Path, choices: PullChoices | None = None, **answers: str) -> FileInspection:
    known = choices or PullChoices()
    given = {key.replace("_", "-"): text for key, text in answers.items()}
    asked = PullChoices(known.form, known.columns, known.branches, answers={**known.answers, **given})
    return inspect_file(PullSetup(str(path), ""), asked, ("Main",))


def keys(found: FileInspection) -> list[str]:
    return [question.key for question in found.questions]


def levels(found: FileInspection) -> list[tuple[object, ...]]:
    return [tuple(row.fields.get(name) for name in ("sku", "quantity", "branch")) for row in found.rows]


def run_of(pulling: PullFixture, found: FileInspection, path: Path) -> Run:
    assert found.plan is not None
    return pulling.run(PullSetup(str(path), found.plan))


def test_sheets_with_the_same_columns_may_be_read_together(path: Path) -> None:
    question = inspect(path).questions[0]
    assert [(reading.answer, str(reading.text)) for reading in question.readings] == [
        ("Sitra", "The sheet Sitra"),
        ("Riffa", "The sheet Riffa"),
        (":branches", "The sheets Sitra, Riffa: each is the stock of one branch"),
        (":all", "The sheets Sitra, Riffa as one list"),
    ]


def test_each_sheet_is_a_branch_and_its_own_header_is_found(path: Path) -> None:
    found = inspect(path, sheet=":branches")
    assert keys(found) == ["branch-names"]
    confirmed = inspect(path, sheet=":branches", branch_names="yes")
    assert keys(confirmed) == []
    assert levels(confirmed) == [("A", 1, "Sitra"), ("B", 2, "Sitra"), ("A", 7, "Riffa")]
    assert (confirmed.form.sheets, confirmed.form.sheet, confirmed.count) == (("Sitra", "Riffa"), None, 3)
    assert [str(remark) for remark in confirmed.remarks] == [
        "Columns that not every sheet has are left out: Code of shelf."
    ]


def test_sheets_as_one_list_have_no_branches_and_say_where_a_row_is(path: Path) -> None:
    assert keys(inspect(path, sheet=":all")) == ["repeats"]
    found = inspect(path, sheet=":all", repeats="last")
    assert keys(found) == []
    assert levels(found) == [("A", 1, None), ("B", 2, None), ("A", 7, None)]
    write_xlsx(path, {"Sitra": SITRA, "Riffa": [HEADER, ("4.80001E+12", "Pad", 1, 1)]})
    assert "in the sheet Riffa" in str(inspect(path, sheet=":all").rows[2].fault)


def test_the_choice_is_stored_with_the_setup(path: Path) -> None:
    plan = inspect(path, sheet=":branches", branch_names="yes").plan
    again = choices_of(plan or "")
    assert (again.form.sheets, again.form.other_sheets) == (("Sitra", "Riffa"), ())
    assert levels(inspect(path, again))[2] == ("A", 7, "Riffa")


def test_several_of_the_sheets_may_be_chosen(path: Path) -> None:
    write_xlsx(path, {"Sitra": SITRA, "Riffa": RIFFA, "Tubli": TUBLI})
    chosen = PullChoices(FileForm(sheets=("Sitra", "Tubli")))
    found = inspect(path, chosen)
    assert [reading.answer for reading in found.questions[0].readings] == [":branches", ":all"]
    together = inspect(path, chosen, sheet=":all")
    assert keys(together) == []
    assert [row[0] for row in levels(together)] == ["A", "B", "C"]
    assert choices_of(together.plan or "").form.other_sheets == ("Riffa",)


def test_sheets_without_a_column_in_common_are_refused(path: Path) -> None:
    write_xlsx(path, {"Sitra": SITRA, "Riffa": [("Code", "Stock"), ("A", 1)]})
    assert [reading.answer for reading in inspect(path).questions[0].readings] == ["Sitra", "Riffa"]
    with pytest.raises(FileBroken, match="no column in common"):
        inspect(path, PullChoices(FileForm(sheets=("Sitra", "Riffa"))))


def test_a_hidden_sheet_is_never_among_them(path: Path) -> None:
    book = xlsxwriter.Workbook(str(path))
    for name, rows in (("Sitra", SITRA), ("Tubli", TUBLI), ("Old", RIFFA)):
        sheet = book.add_worksheet(name)
        for place, cells in enumerate(rows):
            sheet.write_row(place, 0, cells)
    book.get_worksheet_by_name("Old").hide()
    book.close()
    assert inspect(path, sheet=":branches").form.sheets == ("Sitra", "Tubli")


def test_a_night_with_a_new_sheet_stops_until_the_owner_answers(pulling: PullFixture, path: Path) -> None:
    found = inspect(path, sheet=":branches", branch_names="yes")
    assert run_of(pulling, found, path).counts.saved == 3
    write_xlsx(path, {"Sitra": SITRA, "Tubli": TUBLI, "Riffa": RIFFA, "Notes": [("Hello",)]})
    run = run_of(pulling, found, path)
    assert (run.state, run.counts.saved) == (RunState.FAILED, 0)
    assert "The workbook has new sheets: Tubli. Are they read?" in str(run.fault)
    stored = choices_of(found.plan or "")
    assert keys(inspect(path, stored)) == ["sheets-new"]
    refused = inspect(path, stored, sheets_new="no")
    assert keys(refused) == []
    assert run_of(pulling, refused, path).state is RunState.DONE
    taken = inspect(path, stored, sheets_new="yes")
    assert taken.form.sheets == ("Sitra", "Riffa", "Tubli")
    assert run_of(pulling, taken, path).counts.created == 1
    assert "sheets-new" not in choices_of(taken.plan or "").answers
    assert keys(inspect(path, choices_of(taken.plan or ""))) == []


@pytest.mark.parametrize("blank", [False, True])
def test_a_night_without_one_of_the_sheets_waits(pulling: PullFixture, path: Path, blank: bool) -> None:
    found = inspect(path, sheet=":branches", branch_names="yes")
    run_of(pulling, found, path)
    write_xlsx(path, {"Sitra": SITRA, "Riffa": []} if blank else {"Sitra": SITRA})
    setup = PullSetup(str(path), found.plan or "")
    looked, _ = pulling.run_dry(setup)
    run = pulling.run(setup)
    assert looked.state is run.state is RunState.NEEDS_APPROVAL
    assert run.held is not None
    assert "no rows in the sheets Riffa any more" in str(run.held.reason)
    assert pulling.approve(run).state is RunState.DONE


def test_a_night_without_any_of_the_sheets_fails(pulling: PullFixture, path: Path) -> None:
    found = inspect(path, sheet=":branches", branch_names="yes")
    run_of(pulling, found, path)
    write_xlsx(path, {"Other": SITRA})
    run = run_of(pulling, found, path)
    assert run.state is RunState.FAILED
    assert "has no rows in the sheets Sitra, Riffa" in str(run.fault)


def test_a_totals_row_of_a_sheet_is_no_item(path: Path) -> None:
    total = ("Printed on 12/11/2026", "admin", "", "")
    write_xlsx(path, {"Sitra": [*SITRA, ("", "", 6, 3), total], "Tubli": TUBLI})
    found = inspect(path, sheet=":all")
    assert [row.fields.get("sku") for row in found.rows] == ["A", "B", None, None, "C"]
    assert [bool(row.fault) for row in found.rows] == [False] * 5
