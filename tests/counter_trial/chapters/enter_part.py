"""A shop without a system: from the guide to the first parts, then another VAT rate and branch."""

from __future__ import annotations

from typing import Final, cast

from tests.counter_trial.counter import Counter
from tests.desktop.wait_until import wait_until

_SKU: Final = "04465-33480"
_NAME: Final = "Brake pads, front"
_WRONG_PRICES: Final = ("12,5", "-1", "1e3", "12.5005", "twelve", "99999999999999999")


def enter_part(counter: Counter) -> None:
    """“We have no system” leads to the first part, which is entered with every kind of value."""
    counter.run_command("settings", "wizard_done", "off")
    counter.open(until="Go on")
    _walk_through_guide(counter)
    _refuse_empty_and_wrong(counter)
    _enter_whole(counter)
    _refuse_known_number(counter)
    _change_vat_and_add_branch(counter)


def _walk_through_guide(counter: Counter) -> None:
    user = counter.user
    user.click("Go on")
    user.wait_for("What is your shop called?", exact=False)
    user.fill_field("Shop", "Sitra Auto Parts")
    user.fill_field("Main branch", "Muharraq")
    user.click("Go on")
    user.click("We have no system")
    counter.save_picture("no-system")
    user.click("Go on")
    while user.find("Enter the first part") is None:
        user.click("Go on")
        wait_until("the next step", lambda: user.find("Enter the first part") or user.find("Go on"))
    counter.save_picture("ready")
    user.click("Enter the first part")
    user.wait_for("It needs an SKU and a name; the rest can wait.", "QLabel")


def _refuse_empty_and_wrong(counter: Counter) -> None:
    user = counter.user
    counter.save_picture("empty")
    user.click("Save")
    user.wait_for("Must not be blank", "QLabel", exact=False)
    wait_until("the focus there", lambda: user.wait_for("Part number (SKU)", "QLineEdit")["focus"] or None)
    counter.save_picture("blank")
    user.fill_field("Part number (SKU)", _SKU)
    user.fill_field("Name", f"\u2067{_NAME}\u2069\u202e\u200b")
    assert "".join(user.wait_for("Name", "QLineEdit")["words"]).count(_NAME) == 1
    for wrong in _WRONG_PRICES:
        user.fill_field("Shop price, BHD", wrong)
        user.click("Save")
        user.wait_for("Write an amount like 12.500.", "QLabel")
    counter.save_picture("wrong-price")
    user.fill_field("Shop price, BHD", "١٢٫٥")
    user.wait_for("13.750 with 10% VAT", "QLabel", exact=False)
    for wrong in ("eight", "1.2345", "-1", "1000000000000"):
        user.fill_field("Muharraq", wrong)
        user.click("Save")
        user.wait_for("Write a number like 12 or 0.5.", "QLabel")
    user.fill_field("Muharraq", "٨٫٥")
    user.fill_field("Low at, free units", "٤")
    _refuse_wrong_car(counter)
    assert not cast("dict[str, object]", counter.call("/v1/items")["items"])


def _refuse_wrong_car(counter: Counter) -> None:
    user = counter.user
    user.click_at(user.bring_in_sight("Add a car", "QAbstractButton"))
    user.fill_field("Make", "Toyota")
    user.fill_field("From", "2024")
    user.fill_field("To", "2018")
    user.click("Save")
    user.wait_for("The first year must not be after the last one.", "QLabel")
    user.fill_field("From", "٢٠١٨")
    user.fill_field("To", "٢٠٢٤")
    user.click("Save")
    user.wait_for("Must not be blank", "QLabel")
    counter.save_picture("wrong-car")
    user.fill_field("Model", "Camry")


def _enter_whole(counter: Counter) -> None:
    user = counter.user
    for name, text in (
        ("OEM number", "04465-33480-OE"),
        ("Brand", "Toyota"),
        ("Arabic name", "فحمات أمامية"),
        ("Category", "Brakes"),
        ("Trade price, BHD", "11.25"),
        ("Online price, BHD", "13"),
    ):
        user.fill_field(name, text)
    counter.save_picture("filled")
    user.click("Save and enter another")
    user.wait_for(f"{_SKU} is saved. Enter the next part.", "QLabel")
    item = counter.call(f"/v1/items/{_SKU}")
    expected = {
        "name": _NAME,
        "name_ar": "فحمات أمامية",
        "oem_number": "04465-33480-OE",
        "brand": "Toyota",
        "category": "Brakes",
        "price_fils": 12500,
        "wholesale_price_fils": 11250,
        "online_price_fils": 13000,
        "quantity": 8.5,
        "active": True,
        "fit": [{"make": "Toyota", "model": "Camry", "year_from": 2018, "year_to": 2024}],
    }
    assert {name: item[name] for name in expected} == expected, item
    low = counter.read_json("items", "show", _SKU)
    assert low["quantity"] == 8.5


def _refuse_known_number(counter: Counter) -> None:
    user = counter.user
    user.fill_field("Part number (SKU)", f" {_SKU[:5]}\u200b{_SKU[5:]}\u200f ")
    user.fill_field("Name", "Another part")
    user.click("Save")
    user.wait_for("Is in the catalogue already; open that part and edit it", "QLabel")
    counter.save_picture("known-number")
    user.press("Escape")
    user.wait_for("Close without saving?", "QLabel")
    user.click("Close without saving", "QAbstractButton")
    user.wait_until_gone("Save and enter another")
    user.wait_for(_SKU, "row", exact=False)
    assert len(cast("dict[str, object]", counter.call("/v1/items")["items"])) == 1


def _change_vat_and_add_branch(counter: Counter) -> None:
    user = counter.user
    user.click(_SKU, "row", exact=False)
    user.wait_for("With 10% VAT", exact=False)
    counter.save_picture("with-vat")
    user.press("ctrl+comma")
    user.click("Shop and branches", "QAbstractButton", "row", "tab")
    user.wait_for("VAT", "QAbstractSpinBox")
    user.fill_field("VAT", "٥")
    user.press("Tab")
    wait_until("the rate", lambda: counter.read_rows("shops", "list")[0]["vat_percent"] in ("5", 5, 5.0))
    counter.save_picture("rate")
    user.click_at(user.bring_in_sight("Add a branch…", "QAbstractButton"))
    user.wait_for("Add a branch", "Dialog")
    user.type_text("Sitra")
    user.press("Return")
    user.wait_until_gone("Add a branch", "Dialog")
    user.press("ctrl+3")
    user.wait_for("With 5% VAT", exact=False)
    user.wait_for("13.125", "QLabel", exact=False)
    counter.save_picture("with-other-vat")
    user.press("F2")
    user.wait_for("Shop price, BHD", "QLineEdit")
    user.wait_for("13.125 with 5% VAT", "QLabel", exact=False)
    user.fill_field("Sitra", "3")
    user.fill_field("Muharraq", "6")
    counter.save_picture("stock-per-branch")
    user.click("Save")
    user.wait_until_gone("Save")
    stock = cast("list[dict[str, object]]", counter.call(f"/v1/items/{_SKU}")["stock"])
    assert [(level["branch"], level["quantity"]) for level in stock] == [("Muharraq", 6), ("Sitra", 3)]
    user.open_part(_SKU, _NAME)
    user.bring_in_sight("Sitra", "StockBar", over=user.wait_for(_NAME, "ItemDetail"))
    counter.save_picture("both-branches")
