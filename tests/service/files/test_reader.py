"""A catalogue in every dialect, encoding and format is read back equal; no bytes
crash the reader.
"""

from __future__ import annotations

import string
import tracemalloc
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from service.domain.pull.pull_choices import FileForm
from service.domain.quantity import convert_milli, format_quantity
from service.files.columns.mapping import Bound, Mapping
from service.files.file_errors import FileBroken, FileError, FileTooLarge, FileUnavailable
from service.files.first_look import inspect_head
from service.files.format_reader import Fact, use_reader
from service.files.formats.package import SheetMarks
from service.files.formats.xlsx import xlsx_rows
from service.files.reader import DEFAULT_CHOICE, Recognised, open_upload, recognise
from service.files.source import Kind, RawRow, Source
from service.files.values.cell_readers import names_nothing
from service.files.values.options import DecimalSign, MoneyUnit, Options
from tests.fakes.read_rows import convert_rows, read_rows, settle_options
from tests.service.files.writers import Cell, write_delimited, write_json, write_ods, write_xls, write_xlsx

HEADER = ["SKU", "Name", "Brand", "Price", "Quantity", "Branch"]
_FIELDS = ("sku", "name", "brand", "price_fils", "quantity", "branch")
_ANY_FOLDER = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

_LATIN = (
    "café filter",
    "brake pad",
    'hose 5"',
    "a,b;c|d",
    "two\nlines",
    "'quoted'",
    "tab\there",
    "é seul",
    "=1+1",
    "-5 bolts",
)
_ARABIC = ("فحمات فرامل", "فلتر زيت", "brake pad فحمات", "مضخة ماء, تويوتا")


_SKU_PART = string.ascii_uppercase + string.digits
_SKUS = (
    st.tuples(st.text(_SKU_PART, min_size=1, max_size=8), st.text(_SKU_PART, max_size=8))
    .map(lambda parts: "-".join(filter(None, parts)))
    .filter(lambda sku: not names_nothing(sku))
)
"""One or two parts; no word for a blank cell. A regular expression takes hypothesis much longer."""


def _fields(names: tuple[str, ...]) -> st.SearchStrategy[dict[str, object]]:
    return st.fixed_dictionaries(
        {
            "sku": _SKUS,
            "name": st.sampled_from(names),
            "brand": st.sampled_from(["Toyota", "Denso", "0123"]),
            "price_fils": st.integers(0, 10**10),
            "quantity": st.integers(0, 10**9).map(convert_milli),
            "branch": st.sampled_from(["Main", "Sitra"]),
        }
    )


def _catalogue(names: tuple[str, ...]) -> st.SearchStrategy[list[dict[str, object]]]:
    return st.lists(_fields(names), min_size=1, max_size=8, unique_by=lambda item: str(item["sku"]))


def _texts(items: list[dict[str, object]], sign: str = ".") -> list[list[Cell]]:
    """The rows of a file of texts."""
    return [[*HEADER], *(_text_row(item, sign) for item in items)]


def _text_row(item: dict[str, object], sign: str) -> list[Cell]:
    price = item["price_fils"]
    quantity = item["quantity"]
    assert isinstance(price, int)
    assert isinstance(quantity, int | Decimal)
    amount = f"{price // 1000}{sign}{price % 1000:03d}"
    count = format_quantity(int(quantity * 1000)).replace(".", sign)
    return [str(item["sku"]), str(item["name"]), str(item["brand"]), amount, count, str(item["branch"])]


def _numbers(items: list[dict[str, object]]) -> list[list[Cell]]:
    """The rows of a file with number cells."""
    rows = _texts(items)
    return [rows[0], *([*row[:3], float(str(row[3])), float(str(row[4])), row[5]] for row in rows[1:])]


def _read(path: Path, options: Options | None = None) -> list[dict[str, object]]:
    return _read_found(path, recognise(path), options)


def _read_found(path: Path, found: Recognised, options: Options | None = None) -> list[dict[str, object]]:
    rows = list(convert_rows(path, found, options))
    assert [row.faults for row in rows] == [()] * len(rows)
    assert [row.notes for row in rows] == [()] * len(rows)
    return [row.fields for row in rows]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1256"])
@given(data=st.data())
@settings(_ANY_FOLDER, max_examples=8)
def test_text_in_every_dialect_and_encoding(
    tmp_path: Path, data: st.DataObject, encoding: str, delimiter: str, end: str
) -> None:
    items = data.draw(_catalogue(_ARABIC))
    path = write_delimited(tmp_path / "list.txt", _texts(items), delimiter=delimiter, encoding=encoding, end=end)
    assert _read(path, Options()) == items


@given(items=_catalogue(_LATIN))
@_ANY_FOLDER
def test_western_text(tmp_path: Path, items: list[dict[str, object]]) -> None:
    path = write_delimited(tmp_path / "list.csv", _texts(items), delimiter=";", encoding="cp1252")
    assert _read(path, Options()) == items


@given(items=_catalogue(_ARABIC))
@_ANY_FOLDER
def test_decimal_commas(tmp_path: Path, items: list[dict[str, object]]) -> None:
    path = write_delimited(tmp_path / "list.csv", _texts(items, ","), delimiter=";")
    assert _read(path) == items


@pytest.mark.parametrize("kind", ["xlsx", "xls", "ods"])
@given(items=_catalogue(_ARABIC + _LATIN))
@_ANY_FOLDER
def test_workbooks_of_numbers_and_of_texts(tmp_path: Path, kind: str, items: list[dict[str, object]]) -> None:
    writer = {"xlsx": write_xlsx, "xls": write_xls, "ods": write_ods}[kind]
    for rows in (_numbers(items), _texts(items)):
        path = writer(tmp_path / "list.bin", {"Notes": [["nothing here"]], "Stock": rows})
        found = recognise(path)
        assert (found.source.kind, found.source.sheet) == (kind, "Stock")
        assert _read_found(path, found) == items


@pytest.mark.parametrize("shape", ["array", "items", "lines"])
@given(items=_catalogue(_ARABIC + _LATIN))
@_ANY_FOLDER
def test_json(tmp_path: Path, shape: str, items: list[dict[str, object]]) -> None:
    assert _read(write_json(tmp_path / "list.bin", _numbers(items), shape)) == items
    assert _read(write_json(tmp_path / "list.bin", _texts(items), shape)) == items


def _refusal(path: Path, choice: FileForm = DEFAULT_CHOICE) -> str:
    """The sentence with which a file is refused, or "Read."; any other exception is a bug."""
    try:
        found = recognise(path, choice)
        if found.mapping.column_of("sku") is not None:
            list(convert_rows(path, found))
    except FileError as fault:
        return fault.message
    return "Read."


@given(content=st.binary(max_size=2000))
@example(b"PK\x03\x04")
@example(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600))
@example(b'{"items": [1]}')
@example(b"[" * 100_000)
@example(b'"')
@example(b"\xff\xfe\x00")
@settings(_ANY_FOLDER, max_examples=300)
def test_any_bytes_are_read_or_refused_in_a_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "any.csv"
    path.write_bytes(content)
    assert _refusal(path).endswith(".")


@pytest.mark.parametrize("kind", ["xlsx", "xls", "ods"])
@given(place=st.floats(0, 1), noise=st.binary(min_size=1, max_size=40), cut=st.booleans())
@settings(_ANY_FOLDER, max_examples=60)
def test_damaged_workbooks_are_read_or_refused(
    tmp_path: Path, kind: str, place: float, noise: bytes, cut: bool
) -> None:
    writer = {"xlsx": write_xlsx, "xls": write_xls, "ods": write_ods}[kind]
    path = writer(tmp_path / "list.bin", {"Stock": [HEADER, ["00123", "Pad", "Toyota", 1.5, 2, "Main"]]})
    whole = path.read_bytes()
    at = int(place * len(whole))
    path.write_bytes(whole[:at] if cut else whole[:at] + noise + whole[at + len(noise) :])
    assert _refusal(path).endswith(".")


@pytest.mark.parametrize("kind", list(Kind))
@given(content=st.binary(max_size=400))
@settings(_ANY_FOLDER, max_examples=40)
def test_a_settled_format_that_does_not_fit_is_refused(tmp_path: Path, kind: Kind, content: bytes) -> None:
    path = tmp_path / "any.bin"
    path.write_bytes(content)
    assert _refusal(path, FileForm(kind=kind)).endswith(".")


def test_the_name_says_nothing_about_the_format(tmp_path: Path) -> None:
    path = write_delimited(tmp_path / "list.xlsx", [HEADER, ["1", "Pad", "", "1.000", "2", ""]], delimiter="\t")
    found = recognise(path)
    assert (found.source.kind, found.source.delimiter) == (Kind.DELIMITED, "\t")


def test_title_rows_blank_rows_and_totals(tmp_path: Path) -> None:
    rows: list[list[Cell]] = [
        ["Al Noor Auto Parts", None, None],
        ["Printed 2026-11-20", None, None],
        [None, None, None],
        ["Item Code", "Description", "Qty"],
        ["00123", "Brake pad", 3],
        [None, None, None],
        ["Item Code", "Description", "Qty"],
        ["00124", "Oil filter", 5],
        [None, None, 8],
        ["Grand Total", None, 8],
    ]
    path = write_xlsx(tmp_path / "list.xlsx", {"Stock": rows})
    found = recognise(path)
    assert found.source.header_row == 4
    assert [
        (row.line, row.fields.get("sku"), row.skipped and str(row.skipped)) for row in convert_rows(path, found)
    ] == [
        (5, "00123", None),
        (7, None, "the column names again, left out"),
        (8, "00124", None),
        (9, None, "a totals row, left out"),
        (10, None, "a totals row, left out"),
    ]


def test_every_guess_can_be_changed(tmp_path: Path) -> None:
    path = write_delimited(tmp_path / "list.csv", [["x", "y"], ["SKU;a", "Name;b"], ["1;2", "3;4"]])
    found = recognise(path, FileForm(delimiter=";", header_row=2, encoding="windows-1252"))
    assert found.source.headers == ("SKU", "a,Name", "b")
    assert next(convert_rows(path, found)).fields == {"sku": "1"}


def test_a_table_without_header_gets_numbered_columns(tmp_path: Path) -> None:
    found = recognise(write_delimited(tmp_path / "list.csv", [["00123", "Pad", "1.500"], ["00124", "Hose", "2.500"]]))
    assert found.source.header_row == 0
    assert found.source.headers == ("Column 1", "Column 2", "Column 3")
    assert tuple(map(str, found.remarks)) == ("No column was recognised as the part number (SKU). Choose it.",)


def test_prices_in_fils_are_told_by_the_column_name(tmp_path: Path) -> None:
    path = write_json(tmp_path / "list.json", [["sku", "price_fils"], ["1", 1500]], "items")
    found = recognise(path)
    assert settle_options(found).money is MoneyUnit.FILS
    assert next(convert_rows(path, found)).fields == {"sku": "1", "price_fils": 1500}


def test_a_thousands_comma_is_told_from_a_decimal_comma(tmp_path: Path) -> None:
    pointed = write_delimited(tmp_path / "a.csv", [["SKU", "Price"], ["1", "1,234"], ["2", "1,234.500"]])
    commaed = write_delimited(tmp_path / "b.csv", [["SKU", "Price"], ["1", "1,234"], ["2", "0,500"]])
    assert [row.fields["price_fils"] for row in read_rows(pointed)] == [1_234_000, 1_234_500]
    assert [row.fields["price_fils"] for row in read_rows(commaed)] == [1_234, 500]
    assert settle_options(recognise(commaed)).decimal is DecimalSign.COMMA


def test_a_missing_file_is_worth_another_try(tmp_path: Path) -> None:
    with pytest.raises(FileUnavailable, match=r"gone.csv is not there"):
        recognise(tmp_path / "gone.csv")


def test_a_file_past_200_mb_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "large.csv"
    with path.open("wb") as file:
        file.truncate(200 * 1024 * 1024 + 1)
    with pytest.raises(FileTooLarge, match="larger than 200 MB"):
        recognise(path)


def test_past_500_000_rows_reading_stops(tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    path.write_text("SKU,Qty\n" + "".join(f"{place},1\n" for place in range(500_001)), encoding="utf-8")
    with pytest.raises(FileTooLarge, match="more than 500,000 rows"):
        recognise(path)
    source = inspect_head(path, FileForm()).source
    with pytest.raises(FileTooLarge, match="more than 500,000 rows"):
        for _ in open_upload(path, source, Mapping((Bound("sku", "SKU"),)), Options()).rows:
            pass


def test_an_unclosed_quote_is_named_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text('SKU,Name\n1,Pad\n2,"Hose\n3,Belt\n', encoding="utf-8")
    with pytest.raises(FileBroken, match="line 3: a quote is opened and never closed"):
        recognise(path)


@pytest.mark.parametrize("shape", ["csv", "lines"])
def test_memory_does_not_grow_with_the_file(tmp_path: Path, shape: str) -> None:
    peaks = []
    for count in (2_000, 20_000):
        name = "A name of some length " * 4
        rows: list[list[Cell]] = [[f"{place:06d}", name, "B", "1.5", "2", "Main"] for place in range(count)]
        rows.insert(0, [*HEADER])
        path = tmp_path / f"{count}.txt"
        found = recognise(write_delimited(path, rows) if shape == "csv" else write_json(path, rows, "lines"))
        tracemalloc.start()
        for _ in convert_rows(path, found):
            pass
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    # Twelve bytes a key are kept to tell that a SKU comes twice;
    # the rows themselves would take eight megabytes.
    assert peaks[1] - peaks[0] < 1_500_000


class CountedRows:
    """Reads workbooks of one sheet, and counts the rows that are taken."""

    def __init__(self) -> None:
        self.taken = 0

    def ask(self, fact: Fact, path: Path, source: Source) -> tuple[str, ...]:
        return {Fact.KIND: (Kind.XLSX.value,), Fact.SHEETS: ("Stock",)}[fact]

    def rows(self, path: Path, source: Source) -> Iterator[RawRow]:
        for row in xlsx_rows(path, source.sheet, SheetMarks()):
            self.taken += 1
            yield row


def test_a_file_is_read_through_once_whatever_column_is_chosen(tmp_path: Path) -> None:
    """It was read again where the owner chose another column."""
    rows: list[tuple[Cell, ...]] = [(f"A-{place}", f"B-{place // 2}", "Pad", place) for place in range(3_000)]
    path = write_xlsx(tmp_path / "a.xlsx", {"Stock": [("SKU", "Maker", "Name", "Quantity"), *rows]})
    counted = CountedRows()
    chosen = Mapping((Bound("sku", "Maker"), Bound("name", "Name")))
    with use_reader(counted):
        found = recognise(path, choose=lambda _: chosen)
    assert found.scan.notable is not None
    assert (found.scan.notable.parts, found.mapping.column_of("sku")) == (1_500, "SKU")
    assert counted.taken == 1_000 + 3_001
