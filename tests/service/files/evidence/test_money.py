"""Which column names currencies, and which of them are no dinars."""

from __future__ import annotations

import pytest

from service.files.evidence.file_scan import ColumnScan
from service.files.evidence.money import (
    find_currency_column,
    list_foreign,
)


def find(header: str, *texts: str, used: tuple[str, ...] = ()) -> str | None:
    scan = ColumnScan()
    for text in texts:
        scan.add(text)
    return find_currency_column(("SKU", header), used, {header: scan})


@pytest.mark.parametrize(
    "header", ["Currency", "Cur.", "CURR", "Price currency", "currencyId", "العملة", "Валюта", "币种"]
)
def test_a_column_is_found_by_its_name(header: str) -> None:
    assert find(header, "US Dollar") == header
    assert find(header) == header


def test_a_column_of_codes_is_found_without_a_name() -> None:
    assert find("C4", "USD", "bhd", "EUR") == "C4"
    assert find("C4") is None


@pytest.mark.parametrize("header", ["Current stock", "Course", "Recurring", "Place"])
def test_other_names_are_none(header: str) -> None:
    assert find(header, "Shelf") is None


def test_a_column_that_is_read_is_none() -> None:
    assert find("Currency", "USD", used=("Currency",)) is None


def test_dinars_are_not_foreign_in_any_spelling() -> None:
    assert list_foreign(["BHD", "bd", "B.D.", "Bahraini Dinar", "دينار", "د.ب", "048", "", " "]) == ()


def test_others_are_named_once_in_order() -> None:
    assert list_foreign(["USD", " USD", "EUR", "BHD", "Kuwaiti dinar"]) == ("EUR", "Kuwaiti dinar", "USD")


def test_numbers_are_no_currencies() -> None:
    assert list_foreign(["1", "12.5", "048", "USD"]) == ("USD",)
