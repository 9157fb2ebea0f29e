"""What a search leaves behind: its field, the staging shop, the dialog around it, an export."""

from __future__ import annotations

import json

from tests.counter_trial.counter import Counter
from tests.desktop.wait_until import wait_until

_ITEMS = {
    "items": [
        {"sku": "BP-1187", "name": "Brake pads, front", "name_ar": "فحمات أمامية", "price_fils": 12500, "quantity": 8},
        {"sku": "15400-T2A-A40", "name": "Oil filter", "name_ar": "فلتر زيت", "price_fils": 3250, "quantity": 12},
    ]
}


def search_fields(counter: Counter) -> None:
    """Searches that find nothing, are left in the middle, or narrow what is exported."""
    counter.open()
    for item in _ITEMS["items"]:
        counter.call("/v1/items", {"items": [item]})
    _search_without_match(counter)
    _choose_staging_while_searching(counter)
    _close_phone_order_from_its_search(counter)
    _export_searched_calls(counter)


def _search_without_match(counter: Counter) -> None:
    user = counter.user
    user.click("Catalogue")
    user.wait_for("BP-1187", "row", exact=False)
    user.press("ctrl+f")
    user.paste_text("nothing like this")
    user.wait_for("No part fits this search.")
    counter.save_picture("no-match")
    field = user.wait_for("SKU, OEM number or name", "QLineEdit")
    assert field["focus"]
    assert user.find("No parts yet") is None
    user.type_text("oil")
    user.wait_for("15400-T2A-A40", "row", exact=False)
    user.wait_until_gone("BP-1187", "row", exact=False)
    user.press("Escape")
    user.wait_for("BP-1187", "row", exact=False)


def _choose_staging_while_searching(counter: Counter) -> None:
    user = counter.user
    user.press("ctrl+k")
    user.type_text("brake")
    user.wait_for("BP-1187", "RowList", exact=False)
    user.click("Staging", "tab")
    user.wait_for("Test data and test keys. Nothing here reaches a buyer or your real stock.", "QLabel")
    counter.save_picture("staging-while-searching")
    assert user.find("Something went wrong", exact=False) is None
    user.press("ctrl+k")
    user.type_text("brake")
    user.wait_for("Nothing found.")
    user.press("Escape")
    user.click("Live", "tab")
    user.wait_until_gone("Test data and test keys. Nothing here reaches a buyer or your real stock.")
    assert counter.program.child.poll() is None


def _close_phone_order_from_its_search(counter: Counter) -> None:
    user = counter.user
    user.press("ctrl+2")
    user.click("Enter a phone order")
    part = "Add a part: SKU, OEM number or name"
    wait_until("the focus in the search", lambda: user.wait_for(part, "QLineEdit")["focus"])
    user.type_text("oil")
    user.wait_for("15400-T2A-A40", "row", exact=False)
    counter.save_picture("phone-order")
    user.press("Escape")
    user.wait_until_gone("15400-T2A-A40", "row", exact=False)
    user.press("Escape")
    user.wait_until_gone("Add a part: SKU, OEM number or name")


def _export_searched_calls(counter: Counter) -> None:
    user = counter.user
    user.press("ctrl+6")
    user.wait_for("/v1/items", "row", exact=False)
    user.press("ctrl+f")
    user.type_text("15400")
    wait_until("one call", lambda: len(_call_rows(counter)) == 1)
    user.press("ctrl+e")
    user.wait_for("The calls that the filters leave and whose bodies hold “15400”.", "QLabel", exact=False)
    user.click("JSON with the bodies of each call; names and prices are in them")
    counter.save_picture("export")
    file = counter.session.home / "calls.jsonl"
    user.click("Choose a place…")
    user.choose_file(file)
    user.wait_for("calls.jsonl", "QLabel", exact=False)
    counter.save_picture("exported")
    calls = [json.loads(line) for line in counter.wait_for_file(file).decode().splitlines()]
    assert len(calls) == 1
    assert "15400-T2A-A40" in json.dumps(calls)
    assert "BP-1187" not in json.dumps(calls)
    user.press("Escape")


def _call_rows(counter: Counter) -> list[object]:
    return [seen for seen in counter.user.read_widgets() if "LogList" in seen["kinds"] and "row" in seen["kinds"]]
