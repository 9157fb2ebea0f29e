"""Finding a part from any scrap of words, with the keyboard and a barcode reader."""

from __future__ import annotations

from typing import Final, cast
from urllib.parse import urlencode

from tests.counter_trial.counter import Counter
from tests.desktop.wait_until import wait_until

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
    user.press("ctrl+1")
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
