"""One part's history: each changed value, old and new, with its cause, which a line opens."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from service.domain.catalogue.items import Item
from service.domain.history import CauseKind, HistorySubject, SubjectKind
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher, PendingReply
from ui.backend.history_port import HistoryPage, HistoryRow, make_history_rows
from ui.i18n.error_texts import fault_text
from ui.i18n.history_text import author_text, cause_text, created_text, field_text, value_text
from ui.panes.catalogue.catalogue_words import item_title
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Type
from ui.theme.metrics import TWO_LINE_ROW
from ui.widgets import Button, Column, Dialog, Ink, Label, RowsModel, Table, Well

PAGE = 50
_HEIGHTS = (150, 340)
_WIDTH = 760


class ItemHistoryDialog(Dialog):
    """Newest first; older ones load near the end. Enter or a double click opens a line's cause."""

    def __init__(self, context: PaneContext, parent: QWidget, item: Item) -> None:
        title = item_title(item, context.formats)
        super().__init__(context.theme, parent, title, context.formats.ltr(item.sku), icon="history", width=_WIDTH)
        self._context, self._sku = context, item.sku
        self._dispatcher = GuiDispatcher(self)
        self._more = False
        self._reply: PendingReply[HistoryPage] | None = None
        self.model: RowsModel[HistoryRow] = RowsModel(self._columns(), lambda row: row.key, self)
        self.table: Table[HistoryRow] = Table(
            context.theme, self.model, name=self.tr("History"), row_height=TWO_LINE_ROW
        )
        self.table.end_reached.connect(self._load_more)
        self.table.opened.connect(self._open_cause)
        well = Well()
        well.body.setContentsMargins(1, 1, 1, 1)
        well.body.addWidget(self.table)
        self.message = Label(context.theme, "", Type.SMALL, Ink.TEXT2, wrap=True)
        self.body.addWidget(well)
        self.resize_list(self.table, *_HEIGHTS)
        self.body.addWidget(self.message)
        self.page = Button(context.theme, self.tr("Open in History"))
        self.page.clicked.connect(lambda: self._go(PaneKey.HISTORY, HistorySubject(SubjectKind.PART, item.sku).target))
        self.buttons(self.main_button(self.tr("Close"), self.accept), leading=(self.page,))
        self.table.setFocus()
        self._ask(None)

    def _columns(self) -> tuple[Column[HistoryRow], ...]:
        context, formats = self._context, self._context.formats
        return (
            Column(
                self.tr("Cause"),
                lambda row: cause_text(row.entry.write),
                strong=True,
                second=lambda row: author_text(row.entry.write.by),
                inset=4,
            ),
            Column(
                self.tr("When"),
                lambda row: formats.day_time(row.entry.write.at, context.now()),
                152 if formats.arabic else 138,
                ink=Ink.TEXT2,
            ),
            Column(self.tr("Value"), self._describe_field, 140),
            Column(self.tr("Before"), lambda row: self._describe_value(row, old=True), 110, ink=Ink.TEXT2),
            Column(self.tr("After"), lambda row: self._describe_value(row, old=False), 110, inset=4),
        )

    def _describe_field(self, row: HistoryRow) -> str:
        return created_text(row.entry) if row.change is None else field_text(row.change)

    def _describe_value(self, row: HistoryRow, *, old: bool) -> str:
        if row.change is None:
            return ""
        return value_text(row.change, row.change.old if old else row.change.new, self._context.formats)

    def _ask(self, before: tuple[int, int] | None) -> None:
        future = self._context.backend.histories.part(self._context.shop.id, self._sku, before, PAGE)
        self._reply = self._dispatcher.fetch(future, self._show_page, self._on_failed)

    def _load_more(self) -> None:
        if self._more and not (self._reply and self._reply.pending):
            last = self.model.row(self.model.rowCount() - 1).entry
            self._ask((last.write.id, last.number))

    def _show_page(self, page: HistoryPage) -> None:
        self._more = page.more
        self.model.append(make_history_rows(page.rows))
        empty = self.tr("Nothing of this part has changed since the history began.")
        whole = self.tr("Enter or a double click opens the call, the order or the file behind a change.")
        self.message.setText(whole if self.model.rowCount() else empty)

    def _on_failed(self, error: BackendError) -> None:
        self.message.setText(fault_text(error))

    def _open_cause(self, row: HistoryRow) -> None:
        write = row.entry.write
        if write.cause.kind is CauseKind.CALL and not write.is_logged:
            self.message.setText(self.tr("The call is not in the call log any more."))
        elif write.cause.kind is CauseKind.CALL:
            self._go(PaneKey.CALLS, str(write.cause.id))
        elif write.order is not None:
            self._go(PaneKey.ORDERS, write.order)
        elif write.cause.kind in (CauseKind.RUN, CauseKind.RUN_UNDO):
            self._go(PaneKey.SYSTEM, "")

    def _go(self, pane: PaneKey, target: str) -> None:
        self.accept()
        self._context.go(pane, target)
