"""Calls and faults over 24 hours: figures, chart, and the same as a table."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget

from ui.backend.calls_port import CallDay, CallHour
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n.error_texts import fault_text
from ui.shell.pane_context import PaneContext
from ui.theme import Theme, Tone, Type
from ui.theme.metrics import LOG_ROW
from ui.widgets import Bar, BarChart, Card, Column, Dialog, FaultLine, IconButton, Ink, Label, RowsModel, Table
from ui.widgets.card import column
from ui.widgets.painting import box

_TICK_EVERY = 4
_CHART_WIDTH, _CHART_HEIGHT = 720, 260


class _LegendSwatch(QWidget):
    """A small square in a colour of the chart."""

    def __init__(self, theme: Theme, tone: Tone) -> None:
        super().__init__()
        self._theme, self._tone = theme, tone
        self.setFixedSize(8, 8)
        theme.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = self._theme.tokens.bad.fill if self._tone is Tone.BAD else self._theme.tokens.chart
        box(painter, self.rect(), 2, colour, None)
        painter.setPen(colour)
        painter.drawPoint(QPointF(4, 4))


class CallsCard(Card):
    """Figures, chart and table."""

    def __init__(self, context: PaneContext) -> None:
        self._toggle = IconButton(context.theme, "table", "")
        self._toggle.setCheckable(True)
        super().__init__(context.theme, "")
        self._context = context
        self.body.setContentsMargins(20, 10, 20, 10)
        self._toggle.toggled.connect(self._show_table)
        self.body.addLayout(self._head(context))
        self._figures = {
            "calls": Label(context.theme, "", Type.FIGURE),
            "faults": Label(context.theme, "", Type.FIGURE, Ink.BAD),
            "typical": Label(context.theme, "", Type.FIGURE),
        }
        self._captions = {name: Label(context.theme, "", Type.SMALL, Ink.TEXT2) for name in self._figures}
        line = QHBoxLayout()
        line.setSpacing(25)
        for name, figure in self._figures.items():
            line.addLayout(column(figure, self._captions[name], spacing=0))
        line.addStretch(1)
        self.body.addLayout(line)
        self.chart = BarChart(context.theme, self.tr("Calls in the last 24 hours"))
        self.model = RowsModel(self._columns(), lambda hour: hour.start, self)
        self.table: Table[CallHour] = Table(
            context.theme, self.model, name=self.tr("Calls in the last 24 hours"), row_height=LOG_ROW
        )
        self._stack = QStackedWidget()
        self._stack.addWidget(self.chart)
        self._stack.addWidget(self.table)
        self.body.addWidget(self._stack, 1)

    def show_day(self, day: CallDay) -> None:
        """Shows new figures."""
        formats = self._context.formats
        self._figures["calls"].setText(formats.count(day.calls))
        self._figures["faults"].setText(formats.count(day.faults))
        self._figures["faults"].set_ink(Ink.BAD if day.faults else Ink.TEXT)
        typical = day.typical_us
        self._figures["typical"].setText("\u2014" if typical is None else formats.duration(max(1, typical // 1000)))
        self._captions["calls"].setText(self.tr("call(s)", "", day.calls))
        self._captions["faults"].setText(self.tr("fault(s)", "", day.faults))
        self._captions["typical"].setText(self.tr("typical answer"))
        last = len(day.hours) - 1
        bars = tuple(self._bar(hour, at, last) for at, hour in enumerate(day.hours))
        self.chart.show_bars(bars, self._summary(day))
        self.model.set_rows(tuple(reversed(day.hours)))

    def _summary(self, day: CallDay) -> str:
        busiest = max(day.hours, key=lambda hour: hour.answered + hour.faults, default=None)
        most = self._context.formats.time(busiest.start) if busiest else ""
        text = self.tr("%1 calls, %2 faults, most at %3")
        return text.replace("%1", str(day.calls)).replace("%2", str(day.faults)).replace("%3", most)

    def _bar(self, hour: CallHour, at: int, last: int) -> Bar:
        formats = self._context.formats
        begin = formats.time(hour.start)
        sentence = self.tr("%1: %2 answered, %3 faults").replace("%1", begin)
        sentence = sentence.replace("%2", str(hour.answered)).replace("%3", str(hour.faults))
        tick = ""
        if at == last:
            tick = self.tr("Now")
        elif last - at >= 2 and formats.to_local(hour.start).hour % _TICK_EVERY == 2:
            tick = begin
        return Bar(hour.answered, hour.faults, tick, sentence)

    def _head(self, context: PaneContext) -> QHBoxLayout:
        self._toggle.setToolTip(self.tr("Show as table"))
        self._toggle.setAccessibleName(self.tr("Show as table"))
        line = QHBoxLayout()
        line.setSpacing(7)
        line.addWidget(Label(context.theme, self.tr("Calls in the last 24 hours"), Type.HEADING))
        line.addStretch(1)
        for tone, text in ((Tone.ACCENT, self.tr("Answered")), (Tone.BAD, self.tr("Faults"))):
            line.addWidget(_LegendSwatch(context.theme, tone))
            line.addWidget(Label(context.theme, text, Type.SMALL, Ink.TEXT2))
            line.addSpacing(8)
        line.addWidget(self._toggle)
        return line

    def _columns(self) -> tuple[Column[CallHour], ...]:
        formats = self._context.formats
        return (
            Column(self.tr("Hour"), lambda hour: formats.time(hour.start)),
            Column(self.tr("Answered"), lambda hour: formats.count(hour.answered), end=True),
            Column(self.tr("Faults"), lambda hour: formats.count(hour.faults), end=True),
        )

    def _show_table(self, table: bool) -> None:
        self._stack.setCurrentIndex(1 if table else 0)


class DayDialog(Dialog):
    """The calls of the last 24 hours as a chart or a table."""

    def __init__(self, context: PaneContext, parent: QWidget) -> None:
        super().__init__(context.theme, parent, self.tr("The last 24 hours"), icon="chart-column", width=_CHART_WIDTH)
        self._dispatcher = GuiDispatcher(self)
        self.card = CallsCard(context)
        self.card.setFixedHeight(_CHART_HEIGHT)
        self.body.addWidget(self.card)
        self.fault = FaultLine(context.theme)
        self.body.addWidget(self.fault)
        self.buttons(self.main_button(self.tr("Close"), self.accept))
        future = context.backend.calls.day(context.shop.id, context.now())
        self._dispatcher.fetch(future, self.card.show_day, lambda error: self.fault.show_text(fault_text(error)))
