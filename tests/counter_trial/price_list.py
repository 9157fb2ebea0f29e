"""A price list in the first start, and one that is loaded into the catalogue."""

from __future__ import annotations

import re
from typing import Final

from tests.counter_trial.counter import Counter
from tests.desktop.desktop_session import wait_until

_PRICES: Final = (
    "Part No,Description,Retail BD,Qty,Aisle Count\n"
    "04465-60280,Front brake pads,13.750,8,3\n"
    "15400-T2A-A40,Oil filter,3.575,1 DOZ,4\n"
    "TOTAL,,,20,\n"
)
_NAMELESS: Final = "Zq,Name of it,How much\nA-1x,Brake pad,4.500\nB-2x,Oil filter,2.750\n"


def first_file(counter: Counter) -> None:
    """“It can save a file” of a list without names that are known, which was a dead end."""
    counter.run_command("settings", "wizard_done", "off")
    file = counter.write_file("list.csv", _NAMELESS)
    counter.open(until="Continue")
    user = counter.user
    user.click_until("Continue", "What is your shop called?")
    user.fill_field("Shop", "Muharraq Brakes")
    user.click("Continue")
    user.click("It can save a file every night")
    user.choose_file(file)
    user.wait_for("Which column is the part number (SKU)?", "QLabel")
    counter.save_picture("nothing-known")
    user.click("Zq", "QRadioButton", exact=False)
    _choose_column(counter, "Name of it", "Name")
    _choose_column(counter, "How much", "Shop price")
    counter.save_picture("chosen")
    user.click("Save it")
    user.wait_for("Saved 2, rejected 0", "QLabel")
    counter.save_picture("saved")
    user.click("Continue")
    user.wait_for("Nightly price file", "QLabel")
    counter.save_picture("ready")
    assert {item["sku"]: item["price_fils"] for item in counter.read_rows("items", "list")} == {
        "A-1x": 4500,
        "B-2x": 2750,
    }


def _choose_column(counter: Counter, header: str, field: str) -> None:
    """With the keyboard of the list."""
    user = counter.user
    user.click_at(user.scroll_to(f"{header}:", "row", exact=False, across=0.4))
    user.click(field, "QMenu")
    user.wait_for(f"{header}:", "row", exact=False)


def _change(counter: Counter, sentence: str | re.Pattern[str], way: str | re.Pattern[str]) -> None:
    """By the link at the end of its line."""
    user = counter.user
    middle = user.bring_in_sight(sentence, "QLabel")["at"]
    line = middle[1] + middle[3] // 2
    links = [seen for seen in user.read_widgets() if "LinkButton" in seen["kinds"]]
    user.click_at(next(seen for seen in links if seen["at"][1] <= line <= seen["at"][1] + seen["at"][3]))
    user.click(way, "QMenu")


def load_price_list(counter: Counter) -> None:
    """Its sentences are changed in their place, and it becomes the nightly file at the end."""
    file = counter.write_file("stock.csv", _PRICES)
    counter.open()
    user = counter.user
    user.click("Catalogue")
    user.click("Load a file")
    user.choose_file(file)
    user.wait_for("Aisle Count is not used", "QLabel")
    user.wait_for("Prices are without VAT.", "QLabel")
    counter.save_picture("sheet")
    _change(counter, "Prices are without VAT.", "Prices include 10% VAT: take it off")
    user.wait_for("10% VAT is taken off the prices.", "QLabel")
    counter.save_picture("without-vat")
    _change(counter, re.compile(r'"1 DOZ" \(1\)'), re.compile(r"1 DOZ \w+ 12"))
    user.wait_for("A price is for one piece.", "QLabel")
    counter.save_picture("dozens")
    user.click("Look without saving")
    user.wait_for("The whole file was read; nothing was saved.", "QLabel")
    counter.save_picture("rehearsal")
    assert counter.read_rows("items", "list") == []
    user.click("Close")
    user.wait_until_gone("The whole file was read; nothing was saved.")
    user.click("Save it")
    user.wait_for("Saved 2, rejected 0", "QLabel")
    counter.save_picture("saved")
    saved = {item["sku"]: (item["price_fils"], item["quantity"]) for item in counter.read_rows("items", "list")}
    assert saved == {"04465-60280": (12500, 8), "15400-T2A-A40": (3250, 12)}
    user.click("Read it every night")
    user.wait_until_gone("Also read this file every night?")
    user.click("Your own system")
    user.bring_in_sight("Every day 02:00")
    user.click_at(user.bring_in_sight("How it is read", "QAbstractButton"))
    user.wait_for("The nightly file", "QLabel")
    user.bring_in_sight("10% VAT is taken off the prices.", "QLabel")
    counter.save_picture("nightly")
    user.click("Save it")
    wait_until("the stored set-up", lambda: counter.read_json("pull", "setup")["path"] == str(file))
