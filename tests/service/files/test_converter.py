"""From rows of a file to rows of an upload (pull §1)."""

from __future__ import annotations

from decimal import Decimal

import msgspec
import pytest

from service.domain.catalogue.row_parser import parse_rows
from service.domain.catalogue.row_types import FIELDS, Row
from service.files.columns.mapping import Bound, BranchColumn, Carry, FitRule, Fixed, Mapping
from service.files.converter import ConvertedRow, Converter, row_json
from service.files.file_errors import ColumnMissing, FileError
from service.files.source import NULL, Kind, RawRow, Source
from service.files.values.options import Options


def converted(headers: str, mapping: Mapping, *rows: list[str], options: Options | None = None) -> list[ConvertedRow]:
    source = Source(Kind.DELIMITED, headers=tuple(headers.split(",")))
    raws = [RawRow(line, cells) for line, cells in enumerate(rows, start=2)]
    return list(Converter(source, mapping, options or Options()).convert(raws))


def bound(**columns: str) -> tuple[Bound, ...]:
    return tuple(Bound(field, column) for field, column in columns.items())


STOCK = Mapping(bound(sku="SKU", name="Name", price_fils="Price", quantity="Qty", branch="Branch"))
COLUMNS = "SKU,Name,Price,Qty,Branch"


def test_blank_cells_leave_what_is_held() -> None:
    (row,) = converted(COLUMNS, STOCK, ["00123", "", "1.5", "  ", ""])
    assert row == ConvertedRow(2, {"sku": "00123", "price_fils": 1500})


def test_a_row_reaches_the_upload_unharmed() -> None:
    (row,) = converted(COLUMNS, STOCK, ["00123", "فحمات", "1.5", "2.125", "Sitra"])
    parse_batch = parse_rows([msgspec.Raw(row_json(row.fields))]).rows[0]
    assert isinstance(parse_batch, Row)
    assert (parse_batch.sku, parse_batch.milli, parse_batch.branch) == ("00123", 2125, "Sitra")
    assert parse_batch.values[FIELDS.index("price_fils")] == 1500


def test_the_later_row_of_a_sku_wins_and_says_so() -> None:
    rows = converted(COLUMNS, STOCK, ["a1", "Pad", "1", "2", ""], ["A1", "Pad", "1", "3", ""])
    assert [tuple(map(str, row.notes)) for row in rows] == [(), ("sku: line 2 has the same SKU; this later row wins",)]


def test_one_sku_in_two_branches_is_both() -> None:
    rows = converted(COLUMNS, STOCK, ["A1", "Pad", "1", "2", "Main"], ["A1", "Pad", "1", "3", "Sitra"])
    assert [(row.fields["branch"], row.fields["quantity"], row.notes) for row in rows] == [
        ("Main", 2, ()),
        ("Sitra", 3, ()),
    ]
    again = converted(COLUMNS, STOCK, ["A1", "Pad", "1", "2", "Main"], ["A1", "Pad", "1", "3", "MAIN"])
    assert tuple(map(str, again[1].notes)) == ("sku: line 2 has the same SKU and branch; this later row wins",)


def test_a_row_without_sku_is_rejected() -> None:
    (row,) = converted(COLUMNS, STOCK, ["", "Pad", "1", "2", "Main"])
    assert tuple(map(str, row.faults)) == ("sku: is blank",)


def test_a_row_that_says_nothing_that_is_read_is_passed_over() -> None:
    assert converted("SKU,Picture", Mapping(bound(sku="SKU")), ["", "http://x/y.jpg"]) == []


def test_a_row_with_too_many_cells_is_rejected() -> None:
    (row,) = converted("SKU,Name", Mapping(bound(sku="SKU", name="Name")), ["1", "Pad", " front", "x"])
    assert tuple(map(str, row.faults)) == (
        "row: has 4 cells where the header has 2; quote texts that hold the delimiter",
    )


def test_a_row_with_too_few_cells_is_read() -> None:
    (row,) = converted(COLUMNS, STOCK, ["1", "Pad"])
    assert row == ConvertedRow(2, {"sku": "1", "name": "Pad"})


def test_fixed_values_hold_where_a_row_is_silent() -> None:
    mapping = Mapping(bound(sku="SKU", branch="Branch"), (Fixed("branch", "Sitra"), Fixed("active", "yes")))
    rows = converted("SKU,Branch", mapping, ["1", ""], ["2", "Main"])
    assert [row.fields["branch"] for row in rows] == ["Sitra", "Main"]
    assert rows[0].fields["active"] is True


def test_a_fixed_value_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(FileError, match="price_fils"):
        converted("SKU", Mapping(bound(sku="SKU"), (Fixed("price_fils", "cheap"),)))


def test_one_quantity_column_per_branch() -> None:
    mapping = Mapping(bound(sku="SKU", name="Name"), branches=(BranchColumn("M", "Main"), BranchColumn("S", "Sitra")))
    rows = converted("SKU,Name,M,S", mapping, ["1", "Pad", "3", "-1"], ["2", "Hose", "", ""], ["3", "Belt", "", "1.5"])
    assert [(row.line, row.fields, row.continued) for row in rows] == [
        (2, {"sku": "1", "name": "Pad", "quantity": 3, "branch": "Main"}, False),
        (2, {"sku": "1", "quantity": 0, "branch": "Sitra"}, True),
        (3, {"sku": "2", "name": "Hose"}, False),
        (4, {"sku": "3", "name": "Belt", "quantity": Decimal("1.5"), "branch": "Sitra"}, False),
    ]
    assert tuple(map(str, rows[1].notes)) == ('quantity: "-1" is below zero and counts as 0 (Sitra)',)


def test_titles_are_carried_down_while_the_handle_is_the_same() -> None:
    mapping = Mapping(bound(sku="SKU", name="Title"), carry=Carry("Handle", ("Title",)))
    rows = converted(
        "Handle,Title,SKU", mapping, ["pad", "Pad", "1"], ["pad", "", "2"], ["hose", "", "3"], ["pad", "", ""]
    )
    assert [row.fields for row in rows] == [{"sku": "1", "name": "Pad"}, {"sku": "2", "name": "Pad"}, {"sku": "3"}]


def test_fit_is_read_from_columns_and_from_text_on_request() -> None:
    columns = Mapping(bound(sku="SKU"), fit=FitRule("Make", "Model", "From", "To"))
    (row,) = converted("SKU,Make,Model,From,To", columns, ["1", "تويوتا", "Corolla", "2014", "2019"])
    assert row.fields["fit"] == [{"make": "Toyota", "model": "Corolla", "year_from": 2014, "year_to": 2019}]
    text = Mapping(bound(sku="SKU"), fit=FitRule(text="Fits"))
    rows = converted("SKU,Fits", text, ["1", "Corolla 2014-2019"], ["2", ""], ["3", "all cars"])
    assert rows[0].fields["fit"] == [{"make": "Toyota", "model": "Corolla", "year_from": 2014, "year_to": 2019}]
    assert "fit" not in rows[1].fields
    assert tuple(map(str, rows[2].notes)) == ('fit: no car was recognised in "all cars", the held fit stays',)


def test_a_json_null_clears_what_may_be_cleared() -> None:
    mapping = Mapping(bound(sku="sku", brand="brand", quantity="quantity"))
    (row,) = converted("sku,brand,quantity", mapping, ["1", NULL, NULL])
    assert row.fields == {"sku": "1", "brand": None}


def test_a_mapped_column_that_is_gone_is_named() -> None:
    with pytest.raises(ColumnMissing, match="no column Price, Branch"):
        converted("SKU,Name,Qty", STOCK)


def test_a_mapping_without_sku_is_refused() -> None:
    with pytest.raises(FileError, match="part number"):
        converted("SKU,Name", Mapping(bound(name="Name")))
