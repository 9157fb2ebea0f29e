"""Words for people take the place of names and codes, in columns that are wide enough for them."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from decimal import Decimal
from pathlib import PurePath

import pytest

from service.domain.export_table import (
    Cell,
    CellKind,
    Column,
    ExportTable,
    TableFormat,
    TableWords,
    find_format,
    put_into_words,
    to_csv_value,
    to_naive_local,
)
from service.domain.times import HOUR

BAHRAIN = timezone(timedelta(hours=3))
ROWS = [("A-1", 500)]
TABLE = ExportTable("Catalogue", (Column("sku", width=20), Column("price_bhd", CellKind.MONEY, 8)), ROWS)
CODED = ExportTable(
    "Orders",
    (Column("status", width=6), Column("refunded", CellKind.SWITCH, 4), Column("reason")),
    [("delivered", True, "delivered"), ("unknown", False, None), (None, None, "2")],
)
STATUS = {"status": {"delivered": "Handed over"}}


@pytest.mark.parametrize(
    ("cell", "kind", "value"),
    [
        ("=A1", CellKind.TEXT, "=A1"),
        (31_508, CellKind.MONEY, Decimal("31.508")),
        (0, CellKind.MONEY, Decimal("0.000")),
        (1_250, CellKind.QUANTITY, Decimal("1.25")),
        (2_000, CellKind.QUANTITY, 2),
        (3, CellKind.COUNT, 3),
        (9 * HOUR, CellKind.TIME, "1970-01-01 12:00"),
        (1, CellKind.SWITCH, True),
        (None, CellKind.MONEY, None),
    ],
)
def test_amounts_are_bhd_and_times_are_local(cell: Cell, kind: CellKind, value: object) -> None:
    assert str(to_csv_value(cell, kind, BAHRAIN)) == str(value)


@pytest.mark.parametrize(
    ("name", "form"),
    [("a.xlsx", TableFormat.XLSX), ("a.b.CSV", TableFormat.CSV), ("a.xls", None), ("xlsx", None), ("-", None)],
)
def test_the_ending_names_the_format(name: str, form: TableFormat | None) -> None:
    assert find_format(PurePath(name)) is form


def test_a_workbook_has_local_times_to_the_second_without_a_zone() -> None:
    assert to_naive_local(9 * HOUR + 1_999, BAHRAIN) == datetime(1970, 1, 1, 12, 0, 1)  # noqa: DTZ001 - as it is stored


def test_headings_take_the_place_of_names_and_the_sheet_runs_as_they_do() -> None:
    words = TableWords({"Catalogue": "الكتالوج", "price_bhd": "السعر بالدينار"}, rtl=True)
    headed = put_into_words(TABLE, words)
    assert (headed.title, headed.rtl, headed.rows) == ("الكتالوج", True, ROWS)
    assert headed.columns == (Column("sku", width=20), Column("السعر بالدينار", CellKind.MONEY, 16))


def test_what_has_no_heading_keeps_its_name() -> None:
    headed = put_into_words(TABLE, TableWords())
    assert (headed.title, headed.rtl) == ("Catalogue", False)
    assert headed.columns == (Column("sku", width=20), Column("price_bhd", CellKind.MONEY, 11))


def test_words_take_the_place_of_the_codes_of_their_own_column() -> None:
    worded = put_into_words(CODED, TableWords(codes=STATUS, yes="Yes", no="No"))
    assert list(worded.rows) == [["Handed over", "Yes", "delivered"], ["unknown", "No", None], [None, None, "2"]]


def test_a_column_is_as_wide_as_its_longest_word_and_a_switch_becomes_text() -> None:
    worded = put_into_words(CODED, TableWords(codes=STATUS, yes="Yes, it is", no="No"))
    assert worded.columns == (
        Column("status", width=13),
        Column("refunded", CellKind.TEXT, 12),
        Column("reason"),
    )


def test_without_words_codes_and_switches_stay_as_scripts_read_them() -> None:
    worded = put_into_words(CODED, TableWords())
    assert list(worded.rows) == CODED.rows
    assert worded.columns[1].kind is CellKind.SWITCH
