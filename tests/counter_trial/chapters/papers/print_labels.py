"""Shelf labels of a part and of several, for a label printer and on a sheet of A4."""

from __future__ import annotations

from typing import Final

from tests.counter_trial.counter import Counter
from tests.counter_trial.saved_files import draw_pages, read_bar_codes, read_page_sizes_mm, read_words

ITEMS: Final = {
    "items": [
        {
            "sku": "04465-33480",
            "name": "Brake pads, front disc, ceramic, with wear sensor and shims",
            "name_ar": "فحمات أمامية سيراميك",
            "price_fils": 12500,
            "quantity": 8,
        },
        {"sku": "15400-T2A-A40", "name": "Oil filter", "name_ar": "فلتر زيت", "price_fils": 3250, "quantity": 12},
        {"sku": "6281001234567", "name": "Wiper blade 24 inch", "quantity": 30},
        {"sku": "فلتر-12", "name": "Air filter", "name_ar": "فلتر هواء", "price_fils": 2100, "quantity": 4},
    ]
}
WITH_BARS: Final = {"04465-33480", "15400-T2A-A40", "6281001234567"}
SIZES: Final = {"50 × 30": (50, 30), "38 × 25": (38, 25), "A4, 24 labels": (210, 297)}


def print_labels(counter: Counter) -> None:
    """One label from a part's menu, then labels of all parts in each kind of size."""
    counter.open()
    counter.call("/v1/items", ITEMS)
    user = counter.user
    user.click("Catalogue")
    user.click("04465-33480", "row", exact=False)
    user.press("ctrl+p")
    user.wait_for("Save as PDF…")
    counter.save_picture("one-label")
    words = _save(counter, "one label", (50, 25), {"04465-33480"}, 1)
    assert "13.750" in words, words
    user.click("04465-33480", "row", exact=False)
    user.press("ctrl+a")
    user.click("Labels…", exact=False)
    user.wait_for("Save as PDF…")
    size = "50 × 25"
    for other, edges in SIZES.items():
        user.click(size, "FilterChip", exact=False)
        user.click(other, "QMenu", exact=False)
        size = other
        user.wait_for("1 part without bars: the SKU is too long here, or not in Latin letters.", "QLabel")
        counter.save_picture(f"labels-{edges[0]}x{edges[1]}")
        _save(counter, f"labels {edges[0]}", edges, WITH_BARS, 1 if edges[0] == 210 else 4)
        if other != list(SIZES)[-1]:
            user.click("Labels…", exact=False)
            user.wait_for("Save as PDF…")


def _save(counter: Counter, name: str, edges: tuple[int, int], codes: set[str], pages: int) -> str:
    """Saves the labels; answers their words."""
    file = counter.session.home / f"{name}.pdf"
    counter.user.click("Save as PDF…")
    counter.save_file_as(file)
    counter.wait_for_file(file)
    drawn = draw_pages(file, counter.pictures)
    assert set().union(*map(read_bar_codes, drawn)) == codes
    assert read_page_sizes_mm(file) == [edges] * pages
    words = read_words(file)
    assert codes <= set(words.split()), words
    return words
