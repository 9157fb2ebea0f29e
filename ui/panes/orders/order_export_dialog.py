"""Saves orders, their lines or payouts of a span of time to a file for a spreadsheet."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from datetime import date

from PySide6.QtWidgets import QButtonGroup, QWidget

from service.domain.marketplace.orders import OrderTable
from service.domain.reports import Span, get_previous_month, month_span, year_span
from ui.backend.progress import OnProgress
from ui.i18n.value_words import make_table_words
from ui.panes.orders.order_words import method_words, reason_words, status_words
from ui.panes.shared.export_dialog import ExportDialog
from ui.shell.dialogs.file_chooser import TABLE_KINDS, FileChooser
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import FilterChip, FormRow, Ink, Label


class OrderExportDialog(ExportDialog):
    """Asks what and of which time, then the path; closes when the file is written."""

    def __init__(self, context: PaneContext, parent: QWidget, chooser: FileChooser) -> None:
        super().__init__(context, parent, self.tr("Export orders"), chooser)
        self.choices = {
            OrderTable.ORDERS: self.add_choice(self.tr("Orders, a row each")),
            OrderTable.LINES: self.add_choice(self.tr("Ordered parts, a row each")),
            OrderTable.PAYOUTS: self.add_choice(self.tr("Payouts of delivered orders")),
        }
        self._group = QButtonGroup(self)
        for choice in self.choices.values():
            self._group.addButton(choice)
        self.choices[OrderTable.ORDERS].setChecked(True)
        self.period = FilterChip(context.theme, self._list_periods(), lambda _key: None, name=self.tr("Period"))
        self.body.addWidget(FormRow(context.theme, self.tr("Period"), self.period))
        text = self.tr(
            "Only what the customer pays is with VAT. Amounts are in BHD; names and phone numbers are left out."
        )
        self.body.addWidget(Label(context.theme, text, Type.SMALL, Ink.TEXT2, wrap=True))
        self.finish()

    @property
    def what(self) -> OrderTable:
        return next(what for what, choice in self.choices.items() if choice.isChecked())

    @property
    def span(self) -> Span:
        """The chosen period by the local calendar."""
        today, zone = self._today(), self._context.formats.zone
        spans: dict[str, Callable[[], Span]] = {
            "": Span,
            "month": lambda: month_span(today, zone),
            "last": lambda: month_span(get_previous_month(today), zone),
            "year": lambda: year_span(today, zone),
        }
        return spans[self.period.key]()

    def name_file(self) -> tuple[str, str]:
        return f"{self.what.value}.xlsx", TABLE_KINDS

    def start(self, file: str, progress: OnProgress) -> Future[int]:
        context = self._context
        words = make_table_words(
            context.formats,
            {
                "status": status_words().items(),
                "delivery": method_words().items(),
                "reason": reason_words().items(),
            },
        )
        return context.backend.orders.export(context.shop.id, self.what, self.span, file, words, progress)

    def describe_written(self, count: int, name: str) -> str:
        return self.tr("%n order(s) saved in %1.", "", count).replace("%1", name)

    def _today(self) -> date:
        return self._context.formats.to_local(self._context.now()).date()

    def _list_periods(self) -> tuple[tuple[str, str], ...]:
        return (
            ("month", self.tr("This month")),
            ("last", self.tr("Last month")),
            ("year", self.tr("This year")),
            ("", self.tr("All orders")),
        )
