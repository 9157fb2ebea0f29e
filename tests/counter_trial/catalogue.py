"""Parts are entered, found, edited, priced together, and listed when few are left."""

from __future__ import annotations

import csv
import io
from typing import Final, cast
from urllib.parse import urlencode

from PySide6.QtGui import QColor, QImage

from tests.counter_trial.counter import Counter
from tests.counter_trial.papers import read_sheet
from tests.desktop.desktop_session import wait_until
from tests.desktop.inspection import VisibleWidget
from ui.shell.pane_context import PaneKey

_SKU: Final = "04465-33480"
_NAME: Final = "Brake pads, front"
_WRONG_PRICES: Final = ("12,5", "-1", "1e3", "12.5005", "twelve", "99999999999999999")
_FILTER, _PADS, _LAND_CRUISER, _WIPER, _OIL = "15400-T2A-A40", "04465-33480", "04465-60280", "6281001234567", "OIL-5W30"
ITEMS: Final = {
    "items": [
        {
            "sku": _FILTER,
            "name": "Oil filter",
            "name_ar": "فلتر زيت اكورد",
            "oem_number": "15400-RTA-003",
            "brand": "Honda",
            "category": "Filters",
            "price_fils": 3250,
            "quantity": 12,
            "fit": [{"make": "Honda", "model": "Accord", "year_from": 2013, "year_to": 2019}],
        },
        {
            "sku": _PADS,
            "name": "Brake pads, front disc",
            "name_ar": "فحمات أمامية كامري",
            "brand": "Toyota",
            "category": "Brakes",
            "price_fils": 12500,
            "quantity": 8,
            "fit": [{"make": "Toyota", "model": "Camry", "year_from": 2018, "year_to": 2024}],
        },
        {
            "sku": _LAND_CRUISER,
            "name": "Brake pads",
            "name_ar": "فحمات لاند كروزر",
            "brand": "Toyota",
            "category": "Brakes",
            "price_fils": 18500,
            "quantity": 3,
            "fit": [{"make": "Toyota", "model": "Land Cruiser", "year_from": 2008, "year_to": 2015}],
        },
        {"sku": _WIPER, "name": "Wiper blade 24 inch", "brand": "Bosch", "price_fils": 1800, "quantity": 30},
        {
            "sku": _OIL,
            "name": "Engine oil 5W-30",
            "name_ar": "زيت محرك",
            "brand": "Castrol",
            "category": "Lubricants",
            "price_fils": 2900,
            "quantity": 40,
        },
    ]
}
SCRAPS: Final = {
    "oil honda": (_FILTER,),
    "15400t2aa40": (_FILTER,),
    "15400 T2A A40": (_FILTER,),
    "15400rta003": (_FILTER,),
    "rta": (_FILTER,),
    "أكورد": (_FILTER,),
    "إكورد": (_FILTER,),
    "اكـــورد": (_FILTER,),
    "فِلْتَر زَيْت": (_FILTER,),
    "disc front": (_PADS,),
    "front disc camry": (_PADS,),
    "brakes camry": (_PADS,),
    "camry 2019 pads": (_PADS,),
    "camry 2009 pads": (),
    "pads 2010": (_LAND_CRUISER,),
    "أماميه": (_PADS,),
    "كامرى": (_PADS,),
    "brake pads": (_LAND_CRUISER, _PADS),
    "04465": (_LAND_CRUISER, _PADS),
    "٠٤٤٦٥-٦٠٢٨٠": (_LAND_CRUISER,),
    "brake pasd camry": (_PADS,),
    "camri": (_PADS,),
    "lubricants": (_OIL,),
    "زيت": (_OIL, _FILTER),
    "bosch": (_WIPER,),
    "5w30": (_OIL,),
}
"""What somebody types, and the parts that must be found, the best first."""
_PRICES: Final = {"BP-1": 12500, "BP-2": 9990, "BP-3": 1005, "BP-4": None, "OF-1": 3250}
_QUANTITIES: Final = {"A-1": 10, "A-2": 2, "A-3": 3, "A-4": 0}
_SKU_CATALOGUE: Final = "BP-1187"
_ITEM: Final = {
    "sku": _SKU_CATALOGUE,
    "name": "Brake pads, front",
    "name_ar": "فحمات أمامية",
    "price_fils": 12500,
    "quantity": 8,
    "fit": [{"make": "Toyota", "model": "Camry", "year_from": 2018, "year_to": 2024}],
}
_NIGHTLY: Final = "SKU,Name,Price,Quantity\nOF-77,Oil filter,3.25,12\n"
_LONG_NAME: Final = "Brake pads, front, ceramic, with wear sensor and shims, for cars with 17 inch discs · " * 20


def enter_part(counter: Counter) -> None:
    """“We have no system” leads to the first part, which is entered with every kind of value. At a
    further counter the shop is set up already.
    """
    if counter.variant.is_attached:
        counter.run_command("branches", "rename", "Main", "Muharraq")
        counter.open()
        counter.user.click("Catalogue")
        counter.user.click("New part")
        counter.user.wait_for("It needs an SKU and a name; the rest can wait.", "QLabel")
    else:
        counter.run_command("settings", "wizard_done", "off")
        counter.open(until="Continue")
        _walk_through_guide(counter)
    _refuse_empty_and_wrong(counter)
    _enter_whole(counter)
    _refuse_known_number(counter)
    _change_vat_and_add_branch(counter)


def _walk_through_guide(counter: Counter) -> None:
    user = counter.user
    user.click_until("Continue", "What is your shop called?")
    user.fill_field("Shop", "Sitra Auto Parts")
    user.fill_field("Main branch", "Muharraq")
    user.click("Continue")
    user.click("We have no system")
    while user.find("Enter the first part") is None:
        user.click("Continue")
        wait_until("the next step", lambda: user.find("Enter the first part") or user.find("Continue"))
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
    wait_until("the name once", lambda: "".join(user.wait_for("Name", "QLineEdit")["words"]).count(_NAME) == 1)
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
        ("Wholesale price, BHD", "11.25"),
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
    counter.open_pane(PaneKey.SETTINGS)
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
    counter.open_pane(PaneKey.CATALOGUE)
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


def find_parts(counter: Counter) -> None:
    """The same parts in the same order in the Catalogue, in Ctrl K, for the till and on the command
    line; a barcode opens its part wherever the focus is.
    """
    counter.open()
    counter.call("/v1/items", ITEMS)
    _search_catalogue(counter)
    _search_everything(counter)
    _compare_till_and_command_line(counter)
    _read_bar_codes(counter)


def _search_catalogue(counter: Counter) -> None:
    user = counter.user
    user.click("Catalogue")
    user.wait_for(_FILTER, "row", exact=False)
    for scrap, skus in SCRAPS.items():
        user.press("ctrl+f")
        user.paste_text(scrap)
        _wait_for_parts(counter, "Table", skus, scrap)
        if scrap in ("brake pads", "camry 2019 pads", "أماميه", "camry 2009 pads"):
            counter.save_picture(f"catalogue {scrap}")
    user.press("ctrl+f", "Escape")
    wait_until("all parts", lambda: len(_shown_parts(counter, "Table")) == len(ITEMS["items"]))


def _search_everything(counter: Counter) -> None:
    user = counter.user
    counter.open_pane(PaneKey.OVERVIEW)
    for scrap, skus in SCRAPS.items():
        user.press("ctrl+k")
        user.paste_text(scrap)
        _wait_for_parts(counter, "RowList", skus, scrap)
        if scrap in ("brake pads", "زيت"):
            counter.save_picture(f"everything {scrap}")
    user.press("ctrl+k")
    for text in ("oil", "camry", "wiper", "brake", "bosch"):
        user.type_text(text)
    _wait_for_parts(counter, "RowList", (_WIPER,), "the newest of several texts")
    user.press("Escape")
    user.press("Escape")


def _compare_till_and_command_line(counter: Counter) -> None:
    for scrap, skus in SCRAPS.items():
        page = counter.call(f"/v1/items?{urlencode({'q': scrap})}")
        assert tuple(cast("dict[str, object]", page["items"])) == skus, scrap
        printed = counter.read_rows("items", "search", scrap)
        assert tuple(str(row["sku"]) for row in printed) == skus, scrap


def _read_bar_codes(counter: Counter) -> None:
    """A reader types digits and Enter. It does so again for the next part, without a click."""
    user = counter.user
    user.press("ctrl+k")
    user.scan(_WIPER)
    _wait_for_open_part(counter, "Wiper blade 24 inch")
    counter.save_picture("barcode-everything")
    user.press("ctrl+f")
    for code, name in ((_PADS, "Brake pads, front disc"), (_WIPER, "Wiper blade 24 inch"), (_FILTER, "Oil filter")):
        user.scan(code)
        _wait_for_open_part(counter, name)
        assert not any("Dialog" in seen["kinds"] for seen in user.read_widgets())
    counter.save_picture("barcode-catalogue")


def _wait_for_open_part(counter: Counter, name: str) -> None:
    counter.user.wait_for(name, "ItemDetail")


def _wait_for_parts(counter: Counter, view: str, skus: tuple[str, ...], scrap: str) -> None:
    wait_until(f"{skus} for {scrap}", lambda: _shown_parts(counter, view) == skus or None, seconds=20)


def _shown_parts(counter: Counter, view: str) -> tuple[str, ...]:
    """The SKUs of the rows from top to bottom."""
    rows = [seen for seen in counter.user.read_widgets() if "row" in seen["kinds"] and view in seen["kinds"]]
    skus = [str(item["sku"]) for item in ITEMS["items"]]
    return tuple(sku for row in rows for sku in skus if any(sku in word for word in row["words"]))


def change_prices(counter: Counter) -> None:
    """The preview says what will be; it is done as it was shown, or not at all."""
    counter.open()
    rows = [
        {"sku": sku, "name": f"Brake pads {sku}", "name_ar": f"فحمات {sku}", "price_fils": fils, "quantity": 2}
        for sku, fils in _PRICES.items()
    ]
    counter.call("/v1/items", {"items": rows})
    user = counter.user
    user.click("Catalogue")
    user.wait_for("BP-1", "row", exact=False)
    user.press("ctrl+f")
    user.paste_text("BP")
    user.wait_until_gone("OF-1", "row", exact=False)
    user.click("BP-1", "row", exact=False)
    user.press("ctrl+a")
    user.wait_for("4 parts selected", "QLabel")
    counter.save_picture("selected")
    _preview(counter)
    _meet_other_change(counter)
    _make_inactive(counter)


def _preview(counter: Counter) -> None:
    user = counter.user
    user.click("Change prices…")
    user.wait_for("Till 1 wrote 4 of them last. What it sends next replaces what you change.", "QLabel")
    user.wait_for("Type a percentage to see what changes.", "QLabel")
    counter.save_picture("empty")
    for wrong in ("0", "101%%", "-5", "five", "5,5", "1001"):
        user.fill_field("Percent", wrong)
        if wrong != "":
            user.wait_for("Write a number like 5 or 2.5.", "QLabel")
    user.fill_field("Percent", "٧٫٥")
    user.wait_for("3 prices change.", "QLabel", exact=False)
    user.click_at(user.bring_in_sight("Round to", "QComboBox"))
    user.press("Down", "Down", "Return")
    user.wait_for("3 prices change.", "QLabel", exact=False)
    counter.save_picture("preview")


def _meet_other_change(counter: Counter) -> None:
    """A price changes between the preview and the click: the preview is made again."""
    user = counter.user
    counter.run_command("items", "edit", "BP-3", "--price", "2")
    user.click("Change 3 prices", "QAbstractButton")
    wait_until("a note", lambda: any("FaultNote" in seen["kinds"] for seen in user.read_widgets()))
    user.wait_for("2.150", "QLabel", exact=False)
    counter.save_picture("changed-meanwhile")
    assert _read_prices(counter) == _PRICES | {"BP-3": 2000}
    user.press("Return")  # a second click so soon is taken for a double click
    user.wait_until_gone("Percent", "QLineEdit")
    prices = _read_prices(counter)
    step = 10
    for sku, before in (_PRICES | {"BP-3": 2000}).items():
        after = prices[sku]
        if before is None or sku == "OF-1":
            assert after == before
        else:
            assert after is not None
            assert after % step == 0
            assert abs(after - before * 1075 / 1000) <= step / 2, (sku, before, after)
    counter.save_picture("changed")


def _make_inactive(counter: Counter) -> None:
    user = counter.user
    user.click("Make inactive…", "QAbstractButton")
    user.wait_for("Make 4 parts inactive?", "QLabel")
    counter.save_picture("make-inactive")
    user.click("Make inactive", "QAbstractButton")
    wait_until("inactive parts", lambda: _count_active(counter) == 1)
    user.click("Inactive", "tab")
    user.wait_for("BP-4", "row", exact=False)
    user.click("BP-4", "row", exact=False)
    user.press("ctrl+a")
    counter.save_picture("inactive")
    user.click("Make active", "QAbstractButton")
    user.click("Make active", "QAbstractButton")
    wait_until("active parts", lambda: _count_active(counter) == len(_PRICES))


def _items(counter: Counter) -> dict[str, dict[str, object]]:
    return cast("dict[str, dict[str, object]]", counter.call("/v1/items")["items"])


def _read_prices(counter: Counter) -> dict[str, int | None]:
    return {sku: cast("int | None", item["price_fils"]) for sku, item in _items(counter).items()}


def _count_active(counter: Counter) -> int:
    return sum(bool(item["active"]) for item in _items(counter).values())


def reorder_list(counter: Counter) -> None:
    """A part with an own limit becomes low, another no longer is; the list is saved as a file."""
    counter.open()
    rows = [
        {"sku": sku, "name": f"Clip {sku}", "name_ar": f"قطعة {sku}", "brand": "Toyota", "quantity": quantity}
        for sku, quantity in _QUANTITIES.items()
    ]
    counter.call("/v1/items", {"items": rows})
    user = counter.user
    user.click("Catalogue")
    user.click("Low", "tab", exact=False)
    _wait_for_low(counter, {"A-2", "A-4"})
    _set_limit(counter, "A-2", "0.5", shown_after=False)
    _wait_for_low(counter, {"A-4"})
    user.click("All", "tab", exact=False)
    _set_limit(counter, "A-1", "١٢", shown_after=True)
    user.click("Low", "tab", exact=False)
    _wait_for_low(counter, {"A-1", "A-4"})
    counter.save_picture("low")
    excel = counter.session.home / "to order.xlsx"
    user.click("Export the reorder list")
    counter.save_file_as(excel)
    user.wait_for("2 parts saved in to order.xlsx.", "QLabel", exact=False)
    counter.save_picture("saved")
    counter.wait_for_file(excel)
    sheet = read_sheet(excel)
    assert sheet.rtl is (counter.variant.language == "ar")
    assert {row[sheet.headings[0]][1] for row in sheet.rows} == {"A-1", "A-4"}, sheet
    table = counter.session.home / "to order.csv"
    user.press("ctrl+e")
    counter.save_file_as(table)
    lines = list(csv.reader(io.StringIO(counter.wait_for_file(table).decode("utf-8-sig"))))
    assert {line[0] for line in lines[1:]} == {"A-1", "A-4"}, lines
    assert [row["sku"] for row in counter.read_rows("items", "reorder")] == ["A-1", "A-4"]
    assert [row["low_limit"] for row in counter.read_rows("items", "reorder")] == [12, 2]


def _set_limit(counter: Counter, sku: str, limit: str, *, shown_after: bool) -> None:
    user = counter.user
    user.open_part(sku, f"Clip {sku}")
    user.press("F2")
    user.wait_for("Shop price, BHD", "QLineEdit")
    user.fill_field("Low at, free units", limit)
    if shown_after:
        counter.save_picture("limit")
    user.click("Save")
    user.wait_until_gone("Save")


def _wait_for_low(counter: Counter, skus: set[str]) -> None:
    def shown() -> bool:
        rows = [seen for seen in counter.user.read_widgets() if "row" in seen["kinds"] and "Table" in seen["kinds"]]
        return {sku for sku in _QUANTITIES for row in rows if any(sku in word for word in row["words"])} == skus

    wait_until(f"{skus}", lambda: shown() or None)


def edit_part(counter: Counter) -> None:
    """Every field is changed; what others changed meanwhile is shown before it is replaced."""
    nightly = counter.write_file("stock.csv", _NIGHTLY)
    counter.run_command("branches", "rename", "Main", "Muharraq")
    counter.run_command("pull", "setup", str(nightly), "--yes")
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
    _open_editor(counter, _SKU_CATALOGUE, "Brake pads, front")
    user.wait_for("Till 1 wrote this part last. What it sends next replaces what you change here.", "QLabel")
    counter.save_picture("till")
    fields = {
        "OEM number": "04465-33480",
        "Brand": "Toyota",
        "Name": "Brake pads, rear",
        "Arabic name": "فحمات خلفية",
        "Category": "Brakes",
        "Shop price, BHD": "14.750",
        "Wholesale price, BHD": "١٢٫٥",
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
    item = counter.call(f"/v1/items/{_SKU_CATALOGUE}")
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
    _open_editor(counter, _SKU_CATALOGUE, "Brake pads, rear")
    counter.run_command("items", "edit", _SKU_CATALOGUE, "--price", "9")
    counter.call("/v1/items", {"items": [{"sku": _SKU_CATALOGUE, "category": "Discs"}]})
    user.fill_field("Shop price, BHD", "16")
    user.click("Save")
    user.wait_for(
        "This part was changed while you edited it. Save again to replace it, or close this.", "QLabel", exact=False
    )
    user.wait_for("Changed to 9.000 since; it was 14.750", "QLabel", exact=False)
    counter.save_picture("changed-meanwhile")
    assert counter.call(f"/v1/items/{_SKU_CATALOGUE}")["price_fils"] == 9000
    # Sooner than a person reads it, the next click would be the second of a double click.
    user.click(_SKU_CATALOGUE, "QLabel", exact=False)
    user.click("Save")
    user.wait_until_gone("Save")
    item = counter.call(f"/v1/items/{_SKU_CATALOGUE}")
    assert (item["price_fils"], item["category"]) == (16000, "Discs"), item


def _give_picture(counter: Counter) -> None:
    user = counter.user
    picture, text = counter.session.home / "pads.png", counter.write_file("no picture.png", "this is no picture")
    image = QImage(1600, 900, QImage.Format.Format_RGB32)
    image.fill(QColor("#1D5FD1"))
    assert image.save(str(picture))
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
    _open_editor(counter, _SKU_CATALOGUE, "Brake pads, rear")
    user.fill_field("Name", _LONG_NAME)
    user.click("Save")
    user.wait_until_gone("Save")
    saved = str(counter.call(f"/v1/items/{_SKU_CATALOGUE}")["name"])
    assert saved == _LONG_NAME.strip()[:2000], len(saved)
    wait_until(
        "the name", lambda: user.find(saved[:40], "QLabel", exact=False) or user.find(saved[:40], "row", exact=False)
    )
    counter.save_picture("long-name")
    assert cast("int", counter.call(f"/v1/items/{_SKU_CATALOGUE}")["quantity"]) == 11
