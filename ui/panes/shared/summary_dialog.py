"""The summary of a day or a month: looked at, printed, or saved as PDF."""

from __future__ import annotations

from datetime import date, timedelta

from PySide6.QtWidgets import QWidget

from service.domain.printing import PAPER_SIZES, Paper
from service.domain.reports import Period, Summary, get_next_month, get_previous_month
from ui.backend import BackendError
from ui.backend.dispatcher import PendingReply
from ui.i18n.error_texts import fault_text
from ui.printing.pages import FlowPages, Pages, Printers
from ui.printing.print_dialog import PrintDialog
from ui.printing.summary_pages import describe_summary, make_summary_pages, summary_title
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import FilterChip, IconButton, Label, Segment, Segmented, row


class SummaryDialog(PrintDialog):
    """Begins with today; arrows lead to the days and months before."""

    def __init__(self, context: PaneContext, parent: QWidget, printers: Printers | None = None) -> None:
        super().__init__(context, parent, self.tr("Sales summary"), printers)
        self.summary: Summary | None = None
        self._reply: PendingReply[Summary] | None = None
        self._today = context.formats.to_local(context.now()).date()
        self.day = self._today
        periods = (Segment(Period.DAY.value, self.tr("Day")), Segment(Period.MONTH.value, self.tr("Month")))
        self.period = Segmented(context.theme, periods, lambda _key: self._ask(), name=self.tr("Day or month"))
        self.earlier = IconButton(context.theme, "chevron-left", self.tr("Earlier"), on_click=lambda: self._move(-1))
        self.later = IconButton(context.theme, "chevron-right", self.tr("Later"), on_click=lambda: self._move(1))
        self.shown = Label(context.theme, "", Type.MEDIUM)
        papers = ((Paper.A4.value, self.tr("A4")), (Paper.ROLL_80.value, self.tr("Receipt, 80 mm")))
        self.paper = FilterChip(context.theme, papers, lambda _key: self.refresh(), name=self.tr("Paper"))
        self.body.addLayout(row(self.period, self.earlier, self.shown, self.later, None, self.paper))
        self.build()
        self._ask()

    def title(self) -> str:
        """`Summary of 22 Nov 2026`."""
        return self.tr("Summary") if self.summary is None else summary_title(self.summary, self.context.formats)

    def make_pages(self) -> Pages:
        paper = Paper(self.paper.key)
        if self.summary is None:
            return FlowPages([], PAPER_SIZES[paper])
        font = self.theme.font(Type.BODY)
        return make_summary_pages(
            self.summary, self.context.shop, paper, self.context.formats, font, self.context.now()
        )

    def refresh(self) -> None:
        super().refresh()
        summary = self.summary
        self.print.setEnabled(summary is not None)
        self.save.setEnabled(summary is not None)
        if summary is not None:
            self.preview.setAccessibleDescription(describe_summary(summary, self.context.formats))

    def _move(self, by: int) -> None:
        if self.period.key == Period.DAY:
            self.day += timedelta(days=by)
        else:
            self.day = get_previous_month(self.day) if by < 0 else get_next_month(self.day)
        self.day = min(self.day, self._today)
        self._ask()

    def _ask(self) -> None:
        if self._reply:
            self._reply.drop()
        period = Period(self.period.key)
        future = self.context.backend.reports.summary(self.context.shop.id, period, self.day)
        self._reply = self.dispatcher.fetch(future, self._show, self._on_failed)
        last = self.day >= self._today if period is Period.DAY else _is_same_month(self.day, self._today)
        self.later.setEnabled(not last)

    def _show(self, summary: Summary) -> None:
        self.summary = summary
        self._show_fault("")
        formats, start = self.context.formats, summary.steps[0].start
        self.shown.setText(formats.date(start) if summary.period is Period.DAY else formats.month(start))
        self.refresh()

    def _on_failed(self, error: BackendError) -> None:
        self._show_fault(fault_text(error))


def _is_same_month(one: date, other: date) -> bool:
    return (one.year, one.month) >= (other.year, other.month)
