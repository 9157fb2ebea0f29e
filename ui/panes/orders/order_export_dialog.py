"""Saves orders, their lines or payouts of a span of time to a file for a spreadsheet."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

from PySide6.QtWidgets import QButtonGroup, QRadioButton, QWidget

from service.domain.marketplace.orders import OrderTable
from service.domain.reports import Span, get_previous_month, month_span, year_span
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher, PendingReply
from ui.backend.progress import Progress
from ui.i18n import isolate_name
from ui.i18n.error_texts import fault_text
from ui.i18n.value_words import make_table_words
from ui.panes.orders.order_words import method_words, reason_words, status_words
from ui.shell.dialogs.file_chooser import TABLE_KINDS, FileChooser
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import Button, Dialog, FaultLine, FilterChip, FormRow, Ink, Label, WorkBar


class OrderExportDialog(Dialog):
    """Asks what and of which time, then the path; closes when the file is written."""

    def __init__(self, context: PaneContext, parent: QWidget, chooser: FileChooser) -> None:
        super().__init__(context.theme, parent, self.tr("Export orders"), icon="download")
        self._context, self._chooser = context, chooser
        self._dispatcher = GuiDispatcher(self)
        self._reply: PendingReply[int] | None = None
        self._file = ""
        self.choices = {
            OrderTable.ORDERS: self._add_choice(self.tr("Orders, a row each")),
            OrderTable.LINES: self._add_choice(self.tr("Ordered parts, a row each")),
            OrderTable.PAYOUTS: self._add_choice(self.tr("Payouts of delivered orders")),
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
        self.fault = FaultLine(context.theme)
        self.body.addWidget(self.fault)
        self.work = WorkBar(context.theme, context.formats, self._stop)
        self.body.addWidget(self.work)
        self.save: Button = self.main_button(self.tr("Choose a place…"), self._choose)
        self.buttons(self.cancel_button(), self.save)

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

    def reject(self) -> None:
        """Esc and "Cancel" stop the work too."""
        self._stop()
        super().reject()

    def write(self, file: str) -> None:
        """Begins to write; the dialog stays until the file is complete."""
        self._file = file
        self.fault.hide()
        self.save.setEnabled(False)
        self.work.begin(self.tr("Writing the file"))
        progress = self._dispatcher.progress(self._on_progress)
        context = self._context
        words = make_table_words(
            context.formats,
            {
                "status": status_words().items(),
                "delivery": method_words().items(),
                "reason": reason_words().items(),
            },
        )
        future = context.backend.orders.export(context.shop.id, self.what, self.span, file, words, progress)
        self._reply = self._dispatcher.fetch(future, self._on_written, self._on_failed)

    def _today(self) -> date:
        return self._context.formats.to_local(self._context.now()).date()

    def _list_periods(self) -> tuple[tuple[str, str], ...]:
        return (
            ("month", self.tr("This month")),
            ("last", self.tr("Last month")),
            ("year", self.tr("This year")),
            ("", self.tr("All orders")),
        )

    def _add_choice(self, text: str) -> QRadioButton:
        choice = QRadioButton(text)
        choice.setFont(self.theme.font(Type.BODY))
        self.body.addWidget(choice)
        return choice

    def _choose(self) -> None:
        name = f"{self.what.value}.xlsx"
        self._chooser.save_file(self, self.tr("Export orders"), name, TABLE_KINDS, self.write)

    def _on_progress(self, progress: Progress) -> None:
        if self._reply is None or self._reply.pending:
            self.work.show_progress(progress)

    def _on_written(self, count: int) -> None:
        text = self.tr("%n order(s) saved in %1.", "", count).replace("%1", isolate_name(Path(self._file).name))
        self._context.toasts.show(text)
        self.accept()

    def _on_failed(self, error: BackendError) -> None:
        self._end_work()
        self.fault.show_text(fault_text(error))

    def _stop(self) -> None:
        if self._reply is not None:
            self._reply.cancel()
        self._end_work()

    def _end_work(self) -> None:
        self._reply = None
        self.work.end()
        self.save.setEnabled(True)
