"""Finding a part from any scrap of words, with the keyboard and a barcode reader."""

from __future__ import annotations

from typing import Final

from tests.counter_trial.counter import Counter

ITEMS: Final = {
    "items": [
        {
            "sku": "15400-T2A-A40",
            "name": "Oil filter",
            "name_ar": "فلتر زيت اكورد",
            "brand": "Honda",
            "category": "Filters",
            "price_fils": 3250,
            "quantity": 12,
            "fit": [{"make": "Honda", "model": "Accord", "year_from": 2013, "year_to": 2019}],
        },
        {
            "sku": "04465-33480",
            "name": "Brake pads, front disc",
            "name_ar": "فحمات أمامية",
            "brand": "Toyota",
            "price_fils": 12500,
            "quantity": 8,
            "fit": [{"make": "Toyota", "model": "Camry", "year_from": 2018, "year_to": 2024}],
        },
        {
            "sku": "6281001234567",
            "name": "Wiper blade 24 inch",
            "brand": "Bosch",
            "price_fils": 1800,
            "quantity": 30,
        },
    ]
}
SCRAPS: Final = {
    "oil honda": "15400-T2A-A40",
    "15400t2aa40": "15400-T2A-A40",
    "أكورد": "15400-T2A-A40",
    "disc front": "04465-33480",
    "camry 2019 pads": "04465-33480",
    "brake pasd": "04465-33480",
    "٠٤٤٦٥": "04465-33480",
}
"""What somebody types, and the part that must be found."""


def find_parts(counter: Counter) -> None:
    """The catalogue finds each part from scraps of words, and a barcode opens its part."""
    counter.open()
    counter.call("/v1/items", ITEMS)
    user = counter.user
    user.click("Catalogue")
    user.wait_for("15400-T2A-A40", "row", exact=False)
    for scrap, sku in SCRAPS.items():
        user.press("ctrl+f")
        user.paste_text(scrap)
        user.wait_for(sku, "row", exact=False)
        other = next(found for found in SCRAPS.values() if found != sku)
        user.wait_until_gone(other, "row", exact=False)
    counter.save_picture("found")
