"""Papers and tables that are saved, read back: labels, slips, the day's summary, exports."""

from __future__ import annotations

import csv
import io
import subprocess
import xml.etree.ElementTree as ET
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import zxingcpp  # type: ignore[import-not-found, import-untyped, unused-ignore]
from PySide6.QtGui import QImage

from tests.counter_trial.counter import Counter
from tests.desktop.screen_user import DIRECTION_MARKS

_MARKS = DIRECTION_MARKS | dict.fromkeys((0x202A, 0x202B, 0x202C))
_DPI = 203
"""Of a receipt or label printer."""
_MAIN: Final = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
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
SHOP: Final = "قطع السيف Sitra Auto Parts & Brakes"
VAT_NUMBER: Final = "200012345600002"
ITEMS_PRINT_ORDERS: Final = {
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
ITEMS_SUMMARY: Final = {
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
PAPERS_SUMMARY: Final = ("A4", "Receipt, 80 mm")
ITEMS_PAPERS: Final = {
    "items": [
        {
            "sku": "00123",
            "name": "=1+1",
            "name_ar": "فلتر",
            "condition": "new_oem",
            "price_fils": 12500,
            "quantity": 8.5,
        },
        {"sku": "15400-T2A-A40", "name": "Oil filter", "price_fils": 3250, "quantity": 12},
    ]
}
ORDER: Final = """{"lines": [{"sku": "00123", "quantity": 2}, {"sku": "15400-T2A-A40", "quantity": 1}],
 "delivery": {"method": "pickup"}, "commission_fils": 2825}"""
KINDS_PAPERS: Final = {
    "Orders, a row each": ("Parts, BHD", "Commission, BHD", "Payout, BHD"),
    "Ordered parts, a row each": ("Price, BHD", "Total, BHD"),
    "Payouts of delivered orders": ("Parts, BHD", "Commission, BHD", "Payout, BHD"),
}
WORDS: Final = {"Status": "Delivered", "Delivery": "Pickup", "Refunded": "No"}
"""Of an order; codes are for programs."""

AMOUNTS: Final = {"Parts, BHD": "28.25", "Commission, BHD": "2.825", "Payout, BHD": "25.425", "Total, BHD": "25"}
"""Of the first row."""

MONEY: Final = "#,##0.000"


def draw_pages(pdf: Path, pictures: Path) -> list[Path]:
    """A picture of each page, with Debian's `pdftoppm`; named after the file."""
    pictures.mkdir(parents=True, exist_ok=True)
    base = pictures / pdf.stem.replace(" ", "-")
    subprocess.run(["pdftoppm", "-png", "-r", str(_DPI), str(pdf), str(base)], check=True, timeout=60)
    return sorted(pictures.glob(f"{base.name}-*.png"))


def read_bar_codes(page: Path) -> set[str]:
    """The texts of the Code 128 of a picture."""
    image = QImage(str(page)).convertToFormat(QImage.Format.Format_Grayscale8)
    return {found.text for found in zxingcpp.read_barcodes(image) if found.format == zxingcpp.BarcodeFormat.Code128}


def read_words(pdf: Path) -> str:
    """The text of all pages, line by line as it is laid out."""
    line = ["pdftotext", "-layout", str(pdf), "-"]
    said = subprocess.run(line, check=True, capture_output=True, text=True, timeout=60).stdout
    return said.translate(_MARKS)


def read_page_sizes_mm(pdf: Path) -> list[tuple[int, int]]:
    """Width and height of each page."""
    line = ["pdfinfo", "-f", "1", "-l", "-1", str(pdf)]
    said = subprocess.run(line, check=True, capture_output=True, text=True, timeout=60).stdout
    sizes = [one.split("size:")[1].split() for one in said.splitlines() if one.startswith("Page") and "size:" in one]
    return [(_to_mm(width), _to_mm(height)) for width, _by, height, *_ in sizes]


def _to_mm(points: str) -> int:
    return round(float(points) * 25.4 / 72)


@dataclass(frozen=True, slots=True)
class Sheet:
    """Cells as (type, value, number format): type "n" is a number, "text" and "b" the others."""

    rtl: bool
    headings: tuple[str, ...]
    rows: list[dict[str, tuple[str, str, str]]]


def read_sheet(file: Path) -> Sheet:
    """The first sheet of a workbook."""
    with zipfile.ZipFile(file) as book:
        sheet, styles = (ET.fromstring(book.read(f"xl/{name}.xml")) for name in ("worksheets/sheet1", "styles"))  # noqa: S314 our own files
        shared = (
            ET.fromstring(book.read("xl/sharedStrings.xml"))  # noqa: S314 as above
            if "xl/sharedStrings.xml" in book.namelist()
            else ET.Element("none")
        )
    texts = ["".join(part.text or "" for part in entry.iter(f"{_MAIN}t")) for entry in shared]
    formats = {one.get("numFmtId"): one.get("formatCode", "") for one in styles.iter(f"{_MAIN}numFmt")}
    cell_formats = [formats.get(one.get("numFmtId"), "") for one in styles.find(f"{_MAIN}cellXfs") or ()]
    view = next(sheet.iter(f"{_MAIN}sheetView"))
    first, *rest = (
        {_column(cell): _read_cell(cell, texts, cell_formats) for cell in row} for row in sheet.iter(f"{_MAIN}row")
    )
    names = {column: value for column, (_, value, _) in first.items()}
    rows = [{names[column]: cell for column, cell in row.items()} for row in rest]
    return Sheet(view.get("rightToLeft") == "1", tuple(names.values()), rows)


def _column(cell: ET.Element) -> str:
    return cell.get("r", "").rstrip("0123456789")


def _read_cell(cell: ET.Element, texts: list[str], formats: list[str]) -> tuple[str, str, str]:
    kind, value = cell.get("t", "n"), cell.findtext(f"{_MAIN}v") or ""
    style = formats[int(cell.get("s", "0"))]
    if kind == "s":
        return "text", texts[int(value)], style
    if kind == "inlineStr":
        return "text", "".join(part.text or "" for part in cell.iter(f"{_MAIN}t")), style
    return kind, value, style


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


def print_orders(counter: Counter) -> None:
    """Each paper of an order is saved in both sizes; its number is read from the bars."""
    counter.run_command("shops", "rename", SHOP)
    counter.run_command("shops", "vat-number", VAT_NUMBER)
    counter.open()
    counter.call("/v1/items", ITEMS_PRINT_ORDERS)
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
            _save_print_orders(counter, reference, kind, paper)


def _choose_paper(counter: Counter, paper: str) -> None:
    user = counter.user
    if user.find(paper, "FilterChip") is None:
        other = next(other for other in PAPERS if other != paper)
        user.click(other, "FilterChip", exact=False)
        user.click(paper, "QMenu", exact=False)
        user.wait_for(paper, "FilterChip", exact=False)


def _save_print_orders(counter: Counter, reference: str, kind: str, paper: str) -> None:
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


def summary(counter: Counter) -> None:
    """Two orders are placed, one is delivered, one rejected; the papers say so."""
    counter.open()
    counter.call("/v1/items", ITEMS_SUMMARY)
    counter.call("/v1/items", REJECTED)
    delivered, rejected = (counter.place_order("04465-33480", count) for count in (2, 1))
    for action in ("accept", "ready", "dispatched", "delivered"):
        counter.run_command("orders", "act", delivered, action)
    counter.run_command("orders", "act", rejected, "reject", "--reason", "No stock")
    user = counter.user
    user.wait_for("Sales summary", "QAbstractButton")
    counter.save_picture("overview")
    for period, words in (("Day", "day"), ("Month", "month")):
        for paper in PAPERS_SUMMARY:
            user.click_until("Sales summary", "Save as PDF…")
            user.click(period)
            _choose_paper_summary(counter, paper)
            counter.save_picture(f"{words}-{paper[:2]}")
            user.click("Save as PDF…")
            file = counter.session.home / f"{words} {paper[:2]}.pdf"
            counter.save_file_as(file)
            counter.wait_for_file(file)
            _check_summary(counter, file, paper)
    _check_empty_days(counter)


def _choose_paper_summary(counter: Counter, paper: str) -> None:
    user = counter.user
    if user.find(paper, "FilterChip") is None:
        user.click(next(other for other in PAPERS_SUMMARY if other != paper), "FilterChip")
        user.click(paper, "QMenu")


def _check_summary(counter: Counter, file: Path, paper: str) -> None:
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
    _choose_paper_summary(counter, "A4")
    for _ in range(2):
        user.click("Earlier")
    counter.save_picture("month-without-orders")
    user.click("Save as PDF…")
    file = counter.session.home / "empty.pdf"
    counter.save_file_as(file)
    counter.wait_for_file(file)
    draw_pages(file, counter.pictures)
    assert "04465" not in read_words(file)


def take_along(counter: Counter) -> None:
    """Each table is saved as XLSX and as CSV: amounts are numbers in BHD, part numbers are text."""
    counter.open()
    counter.call("/v1/items", ITEMS_PAPERS)
    reference = str(counter.read_json("orders", "place", "-", typed=ORDER)["reference"])
    for action in ("accept", "ready", "delivered"):
        counter.run_command("orders", "act", reference, action)
    user = counter.user
    user.click("Orders")
    user.wait_for(reference, "row", exact=False)
    for kind, columns in KINDS_PAPERS.items():
        for ending in ("xlsx", "csv"):
            user.click_until("Export", kind)
            user.click(kind)
            counter.save_picture(f"{ending}-{kind[:6]}")
            user.click("Choose a place…")
            _check_orders(counter, _save_papers(counter, f"{kind[:6]}.{ending}"), columns, reference)
    user.click("Catalogue")
    user.wait_for("00123", "row", exact=False)
    for ending in ("xlsx", "csv"):
        user.click("Export")
        file = _save_papers(counter, f"parts.{ending}")
        user.wait_for(f"2 parts saved in parts.{ending}.", exact=False)
        counter.save_picture(f"{ending}-parts")
        _check_parts(counter, file)


def _save_papers(counter: Counter, name: str) -> Path:
    file = counter.session.home / name
    counter.save_file_as(file)
    counter.wait_for_file(file)
    return file


def _check_orders(counter: Counter, file: Path, columns: tuple[str, ...], reference: str) -> None:
    row = _read_rows(counter, file)[0]
    assert _get(counter, row, "Order")[1] == reference
    for heading, word in WORDS.items():
        if set(row) & counter.user.translate(heading):
            _check_word(counter, row, heading, word)
    for column in columns:
        wanted = {"Price, BHD": "12.5"}.get(column) or AMOUNTS[column]
        kind, value, style = _get(counter, row, column)
        assert float(value) == float(wanted), (file.name, column, value)
        assert (kind, style) == ("n", MONEY) or value == f"{float(wanted):.3f}", (file.name, column, value)


def _check_parts(counter: Counter, file: Path) -> None:
    first = _read_rows(counter, file)[0]
    assert _get(counter, first, "Part number")[:2] == ("text", "00123")
    kind, name, _ = _get(counter, first, "Name")
    assert kind == "text"
    assert name.lstrip("'") == "=1+1"
    for heading, word in (("Condition", "New, original"), ("Active", "Yes"), ("On the marketplace", "No")):
        _check_word(counter, first, heading, word)
    assert float(_get(counter, first, "Price, BHD")[1]) == 12.5
    assert float(_get(counter, first, "Quantity")[1]) == 6.5


def _check_word(counter: Counter, row: dict[str, tuple[str, str, str]], heading: str, word: str) -> None:
    kind, text, _ = _get(counter, row, heading)
    assert kind == "text"
    assert text in counter.user.translate(word), (heading, text)


def _read_rows(counter: Counter, file: Path) -> list[dict[str, tuple[str, str, str]]]:
    if file.suffix == ".xlsx":
        sheet: Sheet = read_sheet(file)
        assert sheet.rtl == (counter.variant.language == "ar")
        return sheet.rows
    text = file.read_bytes().decode("utf-8-sig")
    return [{name: ("text", value, "") for name, value in row.items()} for row in csv.DictReader(io.StringIO(text))]


def _get(counter: Counter, row: dict[str, tuple[str, str, str]], heading: str) -> tuple[str, str, str]:
    (found,) = counter.user.translate(heading) & set(row)
    return row[found]
