"""Parts with low-stock limits of their own, and the list of what to order."""

from __future__ import annotations

import csv
import io
from typing import Final

from tests.counter_trial.counter import Counter
from tests.counter_trial.saved_files import read_sheet
from tests.desktop.wait_until import wait_until

_QUANTITIES: Final = {"A-1": 10, "A-2": 2, "A-3": 3, "A-4": 0}


def reorder_list(counter: Counter) -> None:
    """A part with an own limit becomes low, another no longer is; the list is saved as a file."""
    counter.open()
    rows = [
        {"sku": sku, "name": f"Clip {sku}", "name_ar": f"قطعة {sku}", "brand": "Toyota", "quantity": quantity}
        for sku, quantity in _QUANTITIES.items()
    ]
    counter.call("/v1/items", {"items": rows})
    user = counter.user
    user.click("Catalogue")
    user.click("Low", "tab", exact=False)
    _wait_for_low(counter, {"A-2", "A-4"})
    _set_limit(counter, "A-2", "0.5", shown_after=False)
    _wait_for_low(counter, {"A-4"})
    user.click("All", "tab", exact=False)
    _set_limit(counter, "A-1", "١٢", shown_after=True)
    user.click("Low", "tab", exact=False)
    _wait_for_low(counter, {"A-1", "A-4"})
    counter.save_picture("low")
    excel = counter.session.home / "to order.xlsx"
    user.click("Export the reorder list")
    counter.save_file_as(excel)
    user.wait_for("2 parts saved in to order.xlsx.", "QLabel", exact=False)
    counter.save_picture("saved")
    counter.wait_for_file(excel)
    sheet = read_sheet(excel)
    assert sheet.rtl is (counter.variant.language == "ar")
    assert {row[sheet.headings[0]][1] for row in sheet.rows} == {"A-1", "A-4"}, sheet
    table = counter.session.home / "to order.csv"
    user.press("ctrl+e")
    counter.save_file_as(table)
    lines = list(csv.reader(io.StringIO(counter.wait_for_file(table).decode("utf-8-sig"))))
    assert {line[0] for line in lines[1:]} == {"A-1", "A-4"}, lines
    assert [row["sku"] for row in counter.read_rows("items", "reorder")] == ["A-1", "A-4"]
    assert [row["low_limit"] for row in counter.read_rows("items", "reorder")] == [12, 2]


def _set_limit(counter: Counter, sku: str, limit: str, *, shown_after: bool) -> None:
    user = counter.user
    user.open_part(sku, f"Clip {sku}")
    user.press("F2")
    user.wait_for("Shop price, BHD", "QLineEdit")
    user.fill_field("Low at, free units", limit)
    if shown_after:
        counter.save_picture("limit")
    user.click("Save")
    user.wait_until_gone("Save")


def _wait_for_low(counter: Counter, skus: set[str]) -> None:
    def shown() -> bool:
        rows = [seen for seen in counter.user.read_widgets() if "row" in seen["kinds"] and "Table" in seen["kinds"]]
        return {sku for sku in _QUANTITIES for row in rows if any(sku in word for word in row["words"])} == skus

    wait_until(f"{skus}", lambda: shown() or None)
