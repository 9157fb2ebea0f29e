"""The summary on paper: where its largest figure is, and the names of parts in Arabic."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from PySide6.QtGui import QImage, QPainter

from service.domain.printing import Paper
from service.domain.reports import Events, Period, TopPart, summarize
from tests.ui.conftest import MakeContext
from tests.ui.fake.fake_clock import NOW, ZONE
from ui.i18n import Language
from ui.printing.blocks import Block, Cells, Stack, Text, TextStyle
from ui.printing.pages import FlowPages
from ui.printing.summary_pages import ColumnPlot, PlotColumn, make_summary_pages
from ui.theme import Theme, Type

WIDTH, HEAD = 300, 12


@pytest.mark.parametrize(("highest", "side"), [(0, "left"), (29, "right")])
def test_the_largest_figure_is_above_its_column(theme: Theme, highest: int, side: str) -> None:
    columns = [PlotColumn(9 if at == highest else 1) for at in range(30)]
    plot = ColumnPlot(
        columns, lambda text: Text(text, theme.font(Type.BODY), TextStyle(7), rtl=False), str, empty="", rtl=False
    )
    image = QImage(WIDTH, 100, QImage.Format.Format_Grayscale8)
    image.fill(255)
    painter = QPainter(image)
    plot.draw(painter, 0, 0, WIDTH)
    painter.end()
    halves = {"left": range(WIDTH // 2), "right": range(WIDTH // 2, WIDTH)}
    inked = [
        name
        for name, across in halves.items()
        if any(image.pixelColor(x, y).value() < 128 for x in across for y in range(HEAD))
    ]
    assert inked == [side]


def read_texts(block: object) -> list[str]:
    """All words of a page."""
    if isinstance(block, Text):
        return [block._text]
    inner: list[Block] = []
    if isinstance(block, Stack):
        inner = list(block.blocks)
    elif isinstance(block, Cells):
        inner = list(block._blocks)
    return [text for one in inner for text in read_texts(one)]


@pytest.mark.parametrize(("language", "name"), [(Language.ENGLISH, "Oil filter"), (Language.ARABIC, "فلتر زيت")])
def test_a_part_has_the_name_of_the_language(make_context: MakeContext, language: Language, name: str) -> None:
    context = make_context(language=language)
    top = (TopPart("90915-YZZD4", "Oil filter", 1_000, 2_750, "فلتر زيت"),)
    summary = summarize(Period.DAY, date(2026, 11, 22), replace(Events(), top_parts=top), ZONE)
    font = context.theme.font(Type.BODY)
    pages: FlowPages = make_summary_pages(summary, context.shop, Paper.A4, context.formats, font, NOW)
    texts = [text.strip("\u2066\u2067\u2068\u2069") for block in pages._pages[0] for text in read_texts(block)]
    assert name in texts
    assert len({"Oil filter", "فلتر زيت"} & set(texts)) == 1
