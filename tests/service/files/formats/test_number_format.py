"""Numbers of cells as text (pull §1: a number cell formatted `00000` reads as it shows)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.files.formats.number_format import (
    is_date_format,
    make_date_formatter,
    make_number_formatter,
    number_text,
    plain_number,
)
from service.files.source import DateCell, NumberCell


@pytest.mark.parametrize(
    ("code", "number", "expected"),
    [
        ("00000", "123", "00123"),
        ("00000", "1234567", "1234567"),
        ("000-000", "1234", "001-234"),
        ('"P"0000', "12", "P0012"),
        ("0000\\-00", "123456", "1234-56"),
        ("General", "123", "123"),
        ("0", "123", "123"),
        ("#,##0", "1234", "1234"),
        ("0.00", "12", "12.00"),
        ("0.000", "90.75", "90.750"),
        ("0.000", "4.5678", "4.5678"),
        ('"BP-"0.0', "17", "BP-17.0"),
        ("[$AED] #,##0.00", "3.25", "3.25 AED"),
        ("_-[$SAR-401]\\ * #,##0.00_-", "4", "4 SAR"),
        ('"$"#,##0.00', "3.25", "3.25 $"),
        ("$#,##0.00", "3.25", "3.25 $"),
        ("€#,##0.00", "3.25", "3.25 €"),
        ("#,##0.00 €", "3.25", "3.25 €"),
        ("£0.000", "3.25", "3.25 £"),
        ("_($* #,##0.00_)", "3.25", "3.25 $"),
        ("[$-409]#,##0.00", "3.25", "3.25"),
        ("[$BHD] #,##0.000", "3.25", "3.25"),
        ("00000", "12.5", "12.5"),
        ("00000", "-5", "-5"),
        ('#,##0.000 "BD"', "5", "5"),
        ("00000;[Red]-00000", "7", "00007"),
        ("0%", "0.15", "15%"),
        ("0.00%", "0.30000000000000004", "30%"),
        ("#,##0.0 %;[Red]-0%", "-12.5", "-1250%"),
        ("0%", "1", "100%"),
        ("0%", "0", "0%"),
        ("0%", "no number", "no number"),
        ('0"%"', "15", "15%"),
        ("0.0\\%", "12.5", "12.5%"),
    ],
)
def test_formats(code: str, number: str, expected: str) -> None:
    assert make_number_formatter(code)(number) == expected


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("0.1", "0.1"),
        ("0.30000000000000004", "0.3"),
        ("4.80001E+12", "4800010000000"),
        ("1E-05", "0.00001"),
        ("007", "7"),
        ("-3.0", "-3"),
        ("no number", "no number"),
        ("nan", "nan"),
    ],
)
def test_plain_numbers(text: str, plain: str) -> None:
    assert plain_number(text) == plain


def test_past_fifteen_digits_a_number_shows_that_it_is_no_code() -> None:
    assert plain_number("1234567890123456") == "1.23456789012346E+15"


@given(st.integers(-(10**14), 10**14), st.integers(0, 6))
def test_numbers_of_up_to_fifteen_digits_are_exact(digits: int, places: int) -> None:
    text = number_text(digits / 10**places)
    assert float(text) == digits / 10**places
    assert "e" not in text.lower()
    assert isinstance(text, NumberCell) == ("." in text)


def test_dates() -> None:
    assert is_date_format("dd/mm/yyyy")
    assert is_date_format("", 14)
    assert not is_date_format("0.00")
    assert not is_date_format('0 "days"')
    assert not is_date_format("General")
    assert make_date_formatter(since_1904=False)("45000") == "2023-03-15"
    assert isinstance(make_date_formatter(since_1904=False)("45000.5"), DateCell)
    assert make_date_formatter(since_1904=False)("45000.5") == "2023-03-15 12:00:00"
    assert make_date_formatter(since_1904=True)("43538") == "2023-03-15"
    assert make_date_formatter(since_1904=False)("-1") == "-1"


@pytest.mark.parametrize("number", [14, 22, 27, 50, 58])
def test_a_format_that_has_a_code_is_what_its_code_says(number: int) -> None:
    assert not is_date_format("00000000000", number)
    assert not is_date_format("General", number)
    assert is_date_format("yyyy-mm-dd", number)
    assert is_date_format("", number)
