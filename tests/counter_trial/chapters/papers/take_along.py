"""Orders, payouts and the catalogue as files for a spreadsheet, amounts in BHD."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Final

from tests.counter_trial.counter import Counter
from tests.counter_trial.saved_files import Sheet, read_sheet

ITEMS: Final = {
    "items": [
        {
            "sku": "00123",
            "name": "=1+1",
            "name_ar": "فلتر",
            "condition": "new_oem",
            "price_fils": 12500,
            "quantity": 8.5,
        },
        {"sku": "15400-T2A-A40", "name": "Oil filter", "price_fils": 3250, "quantity": 12},
    ]
}
ORDER: Final = """{"lines": [{"sku": "00123", "quantity": 2}, {"sku": "15400-T2A-A40", "quantity": 1}],
 "delivery": {"method": "pickup"}, "commission_fils": 2825}"""
KINDS: Final = {
    "Orders, a row each": ("Parts, BHD", "Commission, BHD", "Payout, BHD"),
    "Ordered parts, a row each": ("Price, BHD", "Total, BHD"),
    "Payouts of delivered orders": ("Parts, BHD", "Commission, BHD", "Payout, BHD"),
}
WORDS: Final = {"Status": "Delivered", "Delivery": "Pickup", "Refunded": "No"}
"""Of an order; codes are for programs."""

AMOUNTS: Final = {"Parts, BHD": "28.25", "Commission, BHD": "2.825", "Payout, BHD": "25.425", "Total, BHD": "25"}
"""Of the first row."""

MONEY: Final = "#,##0.000"


def take_along(counter: Counter) -> None:
    """Each table is saved as XLSX and as CSV: amounts are numbers in BHD, part numbers are text."""
    counter.open()
    counter.call("/v1/items", ITEMS)
    reference = str(counter.read_json("orders", "place", "-", typed=ORDER)["reference"])
    for action in ("accept", "ready", "delivered"):
        counter.run_command("orders", "act", reference, action)
    user = counter.user
    user.click("Orders")
    user.wait_for(reference, "row", exact=False)
    for kind, columns in KINDS.items():
        for ending in ("xlsx", "csv"):
            user.click_until("Export", kind)
            user.click(kind)
            counter.save_picture(f"{ending}-{kind[:6]}")
            user.click("Choose a place…")
            _check_orders(counter, _save(counter, f"{kind[:6]}.{ending}"), columns, reference)
    user.click("Catalogue")
    user.wait_for("00123", "row", exact=False)
    for ending in ("xlsx", "csv"):
        user.click("Export")
        file = _save(counter, f"parts.{ending}")
        user.wait_for(f"2 parts saved in parts.{ending}.", exact=False)
        counter.save_picture(f"{ending}-parts")
        _check_parts(counter, file)


def _save(counter: Counter, name: str) -> Path:
    file = counter.session.home / name
    counter.save_file_as(file)
    counter.wait_for_file(file)
    return file


def _check_orders(counter: Counter, file: Path, columns: tuple[str, ...], reference: str) -> None:
    row = _read_rows(counter, file)[0]
    assert _get(counter, row, "Order")[1] == reference
    for heading, word in WORDS.items():
        if set(row) & counter.user.translate(heading):
            _check_word(counter, row, heading, word)
    for column in columns:
        wanted = {"Price, BHD": "12.5"}.get(column) or AMOUNTS[column]
        kind, value, style = _get(counter, row, column)
        assert float(value) == float(wanted), (file.name, column, value)
        assert (kind, style) == ("n", MONEY) or value == f"{float(wanted):.3f}", (file.name, column, value)


def _check_parts(counter: Counter, file: Path) -> None:
    first = _read_rows(counter, file)[0]
    assert _get(counter, first, "Part number")[:2] == ("text", "00123")
    kind, name, _ = _get(counter, first, "Name")
    assert kind == "text"
    assert name.lstrip("'") == "=1+1"
    for heading, word in (("Condition", "New, original"), ("Active", "Yes"), ("On the marketplace", "No")):
        _check_word(counter, first, heading, word)
    assert float(_get(counter, first, "Price, BHD")[1]) == 12.5
    assert float(_get(counter, first, "Quantity")[1]) == 6.5


def _check_word(counter: Counter, row: dict[str, tuple[str, str, str]], heading: str, word: str) -> None:
    kind, text, _ = _get(counter, row, heading)
    assert kind == "text"
    assert text in counter.user.translate(word), (heading, text)


def _read_rows(counter: Counter, file: Path) -> list[dict[str, tuple[str, str, str]]]:
    if file.suffix == ".xlsx":
        sheet: Sheet = read_sheet(file)
        assert sheet.rtl == (counter.variant.language == "ar")
        return sheet.rows
    text = file.read_bytes().decode("utf-8-sig")
    return [{name: ("text", value, "") for name, value in row.items()} for row in csv.DictReader(io.StringIO(text))]


def _get(counter: Counter, row: dict[str, tuple[str, str, str]], heading: str) -> tuple[str, str, str]:
    (found,) = counter.user.translate(heading) & set(row)
    return row[found]
