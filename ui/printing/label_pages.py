"""Shelf labels: one on each page of a label printer, or many on a sheet of A4."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QSizeF
from PySide6.QtGui import QFont, QPainter

from service.domain.money import format_rate
from service.domain.printing import PAPER_SIZES, Label, LabelSize, Paper
from ui.i18n import Formats, isolate_name
from ui.printing.blocks import POINTS_PER_MM, Align, Bars, Block, Cells, Gap, Text, TextStyle

translate = QCoreApplication.translate
_PADDING = 1.8 * POINTS_PER_MM
_LEAST_BARS = 12.0
_NOTE_GAP = 3.0
_PRICE_SHARE = 0.72
"""The price may take so much of the width where a note is next to it."""

_TALL = 30.0
"""Millimetres from which a label has larger letters."""


class LabelPages:
    """Labels in their order, each so many times."""

    def __init__(self, labels: Sequence[Label], size: LabelSize, copies: int, formats: Formats, font: QFont) -> None:
        self._size, self._copies = size, copies
        self._blocks = [LabelBlock(label, size, formats, font) for label in labels]
        self._rtl = formats.arabic
        sheet = PAPER_SIZES[Paper.A4]
        width, height = (sheet.width, sheet.height or 0) if size.on_sheet else (size.width, size.height)
        self._page = QSizeF(width * POINTS_PER_MM, height * POINTS_PER_MM)

    @property
    def size(self) -> QSizeF:
        return self._page

    @property
    def count(self) -> int:
        return -(-len(self._blocks) * self._copies // self._per_page)

    @property
    def without_bars(self) -> int:
        """How many parts have a SKU that cannot be drawn as bars on this label."""
        return sum(not block.has_bars for block in self._blocks)

    def draw(self, painter: QPainter, page: int) -> None:
        width, height = self._size.width * POINTS_PER_MM, self._size.height * POINTS_PER_MM
        left = (self._page.width() - width * self._size.columns) / 2
        top = (self._page.height() - height * self._size.rows) / 2
        total = len(self._blocks) * self._copies
        for place in range(self._per_page):
            number = page * self._per_page + place
            if number >= total:
                return
            line, column = divmod(place, self._size.columns)
            column = self._size.columns - 1 - column if self._rtl else column
            self._blocks[number // self._copies].draw(painter, left + column * width, top + line * height)

    @property
    def _per_page(self) -> int:
        return self._size.columns * self._size.rows


class LabelBlock:
    """One label; what is too long for it ends with an ellipsis."""

    def __init__(self, label: Label, size: LabelSize, formats: Formats, font: QFont) -> None:
        self._label, self._formats, self._font = label, formats, font
        self._width = size.width * POINTS_PER_MM - 2 * _PADDING
        self._height = size.height * POINTS_PER_MM - 2 * _PADDING
        self._tall = size.height >= _TALL - 1
        self._bars = Bars(label.sku, _LEAST_BARS, _PADDING) if label.has_bars else None
        self.has_bars = self._bars is not None and self._bars.fits(self._width)

    def draw(self, painter: QPainter, x: float, y: float) -> None:
        """Names at the top, SKU at the bottom, and the bars in what is between."""
        left, top = x + _PADDING, y + _PADDING
        for block in (*self._names(), self._price()):
            block.draw(painter, left, top, self._width)
            top += block.height(self._width)
        sku = self._text(
            self._formats.ltr(self._label.sku),
            (9 if self._tall else 7) + (0 if self.has_bars else 3),
            bold=True,
            align=Align.CENTRE,
            lines=1 if self.has_bars else 2,
        )
        bottom = y + _PADDING + self._height - sku.height(self._width)
        sku.draw(painter, left, bottom, self._width)
        room = bottom - top - 2
        if self.has_bars and room >= _LEAST_BARS / 2:
            Bars(self._label.sku, room, _PADDING).draw(painter, left, top + 1, self._width)

    def _names(self) -> list[Block]:
        label, size = self._label, 9 if self._tall else 7
        if self._formats.arabic and label.name_ar:
            return [
                self._text(isolate_name(label.name_ar), size, bold=True, lines=1),
                self._text(isolate_name(label.name), size - 1, lines=1),
            ]
        return [self._text(isolate_name(label.name), size, bold=True, lines=2)]

    def _price(self) -> Block:
        """Never cut: its letters become smaller until it leaves the note its place."""
        label, formats = self._label, self._formats
        if label.price_fils is None:
            return Gap(0)
        note = None
        if label.vat_rate:
            rate = formats.ltr(f"{format_rate(label.vat_rate)}%")
            words = translate("Labels", "with %1 VAT").replace("%1", rate)
            note = self._text(words, 6, align=Align.END, lines=2)
        room = self._width * (_PRICE_SHARE if note else 1)
        sizes = range(15 if self._tall else 11, 5, -1)
        amounts = (self._text(formats.money(label.price_fils), size, bold=True) for size in sizes)
        amount = next((text for text in amounts if text.natural_width() <= room), None)
        if amount is None:
            return self._text(formats.money(label.price_fils), sizes[-1], bold=True)
        if note is None:
            return amount
        taken = amount.natural_width() + 1
        return Cells((amount, note), (taken, self._width - taken - _NOTE_GAP), rtl=formats.arabic, gap=_NOTE_GAP)

    def _text(self, text: str, size: int, *, bold: bool = False, align: Align = Align.START, lines: int = 0) -> Text:
        return Text(text, self._font, TextStyle(size, bold, align, lines), rtl=self._formats.arabic)
