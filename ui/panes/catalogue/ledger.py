"""The ledger of one part: every change of its stock, newest first, page by page."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedLayout, QWidget

from service.domain.items import Item
from service.domain.stock import LedgerEntry
from ui.backend import BackendError
from ui.backend.catalogue import LedgerPage
from ui.backend.courier import Courier, Reply
from ui.i18n import named, told
from ui.i18n.faults import fault_text
from ui.panes.catalogue.words import cause_words, names_of, who
from ui.shell.desk import Desk
from ui.theme.metrics import TWO_LINE_ROW
from ui.widgets import Button, Column, Dialog, Ink, Kind, Label, RowsModel, Table, Well, column, row

PAGE = 50
_TALL = 340
_WIDE = 720


class Ledger(Well):
    """The table with its own states; further pages come when the end is near."""

    def __init__(self, desk: Desk, sku: str) -> None:
        super().__init__()
        self._desk, self._sku = desk, sku
        self._courier = Courier(self)
        self._more = False
        self._reply: Reply[LedgerPage] | None = None
        formats, causes = desk.formats, cause_words()
        when = 152 if formats.arabic else 138
        columns: tuple[Column[LedgerEntry], ...] = (
            Column(self.tr("What"), lambda entry: causes[entry.cause], strong=True, second=self._by, inset=4),
            Column(self.tr("Branch"), lambda entry: named(entry.branch), 84, ink=Ink.TEXT2),
            Column(
                self.tr("When"),
                lambda entry: formats.day_time(entry.at, desk.now()),
                when,
                ink=Ink.TEXT2,
            ),
            Column(self.tr("Change"), lambda entry: formats.change(entry.change), 66, end=True, ink_of=_ink),
            Column(
                self.tr("On hand"), lambda entry: formats.quantity(entry.quantity), 76, end=True, strong=True, inset=4
            ),
        )
        self.model: RowsModel[LedgerEntry] = RowsModel(columns, lambda entry: entry.id, self)
        self.table: Table[LedgerEntry] = Table(desk.theme, self.model, name=self.tr("Ledger"), row_height=TWO_LINE_ROW)
        self.table.end_near.connect(self._load_more)
        self.said = Label(desk.theme, "", wrap=True)
        self.said.set_ink(Ink.TEXT2)
        self.again = Button(desk.theme, self.tr("Try again"), Kind.OUTLINE, icon="rotate-ccw")
        self.again.clicked.connect(self.load)
        calm = QWidget()
        calm.setLayout(column(self.said, row(self.again, None), None))
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
        self._say("", again=False)
        self._ask(None)

    def _load_more(self) -> None:
        if self._more and not (self._reply and self._reply.pending):
            self._ask(self.model.row(self.model.rowCount() - 1).id)

    def _ask(self, before: int | None) -> None:
        future = self._desk.backend.catalogue.ledger(self._desk.shop.id, self._sku, before, PAGE)
        show = self._show if before is None else self._append
        self._reply = self._courier.fetch(future, show, self._failed)

    def _show(self, page: LedgerPage) -> None:
        self._more = page.more
        self.model.set_rows(page.rows)
        if page.rows:
            self._stack.setCurrentIndex(1)
        else:
            self._say(self.tr("Nothing has moved yet."), again=False)

    def _append(self, page: LedgerPage) -> None:
        self._more = page.more
        self.model.append(page.rows)

    def _failed(self, error: BackendError) -> None:
        self._say(fault_text(error), again=True)

    def _say(self, text: str, *, again: bool) -> None:
        self.said.setText(text)
        self.again.setVisible(again)
        self._stack.setCurrentIndex(0)

    def _by(self, entry: LedgerEntry) -> str:
        return " · ".join(filter(None, (who(entry.by), told(entry.note) if entry.note else "")))


def _ink(entry: LedgerEntry) -> Ink:
    if entry.change == 0:
        return Ink.TEXT2
    return Ink.GOOD if entry.change > 0 else Ink.BAD


class LedgerDialog(Dialog):
    """The ledger alone, as tall as it may be."""

    def __init__(self, desk: Desk, parent: QWidget, item: Item) -> None:
        title = names_of(item, desk.formats)[0]
        super().__init__(desk.theme, parent, title, desk.formats.ltr(item.sku), icon="history", width=_WIDE)
        self.ledger = Ledger(desk, item.sku)
        self.ledger.setFixedHeight(_TALL)
        self.body.addWidget(self.ledger)
        self.buttons(self.main_button(self.tr("Close"), self.accept))
        self.ledger.table.setFocus()
