"""Pages: breaking, the repeated header, rolls, and bars that a real reader reads."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import zxingcpp  # type: ignore[import-not-found, import-untyped, unused-ignore]
from PySide6.QtCore import QPoint, QRect, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter

from service.domain.printing import PAPER_SIZES, Paper, PaperSize
from ui.backend import ErrorCode
from ui.printing.blocks import POINTS_PER_MM, Align, Bars, Block, Cells, Gap, Stack, Text, TextStyle, choose_module
from ui.printing.pages import FlowPages, Section, draw_white_page, save_pdf
from ui.theme import Theme, Type

pytestmark = pytest.mark.usefixtures("qapp")
SHEET = PaperSize(100, 100, 10)
ROOM = 80 * POINTS_PER_MM


def blocks_of(pages: FlowPages, page: int) -> list[Block]:
    """The blocks of a page."""
    return pages._pages[page]


def test_rows_that_do_not_fit_go_on_below_their_header() -> None:
    header, rows = Gap(20), [Gap(40.0 + number) for number in range(9)]
    pages = FlowPages([Gap(30), Section(header, rows)], SHEET)
    assert pages.count == 3
    assert [blocks_of(pages, page)[0] for page in range(3)] == [Gap(30), header, header]
    drawn = [block for page in range(3) for block in blocks_of(pages, page) if block in rows]
    assert drawn == rows
    assert all(sum(block.height(1) for block in page) <= ROOM for page in pages._pages)


def test_a_block_that_is_larger_than_a_page_has_a_page_of_its_own() -> None:
    assert FlowPages([Gap(10), Gap(1000), Gap(10)], SHEET).count == 3


def test_a_roll_is_one_page_as_long_as_its_content() -> None:
    pages = FlowPages([Gap(40)] * 100, PAPER_SIZES[Paper.ROLL_80])
    assert pages.count == 1
    assert pages.size == QSizeF(80 * POINTS_PER_MM, 4000 + 8 * POINTS_PER_MM)


def test_a_roll_that_is_too_long_for_a_pdf_is_several_equal_pages() -> None:
    pages = FlowPages([Gap(40)] * 500, PAPER_SIZES[Paper.ROLL_80])
    assert pages.count == 2
    assert pages.size.height() < 14_400
    assert sum(len(blocks_of(pages, page)) for page in range(2)) == 500
    assert abs(len(blocks_of(pages, 0)) - len(blocks_of(pages, 1))) <= 2


def paint(block: Block, dots_per_mm: float, width_mm: float) -> QImage:
    """As a printer of so many dots draws a label."""
    pages = FlowPages([block], PaperSize(width_mm, None, 2))
    scale = dots_per_mm / POINTS_PER_MM
    image = QImage(
        round(pages.size.width() * scale), round(pages.size.height() * scale), QImage.Format.Format_Grayscale8
    )
    painter = QPainter(image)
    draw_white_page(pages, painter, 0, image.width())
    painter.end()
    return image


@pytest.mark.parametrize("text", ["ORD-2026-000123", "04465-60280", "A b~c", "6281000000012", "PADR-LC200-AKEB"])
@pytest.mark.parametrize(("dots", "width"), [(8, 80), (24, 60)])
def test_a_reader_reads_the_bars(text: str, dots: int, width: int) -> None:
    (found,) = zxingcpp.read_barcodes(paint(Bars(text, 30), dots, width))
    assert (found.text, found.format) == (text, zxingcpp.BarcodeFormat.Code128)


def test_the_narrowest_bar_is_whole_dots_of_a_label_printer() -> None:
    dot = POINTS_PER_MM / 8
    assert choose_module(80, 250 * dot) == pytest.approx(2 * dot)
    assert choose_module(80, 1000 * dot) == pytest.approx(3 * dot)
    assert choose_module(80, 90 * dot) == pytest.approx(0.9 * dot)


def test_bars_say_where_they_are_too_narrow() -> None:
    bars = Bars("A" * 40, 20)
    assert bars.fits(200 * POINTS_PER_MM)
    assert not bars.fits(38 * POINTS_PER_MM)


def test_the_quiet_zone_may_be_outside_of_the_width() -> None:
    dot = POINTS_PER_MM / 8
    assert choose_module(100, 200 * dot) == pytest.approx(dot)
    assert choose_module(100, 200 * dot, 20 * dot) == pytest.approx(2 * dot)


def test_cells_begin_at_the_right_in_arabic() -> None:
    places: list[float] = []

    class Probe:
        def height(self, width: float) -> float:
            return width

        def find_baseline(self, width: float) -> float:
            return 0 if width else 1

        def draw(self, painter: QPainter, x: float, y: float, width: float) -> None:
            assert painter.isActive()
            places.extend((x, y, width))

    image = QImage(8, 8, QImage.Format.Format_ARGB32)
    painter = QPainter(image)
    for rtl in (False, True):
        Cells((Probe(), Probe()), (1, 3), rtl=rtl, gap=20).draw(painter, 0, 0, 100)
    painter.end()
    assert places == [0, 0, 20, 40, 0, 60, 80, 0, 20, 0, 0, 60]


def find_ink(image: QImage) -> QRect:
    """The rectangle of all that is darker than grey."""
    dark = [
        (x, y) for y in range(image.height()) for x in range(image.width()) if QColor(image.pixel(x, y)).value() < 128
    ]
    corner = QPoint(min(x for x, _ in dark), min(y for _, y in dark))
    return QRect(corner, QPoint(max(x for x, _ in dark), max(y for _, y in dark)))


def test_words_of_different_sizes_stand_on_one_line(theme: Theme) -> None:
    font = theme.font(Type.BODY)
    texts = [Text("H", font, TextStyle(size), rtl=False) for size in (8, 20)]
    image = paint(Cells((Stack(texts[0], Gap(30)), texts[1]), (1, 1), rtl=False), 8, 40)
    half = image.width() // 2
    small, large = (find_ink(image.copy(x, 0, half, image.height())) for x in (0, half))
    assert small.height() < large.height()
    assert abs(small.bottom() - large.bottom()) <= 1


def test_bars_may_end_at_the_side_of_a_page() -> None:
    image = paint(Bars("ORD-2026-000123", 20, side=Qt.AlignmentFlag.AlignRight), 8, 80)
    assert abs(find_ink(image).right() - (image.width() - 2 * 8)) <= 2


def test_a_text_that_is_too_long_ends_with_an_ellipsis() -> None:
    short = Text("a " * 400, QFont(), TextStyle(10, most_lines=2), rtl=False)
    one = Text("a", QFont(), TextStyle(10, align=Align.END), rtl=False)
    assert short.height(100) == pytest.approx(2 * one.height(100), abs=2)
    assert "…" in short._layout(100).text()


def test_words_of_a_pdf_can_be_copied_and_searched(tmp_path: Path, theme: Theme) -> None:
    texts = ("ORD-2026-000001", "25 Nov 2026 16:18", "DW-1 4x4 (A-B) +973 3912 3456", "2 × 3 -> a/b @", "60 x 40 mm")
    pages = FlowPages([Text(text, theme.font(Type.BODY), TextStyle(), rtl=False) for text in texts], SHEET)
    file = tmp_path / "a.pdf"
    assert save_pdf(pages, str(file), "Pick slip") is None
    characters = read_pdf_characters(file.read_bytes())
    assert {*"ORD-2016: x+/@"} - {" "} <= characters
    assert not [character for character in characters if 0xE000 <= ord(character) < 0xF900]


def read_pdf_characters(content: bytes) -> set[str]:
    """What the file says that its letters mean."""
    maps = b"".join(re.findall(rb"begincmap.*?endcmap", content, re.DOTALL))
    lists = b"".join(re.findall(rb"beginbf\w+.*?endbf", maps, re.DOTALL))
    return {bytes.fromhex(code.decode()).decode("utf-16-be", "replace") for code in re.findall(rb"<(\w{4})>", lists)}


def test_a_pdf_is_whole_or_not_there(tmp_path: Path) -> None:
    pages = FlowPages([Gap(40)] * 20, SHEET)
    file = tmp_path / "a.pdf"
    assert save_pdf(pages, str(file), "Pick slip") is None
    content = file.read_bytes()
    assert content.startswith(b"%PDF")
    assert content.count(b"/Type /Page\n") == pages.count
    error = save_pdf(pages, str(tmp_path / "no" / "a.pdf"), "Pick slip")
    assert error is not None
    assert error.code is ErrorCode.FILE_NOT_WRITABLE
    assert [path.name for path in tmp_path.iterdir()] == ["a.pdf"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit of a file's size for a process")
def test_a_pdf_without_room_is_not_there_in_part(tmp_path: Path, theme: Theme) -> None:
    words = [Text(f"{number} فحمات Brake pads", theme.font(Type.BODY), TextStyle(), rtl=True) for number in range(900)]
    pages = FlowPages(words, PAPER_SIZES[Paper.ROLL_80])
    file = tmp_path / "a.pdf"
    with bound_file_size(32 * 1024):
        error = save_pdf(pages, str(file), "Order")
    assert error is not None
    assert list(tmp_path.iterdir()) == []
    assert save_pdf(pages, str(file), "Order") is None
    assert file.stat().st_size > 32 * 1024


@contextmanager
def bound_file_size(size: int) -> Iterator[None]:
    """What is written beyond it is refused, as on a full disk."""
    import resource  # noqa: PLC0415 - not on Windows

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
