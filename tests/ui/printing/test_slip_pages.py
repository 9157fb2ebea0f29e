"""A slip of 40 lines with long and hostile names is whole on every paper, in both languages."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtGui import QFont, QImage, QPainter

from service.domain.marketplace.orders import Customer
from service.domain.printing import PAPER_SIZES, Paper, Slip, SlipKind, make_slip
from tests.ui.conftest import MakeContext
from tests.ui.fake.fake_clock import NOW
from tests.ui.ready_shop import read_records
from ui.i18n import Language
from ui.printing.blocks import POINTS_PER_MM, Text, TextStyle
from ui.printing.pages import draw_white_page
from ui.printing.slip_pages import make_slip_pages

NAMES = (
    "Front brake pads, ceramic, for Toyota Land Cruiser 200 Series 2008-2021 with wear sensors and shims",
    "فحمات بريك أمامية سيراميك لتويوتا لاندكروزر 200 موديل 2008-2021 مع حساسات التآكل 04465-60320 أصلي",
    "Oil filter 90915-YZZD4 فلتر زيت",
    "<b>bold</b> & <script>alert(1)</script>",
    "\u202eoverride without an end",
    "tab\tline\nbell\x07",
    "Supercalifragilisticexpialidocious" * 5,
)
CUSTOMER = Customer(
    "Abdulrahman bin Mohammed Al-Khalifa شركة الخليج لقطع غيار السيارات",
    "+973 3300 1122",
    "Building 1234, Road 5678, Block 910\nفيلا 12، طريق 3456، مجمع 789\nMuharraq, Kingdom of Bahrain",
    "Rings twice. الرجاء الاتصال قبل الوصول. Call 30 minutes before arriving because the gate is locked.",
)


def make_long_slip(kind: SlipKind) -> Slip:
    order = read_records().details[0].order
    lines = tuple(
        replace(order.lines[0], sku=f"04465-{place:05}" if place % 5 else f"LONG-{place}" * 8, name=name)
        for place in range(40)
        for name in (NAMES[place % len(NAMES)],)
    )
    shop = replace(
        read_records().shop, name="Sitra Auto Parts and Accessories Trading W.L.L. سترة", vat_number="2" * 15
    )
    names_ar = {line.sku: NAMES[1] for line in lines[:6]}
    shelves = {line.sku: "رف A-12 " * 5 for line in lines[:3]}
    return make_slip(kind, shop, replace(order, lines=lines), "Hamad Town مدينة حمد", names_ar, CUSTOMER, shelves)


def find_inked_sides(image: QImage, margin: int) -> list[str]:
    """The sides of a page whose margin has ink."""
    width, height = image.width(), image.height()
    sides = {
        "left": image.copy(0, 0, margin, height),
        "right": image.copy(width - margin, 0, margin, height),
        "top": image.copy(0, 0, width, margin),
        "bottom": image.copy(0, height - margin, width, margin),
    }
    return [side for side, part in sides.items() if find_darkest(part) < 128]


def find_darkest(image: QImage) -> int:
    """The darkest pixel of a grey image, 0 to 255; its rows are padded in memory."""
    content, step, width = bytes(image.constBits()), image.bytesPerLine(), image.width()
    return min(min(content[row * step : row * step + width]) for row in range(image.height()))


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("paper", [Paper.A4, Paper.ROLL_80])
@pytest.mark.parametrize("kind", list(SlipKind))
def test_nothing_is_printed_in_a_margin(
    make_context: MakeContext, fonts: tuple[str, ...], kind: SlipKind, paper: Paper, language: Language
) -> None:
    context = make_context(language=language)
    pages = make_slip_pages(make_long_slip(kind), paper, context.formats, QFont(fonts[0]), NOW)
    assert (pages.count == 1) is (paper is Paper.ROLL_80)
    margin = int(PAPER_SIZES[paper].margin * POINTS_PER_MM) - 1
    for page in range(pages.count):
        image = QImage(pages.size.toSize(), QImage.Format.Format_Grayscale8)
        image.fill(255)
        painter = QPainter(image)
        draw_white_page(pages, painter, page, image.width())
        painter.end()
        assert find_inked_sides(image, margin) == []


def test_control_characters_are_printed_as_spaces(fonts: tuple[str, ...]) -> None:
    font, style = QFont(fonts[0]), TextStyle()
    spaced = Text("a b c d", font, style, rtl=False).natural_width()
    assert Text("a\tb\x07c\x9bd", font, style, rtl=False).natural_width() == spaced
    assert Text("a\nb", font, style, rtl=False).height(500) == 2 * Text("a", font, style, rtl=False).height(500)
