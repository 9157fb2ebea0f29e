"""Exported CSV is plain text for a spreadsheet (pull §5)."""

from __future__ import annotations

import csv
import io
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.catalogue.sku import find_sku_fault, fold, tidy
from service.domain.texts import drop_steering
from service.files.csv_export import csv_lines, safe_cell


@pytest.mark.parametrize("text", ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", " =1", "\t1", "\r1", "\n1", "＝1"])
def test_what_a_spreadsheet_would_run_is_led_by_an_apostrophe(text: str) -> None:
    assert safe_cell(text) == f"'{text}"


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("Oil;=cmd|' /C calc'!A0", "Oil;'=cmd|' /C calc'!A0"),
        ("Oil;  +1;@SUM(A1)", "Oil;'  +1;'@SUM(A1)"),
        ("Oil\t-2+3", "Oil\t'-2+3"),
        ("Oil\r\n=1+1", "Oil\r\n'=1+1"),
        ('Oil;"=1+1"', 'Oil;\'"=1+1"'),
        ("=1;=2", "'=1;'=2"),
        ("\t=1", "'\t'=1"),
        ("\r=1", "'\r'=1"),
        ("\n=1", "'\n'=1"),
        ("5W-30; 1 l", "5W-30; 1 l"),
        ("a = b - c", "a = b - c"),
    ],
)
def test_a_spreadsheet_that_splits_cells_elsewhere_runs_nothing(text: str, safe: str) -> None:
    """Where the list separator of the system is a semicolon, commas and quotes end no cell."""
    assert safe_cell(text) == safe


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("Pad\x1b[31m\x9b2J", "Pad[31m2J"),
        ("A\u202egpj.exe\u2066\ufeff\U000e0041", "Agpj.exe"),
        ("one\u2028two\x85three", "one two three"),
        ("\x1b=1+1", "'=1+1"),
        ("قطعة\u200f \u200eP-1\u200c", "قطعة\u200f \u200eP-1\u200c"),
        ("two\nlines", "two\nlines"),
    ],
)
def test_no_cell_steers_a_terminal_or_turns_the_order_of_a_line(text: str, safe: str) -> None:
    assert safe_cell(text) == safe


@given(st.text(max_size=60).map(tidy).filter(lambda sku: find_sku_fault(sku) is None))
def test_a_sku_is_read_back_as_the_same(sku: str) -> None:
    assert fold(drop_steering(sku)) == fold(sku)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("-5.000", "-5.000"),
        ("+3", "+3"),
        (-7, "-7"),
        (Decimal("-0.5"), "-0.5"),
        ("00123", "00123"),
        (None, ""),
        (True, "true"),
    ],
)
def test_numbers_and_plain_text_are_unharmed(value: str | int | Decimal | None, text: str) -> None:
    assert safe_cell(value) == text


@given(st.lists(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=2, max_size=2), max_size=5))
def test_every_line_is_read_back(rows: list[list[str]]) -> None:
    written = "".join(csv_lines(["a", "b"], rows)).removeprefix("\ufeff")
    read = list(csv.reader(io.StringIO(written, newline="")))
    assert read == [["a", "b"], *([safe_cell(cell) for cell in row] for row in rows)]
