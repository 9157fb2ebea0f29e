"""The summary of a day or a month on a sheet or a receipt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from service.domain.printing import PAPER_SIZES, Paper
from service.domain.reports import WAIT_MINUTES, Period, Step, Summary
from service.domain.shops import Shop
from service.domain.times import MINUTE, Millis
from ui.i18n import Formats, isolate_name
from ui.i18n.value_words import part_name
from ui.printing.blocks import POINTS_PER_MM, Align, Block, Cells, Gap, Rule, Stack, Text, TextStyle
from ui.printing.pages import FlowPages, Section

_FILL = QColor(70, 70, 70)
_LINE = QColor(0, 0, 0)
_GRID = QColor(190, 190, 190)
_FOOT, _HEAD = 13.0, 13.0
_MOST_WIDTH = 36.0
_FEW = 6
"""So many columns have their figures above them; of more, only the largest figure is there."""

_LABEL, _TOP = 16.0, 76.0
_SHARE = 0.72
"""Of its place, a column is so wide."""
translate = QCoreApplication.translate
_IN_ROW = 5
_GAP = 8.0
_FIGURE_SIZES = (14, 12, 10, 8)
_HOUR_LABELS, _DAY_LABELS = 4, 5
"""Every so many columns one has a label."""


@dataclass(frozen=True, slots=True)
class PlotColumn:
    """One column; `label` is below it, "" for none."""

    value: int
    label: str = ""


class ColumnPlot:
    """`make_text` makes a small text, `describe` writes a value. Arabic begins at the right."""

    def __init__(
        self,
        columns: Sequence[PlotColumn],
        make_text: Callable[[str], Block],
        describe: Callable[[int], str],
        *,
        empty: str,
        rtl: bool,
        tall: float = 92,
    ) -> None:
        self._columns, self._make_text, self._describe = columns, make_text, describe
        self._empty, self._rtl, self._tall = empty, rtl, tall

    def height(self, width: float) -> float:  # noqa: ARG002 - the protocol's signature
        return self._tall

    def find_baseline(self, width: float) -> float:  # noqa: ARG002 - as above
        return 0

    def draw(self, painter: QPainter, x: float, y: float, width: float) -> None:
        top = max((column.value for column in self._columns), default=0)
        base = y + self._tall - _FOOT
        painter.setPen(QPen(_LINE, 0.6))
        painter.drawLine(QPointF(x, base), QPointF(x + width, base))
        self._draw_labels(painter, x, base + 2, width)
        if not top:
            text = self._make_text(self._empty)
            text.draw(painter, x, y + self._tall / 2 - text.height(width), width)
            return
        few = len(self._columns) <= _FEW
        if not few:
            painter.setPen(QPen(_GRID, 0.4, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(x, y + _HEAD), QPointF(x + width, y + _HEAD))
            self._draw_top(painter, x, y, width)
        room = base - y - _HEAD
        for number, column in enumerate(self._columns):
            place = self._place(number, x, width)
            tall = room * column.value / top
            if few:
                text = self._make_text(self._describe(column.value))
                text.draw(painter, place.x(), base - tall - _HEAD + 2, place.width())
            painter.fillRect(QRectF(place.x(), base - tall, place.width(), tall), _FILL)

    def _draw_top(self, painter: QPainter, x: float, y: float, width: float) -> None:
        """The largest figure, above its column as far as the sides leave it room."""
        highest = max(range(len(self._columns)), key=lambda at: self._columns[at].value)
        middle = self._place(highest, x, width).center().x()
        wide = min(_TOP, width)
        left = min(max(x, middle - wide / 2), x + width - wide)
        self._make_text(self._describe(self._columns[highest].value)).draw(painter, left, y, wide)

    def _draw_labels(self, painter: QPainter, x: float, y: float, width: float) -> None:
        room = width / max(1, len(self._columns))
        for number, column in enumerate(self._columns):
            if column.label:
                middle = self._place(number, x, width).center().x()
                wide = max(room, _LABEL)
                self._make_text(column.label).draw(painter, middle - wide / 2, y, wide)

    def _place(self, number: int, x: float, width: float) -> QRectF:
        count = len(self._columns)
        room = width / count
        wide = min(room * _SHARE, _MOST_WIDTH)
        place = count - 1 - number if self._rtl else number
        return QRectF(x + place * room + (room - wide) / 2, 0, wide, 0)


def summary_title(summary: Summary, formats: Formats) -> str:
    """`Summary of 22 Nov 2026`, `Summary of Nov 2026`."""
    start = summary.steps[0].start
    when = formats.date(start) if summary.period is Period.DAY else formats.month(start)
    return translate("Summary", "Summary of %1").replace("%1", when)


def describe_summary(summary: Summary, formats: Formats) -> str:
    """The figures in words, for a screen reader."""
    facts = ", ".join(f"{label}: {value}" for label, value in list_figures(summary, formats))
    return f"{summary_title(summary, formats)}. {facts}"


def list_figures(summary: Summary, formats: Formats) -> list[tuple[str, str]]:
    wait = "\u2014" if summary.typical_wait is None else formats.minutes(max(1, round(summary.typical_wait / MINUTE)))
    return [
        (translate("Summary", "Orders"), formats.count(summary.placed)),
        (translate("Summary", "Accepted"), formats.count(summary.accepted)),
        (translate("Summary", "Typical wait"), wait),
        (translate("Summary", "Lapsed"), formats.count(summary.lapsed)),
        (translate("Summary", "Cancelled"), formats.count(summary.cancelled)),
        (translate("Summary", "Delivered"), formats.count(summary.delivered)),
        (translate("Summary", "Revenue"), formats.money(summary.items_fils)),
        (translate("Summary", "Commission"), formats.money(summary.commission_fils)),
        (translate("Summary", "You receive"), formats.money(summary.payout_fils)),
    ]


def make_summary_pages(
    summary: Summary, shop: Shop, paper: Paper, formats: Formats, font: QFont, now: Millis
) -> FlowPages:
    """Figures, plots and the best parts."""
    writer = _SummaryWriter(summary, shop, formats, font, narrow=paper is Paper.ROLL_80)

    def make_foot(page: int, count: int) -> Block:
        number = translate("Slips", "Page %1 of %2").replace("%1", str(page + 1)).replace("%2", str(count))
        printed = f"{formats.date(now)} {formats.time(now)}"
        return writer.text(f"{printed} · {number}", 8, align=Align.CENTRE)

    return FlowPages(writer.parts(), PAPER_SIZES[paper], make_foot)


def choose_figure_size(values: Sequence[str], make_text: Callable[[str, int], Text]) -> int:
    """The largest in which each is one line of a sheet's column: amounts of a month are long."""
    sheet = PAPER_SIZES[Paper.A4]
    width = (sheet.width - 2 * sheet.margin) * POINTS_PER_MM
    room = (width - _GAP * (_IN_ROW - 1)) / _IN_ROW
    for size in _FIGURE_SIZES:
        if all(make_text(value, size).natural_width() <= room for value in values):
            return size
    return _FIGURE_SIZES[-1]


class _SummaryWriter:
    def __init__(self, summary: Summary, shop: Shop, formats: Formats, font: QFont, *, narrow: bool) -> None:
        self._summary, self._shop, self._formats, self._font = summary, shop, formats, font
        self._narrow = narrow
        self._empty = translate("Summary", "Nothing in this time")

    def text(self, text: str, size: int = 9, *, bold: bool = False, align: Align = Align.START) -> Text:
        return Text(text, self._font, TextStyle(size, bold, align), rtl=self._formats.arabic)

    def parts(self) -> list[Block | Section]:
        name = isolate_name(self._shop.name)
        if self._shop.staging:
            staging = translate("Summary", "Staging")
            name = f"{name} · {staging}"
        daily = self._summary.period is Period.MONTH
        plots = [
            self._plot(
                translate("Summary", "Orders per day") if daily else translate("Summary", "Orders per hour"),
                self._by_step(lambda step: PlotColumn(step.orders)),
            ),
            self._plot(
                translate("Summary", "Revenue per day") if daily else translate("Summary", "Revenue per hour"),
                self._by_step(lambda step: PlotColumn(step.items_fils)),
                money=True,
            ),
            self._plot(translate("Summary", "Minutes until accepted"), self._by_wait()),
        ]
        return [
            self.text(name, 13, bold=True),
            self.text(summary_title(self._summary, self._formats), 11),
            Rule(1, 14),
            *self._figures(),
            Gap(6),
            *self._pair(plots),
            *self._top_parts(),
        ]

    def _figures(self) -> list[Block]:
        figures = list_figures(self._summary, self._formats)
        if self._narrow:
            end = Align.END
            return [
                self._cells((self.text(label), self.text(value, bold=True, align=end)), (3, 2))
                for label, value in figures
            ]
        size = choose_figure_size([value for _, value in figures], lambda text, size: self.text(text, size, bold=True))
        rows: list[Block] = []
        figures += [("", "")] * (-len(figures) % _IN_ROW)
        for at in range(0, len(figures), _IN_ROW):
            labels, values = zip(*figures[at : at + _IN_ROW], strict=True)
            rows += [
                self._cells(tuple(self.text(label, 8) for label in labels), (1,) * _IN_ROW),
                self._cells(tuple(self.text(value, size, bold=True) for value in values), (1,) * _IN_ROW),
                Gap(6),
            ]
        return rows

    def _by_step(self, make: Callable[[Step], PlotColumn]) -> list[PlotColumn]:
        daily = self._summary.period is Period.MONTH
        columns = []
        for number, step in enumerate(self._summary.steps):
            moment = self._formats.to_local(step.start)
            labelled = (moment.day % _DAY_LABELS == 0 or moment.day == 1) if daily else number % _HOUR_LABELS == 0
            column = make(step)
            label = (str(moment.day) if daily else f"{moment:%H}") if labelled else ""
            columns.append(PlotColumn(column.value, label))
        return columns

    def _by_wait(self) -> list[PlotColumn]:
        last = WAIT_MINUTES[-1]
        labels = [*(f"≤{minutes}" for minutes in WAIT_MINUTES), f">{last}"]
        return [
            PlotColumn(count, self._formats.ltr(label))
            for count, label in zip(self._summary.waits, labels, strict=True)
        ]

    def _plot(self, title: str, columns: list[PlotColumn], *, money: bool = False) -> Block:
        formats = self._formats
        plot = ColumnPlot(
            columns,
            lambda text: self.text(text, 7, align=Align.CENTRE),
            formats.money if money else formats.count,
            empty=self._empty,
            rtl=formats.arabic,
        )
        return Stack(self.text(title, 9, bold=True), Gap(3), plot, Gap(12))

    def _pair(self, plots: list[Block]) -> list[Block]:
        if self._narrow:
            return plots
        return [self._cells((plots[0], plots[1]), (1, 1), gap=20), *plots[2:]]

    def _top_parts(self) -> list[Block | Section]:
        title = self.text(translate("Summary", "Most ordered parts"), 9, bold=True)
        formats, end = self._formats, Align.END
        if not self._summary.top_parts:
            return [title, self.text(self._empty)]
        rows: list[Block] = []
        for part in self._summary.top_parts:
            amounts = (
                self.text(formats.quantity(part.quantity), align=end),
                self.text(formats.amount(part.total_fils), align=end),
            )
            sku = self.text(formats.ltr(part.sku), 9, bold=True)
            name = self.text(part_name(part.name, part.name_ar, formats))
            if self._narrow:
                rows.append(Stack(self._cells((sku, *amounts), (3, 1, 1.6)), name, Rule(0.25, 6)))
            else:
                rows.append(Stack(self._cells((sku, name, *amounts), (3, 6, 1, 1.6)), Rule(0.25, 6)))
        words = (translate("Summary", "Qty"), translate("Summary", "Total, BHD"))
        heads = tuple(self.text(word, 8, align=end) for word in words)
        named = self.text(translate("Summary", "Part"), 8)
        head = self._cells((named, *heads), (3, 1, 1.6) if self._narrow else (9.35, 1, 1.6))
        return [title, Gap(4), Section(Stack(head, Rule(0.8, 6)), rows)]

    def _cells(self, blocks: tuple[Block, ...], shares: tuple[float, ...], gap: float = _GAP) -> Cells:
        return Cells(blocks, shares, rtl=self._formats.arabic, gap=gap)
