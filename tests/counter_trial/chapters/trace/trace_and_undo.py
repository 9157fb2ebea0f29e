"""What touched a part: history with links both ways, and the undo of an upload."""

from __future__ import annotations

from typing import Final

from tests.counter_trial.counter import Counter

FIRST: Final = {
    "items": [
        {"sku": "04465-33480", "name": "Brake pads", "name_ar": "فحمات", "price_fils": 12500, "quantity": 8},
        {"sku": "15400-T2A-A40", "name": "Oil filter", "name_ar": "فلتر زيت", "price_fils": 3250, "quantity": 12},
    ]
}
WRONG: Final = {
    "items": [
        {"sku": "04465-33480", "price_fils": 1250},
        {"sku": "15400-T2A-A40", "price_fils": 325},
        {"sku": "90915-YZZD4", "name": "Oil filter, Toyota", "price_fils": 210, "quantity": 3},
        {"sku": "BAD-1", "name": "", "price_fils": -5, "quantity": 1},
    ]
}


def trace_and_undo(counter: Counter) -> None:
    """A wrong upload is found from its part, read row by row, and undone but for a later change."""
    counter.open()
    counter.call("/v1/items", FIRST)
    counter.call("/v1/items", WRONG)
    counter.call("/v1/items", {"items": [{"sku": "15400-T2A-A40", "price_fils": 3300}]})
    reference = counter.place_order("04465-33480", 2)
    for action in ("accept", "ready", "dispatched"):
        counter.run_command("orders", "act", reference, action)
    counter.user.wait_until_gone(f"New order {reference}", "QLabel")
    _go_from_part_to_calls(counter)
    call = _read_rows_of_upload(counter)
    _go_through_history(counter, reference)
    _undo(counter, call)


def _go_from_part_to_calls(counter: Counter) -> None:
    user = counter.user
    user.click("Catalogue")
    user.click("04465-33480", "row", exact=False)
    user.click_until("More", "History…")
    user.click("History…", "QMenu")
    user.wait_for("Open in History", "QAbstractButton")
    counter.save_picture("part-history")
    user.press("Escape")
    user.click_until("More", "Calls about this part")
    user.click("Calls about this part", "QMenu")
    user.wait_for("Part 04465-33480", "QAbstractButton")
    wait_rows(counter, 2)
    counter.save_picture("calls-about-part")


def wait_rows(counter: Counter, count: int) -> None:
    """Until the list of calls has so many rows."""
    counter.wait(f"{count} rows", lambda: count == len(find_rows(counter, "/v1/items")))


def find_rows(counter: Counter, words: str) -> list[str]:
    """The rows on the screen that say so."""
    said = [" ".join(seen["words"]) for seen in counter.user.read_widgets() if "row" in seen["kinds"]]
    return [text for text in said if words in text]


def _read_rows_of_upload(counter: Counter) -> int:
    user = counter.user
    (upload,) = (one for one in counter.read_rows("log", "list") if one["notes"])
    user.click("/v1/items", "row", exact=False)
    user.click_until("Rows", "Open in History")
    user.click("04465-33480", "row", exact=False)
    user.wait_for("12.500", "row", exact=False)
    counter.save_picture("rows-of-upload")
    user.press("ctrl+End")
    user.click("BAD-1", "row", exact=False)
    counter.save_picture("rejected-row")
    user.click("Open in History", "QAbstractButton")
    user.wait_for(f"Call {upload['id']}", "QAbstractButton")
    counter.save_picture("history-of-call")
    user.click("Open the call")
    user.wait_for("Undo this upload…", "QAbstractButton")
    return int(str(upload["id"]))


def _go_through_history(counter: Counter, reference: str) -> None:
    user = counter.user
    user.click("History")
    user.click("Show every change again", "QAbstractButton", exact=False)
    user.wait_for(reference, "row", exact=False)
    counter.save_picture("history")
    user.press("ctrl+f")
    user.type_text(reference)
    user.wait_for(f"Order {reference}", "QAbstractButton")
    counter.save_picture("history-of-order")
    user.click("Open the order")
    user.wait_for("Cancel order…", "QAbstractButton")
    listed = counter.run_command("history", "order", reference)
    assert "04465-33480" in listed, listed


def _undo(counter: Counter, call: int) -> None:
    user = counter.user
    user.click("Call log")
    user.click_until("Undo this upload…", "Undo the upload")
    user.wait_for("15400-T2A-A40", "row", exact=False)
    counter.save_picture("undo-preview")
    user.click("Undo the upload", "QAbstractButton")
    user.wait_for("Undone: show the undo", "QAbstractButton")
    counter.save_picture("undone")
    prices = {sku: counter.read_json("items", "show", sku)["price_fils"] for sku in ("04465-33480", "15400-T2A-A40")}
    assert prices == {"04465-33480": 12500, "15400-T2A-A40": 3300}
    assert "90915-YZZD4" not in counter.run_command("items", "list")
    user.click("Undone: show the undo")
    user.wait_for("Show what was undone", "QAbstractButton")
    counter.save_picture("the-undo-in-history")
    rows = counter.read_rows("history", "call", str(call), "--rows")
    assert [row["result"] for row in rows] == ["changed", "changed", "created", "rejected"], rows
