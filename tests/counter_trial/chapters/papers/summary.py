"""The summary of a day and a month: looked at, saved as PDF on both papers."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tests.counter_trial.counter import Counter
from tests.counter_trial.saved_files import draw_pages, read_page_sizes_mm, read_words

ITEMS: Final = {
    "items": [
        {
            "sku": "04465-33480",
            "name": "Brake pads, front disc",
            "name_ar": "فحمات أمامية",
            "price_fils": 12500,
            "quantity": 40,
        },
        {"sku": "15400-T2A-A40", "name": "Oil filter", "name_ar": "فلتر زيت", "price_fils": 3250, "quantity": 60},
    ]
}
REJECTED: Final = {"items": [{"sku": "X-1", "name": "", "quantity": -1}]}
PAPERS: Final = ("A4", "Receipt, 80 mm")


def summary(counter: Counter) -> None:
    """Two orders are placed, one is delivered, one rejected; the papers say so."""
    counter.open()
    counter.call("/v1/items", ITEMS)
    counter.call("/v1/items", REJECTED)
    delivered, rejected = (counter.place_order("04465-33480", count) for count in (2, 1))
    for action in ("accept", "ready", "dispatched", "delivered"):
        counter.run_command("orders", "act", delivered, action)
    counter.run_command("orders", "act", rejected, "reject", "--reason", "No stock")
    user = counter.user
    user.wait_for("Sales summary", "QAbstractButton")
    counter.save_picture("overview")
    for period, words in (("Day", "day"), ("Month", "month")):
        for paper in PAPERS:
            user.click_until("Sales summary", "Save as PDF…")
            user.click(period)
            _choose_paper(counter, paper)
            counter.save_picture(f"{words}-{paper[:2]}")
            user.click("Save as PDF…")
            file = counter.session.home / f"{words} {paper[:2]}.pdf"
            counter.save_file_as(file)
            counter.wait_for_file(file)
            _check(counter, file, paper)
    _check_empty_days(counter)


def _choose_paper(counter: Counter, paper: str) -> None:
    user = counter.user
    if user.find(paper, "FilterChip") is None:
        user.click(next(other for other in PAPERS if other != paper), "FilterChip")
        user.click(paper, "QMenu")


def _check(counter: Counter, file: Path, paper: str) -> None:
    draw_pages(file, counter.pictures)
    words = read_words(file)
    for text in ("25.000", "04465-33480"):
        assert text in words, words
    assert {width for width, _ in read_page_sizes_mm(file)} == {210 if paper == "A4" else 80}
    report = counter.read_json("report", file.stem.split()[0])
    figures = {name: report[name] for name in ("orders", "accepted", "delivered", "cancelled")}
    assert figures == {"orders": 2, "accepted": 1, "delivered": 1, "cancelled": 1}, report


def _check_empty_days(counter: Counter) -> None:
    """A month without an order has its paper too."""
    user = counter.user
    user.click("Orders")
    user.click_until("Sales summary", "Save as PDF…")
    user.click("Month")
    _choose_paper(counter, "A4")
    for _ in range(2):
        user.click("Earlier")
    counter.save_picture("month-without-orders")
    user.click("Save as PDF…")
    file = counter.session.home / "empty.pdf"
    counter.save_file_as(file)
    counter.wait_for_file(file)
    draw_pages(file, counter.pictures)
    assert "04465" not in read_words(file)
