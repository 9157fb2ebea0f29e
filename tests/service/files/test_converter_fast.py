"""Rows converted many at once are those converted one by one (pull §1)."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import Raw

from service.domain.catalogue.row_parser import parse_rows
from service.domain.catalogue.row_types import FIELDS as STORED
from service.domain.catalogue.row_types import Row, RowFault
from service.files.columns.mapping import Bound, BranchColumn, Carry, Fixed, Mapping
from service.files.converter import MOST_REPEATS_NAMED, Converter
from service.files.converter_fast import Entry, encode_row, upload_rows
from service.files.source import NULL, DateCell, Kind, NumberCell, RawRow, Source
from service.files.values.options import FIELDS, DecimalSign, Options

HEADERS = (*(f"Column of {field}" for field in FIELDS), "Picture")
EVERY = tuple(Bound(field, f"Column of {field}") for field in FIELDS)
PLAIN = {
    "sku": ("04465-60280", "A/1 2", "sub-12", "b_3"),
    "name": ("Brake pad", "(Left) hose", " فحمات "),
    "name_ar": ("فحمات", ""),
    "oem_number": ("OEM-00000012", "12"),
    "brand": ("Bosch", "Denso", ""),
    "condition": ("used", "New OEM"),
    "list_on_marketplace": ("yes", "no"),
    "active": ("1", "0"),
    "branch": ("Main", "SITRA", "sitra", ""),
    "fit": ('[{"make":"Toyota","model":"Land Cruiser","year_from":2008}]', "[]", ""),
}
AMOUNTS = ("12.345", "1", "1.5", NumberCell("1.5"), "")
REMARKABLE: tuple[str, ...] = (
    *(
        "",
        " ",
        "\u200b",
        "Total",
        "Grand total",
        "sum",
        "Column of sku",
        "Column of name",
        "#N/A",
        "Err:502",
        "1.2E+10",
    ),
    *("-1", "1.23456", "1,5", '="007"', "'12", "a\ufffdb", "½", "x" * 2_000, "[{", "maybe", "12 pcs"),
    *(NULL, DateCell("2024-01-02"), NumberCell("1.5"), NumberCell("1.23456")),
)


plain_rows = st.tuples(*(st.sampled_from(PLAIN.get(field, AMOUNTS)) for field in FIELDS), st.just("x.jpg")).map(list)
odd_rows = st.tuples(plain_rows, st.dictionaries(st.integers(0, len(FIELDS)), st.sampled_from(REMARKABLE))).map(
    lambda drawn: [drawn[1].get(place, cell) for place, cell in enumerate(drawn[0])]
)
short_or_long = st.tuples(plain_rows, st.integers(1, 18)).map(lambda drawn: (drawn[0] + ["", " ", "z"])[: drawn[1]])
tables = st.lists(st.one_of(plain_rows, odd_rows, short_or_long), min_size=1, max_size=12)
mappings = st.sampled_from(
    [
        Mapping(EVERY),
        Mapping(EVERY[:1], (Fixed("branch", "Main"), Fixed("active", "yes"))),
        Mapping(EVERY[::-1], (Fixed("brand", "Bosch"), Fixed("quantity", "2"))),
        Mapping((*EVERY, Bound("name", "Picture"))),
        Mapping(EVERY[:2], branches=(BranchColumn("Column of quantity", "Main"), BranchColumn("Picture", "Sitra"))),
        Mapping(EVERY, carry=Carry("Column of brand", ("Column of name",))),
    ]
)


def parsed(row: Entry) -> tuple[Entry, Row | RowFault | None]:
    """A row without what an upload would make of it, and that."""
    ready = parse_rows([Raw(row.row)]).rows[0] if isinstance(row.row, bytes) else row.row
    return msgspec.structs.replace(row, row=None), ready


Parsed = list[tuple[Entry, Row | RowFault | None]]


def both(table: list[list[str]], mapping: Mapping, decimal: DecimalSign = DecimalSign.POINT) -> tuple[Parsed, Parsed]:
    """The rows of a table by either way."""
    source, options = Source(Kind.XLSX, headers=HEADERS), Options(decimal=decimal)

    def rows() -> list[RawRow]:
        return [RawRow(line, list(cells)) for line, cells in enumerate(table, start=2)]

    one_by_one = Converter(source, mapping, options).convert(rows())
    by_columns = upload_rows(Converter(source, mapping, options), rows())
    return list(map(parsed, by_columns)), [parsed(encode_row(row)) for row in one_by_one]


@given(tables, mappings, st.sampled_from(DecimalSign))
@example([["1", "Pad"]], Mapping(EVERY), DecimalSign.POINT)
def test_both_ways_give_the_same(table: list[list[str]], mapping: Mapping, decimal: DecimalSign) -> None:
    quick, slow = both(table, mapping, decimal)
    assert quick == slow


@given(st.lists(st.tuples(st.text(max_size=6), st.text(max_size=6)), min_size=1, max_size=8))
def test_any_code_and_any_name_are_read_the_same_both_ways(cells: list[tuple[str, str]]) -> None:
    quick, slow = both([["1", "", "", sku, name, name] for sku, name in cells], Mapping(EVERY))
    assert quick == slow
    quick, slow = both([[sku, name] for sku, name in cells], Mapping(EVERY))
    assert quick == slow


def test_a_remark_in_one_row_of_many_stays_in_its_place() -> None:
    table = [[f"A-{number}", "Pad"] for number in range(1_000)]
    table[300] = ["Total", "", "", "", "", "", "", "12"]
    table[301] = ["1.2E+10", "Hose"]
    table[900] = ["a-299", "Pad again"]
    quick, slow = both(table, Mapping(EVERY))
    assert quick == slow
    rows = [row for row, _ in quick]
    assert [row.line for row in rows] == list(range(2, 1_002))
    assert not rows[300].counts
    assert str(rows[301].fault)[:12] == "sku: a sprea"
    assert [str(note) for note in rows[900].notes] == ["sku: line 301 has the same SKU; this later row wins"]
    assert not any(row.notes or row.fault for row in rows[302:900])


def test_a_stretch_of_rows_with_remarks_is_read_the_same() -> None:
    table = [[f"A-{number % 2_900}", "Pad", "", "", "", "", "", "1.23456"] for number in range(3_000)]
    for number in range(400, 1_400):
        table[number][7] = "1.234"
    table[2_999] = ["Total"]
    quick, slow = both(table, Mapping(EVERY))
    assert quick == slow


def brand(row: Entry) -> str:
    """A row's brand, also one that is too long for an upload."""
    return str(
        row.row.values[STORED.index("brand")] if isinstance(row.row, Row) else json.loads(row.row or "")["brand"]
    )


@pytest.mark.parametrize("length", [10, 500, 900, 5_000])
def test_what_is_remembered_of_a_column_is_read_as_if_anew(length: int) -> None:
    table = [[f"A{number}", "", "", "", f"{number % 2_000:05d}".rjust(length, "x")] for number in range(3_000)]
    converter = Converter(Source(Kind.XLSX, headers=HEADERS), Mapping(EVERY), Options())
    rows = upload_rows(converter, [RawRow(line, list(cells)) for line, cells in enumerate(table, start=2)])
    assert [brand(row) for row in rows] == [row[4] for row in table]


@pytest.mark.parametrize("by_columns", [True, False])
def test_of_many_repeats_the_first_are_named(by_columns: bool) -> None:
    converter = Converter(Source(Kind.DELIMITED, headers=("SKU",)), Mapping((Bound("sku", "SKU"),)), Options())
    rows = (RawRow(line, ["A-1"]) for line in range(2, MOST_REPEATS_NAMED + 103))
    read = upload_rows(converter, rows) if by_columns else converter.convert(rows)
    assert sum(bool(row.notes) for row in read) == MOST_REPEATS_NAMED
    assert converter.repeated == MOST_REPEATS_NAMED + 100


@given(
    st.lists(
        st.sampled_from(
            [
                "A-1",
                "",
                "Total",
                "grand total",
                "P-1",
                "-",
                " x",
                "Column of sku",
                " Column of sku ",
                "المجموع",
                "_1",
                "é",
            ]
        )
    )
)
def test_a_block_with_a_row_that_may_be_no_item_is_looked_through(skus: list[str]) -> None:
    converter = Converter(Source(Kind.XLSX, headers=HEADERS), Mapping(EVERY), Options())
    assert converter.may_be_none("\n".join(skus)) or not any(map(converter.may_be_none, skus))


def test_a_block_of_plain_part_numbers_is_not_looked_through() -> None:
    converter = Converter(Source(Kind.XLSX, headers=HEADERS), Mapping(EVERY), Options())
    assert not converter.may_be_none("A-1\nP-2\nS3\nG4\nTorx")
