"""What was once found broken, each shown working."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from datetime import UTC, datetime, timedelta
from typing import Final

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage

from tests.counter_trial.counter import Counter
from tests.counter_trial.first_day import store_secret
from tests.desktop.desktop_session import wait_until
from tests.desktop.inspection import VisibleWidget
from tests.desktop.shop_system import call
from ui.shell.pane_context import PaneKey

_UPLOAD: Final = {
    "items": [
        {"sku": "BP-1187", "name": "Brake pads", "price_fils": 12500, "quantity": 8},
        {"sku": "OF-2210", "name": "Oil filter", "price_fils": -5, "quantity": 1},
    ]
}
_PRICE_LIST: Final = (
    "sku,name,price_fils,quantity,branch\nBP-1187,Brake pads,12500,8,Main\nBP-1187,Brake pads,12500,5,Riffa\n"
)
_KEYS: Final = 9
_CALLS_OF_A_KEY: Final = 115
"""A key may call 120 times in a minute."""
_NAME: Final = "Oil filter with seal"
_ITEMS = {
    "items": [
        {"sku": "BP-1187", "name": "Brake pads, front", "name_ar": "فحمات أمامية", "price_fils": 12500, "quantity": 8},
        {"sku": "15400-T2A-A40", "name": "Oil filter", "name_ar": "فلتر زيت", "price_fils": 3250, "quantity": 12},
    ]
}


def behind_a_dialog(counter: Counter) -> None:
    """Both go on while a dialog is open; what is compared is what the screen shows."""
    counter.open()
    counter.call("/v1/items", {"items": [{"sku": "BP-1187", "name": "Brake pads", "price_fils": 12500, "quantity": 8}]})
    reference = counter.place_order("BP-1187")
    user = counter.user
    counter.open_pane(PaneKey.ORDERS)
    user.click(reference, "row", exact=False)
    user.wait_for("Time left to accept", "CountdownBar")
    time_left = next(seen for seen in user.read_widgets() if "OrderHead" in seen["kinds"])
    badge = user.wait_for("Orders", "NavButton")
    user.click("Enter a phone order")
    user.wait_for("Add a part: SKU, OEM number or name")
    counter.save_picture("before")
    first_time, first_badge = _cut(counter, time_left), _cut(counter, badge)
    wait_until("another time behind the dialog", lambda: _cut(counter, time_left) != first_time)
    counter.place_order("BP-1187")
    wait_until("another badge behind the dialog", lambda: _cut(counter, badge) != first_badge)
    counter.save_picture("after")


def _cut(counter: Counter, seen: VisibleWidget) -> QImage:
    """A part of the screen."""
    file = counter.session.home / "screen.png"
    counter.user.save_picture(file)
    return QImage(str(file)).copy(QRect(*seen["at"]))


def rejected_part(counter: Counter) -> None:
    """The row of an upload that was rejected, then a file that is loaded once."""
    counter.open()
    counter.call("/v1/items", _UPLOAD)
    _open_rejected_part(counter)
    _look_at_rows(counter)
    if not counter.variant.is_attached:
        _load_file_once(counter)
    _export_parts(counter)
    _upload_again(counter)


def _open_rejected_part(counter: Counter) -> None:
    user = counter.user
    user.click("Call log")
    user.click("/v1/items", "row", exact=False)
    user.wait_for("Row 2:", "QLabel", exact=False)
    assert user.find("Row 1:", "QLabel", exact=False) is None
    counter.save_picture("call")
    user.click("2 parts", "tab")
    user.click("OF-2210", "row", exact=False)
    user.wait_for("OF-2210 is not in your catalogue")
    said = "A call named it, but its row was rejected or the part was removed. The call's notes say why."
    user.wait_for(said, "QLabel")
    counter.save_picture("not-in-the-catalogue")
    user.press("Escape")
    user.wait_until_gone("OF-2210 is not in your catalogue")


def _look_at_rows(counter: Counter) -> None:
    user = counter.user
    # The dialog that is being closed may take the first click.
    user.click_until("Call log", "Rows")
    user.click("Rows", "tab")
    user.wait_for("Rows of the upload")
    counter.save_picture("rows")
    rows = [seen["words"][0] for seen in user.read_widgets() if "row" in seen["kinds"] and "Table" in seen["kinds"]]
    assert {row.split()[0] for row in rows} == {"1", "2"}, rows


def _load_file_once(counter: Counter) -> None:
    user = counter.user
    file = counter.write_file("prices.csv", _PRICE_LIST)
    counter.open_pane(PaneKey.CATALOGUE)
    user.click("Load a file")
    user.choose_file(file)
    user.click("Riffa is a branch, and is created")
    user.click("Save it")
    user.wait_for("Also read this file every night?")
    counter.save_picture("file-loaded")
    assert counter.read_rows("pull", "history")
    user.click("Only this once")
    user.click("Your own system")
    user.wait_for("No file chosen yet", "QLabel")
    fetch = user.wait_for("We fetch a file", "Switch")
    assert not fetch["checked"]


def _export_parts(counter: Counter) -> None:
    user = counter.user
    counter.open_pane(PaneKey.CATALOGUE)
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
    assert counter.variant.is_attached or user.find(" Till 1", "QLabel", exact=False) is None
    counter.call("/v1/items", {"items": [{"sku": "BP-1187", "name": "Brake pads", "price_fils": 12750}]})
    user.wait_for(" Till 1", "QLabel", exact=False)
    counter.save_picture("changed-last")


def small_window(counter: Counter) -> None:
    """Dialogs with their buttons whole, and a chart of more than a thousand calls."""
    counter.open()
    counter.call("/v1/items", {"items": [{"sku": "15400-T2A-A40", "name": _NAME, "price_fils": 3250, "quantity": 12}]})
    for key in range(_KEYS):
        made = counter.read_json("keys", "create", f"Scanner {key + 1}")
        for _ in range(_CALLS_OF_A_KEY):
            call(counter.address, str(made["key"]), "/v1/items?limit=1")
    user = counter.user
    user.click("Call log")
    user.click("Last 24 hours")
    user.wait_for("1,036", "QLabel")
    counter.save_picture("chart")
    user.press("Escape")
    user.wait_until_gone("1,036", "QLabel")
    counter.open_pane(PaneKey.WEBHOOKS)
    user.click("Add a target")
    _check_buttons(counter, "Cancel", "Add and show its secret")
    counter.save_picture("add-a-target")
    user.press("Escape")
    counter.open_pane(PaneKey.CATALOGUE)
    user.click("15400-T2A-A40", "row", exact=False)
    counter.save_picture("names")
    user.click("Count", "QAbstractButton")
    user.wait_for("What is on the shelf now.")
    user.type_text("11")
    _check_buttons(counter, "Cancel", "Record the count")
    counter.save_picture("count")
    user.press("Return")
    user.wait_until_gone("Record the count")
    user.wait_for("15400-T2A-A40", "row", exact=False)
    user.press("ctrl+k")
    user.type_text("15400")
    user.wait_for("15400-T2A-A40", "RowList", exact=False)
    counter.save_picture("search")


def _check_buttons(counter: Counter, *words: str) -> None:
    for each in words:
        assert counter.user.wait_for(each, "QAbstractButton")["whole"], each


def support_bundle(counter: Counter) -> None:
    """Keys by name, notes of calls, deliveries and the start are in it, and no key."""
    counter.session.environment["TZ"] = "Asia/Bahrain"
    counter.open()
    upload = {"items": [{"sku": "BP-1187", "name": "Brake pads", "price_fils": -5}]}
    counter.call("/v1/items", upload)
    user = counter.user
    counter.open_pane(PaneKey.SETTINGS)
    user.click("General", "SectionButton")
    user.click("Start with this PC", "Switch")
    user.click("Self-test, support", "SectionButton")
    user.click("Test now")
    user.wait_for("Test again", "QAbstractButton")
    counter.save_picture("self-test")
    user.click("Copy the result")
    _check_local_time(user.read_clipboard())
    user.scroll_to("Show what is in it…", "QAbstractButton")
    user.click("Show what is in it…")
    user.wait_for("This is all that will be in the file. Look through it, then save it and send it yourself.")
    counter.save_picture("contents")
    file = counter.session.home / "support.zip"
    user.click("Save the file…")
    user.choose_file(file)
    _check_bundle(counter, counter.wait_for_file(file))


def _check_local_time(text: str) -> None:
    """The self-test names the hour of Bahrain, three hours after UTC."""
    hour = datetime.now(UTC) + timedelta(hours=3)
    assert hour.strftime("%Y-%m-%d %H:") in text, text


def _check_bundle(counter: Counter, content: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = {name: archive.read(name).decode("utf-8", "replace") for name in archive.namelist()}
    whole = "\n".join(parts.values())
    said = [line for line in whole.splitlines() if "start_at_login" in line]
    assert any("True" in line for line in said), said
    assert "start_at_login: False" not in whole
    assert "key,begins,shop,created_at" in whole
    assert any("deliver" in name for name in parts), sorted(parts)
    assert "price_fils" in whole, "the notes of the call"
    assert counter.key not in whole


def try_webhooks(counter: Counter) -> None:
    """The address stays the same from the target to the test, and a test is called one."""
    counter.open()
    user = counter.user
    counter.open_pane(PaneKey.WEBHOOKS)
    user.click("Open the test receiver")
    address = wait_until("an address", lambda: _receiver_address(counter))
    secret = _make_it_a_target(counter)
    assert secret.startswith("whsec_")
    user.click("The target's secret", "QLineEdit")
    user.paste_text(secret)
    user.click("Check with it")
    user.wait_for("Checks with the secret you gave", "QLineEdit")
    assert _receiver_address(counter) == address
    user.click("Send it a test…")
    user.click("Send")
    user.wait_for("received", "QLabel")
    counter.save_picture("test-arrived")
    user.press("Escape")
    user.wait_for("Signature, time and body are as we sent them.", "QLabel", exact=False)
    counter.save_picture("signature-right")
    user.click("Stop and close")
    user.wait_for("Test", "row", exact=False)
    counter.save_picture("deliveries")


def _make_it_a_target(counter: Counter) -> str:
    user = counter.user
    user.click("Make it a target…")
    user.wait_for("Till 2", "QLineEdit")
    user.type_text("Receiver")
    counter.save_picture("add-target")
    user.click("Add and show its secret")
    secret = store_secret(counter)
    user.wait_for("It listens at")
    return secret


def _receiver_address(counter: Counter) -> str:
    """What the dialog says; empty while it says none."""
    words = [word for seen in counter.user.read_widgets() if "ElidedLabel" in seen["kinds"] for word in seen["words"]]
    return next((word for word in words if "http://" in word), "")


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
    user.wait_for("No part matches")
    counter.save_picture("no-match")
    field = user.wait_for("SKU or name", "QLineEdit")
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
    counter.open_pane(PaneKey.ORDERS)
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
    user.click("Call log")
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
