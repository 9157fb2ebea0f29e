"""The owner's PIN is asked for before settings, keys, prices and what is undone."""

from __future__ import annotations

import time
from typing import Final

from tests.counter_trial.chapters.people.counter_people import (
    ALI,
    MARYAM,
    PART,
    PIN,
    QUESTION,
    SKU,
    WRONG,
    WRONG_PIN,
    answer_question,
    choose_person,
    enter_pin,
    go,
    read_price,
    set_people,
    type_price,
    wait_for_price,
)
from tests.counter_trial.counter import Counter
from tests.desktop.wait_until import wait_until

_COUNTS_S: Final = 300.0
_OTHER: Final = {"sku": "BP-1188", "name": "Brake pads, rear", "price_fils": 10000, "quantity": 4}
_FILE: Final = "sku,name,price_fils,quantity\nBP-1187,Brake pads,{fils},8\nBP-1188,Brake pads,9000,4\n"
_REFUSED: Final = "The PIN was not entered. Nothing was changed."


def forgotten_pin(counter: Counter) -> None:
    """Asked once, not again within the minutes, and again after them or for another person."""
    set_people(counter)
    counter.open()
    counter.call("/v1/items", {"items": [PART]})
    choose_person(counter, MARYAM)
    type_price(counter, "13")
    answer_question(counter)
    wait_for_price(counter, 13_000)
    type_price(counter, "14")
    wait_for_price(counter, 14_000)
    _ask_after_another_person(counter)
    type_price(counter, "16")
    answer_question(counter)
    wait_for_price(counter, 16_000)
    ends = time.monotonic() + _COUNTS_S
    wait_until("the end of five minutes", lambda: time.monotonic() > ends, seconds=2 * _COUNTS_S)
    type_price(counter, "17")
    counter.user.wait_for(QUESTION, "QLabel")
    counter.save_picture("asked-after-five-minutes")
    assert read_price(counter) == 16_000
    answer_question(counter)
    wait_for_price(counter, 17_000)


def _ask_after_another_person(counter: Counter) -> None:
    user = counter.user
    choose_person(counter, ALI)
    type_price(counter, "15")
    user.wait_for(QUESTION, "QLabel")
    counter.save_picture("asked-for-another-person")
    user.press("Escape")
    user.wait_for("The PIN was not entered. Nothing was changed.", "QLabel")
    user.press("Escape")
    user.click("Close without saving")
    user.wait_until_gone("Shop price, BHD", "QLineEdit")
    wait_until("an active window", user.find_focus)
    user.press("ctrl+4")
    user.wait_for("Make a key", "QAbstractButton")
    assert read_price(counter) == 14_000


def owner_pin(counter: Counter) -> None:
    """Closed with Esc, then typed wrong, then right: only then is each thing done."""
    file = counter.session.home / "stock.csv"
    file.write_text(_FILE.format(fils=110000), encoding="utf-8")
    for name in (MARYAM, ALI):
        counter.run_command("people", "add", name)
    counter.run_command("pull", "setup", str(file))
    counter.run_command("pull", "run")
    counter.open()
    counter.call("/v1/items", {"items": [PART, _OTHER]})
    _set_pin(counter)
    choose_person(counter, MARYAM)
    _accept_without_pin(counter)
    _change_setting(counter)
    _make_key(counter)
    _change_price(counter)
    _change_prices(counter)
    _undo_upload(counter)
    file.write_text(_FILE.format(fils=11000), encoding="utf-8")
    counter.run_command("pull", "run")
    _undo_file_run(counter)


def _set_pin(counter: Counter) -> None:
    """Too short, then two that differ, then right."""
    user = counter.user
    user.press("ctrl+comma")
    user.click("People", "SectionButton")
    user.click("Set a PIN")
    for first, second, fault in (
        ("12", "12", "This PIN is too short."),
        (PIN, WRONG_PIN, "The two are not the same."),
        (PIN, PIN, ""),
    ):
        user.fill_field("New PIN", first)
        user.fill_field("Once more", second)
        user.press("Return")
        if fault:
            user.wait_for(fault, "QLabel")
            counter.save_picture("new-pin-refused")
    user.wait_for("Change the PIN", "QAbstractButton")
    counter.save_picture("pin-set")


def _ask(counter: Counter, name: str, again: str) -> None:
    """Esc does nothing; `again` is clicked then. A wrong PIN says so, the right one does it."""
    user = counter.user
    user.wait_for(QUESTION, "QLabel")
    user.press("Escape")
    user.wait_until_gone(QUESTION)
    user.wait_for_focus(again)
    counter.save_picture(f"closed-for-{name}")
    user.click_until(again, QUESTION)
    enter_pin(counter, WRONG_PIN)
    user.wait_for(WRONG, "QLabel")
    counter.save_picture(f"pin-for-{name}")
    enter_pin(counter, PIN)
    user.wait_until_gone(QUESTION)


def _forget(counter: Counter) -> None:
    """A PIN counts for the person who is at the counter, until another one is chosen."""
    choose_person(counter, ALI)
    choose_person(counter, MARYAM)


def _accept_without_pin(counter: Counter) -> None:
    user = counter.user
    reference = counter.place_order(SKU)
    go(counter, "Orders", "Enter a phone order")
    user.click(reference, "row", exact=False)
    user.click_until("Accept order", f"Accept {reference}?")
    user.click("Accept order")
    wait_until("an accepted order", lambda: counter.read_json("orders", "show", reference)["status"] == "confirmed")


def _change_setting(counter: Counter) -> None:
    user = counter.user
    _forget(counter)
    go(counter, "Settings", "General")
    user.click("General", "SectionButton")
    before = user.wait_for("Start with this PC", "Switch")["checked"]
    user.click("Start with this PC", "Switch")
    user.wait_for(QUESTION, "QLabel")
    user.press("Escape")
    wait_until("no change", lambda: user.wait_for("Start with this PC", "Switch")["checked"] == before)
    counter.save_picture("setting-not-changed")
    user.click("Start with this PC", "Switch")
    user.wait_for(QUESTION, "QLabel")
    enter_pin(counter, WRONG_PIN)
    user.wait_for(WRONG, "QLabel")
    counter.save_picture("pin-for-settings")
    enter_pin(counter, PIN)
    wait_until("a change", lambda: user.wait_for("Start with this PC", "Switch")["checked"] != before)


def _make_key(counter: Counter) -> None:
    user = counter.user
    _forget(counter)
    go(counter, "Your own system", "Make a key")
    user.click("Make a key")
    user.wait_for("Make the key", "QAbstractButton")
    user.type_text("Scanner")
    user.click("Make the key")
    user.wait_for(QUESTION, "QLabel")
    assert _count_keys(counter) == 1
    _ask(counter, "keys", "Make the key")
    user.wait_for("I have stored it in the till’s settings", "QCheckBox")
    assert _count_keys(counter) == 2
    user.click("I have stored it in the till’s settings", "QCheckBox")
    user.click("Done")


def _change_price(counter: Counter) -> None:
    user = counter.user
    _forget(counter)
    type_price(counter, "13.750")
    user.wait_for(QUESTION, "QLabel")
    user.press("Escape")
    user.wait_for(_REFUSED, "QLabel")
    counter.save_picture("price-not-changed")
    assert read_price(counter) == PART["price_fils"]
    user.click_until("Save", QUESTION)
    _ask(counter, "prices", "Save")
    wait_for_price(counter, 13_750)


def _change_prices(counter: Counter) -> None:
    user = counter.user
    _forget(counter)
    go(counter, "Catalogue", "New part")
    user.click(SKU, "row", exact=False)
    user.press("ctrl+a")
    user.click("Change prices…")
    user.fill_field("Percent", "10")
    user.click("Change 2 prices", "QAbstractButton")
    _ask(counter, "several-prices", "Change 2 prices")
    wait_for_price(counter, 15_125)
    user.wait_until_gone("Percent", "QLineEdit")


def _undo_upload(counter: Counter) -> None:
    user = counter.user
    counter.call("/v1/items", {"items": [{"sku": SKU, "price_fils": 99_000}]})
    _forget(counter)
    user.click("Call log")
    user.click("/v1/items", "row", exact=False)
    user.click_until("Undo this upload…", "Undo the upload")
    user.click("Undo the upload", "QAbstractButton")
    _ask(counter, "undo", "Undo the upload")
    wait_for_price(counter, 15_125)


def _undo_file_run(counter: Counter) -> None:
    user = counter.user
    wait_for_price(counter, 11_000)
    _forget(counter)
    go(counter, "History", "Part number, order or call")
    user.click("Nightly file, run 2", "row", exact=False)
    user.click("Open the runs")
    _click_take_back(counter)
    user.press("Escape")
    user.wait_until_gone(QUESTION)
    assert read_price(counter) == 11_000
    _click_take_back(counter)
    counter.save_picture("pin-for-undo-of-a-file")
    enter_pin(counter, PIN)
    wait_for_price(counter, 15_125)


def _click_take_back(counter: Counter) -> None:
    user = counter.user
    user.click_until("Take this run back…", "Take it back")
    user.click("Take it back", "QAbstractButton")
    user.wait_for(QUESTION, "QLabel")


def _count_keys(counter: Counter) -> int:
    return len(counter.read_rows("keys", "list"))
