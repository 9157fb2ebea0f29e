"""Parts that the till and the nightly file wrote: edited by hand, also by two at once."""

from __future__ import annotations

from typing import Final, cast

from PySide6.QtGui import QColor, QImage

from tests.counter_trial.counter import Counter
from tests.desktop.wait_until import wait_until
from tests.desktop.widget_reader import VisibleWidget

_SKU: Final = "BP-1187"
_ITEM: Final = {
    "sku": _SKU,
    "name": "Brake pads, front",
    "name_ar": "فحمات أمامية",
    "price_fils": 12500,
    "quantity": 8,
    "fit": [{"make": "Toyota", "model": "Camry", "year_from": 2018, "year_to": 2024}],
}
_NIGHTLY: Final = "SKU,Name,Price,Quantity\nOF-77,Oil filter,3.25,12\n"
_LONG_NAME: Final = "Brake pads, front, ceramic, with wear sensor and shims, for cars with 17 inch discs · " * 20


def edit_part(counter: Counter) -> None:
    """Every field is changed; what others changed meanwhile is shown before it is replaced."""
    nightly = counter.session.home / "stock.csv"
    nightly.write_text(_NIGHTLY, encoding="utf-8")
    counter.run_command("branches", "rename", "Main", "Muharraq")
    counter.run_command("pull", "setup", str(nightly))
    counter.run_command("pull", "run")
    counter.open()
    counter.call("/v1/items", {"items": [_ITEM]})
    _warn_of_nightly_file(counter)
    _edit_every_field(counter)
    _edit_while_others_do(counter)
    _give_picture(counter)
    _give_long_name(counter)


def _open_editor(counter: Counter, sku: str, name: str) -> None:
    user = counter.user
    user.open_part(sku, name)
    user.click("Edit this part (F2)")
    user.wait_for("Shop price, BHD", "QLineEdit")


def _warn_of_nightly_file(counter: Counter) -> None:
    user = counter.user
    user.click("Catalogue")
    _open_editor(counter, "OF-77", "Oil filter")
    text = "The file stock.csv wrote this part last. Its next nightly run replaces what you change here."
    user.wait_for(text, "QLabel")
    counter.save_picture("nightly-file")
    user.press("Escape")
    user.wait_until_gone("Shop price, BHD")


def _edit_every_field(counter: Counter) -> None:
    user = counter.user
    _open_editor(counter, _SKU, "Brake pads, front")
    user.wait_for("Till 1 wrote this part last. What it sends next replaces what you change here.", "QLabel")
    counter.save_picture("till")
    fields = {
        "OEM number": "04465-33480",
        "Brand": "Toyota",
        "Name": "Brake pads, rear",
        "Arabic name": "فحمات خلفية",
        "Category": "Brakes",
        "Shop price, BHD": "14.750",
        "Trade price, BHD": "١٢٫٥",
        "Online price, BHD": "15",
    }
    for name, text in fields.items():
        user.fill_field(name, text)
    user.click_at(user.bring_in_sight("Condition", "QComboBox"))
    user.press("End", "Return")
    user.click_at(user.bring_in_sight("Active", "QCheckBox"))
    user.click_at(user.bring_in_sight("On the marketplace", "QCheckBox"))
    user.fill_field("Muharraq", "11")
    user.fill_field("Low at, free units", "5")
    user.click_at(user.bring_in_sight("Remove this car", "QAbstractButton"))
    user.click_at(user.bring_in_sight("Add a car", "QAbstractButton"))
    user.fill_field("Make", "Honda")
    user.fill_field("Model", "Accord")
    counter.save_picture("every-field")
    user.click("Save")
    user.wait_until_gone("Save")
    item = counter.call(f"/v1/items/{_SKU}")
    expected = {
        "oem_number": "04465-33480",
        "brand": "Toyota",
        "name": "Brake pads, rear",
        "name_ar": "فحمات خلفية",
        "category": "Brakes",
        "condition": "refurbished",
        "price_fils": 14750,
        "wholesale_price_fils": 12500,
        "online_price_fils": 15000,
        "active": False,
        "list_on_marketplace": True,
        "quantity": 11,
        "fit": [{"make": "Honda", "model": "Accord", "year_from": None, "year_to": None}],
    }
    assert {name: item[name] for name in expected} == expected, item
    user.wait_for("Inactive", "Badge")
    counter.save_picture("edited")


def _edit_while_others_do(counter: Counter) -> None:
    """The command line changes the price that is being edited, the till another field."""
    user = counter.user
    _open_editor(counter, _SKU, "Brake pads, rear")
    counter.run_command("items", "edit", _SKU, "--price", "9")
    counter.call("/v1/items", {"items": [{"sku": _SKU, "category": "Discs"}]})
    user.fill_field("Shop price, BHD", "16")
    user.click("Save")
    user.wait_for(
        "This part was changed while you edited it. Save again to replace it, or close this.", "QLabel", exact=False
    )
    user.wait_for("Changed to 9.000 since; it was 14.750", "QLabel", exact=False)
    counter.save_picture("changed-meanwhile")
    assert counter.call(f"/v1/items/{_SKU}")["price_fils"] == 9000
    user.click("Save")
    user.wait_until_gone("Save")
    item = counter.call(f"/v1/items/{_SKU}")
    assert (item["price_fils"], item["category"]) == (16000, "Discs"), item


def _give_picture(counter: Counter) -> None:
    user = counter.user
    picture, text = counter.session.home / "pads.png", counter.session.home / "no picture.png"
    image = QImage(1600, 900, QImage.Format.Format_RGB32)
    image.fill(QColor("#1D5FD1"))
    assert image.save(str(picture))
    text.write_text("this is no picture", encoding="utf-8")
    _choose_in_menu(counter, "Choose a picture…")
    user.choose_file(text)
    user.wait_for("Copy details for support", "QAbstractButton", exact=False)
    counter.save_picture("no-picture")
    user.press("Escape")
    _choose_in_menu(counter, "Choose a picture…")
    user.choose_file(picture)
    name = "فحمات خلفية" if counter.variant.language == "ar" else "Brake pads, rear"
    _scroll_to_picture(counter, f"Picture of {name}")
    counter.save_picture("picture")
    _choose_in_menu(counter, "Remove the picture…")
    user.click("Remove the picture", "QAbstractButton")
    user.wait_until_gone(f"Picture of {name}")


def _scroll_to_picture(counter: Counter, name: str) -> None:
    """It is below the prices, where a low window has no room."""
    user = counter.user

    def look() -> VisibleWidget | None:
        seen = user.find(name, "QLabel")
        if seen is None:
            user.click_at(user.wait_for("Brake pads, rear", "ItemDetail"), button=5)
        return seen

    wait_until(f"“{name}”", look)


def _choose_in_menu(counter: Counter, words: str) -> None:
    counter.user.click("More", "QAbstractButton")
    counter.user.click(words, "QMenu")


def _give_long_name(counter: Counter) -> None:
    """2,000 characters at most, as the interface has it; the window stays usable."""
    user = counter.user
    _open_editor(counter, _SKU, "Brake pads, rear")
    user.fill_field("Name", _LONG_NAME)
    user.click("Save")
    user.wait_until_gone("Save")
    saved = str(counter.call(f"/v1/items/{_SKU}")["name"])
    assert saved == _LONG_NAME.strip()[:2000], len(saved)
    wait_until(
        "the name", lambda: user.find(saved[:40], "QLabel", exact=False) or user.find(saved[:40], "row", exact=False)
    )
    counter.save_picture("long-name")
    assert cast("int", counter.call(f"/v1/items/{_SKU}")["quantity"]) == 11
