"""The reading sheet says what a set-up understood, and a first run waits until it is confirmed
(pull §2).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from service.domain.pull.file_inspection import FileInspection
from service.domain.pull.pull_choices import PullChoices
from service.domain.pull.pulls import NOT_CONFIRMED, MissingRule, PullSetup, Run, RunState
from service.files.file_errors import FileError
from service.pull.inspect_file import inspect_file
from service.store.shops import add_branch
from tests.fakes.pull_fixture import HEADER, PullFixture, rows_of
from tests.fakes.shop_fixture import ShopFixture


@pytest.fixture
def pull(shop: ShopFixture, tmp_path: Path) -> PullFixture:
    return PullFixture(shop, tmp_path)


def inspect(folder: Path, text: str, **answers: str) -> FileInspection:
    path = folder / "list.csv"
    path.write_text(text, encoding="utf-8")
    answered = {key.replace("_", "-"): answer for key, answer in answers.items()}
    return inspect_file(PullSetup(str(path), ""), PullChoices(answers=answered), ("Main",))


def questions(found: FileInspection) -> list[str]:
    return [question.key for question in found.open_questions]


def said(found: FileInspection) -> str:
    return " ".join(str(assumed.text) for assumed in found.sheet.assumptions)


def values(found: FileInspection, field: str) -> list[object]:
    return [row.fields.get(field) for row in found.rows if row.fields]


LIST = "SKU,Name,Price,Qty\nA1,Brake pad,4.500,627\nA2,Oil filter,3.250,3\n"


def test_the_sheet_says_how_the_file_is_read_and_shows_parts_as_they_would_be_saved(tmp_path: Path) -> None:
    sheet = inspect(tmp_path, LIST).sheet
    assert [(str(sample.why), str(sample.text)) for sample in sheet.samples[:4]] == [
        ("The dearest", "Brake pad A1: BHD 4.500, 627 at Main"),
        ("The cheapest", "Oil filter A2: BHD 3.250, 3 at Main"),
        ("The most stock", "Brake pad A1: BHD 4.500, 627 at Main"),
        ("The longest name", "Oil filter A2: BHD 3.250, 3 at Main"),
    ]
    assert sheet.counts == {"rows": 2, "parts": 2, "repeated": 0, "left_out": 0}
    assert {"currency", "vat", "price-per", "decimal", "encoding", "header-row", "missing", "branches"} <= {
        assumed.key for assumed in sheet.assumptions
    }
    assert not sheet.questions


def test_a_sample_is_not_said_to_repeat_itself(tmp_path: Path) -> None:
    """The dearest part is the most stock too, and was noted as a part that an earlier row has."""
    assert [sample.row.notes for sample in inspect(tmp_path, LIST).sheet.samples] == [()] * 7


def test_a_part_at_two_branches_is_one_part(tmp_path: Path) -> None:
    rows = "SKU,Name,Price,Qty,Branch\nA1,Pad,4.500,6,Main\nA2,Disc,5.500,6,Main\nA1,Pad,4.500,2,Riffa\n"
    assert inspect(tmp_path, rows, branch_names="yes").sheet.counts["parts"] == 2


def test_branches_are_written_as_the_shop_or_the_file_writes_them(tmp_path: Path) -> None:
    rows = "SKU,Name,Price,Qty,Branch\nA1,Pad,4.500,6,MAIN\nA2,Disc,5.500,6,East Riffa\nA3,Oil,5.500,6,EAST RIFFA\n"
    assert "Quantities are the stock at Main, East Riffa:" in said(inspect(tmp_path, rows, branch_names="yes"))


def test_columns_of_numbers_that_are_not_used_are_named(tmp_path: Path) -> None:
    found = inspect(tmp_path, "SKU,Name,Price,Qty,Kept for,Note\nA1,Pad,4.5,6,3,old\nA2,Disc,5.5,7,12,new\n")
    assert [(column.header, column.samples) for column in found.sheet.unused] == [("Kept for", ("3", "12"))]


@pytest.mark.parametrize(
    ("header", "field"),
    [
        ("Item Price", "price_fils"), ("Price 1", "price_fils"), ("current_price", "price_fils"),
        ("Offer Price", "price_fils"), ("Price (Inc. VAT)", "price_fils"), ("S.P. (BD)", "price_fils"),
        ("UnitPrice", "price_fils"), ("Balance Qty", "quantity"), ("Qty in hand", "quantity"),
        ("Q.O.H", "quantity"), ("رصيد المخزن", "quantity"), ("Loc", "branch"), ("Godown", "branch"),
        ("W/Sale", "wholesale_price_fils"), ("Item Cd.", "sku"), ("PARTNO", "sku"),
    ],
)  # fmt: skip
def test_common_names_of_the_gulf_are_known(tmp_path: Path, header: str, field: str) -> None:
    rest = "Name,X" if field == "sku" else "SKU,Name"
    found = inspect(tmp_path, f"{rest},{header}\nA1,Pad,12\nA2,Disc,13\n")
    assert [column.field for column in found.columns if column.header == header] == [field]


@pytest.mark.parametrize("header", ["Wholesale Price"])
def test_what_open_source_pos_pays_is_no_trade_price(tmp_path: Path, header: str) -> None:
    found = inspect(tmp_path, f"Barcode,Item Name,{header},Retail Price,Quantity\nA1,Pad,1.95,3.25,1\n")
    assert values(found, "wholesale_price_fils") == [None]
    assert [column.header for column in found.sheet.unused] == [header]


def test_a_decimal_comma_without_quotes_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"the comma in 4,627 may be a decimal sign"):
        inspect(tmp_path, "Code,Name,Price,Qty\nA1,Brake pad,4,627,3\nA2,Disc,12,500,4\n")


def test_only_prices_that_name_another_currency_are_left_out(tmp_path: Path) -> None:
    text = "SKU,Name,Price\nA1,Pad,3.250\nA2,Disc,USD 7.00\nA3,Belt,5.5 KD\n"
    for answer in ("leave", "bhd"):
        found = inspect(tmp_path, text, currency=answer)
        assert values(found, "price_fils") == [3250, None, None]
        assert "Prices in KD, USD are left out" in said(found)


def test_a_column_of_currencies_leaves_out_its_rows_only(tmp_path: Path) -> None:
    found = inspect(tmp_path, "SKU,Name,Currency,Price\nA1,Pad,BHD,3.25\nA2,Disc,USD,7\nA3,Belt,,4\n")
    assert (questions(found), values(found, "price_fils")) == ([], [3250, None, 4000])


def test_prices_for_several_pieces_are_left_out_row_by_row(tmp_path: Path) -> None:
    found = inspect(tmp_path, "SKU,Name,Price,Per\nA1,Pad,3.25,1\nA2,Screw,9,100\n", price_per="leave")
    assert values(found, "price_fils") == [3250, None]


@pytest.mark.parametrize(
    ("above", "key"),
    [("All prices in USD", "currency"), ("Currency: AED", "currency"), ("السعر بالريال", "currency")],
)
def test_a_currency_above_the_names_is_asked(tmp_path: Path, above: str, key: str) -> None:
    assert questions(inspect(tmp_path, f'"{above}",,\n{LIST}')) == [key]


def test_vat_above_the_names_is_taken_off_and_said(tmp_path: Path) -> None:
    text = "prices are inclusive of VAT,,,\nSKU,Name,Price,Qty\nA1,Pad,1.100,1\n"
    found = inspect(tmp_path, text)
    assert (questions(found), values(found, "price_fils")) == ([], [1000])
    assert "10% VAT is taken off the prices." in said(found)
    assert values(inspect(tmp_path, text, vat="keep"), "price_fils") == [1100]


@pytest.mark.parametrize("word", ["False", "NULL", "None", "nan", "\\N", "undefined", "(null)", "n/a", "-"])
def test_words_for_nothing_are_blank(tmp_path: Path, word: str) -> None:
    found = inspect(tmp_path, f"SKU,Name,Brand,Price\n{word},Pad,Denso,1\nA2,Disc,{word},2\n")
    assert [str(row.fault) for row in found.rows] == ["sku: is blank", ""]
    assert values(found, "brand") == ["Denso", None]


def test_rows_that_are_no_parts_are_counted(tmp_path: Path) -> None:
    found = inspect(
        tmp_path, f'{LIST}----,----,----,----\nSKU,Name,Price,Qty\nTOTAL,30 items,999.000,77\n"المجموع",30,9,7\n'
    )
    assert found.sheet.counts["left_out"] == 4
    assert "2 rows: a totals row, left out." in said(found)
    assert [row.texts.get("sku") for row in found.rows if row.fields] == ["A1", "A2"]


def test_dates_are_no_part_numbers(tmp_path: Path) -> None:
    found = inspect(
        tmp_path, "SKU,Name\n12-Oct,Pad\n10/12/2025 0:00,Disc\n١٢-أكتوبر,Belt\n2025-10-12,Rod\n44-12-A,Nut\n"
    )
    assert [bool(row.fault) for row in found.rows] == [True, True, True, True, False]


REPEATS = "SKU,Name,Batch,Qty\nA1,Pad,L0,1\nA1,Pad,M0,11\nA2,Disc,L0,2\n"


@pytest.mark.parametrize(
    ("rule", "quantity"),
    [("sum", 12), ("first", 1), ("last", 11)],
)
def test_which_row_of_a_part_counts_is_asked(pull: PullFixture, rule: str, quantity: int) -> None:
    path = pull.folder / "list.csv"
    path.write_text(REPEATS, encoding="utf-8")
    asked = inspect_file(PullSetup(str(path), ""), PullChoices(), pull.branches())
    assert [(one.key, [reading.answer for reading in one.readings]) for one in asked.open_questions] == [
        ("repeats", ["sum", "first", "last"])
    ]
    pull.run(pull.setup(path, PullChoices(answers={"repeats": rule})))
    assert [pull.shop.item_json(sku)["quantity"] for sku in ("A1", "A2")] == [quantity, 2]


@pytest.mark.parametrize(
    "text",
    [
        "SKU,Name,Min qty,Price\nA1,Pad,1,3.500\nA1,Pad,100,2.500\n",
        "SKU,Name,Godown,Qty\nA1,Pad,Main,3\nA1,Pad,Main,5\n",
        "SKU,Name,Serial No,Qty\nA1,Pad,S1,1\nA1,Pad,S2,1\n",
        "SKU,Name,Price list,Price\nA1,Pad,Retail,3.5\nA1,Pad,Dealer,2.5\n",
        "SKU,Name,Valid from,Price\nA1,Pad,2026-01-01,3.5\nA1,Pad,2026-06-01,2.5\n",
        "SKU,Name,Price,Qty\nA1,Pad,3.5,7\nA2,Disc,4.5,1\n,Returns,,\nSKU,Name,Price,Qty\nA1,Pad,3.5,2\n",
    ],
)
def test_each_kind_of_repeated_rows_is_asked(tmp_path: Path, text: str) -> None:
    found = inspect(tmp_path, text)
    assert questions(found) == ["repeats"]
    assert (found.sheet.counts["parts"], found.sheet.counts["repeated"]) == (1 + text.count("A2"), 1)


def test_equal_rows_of_a_part_are_not_asked_about(tmp_path: Path) -> None:
    found = inspect(tmp_path, "SKU,Name,Qty\nA1,Pad,1\nA1,Pad,1\n")
    assert questions(found) == []
    assert "1 row names a part number again" in said(found)


def first_run(pull: PullFixture, **kept: bool) -> Run:
    return pull.run(pull.setup(pull.file(*rows_of(3))), **kept)


def test_a_first_run_waits_until_the_set_up_is_confirmed(pull: PullFixture) -> None:
    run = first_run(pull, confirmed=False)
    assert run.state is RunState.NEEDS_APPROVAL
    assert run.held is not None
    assert run.held.reason == NOT_CONFIRMED
    assert pull.shop.count("items") == 0
    assert first_run(pull).counts.created == 3


def test_an_approved_first_run_confirms_its_set_up(pull: PullFixture) -> None:
    assert pull.approve(first_run(pull, confirmed=False)).state is RunState.DONE
    assert first_run(pull, confirmed=False, again=True).state is RunState.DONE


def test_another_reading_of_the_file_waits_again(pull: PullFixture) -> None:
    first_run(pull)
    again = pull.setup(pull.file(*rows_of(3)), PullChoices(prices_in_fils=True))
    assert pull.run(again, confirmed=False).state is RunState.NEEDS_APPROVAL


def test_a_night_whose_set_up_was_confirmed_meanwhile_goes_on(pull: PullFixture) -> None:
    setup = pull.setup(pull.file(*rows_of(3)))
    assert pull.run(setup, confirmed=False, raise_unavailable=True).state is RunState.NEEDS_APPROVAL
    assert pull.run(setup, confirmed=True, raise_unavailable=True).state is RunState.DONE


NIGHT = 40


def night(pull: PullFixture, rows: list[tuple[object, ...]]) -> str:
    """Why a file waits that differs from the confirmed one; "" if it is saved."""
    pull.pull(*rows_of(NIGHT, quantity=10))
    pull.shop.clock.advance(60_000)
    run = pull.run(pull.setup(pull.file(*rows)))  # type: ignore[arg-type]
    return "" if run.held is None else str(run.held.reason)


def test_a_few_prices_times_a_thousand_wait_with_examples(pull: PullFixture) -> None:
    rows = rows_of(12, price=1500, quantity=10) + rows_of(NIGHT - 12, first=12, quantity=10)
    why = night(pull, list(rows))
    assert "would make 12 of 40 prices five times as high or as low" in why
    assert "For example: p000000 BHD 1.500 to 1500.000, p000001" in why


def test_quantities_times_a_hundred_wait(pull: PullFixture) -> None:
    why = night(pull, list(rows_of(NIGHT, quantity=1000)))
    assert "The units in stock go from 400, when the file was confirmed, to 40000." in why
    assert "For example: P000000 10 to 1000, P000001 10 to 1000, P000002 10 to 1000." in why


def test_stock_that_falls_a_little_every_night_waits_in_the_end(pull: PullFixture) -> None:
    pull.pull(*rows_of(NIGHT, quantity=40))
    states = [pull.pull(*rows_of(NIGHT, quantity=left)).state for left in (24, 15)]
    assert states == [RunState.DONE, RunState.NEEDS_APPROVAL]


def test_part_numbers_in_another_spelling_wait(pull: PullFixture) -> None:
    rows = [(f"{sku}.0", *rest) for sku, *rest in rows_of(NIGHT, quantity=10)]
    why = night(pull, list(rows))
    assert "40 of 40 part numbers are new: they may be written in another way." in why
    assert "For example: p000000.0, p000001.0, p000002.0." in why


def test_blank_quantities_wait(pull: PullFixture) -> None:
    rows = [(sku, name, price, "" if place % 4 else 10) for place, (sku, name, price, _) in enumerate(rows_of(NIGHT))]
    why = night(pull, list(rows))
    assert "30 of 40 rows have no quantity: their stock would stay as it is. For example: P000001, P000002, " in why


def test_rows_that_begin_to_repeat_wait(pull: PullFixture) -> None:
    why = night(pull, [*rows_of(NIGHT, quantity=10), *rows_of(5, quantity=10)])
    assert (
        "5 rows name a part number again: only the last one would count. For example: P000000, P000001, P000002." in why
    )


@pytest.mark.parametrize("end", ["11\n", "1"])
def test_a_night_that_is_cut_off_in_its_last_cell_waits(pull: PullFixture, end: str) -> None:
    path = pull.file(*rows_of(3, quantity=11))
    setup = pull.setup(path)
    assert pull.run(setup).state is RunState.DONE
    path.write_text(f"SKU,Name,Price,Quantity\nP000000,Part 0,1.5,12\nP000001,Part 1,1.5,{end}", encoding="utf-8")
    run = pull.run(setup)
    is_whole = end.endswith("\n")
    assert run.state is (RunState.DONE if is_whole else RunState.NEEDS_APPROVAL)
    assert is_whole == (run.held is None or "its last cell may be cut off" not in str(run.held.reason))


def test_one_name_for_every_part_waits(pull: PullFixture) -> None:
    rows = [(sku, "products", *rest) for sku, _, *rest in rows_of(NIGHT, quantity=10)]
    assert "Nearly all of the 40 parts would have one name: products." in night(pull, list(rows))


@pytest.mark.parametrize(
    ("missing", "left"),
    [(MissingRule.STAY, 5), (MissingRule.ZERO, 0), (MissingRule.INACTIVE, 0)],
)
def test_a_part_without_a_row_at_one_branch_is_missing_there(
    pull: PullFixture, missing: MissingRule, left: int
) -> None:
    header = ("SKU", "Name", "Quantity", "Branch")
    rows = [(f"P{place}", f"Part {place}", 5, branch) for place in range(4) for branch in ("Main", "Sitra")]
    pull.shop.write(lambda tx: add_branch(tx, pull.shop.shop.id, "Sitra"))
    pull.run(pull.setup(pull.file(*rows, header=header), missing=missing))
    before = pull.read_everything()
    pull.file(*[row for row in rows if row[0] != "P1" or row[3] == "Main"], header=header)
    setup = pull.setup(pull.folder / "stock.csv", missing=missing)
    run = pull.run(setup)
    assert run.state is RunState.DONE
    levels = {
        (sku, one["branch"]): one["quantity"] for sku in ("P0", "P1") for one in pull.shop.item_json(sku)["stock"]
    }
    assert levels == {("P0", "Main"): 5, ("P0", "Sitra"): 5, ("P1", "Main"): 5, ("P1", "Sitra"): left}
    assert pull.shop.item_json("P1")["active"] is True
    if missing is not MissingRule.STAY:
        pull.undo(run)
        assert pull.read_everything() == before


def test_a_branch_that_loses_most_of_its_rows_counts_as_lost_stock(pull: PullFixture) -> None:
    header = ("SKU", "Name", "Quantity", "Branch")
    rows = [(f"P{place}", f"Part {place}", 5, branch) for place in range(10) for branch in ("Main", "Sitra", "Isa")]
    for branch in ("Sitra", "Isa"):
        pull.shop.write(lambda tx, branch=branch: add_branch(tx, pull.shop.shop.id, branch))  # type: ignore[misc]
    path = pull.file(*rows, header=header)
    pull.run(pull.setup(path, missing=MissingRule.ZERO))
    pull.file(*[row for row in rows if row[3] == "Main" or row[0] == "P1"], header=header)
    setup = pull.setup(path, missing=MissingRule.ZERO)
    dry, _ = pull.run_dry(setup)
    run = pull.run(setup)
    assert dry.held is not None
    assert run.held is not None
    assert (dry.held.dropped, run.held.dropped) == (18, 18)
    assert "The file would set 0 of 30 stock levels to 0 and drop 18." in str(run.held.reason)


def test_the_rows_of_a_branch_that_vanish_wait(pull: PullFixture) -> None:
    header = ("SKU", "Name", "Quantity", "Branch")
    rows = [(f"P{place}", f"Part {place}", 5, branch) for place in range(30) for branch in ("Main", "Sitra")]
    pull.shop.write(lambda tx: add_branch(tx, pull.shop.shop.id, "Sitra"))
    assert pull.run(pull.setup(pull.file(*rows, header=header))).state is RunState.DONE
    left = [row for row in rows if row[3] == "Main" or row[0] < "P2"]
    run = pull.run(pull.setup(pull.file(*left, header=header)))
    assert run.held is not None
    assert "Sitra has 12 rows, 30 when it was confirmed." in str(run.held.reason)


def test_a_new_column_waits(pull: PullFixture) -> None:
    setup = pull.setup(pull.file(*rows_of(NIGHT)))
    pull.run(setup)
    rows = [(*row, "x") for row in rows_of(NIGHT)]
    pull.file(*rows, header=(*HEADER, "Bin"))
    run = pull.run(setup)
    assert run.held is not None
    assert "The file has new columns: Bin." in str(run.held.reason)
