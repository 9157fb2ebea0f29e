"""One write of each kind by clicks, each looked up afterwards in another process."""

from __future__ import annotations

from typing import Final

from tests.counter_trial.chapters.trace.trace_and_undo import find_rows
from tests.counter_trial.counter import Counter, CounterUser
from tests.desktop.shop_system import call
from tests.desktop.wait_until import wait_until

SKU: Final = "04465-33480"
_NAME: Final = "Brake pads"
ITEMS: Final = {
    "items": [
        {"sku": SKU, "name": _NAME, "price_fils": 12500, "quantity": 8},
        {"sku": "15400-T2A-A40", "name": "Oil filter", "price_fils": 3250, "quantity": 12},
    ]
}
_WRONG: Final = {"items": [{"sku": "15400-T2A-A40", "price_fils": 325}]}


def edit_part(counter: Counter, user: CounterUser, price: str) -> None:
    """Its shop price, in dinars."""
    user.click("Catalogue")
    user.open_part(SKU, _NAME)
    user.click("Edit this part (F2)")
    # By the keyboard: a note that comes late moves the fields.
    user.wait_for("Shop price, BHD", "QLineEdit")
    user.tab_to("Shop price, BHD")
    user.paste_text(price)
    user.click("Save")
    user.wait_until_gone("Save")
    counter.save_picture("edited")
    assert counter.call(f"/v1/items/{SKU}")["price_fils"] == int(price) * 1000


def count_part(counter: Counter, user: CounterUser, quantity: str) -> None:
    user.click("Catalogue")
    user.open_part(SKU, _NAME)
    user.click("Count", "QAbstractButton")
    user.wait_for("What is on the shelf now.")
    user.type_text(quantity)
    user.click("Record the count")
    user.wait_until_gone("Record the count")
    counter.save_picture("counted")
    assert counter.call(f"/v1/items/{SKU}")["quantity"] == int(quantity)


def ask_to_accept(counter: Counter) -> str:
    """A new order whose question is open; its reference."""
    user = counter.user
    reference = counter.place_order(SKU)
    user.click("Orders")
    user.click(reference, "row", exact=False)
    user.wait_for(reference, "QLabel")
    # Once: on a slow computer a second click would answer the question.
    user.click("Accept order")
    user.wait_for(f"Accept {reference}?")
    return reference


def accept_order(counter: Counter) -> str:
    reference = ask_to_accept(counter)
    counter.user.click("Accept order")
    wait_until("the order confirmed", lambda: read_status(counter, reference) == "confirmed")
    wait_for_accepted(counter, reference)
    counter.save_picture("accepted")
    return reference


def wait_for_accepted(counter: Counter, reference: str) -> None:
    """Until the window shows the order with what comes next."""
    counter.user.wait_for(reference, "QLabel")
    counter.user.wait_for("Mark ready", "QAbstractButton")


def read_status(counter: Counter, reference: str) -> object:
    return counter.read_json("orders", "show", reference)["status"]


def make_key(counter: Counter) -> None:
    """It opens the shop at once."""
    user = counter.user
    user.click("Your own system")
    user.click("Make a key")
    user.click("Till 3", "QLineEdit")
    user.type_text("Scanner")
    user.click("Make the key")
    user.click("Copy")
    user.wait_for("Copied")
    key = user.clipboard()
    counter.save_picture("key")
    user.click("I have stored it in the till’s settings", "QCheckBox")
    user.click("Done")
    assert call(counter.address, key, f"/v1/items/{SKU}")["sku"] == SKU


def add_target(counter: Counter, address: str) -> None:
    user = counter.user
    user.click("Webhooks")
    user.click("Add a target")
    user.click("Till 2", "QLineEdit")
    user.type_text("Stock board")
    user.press("Tab")
    user.type_text(address)
    user.click("Add and show its secret")
    user.click("Copy")
    user.wait_for("Copied")
    user.click("I have stored it in the receiver’s settings", "QCheckBox")
    user.click("Done")
    user.wait_for("Stock board", exact=False)
    counter.save_picture("target")
    assert address in counter.run_command("webhooks", "list")


def change_setting(counter: Counter) -> None:
    user = counter.user
    user.click("Settings")
    user.scroll_to("Try the sound")
    user.click("Medium", "tab")
    wait_until("the setting stored", lambda: "70" in counter.run_command("settings", "ring_volume"))
    counter.save_picture("setting")


def undo_upload(counter: Counter) -> None:
    user = counter.user
    counter.call("/v1/items", _WRONG)
    assert counter.call("/v1/items/15400-T2A-A40")["price_fils"] == 325
    user.click("Call log")
    wait_until("both uploads", lambda: len(find_rows(counter, "POST")) == len((ITEMS, _WRONG)))
    user.click("POST", "row", exact=False)
    user.click_until("Undo this upload…", "Undo the upload")
    user.click("Undo the upload", "QAbstractButton")
    user.wait_for("Undone: show the undo", "QAbstractButton")
    counter.save_picture("undone")
    assert counter.call("/v1/items/15400-T2A-A40")["price_fils"] == 3250
