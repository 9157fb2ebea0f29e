"""Labels: their place on a page, and bars that a reader reads at 203 dpi."""

from __future__ import annotations

import pytest
import zxingcpp  # type: ignore[import-not-found, import-untyped, unused-ignore]
from PySide6.QtGui import QFont, QImage, QPainter

from service.domain.printing import LABEL_SIZES, Label, LabelSize, find_label_size
from ui.i18n import Formats
from ui.i18n.language import Language
from ui.printing.blocks import POINTS_PER_MM
from ui.printing.label_pages import LabelPages
from ui.printing.pages import draw_white_page

pytestmark = pytest.mark.usefixtures("qapp")
PAD = Label("04465-60280", "Front brake pads - Toyota Land Cruiser 2008-2021", "فحمات", 31_350, 1000)
OIL = Label("OIL-5W30", "Oil", "", 1_000, 0)
LONG = Label("X" * 60, "Clip", "", None, 1000)
ARABIC = Label("قطعة-5", "Wiper", "", 250, 0)


def make(
    labels: tuple[Label, ...], size: LabelSize, copies: int = 1, language: Language = Language.ENGLISH
) -> LabelPages:
    return LabelPages(labels, size, copies, Formats(language), QFont())


def read(pages: LabelPages, page: int) -> list[str]:
    """The SKUs that a reader finds on a page of a printer with 8 dots for a millimetre."""
    scale = 8 / POINTS_PER_MM
    size = pages.size
    image = QImage(round(size.width() * scale), round(size.height() * scale), QImage.Format.Format_Grayscale8)
    painter = QPainter(image)
    draw_white_page(pages, painter, page, image.width())
    painter.end()
    return sorted(found.text for found in zxingcpp.read_barcodes(image))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("size", [size for size in LABEL_SIZES if not size.on_sheet], ids=lambda size: size.key)
def test_a_reader_reads_each_size(size: LabelSize, language: Language) -> None:
    pages = make((PAD, OIL), size, language=language)
    assert pages.count == 2
    assert [read(pages, page) for page in range(2)] == [["04465-60280"], ["OIL-5W30"]]


def test_a_sheet_has_rows_of_labels_and_the_rest_goes_on_the_next() -> None:
    pages = make((PAD, OIL), find_label_size("a4_24"), copies=13)
    assert pages.count == 2
    assert read(pages, 1) == ["OIL-5W30"] * 2


def test_copies_follow_each_other_on_a_roll() -> None:
    pages = make((PAD, OIL), find_label_size("60x40"), copies=2)
    assert [read(pages, page) for page in range(pages.count)] == [["04465-60280"]] * 2 + [["OIL-5W30"]] * 2


def test_a_sku_that_is_no_bars_stays_readable_for_a_person_and_is_counted() -> None:
    pages = make((PAD, LONG, ARABIC), find_label_size("38x25"))
    assert pages.without_bars == 2
    assert read(pages, 1) == read(pages, 2) == []
