"""The ledger of one part: every change of its stock, newest first, page by page."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedLayout, QWidget

from service.domain.catalogue.items import Item
from service.domain.catalogue.stock import LedgerEntry
from ui.backend import BackendError
from ui.backend.catalogue_port import LedgerPage
from ui.backend.dispatcher import GuiDispatcher, PendingReply
from ui.i18n import isolate_name, translate_sentence
from ui.i18n.author_text import author_text
from ui.i18n.error_texts import fault_text
from ui.panes.catalogue.catalogue_words import cause_words, item_title
from ui.shell.pane_context import PaneContext
from ui.theme.metrics import TWO_LINE_ROW
from ui.widgets import Button, Column, Dialog, Ink, Kind, Label, RowsModel, Table, Well, column, row

PAGE = 50
_HEIGHTS = (150, 340)
_WIDTH = 720


class Ledger(Well):
    """The table with its own states; further pages load when the end is near."""

    def __init__(self, context: PaneContext, sku: str) -> None:
        super().__init__()
        self._context, self._sku = context, sku
        self._dispatcher = GuiDispatcher(self)
        self._more = False
        self._reply: PendingReply[LedgerPage] | None = None
        formats, causes = context.formats, cause_words()
        when = 152 if formats.arabic else 138
        columns: tuple[Column[LedgerEntry], ...] = (
            Column(
                self.tr("What"), lambda entry: causes[entry.cause], strong=True, second=self._describe_author, inset=4
            ),
            Column(self.tr("Branch"), lambda entry: isolate_name(entry.branch), 84, ink=Ink.TEXT2),
            Column(
                self.tr("When"),
                lambda entry: formats.day_time(entry.at, context.now()),
                when,
                ink=Ink.TEXT2,
            ),
            Column(self.tr("Change"), lambda entry: formats.change(entry.change), 66, end=True, ink_of=_ink),
            Column(
                self.tr("On hand"), lambda entry: formats.quantity(entry.quantity), 76, end=True, strong=True, inset=4
            ),
        )
        self.model: RowsModel[LedgerEntry] = RowsModel(columns, lambda entry: entry.id, self)
        self.table: Table[LedgerEntry] = Table(
            context.theme, self.model, name=self.tr("Ledger"), row_height=TWO_LINE_ROW
        )
        self.table.end_reached.connect(self._load_more)
        self.message = Label(context.theme, "", wrap=True)
        self.message.set_ink(Ink.TEXT2)
        self.again = Button(context.theme, self.tr("Try again"), Kind.OUTLINE, icon="rotate-ccw")
        self.again.clicked.connect(self.load)
        calm = QWidget()
        calm.setLayout(column(self.message, row(self.again, None), None))
        calm.setContentsMargins(12, 8, 12, 8)
        holder = QWidget()
        self._stack = QStackedLayout(holder)
        self._stack.addWidget(calm)
        self._stack.addWidget(self.table)
        self.body.setContentsMargins(1, 1, 1, 1)
        self.body.addWidget(holder)
        self.load()

    def load(self) -> None:
        """The newest page."""
        self._show_message("", again=False)
        self._ask(None)

    def refresh(self) -> None:
        """The newest page again; what is displayed stays until it is read."""
        self._ask(None)

    def _load_more(self) -> None:
        if self._more and not (self._reply and self._reply.pending):
            self._ask(self.model.row(self.model.rowCount() - 1).id)

    def _ask(self, before: int | None) -> None:
        future = self._context.backend.catalogue.ledger(self._context.shop.id, self._sku, before, PAGE)
        show = self._show if before is None else self._append
        self._reply = self._dispatcher.fetch(future, show, self._on_failed)

    def _show(self, page: LedgerPage) -> None:
        self._more = page.more
        self.model.set_rows(page.rows)
        if page.rows:
            self._stack.setCurrentIndex(1)
        else:
            self._show_message(self.tr("Nothing has moved yet."), again=False)

    def _append(self, page: LedgerPage) -> None:
        self._more = page.more
        self.model.append(page.rows)

    def _on_failed(self, error: BackendError) -> None:
        self._show_message(fault_text(error), again=True)

    def _show_message(self, text: str, *, again: bool) -> None:
        self.message.setText(text)
        self.again.setVisible(again)
        self._stack.setCurrentIndex(0)

    def _describe_author(self, entry: LedgerEntry) -> str:
        return " · ".join(filter(None, (author_text(entry.by), translate_sentence(entry.note) if entry.note else "")))


def _ink(entry: LedgerEntry) -> Ink:
    if entry.change == 0:
        return Ink.TEXT2
    return Ink.GOOD if entry.change > 0 else Ink.BAD


class LedgerDialog(Dialog):
    """The ledger alone, as tall as possible."""

    def __init__(self, context: PaneContext, parent: QWidget, item: Item) -> None:
        title = item_title(item, context.formats)
        super().__init__(context.theme, parent, title, context.formats.ltr(item.sku), icon="history", width=_WIDTH)
        self.ledger = Ledger(context, item.sku)
        self.body.addWidget(self.ledger)
        self.resize_list(self.ledger, *_HEIGHTS)
        self.buttons(self.main_button(self.tr("Close"), self.accept))
        self.ledger.table.setFocus()
