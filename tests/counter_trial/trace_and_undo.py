"""What changed, by whom, and how it goes back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from tests.counter_trial.counter import Counter

CALLS: Final = (
    {"items": [{"sku": "A-1", "name": "Oil filter", "price_fils": 3250, "quantity": 3}]},
    {"items": [{"sku": "A-2", "name": "Belt", "price_fil": 1, "quantity": 3}]},
    {"items": [{"sku": "A-3", "name": "Lamp", "quantity": 1}, {"sku": "A-4", "name": "", "quantity": 1}]},
    {"items": [{"sku": "A-5", "name": "", "quantity": -1}]},
)
"""All well; a field that is unknown; a row rejected; nothing saved."""

NOTED: Final = 3
FIRST_FILE: Final = "sku,name,price_fils,quantity\n04465-33480,Brake pads,12500,8\n15400-T2A-A40,Oil filter,3250,12\n"
WRONG_FILE: Final = "sku,name,price_fils,quantity\n04465-33480,Brake pads,11500,8\n15400-T2A-A40,Oil filter,3000,12\n"
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


def noted_calls(counter: Counter) -> None:
    """The day counts the upload that saved nothing; the filter finds three; both exports."""
    counter.open()
    for body in CALLS:
        counter.call("/v1/items", body)
    user = counter.user
    user.click("Call log")
    user.click("Last 24 hours")
    user.wait_for("fault(s)", "QLabel")
    counter.save_picture("day")
    user.press("Escape")
    counter.wait("four calls", lambda: count_calls(counter) == len(CALLS))
    counter.save_picture("all-calls")
    user.click("Noted", "tab", exact=False)
    counter.wait("three calls", lambda: count_calls(counter) == NOTED)
    counter.save_picture("noted")
    for ending, choice in (
        ("csv", "CSV, for a spreadsheet"),
        ("jsonl", "JSON with the bodies of each call; names and prices are in them"),
    ):
        user.click_until("Export", choice)
        user.click(choice)
        counter.save_picture(f"export-{ending}")
        user.click("Choose a place…")
        file = counter.session.home / f"calls.{ending}"
        counter.save_file_as(file)
        counter.wait_for_file(file)
        _check(file, counter.key)


def count_calls(counter: Counter) -> int:
    """The rows of calls on the screen."""
    seen = [one for one in counter.user.read_widgets() if "row" in one["kinds"]]
    return sum("/v1/items" in " ".join(one["words"]) for one in seen)


def _check(file: Path, key: str) -> None:
    text = file.read_text(encoding="utf-8-sig")
    assert key not in text
    if file.suffix == ".csv":
        assert len(text.splitlines()) == NOTED + 1
        return
    calls = [json.loads(line) for line in text.splitlines()]
    assert len(calls) == NOTED
    assert "A-5" in json.dumps(calls[0]) + json.dumps(calls[-1])
    assert "price_fil" in text


def undo_file_run(counter: Counter) -> None:
    """The second file is undone: one price goes back, the one changed since stays."""
    file = counter.write_file("stock.csv", FIRST_FILE)
    counter.run_command("pull", "setup", str(file), "--yes")
    counter.run_command("pull", "run")
    counter.write_file(file.name, WRONG_FILE)
    counter.run_command("pull", "run")
    counter.open()
    counter.call("/v1/items", {"items": [{"sku": "15400-T2A-A40", "price_fils": 3100}]})
    user = counter.user
    user.click("History")
    user.click("Price file, run 2", "row", exact=False)
    user.wait_for("12.500", "row", exact=False)
    counter.save_picture("run-in-history")
    user.click("Open the runs")
    user.click_until("Take this run back…", "Take it back")
    counter.save_picture("question")
    user.click("Take it back", "QAbstractButton")
    user.wait_for("Taken back", "Badge")
    counter.save_picture("taken-back")
    prices = {sku: counter.read_json("items", "show", sku)["price_fils"] for sku in ("04465-33480", "15400-T2A-A40")}
    assert prices == {"04465-33480": 12500, "15400-T2A-A40": 3100}
    user.click("History")
    user.wait_for("Undo of run 2", "row", exact=False)
    counter.save_picture("undo-in-history")


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
