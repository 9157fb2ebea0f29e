"""A part that was never saved, and how parts and rows are counted."""

from __future__ import annotations

import csv
import io
from typing import Final

from tests.counter_trial.counter import Counter
from tests.desktop.wait_until import wait_until

_UPLOAD: Final = {
    "items": [
        {"sku": "BP-1187", "name": "Brake pads", "price_fils": 12500, "quantity": 8},
        {"sku": "OF-2210", "name": "Oil filter", "price_fils": -5, "quantity": 1},
    ]
}
_PRICE_LIST: Final = (
    "sku,name,price_fils,quantity,branch\nBP-1187,Brake pads,12500,8,Main\nBP-1187,Brake pads,12500,5,Riffa\n"
)


def rejected_part(counter: Counter) -> None:
    """The row of an upload that was rejected, then a file that is loaded once."""
    counter.open()
    counter.call("/v1/items", _UPLOAD)
    _open_rejected_part(counter)
    _look_at_rows(counter)
    _load_file_once(counter)
    _export_parts(counter)
    _upload_again(counter)


def _open_rejected_part(counter: Counter) -> None:
    user = counter.user
    user.press("ctrl+6")
    user.click("/v1/items", "row", exact=False)
    user.wait_for("Row 2:", "QLabel", exact=False)
    assert user.find("Row 1:", "QLabel", exact=False) is None
    counter.save_picture("call")
    user.click("2 parts", "tab")
    user.click("OF-2210", "row", exact=False)
    user.wait_for("OF-2210 is not in your catalogue")
    said = "A call named it, but its row was rejected or the part was removed. The call’s notes say why."
    user.wait_for(said, "QLabel")
    counter.save_picture("not-in-the-catalogue")
    user.press("Escape")
    user.wait_until_gone("OF-2210 is not in your catalogue")


def _look_at_rows(counter: Counter) -> None:
    user = counter.user
    user.press("ctrl+6")
    user.click("Rows", "tab")
    user.wait_for("Rows of the upload")
    counter.save_picture("rows")
    rows = [seen["words"][0] for seen in user.read_widgets() if "row" in seen["kinds"] and "Table" in seen["kinds"]]
    assert {row.split()[0] for row in rows} == {"1", "2"}, rows


def _load_file_once(counter: Counter) -> None:
    user = counter.user
    file = counter.session.home / "prices.csv"
    file.write_text(_PRICE_LIST, encoding="utf-8")
    user.press("ctrl+3")
    user.click("Load a file")
    user.choose_file(file)
    user.wait_for("Preview and mapping")
    user.click("Riffa is a branch, and is created")
    user.click("Save and read it now")
    user.wait_for("Off: the file is not read by itself", "QLabel")
    wait_until("a run", lambda: counter.read_rows("pull", "history"))
    counter.save_picture("file-loaded")
    fetch = user.wait_for("We fetch a file", "Switch")
    assert not fetch["checked"]


def _export_parts(counter: Counter) -> None:
    user = counter.user
    user.press("ctrl+3")
    user.wait_for("BP-1187", "row", exact=False)
    file = counter.session.home / "parts.csv"
    user.press("ctrl+e")
    user.choose_file(file)
    content = counter.wait_for_file(file).decode("utf-8-sig")
    user.wait_for("1 part saved in parts.csv.", "QLabel", exact=False)
    counter.save_picture("exported")
    rows = list(csv.reader(io.StringIO(content)))
    assert [row[0] for row in rows[1:]].count("BP-1187") == len(rows) - 1


def _upload_again(counter: Counter) -> None:
    """The sentence about the last change names the upload that just ran."""
    user = counter.user
    assert user.find(" Till 1", "QLabel", exact=False) is None
    counter.call("/v1/items", {"items": [{"sku": "BP-1187", "name": "Brake pads", "price_fils": 12750}]})
    user.wait_for(" Till 1", "QLabel", exact=False)
    counter.save_picture("changed-last")
