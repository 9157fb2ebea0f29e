"""Questions of a file are asked in the set-up, answered once, and stop a run until then."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.domain.pull.file_inspection import FileInspection
from service.domain.pull.pull_choices import PullChoices
from service.domain.pull.pulls import PullSetup, Run, RunState
from service.pull.inspect_file import inspect_file
from service.pull.set_up_pull import confirm_pull
from tests.fakes.pull_fixture import PullFixture
from tests.fakes.shop_fixture import ShopFixture
from tests.service.files.writers import Rows, write_delimited

BRANCHES = ("Main", "Sitra")


@pytest.fixture
def pulling(shop: ShopFixture, tmp_path: Path) -> PullFixture:
    return PullFixture(shop, tmp_path)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "list.csv"


def inspect(path: Path, rows: Rows, **answers: str) -> FileInspection:
    write_delimited(path, rows)
    return inspect_file(
        PullSetup(str(path), ""),
        PullChoices(
            answers={key if key.startswith("column-") else key.replace("_", "-"): text for key, text in answers.items()}
        ),
        BRANCHES,
    )


def asked(found: FileInspection, *, optional: bool = False) -> dict[str, list[str]]:
    """By key the answers of each question."""
    return {
        question.key: [reading.answer for reading in question.readings]
        for question in found.questions
        if optional or not question.optional
    }


def fields(found: FileInspection) -> list[dict[str, object]]:
    return [{name: value for name, value in row.fields.items() if name != "name"} for row in found.rows]


def run_of(pulling: PullFixture, found: FileInspection) -> Run:
    assert found.plan is not None
    return pulling.run(PullSetup(str(found.file), found.plan))


def test_new_branch_columns_are_asked_and_the_plain_quantity_is_read_meanwhile(path: Path) -> None:
    rows = [("SKU", "Name", "Qty", "Qty (Riffa)", "Qty (Isa Town)"), ("A", "Pad", "7", "3", "4")]
    found = inspect(path, rows)
    assert asked(found) == {"branch-columns": ["yes", "no"]}
    assert fields(found) == [{"sku": "A", "quantity": 7}]
    assert fields(inspect(path, rows, branch_columns="no")) == [{"sku": "A", "quantity": 7}]
    confirmed = inspect(path, rows, branch_columns="yes")
    assert confirmed.questions == ()
    assert fields(confirmed) == [
        {"sku": "A", "quantity": 3, "branch": "Riffa"}, {"sku": "A", "quantity": 4, "branch": "Isa Town"},
    ]  # fmt: skip


def test_branches_that_the_shop_has_need_no_question(path: Path) -> None:
    found = inspect(path, [("SKU", "Name", "Qty (Main)", "Qty (Sitra)"), ("A", "Pad", "3", "4")])
    assert found.questions == ()
    assert [row["branch"] for row in fields(found)] == ["Main", "Sitra"]


def sentences(found: FileInspection) -> list[str]:
    """What may be answered, in words."""
    return [str(reading.text) for question in found.questions for reading in question.readings]


def test_a_new_name_in_the_branch_column_is_asked_with_the_branch_that_it_may_be(path: Path) -> None:
    rows = [("SKU", "Name", "Qty", "Branch"), ("A", "Pad", "3", "Main"), ("B", "Disc", "4", "Sitra Showroom")]
    found = inspect(path, rows)
    assert asked(found) == {"branch-names": ["yes", "is:Sitra", "no"]}
    assert "Sitra Showroom is a branch, and is created" in sentences(found)
    assert "Sitra Showroom, Isa are branches, and are created" in sentences(
        inspect(path, [*rows, ("C", "", "1", "Isa")])
    )
    assert [row.get("branch") for row in fields(inspect(path, rows, branch_names="no"))] == [None, None]
    assert fields(inspect(path, rows, branch_names="is:Sitra"))[1]["branch"] == "Sitra"
    assert fields(inspect(path, rows, branch_names="yes"))[1]["branch"] == "Sitra Showroom"


def test_a_night_with_a_branch_that_was_never_confirmed_stops(pulling: PullFixture, path: Path) -> None:
    rows = [("SKU", "Name", "Qty", "Branch"), ("A", "Pad", "3", "Riffa")]
    found = inspect(path, rows, branch_names="yes")
    assert run_of(pulling, found).state is RunState.DONE
    write_delimited(path, [*rows, ("B", "Disc", "4", "Rifaa")])
    run = run_of(pulling, found)
    assert (run.state, run.counts.saved) == (RunState.FAILED, 0)
    assert "Rifaa" in str(run.fault)
    assert pulling.branches() == ("Main", "Riffa")


def test_a_night_without_a_branch_that_the_file_named_waits(pulling: PullFixture, path: Path) -> None:
    rows = [("SKU", "Name", "Qty", "Branch"), ("A", "Pad", "3", "Main"), ("B", "Disc", "4", "Riffa")]
    found = inspect(path, rows, branch_names="yes")
    assert run_of(pulling, found).state is RunState.DONE
    write_delimited(path, [*rows[:2], ("B", "Disc", "4", "")])
    run = run_of(pulling, found)
    assert run.state is RunState.NEEDS_APPROVAL
    assert run.held is not None
    assert "no longer names the branches Riffa, and their stock would stay as it is." in str(run.held.reason)
    assert run_of(pulling, inspect(path, [*rows[:2], ("B", "Disc", "5", "")])).state is RunState.DONE


def test_the_first_night_without_a_branch_that_the_set_up_saw_waits(pulling: PullFixture, path: Path) -> None:
    rows = [("SKU", "Name", "Qty", "Branch"), ("A", "Pad", "3", "Main"), ("B", "Disc", "4", "East Riffa")]
    found = inspect(path, rows, branch_names="is:Sitra")
    assert found.plan is not None
    setup = PullSetup(str(path), found.plan)
    pulling.shop.write(lambda tx: confirm_pull(tx, pulling.shop.shop, setup, found.branches))
    write_delimited(path, rows[:2])
    run = pulling.run(setup)
    assert run.held is not None
    assert str(run.held.reason) == ("The file no longer names the branches Sitra, and their stock would stay as it is.")
    write_delimited(path, rows)
    assert pulling.run(setup).state is RunState.DONE
    pulling.shop.write(lambda tx: confirm_pull(tx, pulling.shop.shop, setup, ["Main", "Isa Town"]))
    assert pulling.run(setup, again=True).state is RunState.DONE


def test_two_prices_are_asked_and_the_answer_is_the_column(path: Path) -> None:
    rows = [("SKU", "Name", "Price", "Selling Price"), ("A", "Pad", "2.5", "3.5"), ("B", "Disc", "1.5", "2.5")]
    found = inspect(path, rows)
    assert asked(found) == {"column-price_fils": ["Selling Price", "Price"]}
    assert str(found.questions[0].readings[0].text) == "Selling Price: 3.5, 2.5"
    chosen = inspect(path, rows, **{"column-price_fils": "Price"})
    assert asked(chosen) == {}
    assert fields(chosen)[0]["price_fils"] == 2500


def test_a_second_quantity_is_no_branch_but_a_question(path: Path) -> None:
    rows = [("SKU", "Name", "Qty", "Qty"), ("A", "Pad", "3", "4")]
    assert asked(inspect(path, rows)) == {"column-quantity": ["Qty", "Qty (2)"]}


def test_a_column_that_counts_rows_is_no_part_number_without_asking(path: Path) -> None:
    head = ("Item No", "Code X", "Name", "Price")
    rows = [head, *((str(place), f"PN-{place * 7}", f"Part {place}", "2.5") for place in range(1, 12))]
    found = inspect(path, rows)
    assert asked(found) == {"column-sku": ["Code X", "Item No"]}
    chosen = inspect(path, rows, **{"column-sku": "Code X"})
    assert asked(chosen) == {}
    assert fields(chosen)[0]["sku"] == "PN-7"


def test_without_a_part_number_the_columns_that_may_be_one_are_offered(pulling: PullFixture, path: Path) -> None:
    rows = [("Particulars", "Group", "Qty", "Price"), ("Pad 1", "Brakes", "3", "2.5"), ("Disc 2", "Brakes", "4", "3.5")]
    found = inspect(path, rows)
    assert asked(found) == {"column-sku": ["Particulars"]}
    assert fields(inspect(path, rows, **{"column-sku": "Particulars"}))[1]["sku"] == "Disc 2"


PART_COLUMNS = [
    (("Артикул", "Код", "Наименование"), ["Артикул", "Код"]),
    (("Item No", "Part number", "Name"), ["Item No", "Part number"]),
    (("كود الصنف", "رقم القطعة", "الاسم"), ["كود الصنف", "رقم القطعة"]),
]


def test_a_column_that_says_ean_is_the_barcode_and_not_asked(path: Path) -> None:
    head = ("Code", "EAN", "Name")
    found = inspect(path, [head, *((f"PN-{place}", str(6001234567890 + place), "Pad") for place in range(8))])
    assert asked(found) == {}
    assert (fields(found)[0]["sku"], fields(found)[0]["barcode"]) == ("PN-0", "6001234567890")


def test_bar_codes_as_part_numbers_are_shown_with_the_codes_beside_them(path: Path) -> None:
    rows = [("Code", "Ref X", "Name"), *((str(6001234567890 + place), f"PN-{place}", "Pad") for place in range(8))]
    shown = {column.header: (column.field, column.samples[0]) for column in inspect(path, rows).sheet.columns}
    assert shown == {"Code": ("sku", "6001234567890"), "Ref X": ("", "PN-0"), "Name": ("name", "Pad")}
    assert fields(inspect(path, rows, **{"column-sku": "Ref X"}))[0]["sku"] == "PN-0"


@pytest.mark.parametrize(("head", "expected"), PART_COLUMNS)
def test_two_columns_of_part_numbers_are_asked_and_stop_a_run(
    pulling: PullFixture, path: Path, head: tuple[str, ...], expected: list[str]
) -> None:
    rows = [head, *((f"PN-{place * 7}", f"00-0{place * 3}", f"Part {place}") for place in range(1, 9))]
    found = inspect(path, rows)
    assert asked(found) == {"column-sku": expected}
    shown = [str(reading.text).removeprefix(f"{reading.answer}: ") for reading in found.questions[0].readings]
    assert shown == ["PN-7, PN-14, PN-21", "00-03, 00-06, 00-09"]
    run = run_of(pulling, found)
    assert (run.state, run.counts.saved) == (RunState.FAILED, 0)
    assert "Which column is the part number (SKU)?" in str(run.fault)
    chosen = inspect(path, rows, **{"column-sku": expected[1]})
    assert (asked(chosen), fields(chosen)[0]["sku"]) == ({}, "00-03")
    assert run_of(pulling, chosen).counts.created == 8


@pytest.mark.parametrize("second", [("", ""), ("PN-1", "PN-2"), ("7", "7")])
def test_a_second_code_column_that_cannot_tell_parts_apart_is_not_asked(path: Path, second: tuple[str, str]) -> None:
    rows = [("Item No", "Code", "Name"), *((f"PN-{place}", second[place - 1], "Pad") for place in (1, 2))]
    assert asked(inspect(path, [*rows, *([("PN-3", second[1], "Pad")] if second[0] == "7" else [])])) == {}


def test_a_column_named_sku_is_the_part_number(path: Path) -> None:
    assert asked(inspect(path, [("SKU", "Part number", "Name"), ("A", "04465", "Pad"), ("B", "04466", "Disc")])) == {}


def test_part_numbers_that_repeat_are_counted_in_the_set_up(path: Path) -> None:
    head = ("SKU", "Name", "Qty", "Branch")
    rows = [head, *((f"P-{place}", "Pad", "1", "Main") for place in range(300))]
    again = [("p-7", "Pad", "2", "Main"), ("P-8", "Pad", "2", "Sitra"), ("P-9 ", "Pad", "3", "main")]
    assert [inspect(path, each).sheet.counts["repeated"] for each in (rows, [*rows, *again])] == [0, 2]


def test_large_whole_prices_may_be_fils(path: Path) -> None:
    rows = [("SKU", "Name", "Price"), ("A", "Pad", "31508"), ("B", "Disc", "4250")]
    found = inspect(path, rows)
    assert asked(found) == {"money": ["fils", "bhd"]}
    assert str(found.questions[0].readings[0].text) == "31508 is BHD 31.508, 4250 is BHD 4.250"
    assert fields(inspect(path, rows, money="fils"))[0]["price_fils"] == 31508
    assert fields(inspect(path, rows, money="bhd"))[0]["price_fils"] == 31508000
    named = [("SKU", "Name", "Price (fils)"), *rows[1:]]
    assert asked(inspect(path, named)) == {}


def test_a_column_that_says_fils_but_holds_decimals_is_asked(path: Path) -> None:
    assert "money" in asked(inspect(path, [("SKU", "Name", "Price fils"), ("A", "Pad", "2.5")]))


def test_vat_in_the_prices_is_taken_off_unless_the_owner_says_otherwise(path: Path) -> None:
    rows = [("SKU", "Name", "Price incl. VAT"), ("A", "Pad", "11.0")]
    found = inspect(path, rows)
    assert (asked(found), asked(found, optional=True)) == ({}, {"vat": ["off", "keep"]})
    assert str(found.questions[0].readings[0].text) == "11.0 is BHD 10.000"
    assert fields(found)[0]["price_fils"] == 10000
    assert fields(inspect(path, rows, vat="off"))[0]["price_fils"] == 10000
    assert fields(inspect(path, rows, vat="keep"))[0]["price_fils"] == 11000


def test_another_currency_is_asked(path: Path) -> None:
    rows = [("SKU", "Name", "Price"), ("A", "Pad", "SAR 39.1")]
    assert asked(inspect(path, rows)) == {"currency": ["leave", "bhd"]}
    assert "price_fils" not in fields(inspect(path, rows, currency="leave"))[0]
    assert fields(inspect(path, rows, currency="bhd"))[0]["price_fils"] == 39100


def test_another_currency_in_a_column_of_its_own_is_asked(path: Path) -> None:
    rows = [("SKU", "Name", "Price", "Currency"), ("A", "Pad", "12.50", "USD"), ("B", "Disc", "7.25", "USD")]
    found = inspect(path, rows)
    assert asked(found) == {"currency": ["leave", "bhd"]}
    assert "USD" in str(found.questions[0].text)
    assert "price_fils" not in fields(inspect(path, rows, currency="leave"))[0]
    assert fields(inspect(path, rows, currency="bhd"))[0]["price_fils"] == 12500
    assert asked(inspect(path, [rows[0], ("B", "Disc", "7.25", "BHD"), ("C", "Belt", "1.25", "")])) == {}
    without_prices = [("SKU", "Name", "Qty", "Currency"), ("A", "Pad", "4", "USD")]
    assert asked(inspect(path, without_prices)) == {}


@pytest.mark.parametrize("answer", [None, "bhd"])
def test_a_night_with_another_currency_waits(pulling: PullFixture, path: Path, answer: str | None) -> None:
    named = "BHD" if answer is None else "USD"
    rows = [("SKU", "Name", "Price", "Currency"), *((f"S{n}", "Pad", "12.50", named) for n in range(300))]
    found = inspect(path, rows, **({} if answer is None else {"currency": answer}))
    assert run_of(pulling, found).state is RunState.DONE
    write_delimited(path, [*rows[:-1], ("S299", "Pad", "12.75", "EUR")])
    run = run_of(pulling, found)
    assert (run.state, run.counts.saved) == (RunState.NEEDS_APPROVAL, 0)
    assert run.held is not None
    assert "The prices name another currency: EUR." in str(run.held.reason)


def test_a_night_with_a_new_column_of_currencies_waits_and_its_prices_are_left_out(
    pulling: PullFixture, path: Path
) -> None:
    rows = [("SKU", "Name", "Price"), ("A", "Pad", "12.50")]
    found = inspect(path, rows)
    assert run_of(pulling, found).state is RunState.DONE
    write_delimited(path, [("SKU", "Name", "Price", "Currency"), ("A", "Pad", "12.80", "USD"), ("B", "Disc", "9", "")])
    run = run_of(pulling, found)
    assert (run.state, run.counts.saved) == (RunState.NEEDS_APPROVAL, 0)
    assert run.held is not None
    assert "The file has new columns: Currency." in str(run.held.reason)
    pulling.approve(run)
    assert [pulling.shop.item_json(sku)["price_fils"] for sku in "AB"] == [12500, 9000]


def test_a_new_column_of_numbers_names_no_currency(pulling: PullFixture, path: Path) -> None:
    found = inspect(path, [("SKU", "Name", "Price"), ("A", "Pad", "12.50")])
    write_delimited(path, [("SKU", "Name", "Price", "Currency"), ("A", "Pad", "12.75", "1"), ("B", "Disc", "9", "USD")])
    assert run_of(pulling, found).state is RunState.DONE


@pytest.mark.parametrize("text", ["-", "nil", "Out of stock", "نفذ", "غير متوفر", "N/A", "--"])
def test_words_for_no_stock_are_asked_with_their_count(path: Path, text: str) -> None:
    rows = [("SKU", "Name", "Qty"), ("A", "Pad", text), ("B", "Disc", text), ("C", "Belt", "3")]
    found = inspect(path, rows)
    assert (asked(found), asked(found, optional=True)) == ({}, {"stock-words": ["zero", "keep"]})
    assert f'"{text}" (2)' in str(found.questions[0].text)
    assert [row["quantity"] for row in fields(inspect(path, rows, stock_words="zero"))] == [0, 0, 3]
    assert "quantity" not in fields(inspect(path, rows, stock_words="keep"))[0]


def test_more_than_twenty_is_twenty_where_the_owner_says_so(path: Path) -> None:
    rows = [("SKU", "Name", "Qty"), ("A", "Pad", ">20"), ("B", "Disc", "20+")]
    assert asked(inspect(path, rows), optional=True) == {"stock-more": ["number", "keep"]}
    assert [row["quantity"] for row in fields(inspect(path, rows, stock_more="number"))] == [20, 20]


def test_blank_quantities_and_prices_of_nothing_are_offered_but_stop_nothing(path: Path) -> None:
    rows = [("SKU", "Name", "Price", "Qty"), ("A", "Pad", "0", ""), ("B", "Disc", "2.5", "3")]
    found = inspect(path, rows)
    assert asked(found) == {}
    assert asked(found, optional=True) == {"stock-blank": ["keep", "zero"], "price-zero": ["keep", "zero"]}
    assert fields(found)[0] == {"sku": "A"}
    assert fields(inspect(path, rows, stock_blank="zero", price_zero="zero"))[0] == {
        "sku": "A", "price_fils": 0, "quantity": 0,
    }  # fmt: skip


def test_quantities_that_are_not_read_are_listed_with_their_counts(path: Path) -> None:
    rows = [("SKU", "Name", "Qty"), ("A", "Pad", "call us"), ("B", "Disc", "call us"), ("C", "Belt", "3")]
    assert '"call us" (2)' in "".join(map(str, inspect(path, rows).remarks))


def test_prices_that_are_not_read_are_listed_with_their_counts(path: Path) -> None:
    rows = [("SKU", "Name", "Price"), ("A", "Pad", "call"), ("B", "Disc", "call"), ("C", "Belt", "BHD 3.500")]
    remarks = [str(remark) for remark in inspect(path, rows).remarks]
    assert remarks == ['These prices are not read, and what is held stays: "call" (2).']


def test_a_supplier_is_no_brand(path: Path) -> None:
    found = inspect(path, [("SKU", "Name", "Vendor"), ("A", "Pad", "Al Futtaim")])
    assert "brand" not in fields(found)[0]
