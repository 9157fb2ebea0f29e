"""Pick slip, order and delivery note: looked at, saved as PDF on A4 and on a receipt."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tests.counter_trial.counter import Counter
from tests.counter_trial.saved_files import draw_pages, read_bar_codes, read_page_sizes_mm, read_words

SHOP: Final = "قطع السيف Sitra Auto Parts & Brakes"
VAT_NUMBER: Final = "200012345600002"
ITEMS: Final = {
    "items": [
        {
            "sku": "04465-33480",
            "name": "Brake pads, front disc",
            "name_ar": "فحمات أمامية",
            "brand": "Toyota",
            "price_fils": 12500,
            "quantity": 8,
        },
        {
            "sku": "15400-T2A-A40",
            "name": "Oil filter",
            "name_ar": "فلتر زيت اكورد",
            "price_fils": 3250,
            "quantity": 12,
        },
        {"sku": "ATF-DW1 4L", "name": "Automatic transmission fluid DW-1, 4 litres", "price_fils": 9875, "quantity": 3},
    ]
}
PHONE_ORDER: Final = """{"lines": [{"sku": "04465-33480", "quantity": 2}, {"sku": "15400-T2A-A40", "quantity": 1},
 {"sku": "ATF-DW1 4L", "quantity": 3}], "vehicle": {"make": "Honda", "model": "Accord", "year": 2018},
 "delivery": {"method": "courier", "fee_fils": 1500}}"""
CUSTOMER: Final = (
    "--by-phone",
    "--name=Ahmed علي",
    "--phone=+973 3912 3456",
    "--address=Block 338, Road 3803, مبنى 12",
    "--note=Ring twice",
)
KINDS: Final = ("Pick slip", "Order", "Delivery note")
PAPERS: Final = {"A4": (210, 297), "Receipt, 80 mm": (80, None)}


def print_orders(counter: Counter) -> None:
    """Each paper of an order is saved in both sizes; its number is read from the bars."""
    counter.run_command("shops", "rename", SHOP)
    counter.run_command("shops", "vat-number", VAT_NUMBER)
    counter.open()
    counter.call("/v1/items", ITEMS)
    reference = str(counter.read_json("orders", "place", "-", *CUSTOMER, typed=PHONE_ORDER)["reference"])
    user = counter.user
    user.click("Orders")
    user.wait_for(reference, "row", exact=False)
    for paper in PAPERS:
        for kind in KINDS:
            user.click("Print: pick slip, order, delivery note")
            user.wait_for("Save as PDF…")
            _choose_paper(counter, paper)
            user.click(kind)
            counter.save_picture(f"{kind}-{paper}".replace(" ", "-").replace(",", ""))
            _save(counter, reference, kind, paper)


def _choose_paper(counter: Counter, paper: str) -> None:
    user = counter.user
    if user.find(paper, "FilterChip") is None:
        other = next(other for other in PAPERS if other != paper)
        user.click(other, "FilterChip", exact=False)
        user.click(paper, "QMenu", exact=False)
        user.wait_for(paper, "FilterChip", exact=False)


def _save(counter: Counter, reference: str, kind: str, paper: str) -> None:
    file = counter.session.home / f"{kind} {paper}.pdf"
    counter.user.click("Save as PDF…")
    counter.save_file_as(file)
    counter.wait_for_file(file)
    _check(counter, file, reference, kind, PAPERS[paper])


def _check(counter: Counter, file: Path, reference: str, kind: str, size: tuple[int, int | None]) -> None:
    pages = draw_pages(file, counter.pictures)
    assert [read_bar_codes(page) for page in pages] == [{reference}], kind
    ((width, height),) = read_page_sizes_mm(file)
    assert width == size[0]
    assert size[1] in (None, height)
    words = read_words(file)
    for text in (VAT_NUMBER, reference, "Sitra Auto Parts", "04465-33480", "ATF-DW1 4L", "Honda Accord"):
        assert text in words, (kind, text, words)
    assert ("1.500" in words) == (kind == "Order")
    assert ("39123456" in words.replace(" ", "")) == (kind != "Pick slip")
