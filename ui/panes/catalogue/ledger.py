"""Movements of an item's stock: the ledger, and the dialog that adds one."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedLayout, QWidget

from service.domain.catalogue.items import Item
from service.domain.catalogue.stock import Cause, LedgerEntry, Level, NewMovement, apply_movement
from service.domain.errors import Refused
from ui.backend import BackendError, ErrorCode
from ui.backend.catalogue_port import LedgerPage
from ui.backend.dispatcher import GuiDispatcher, PendingReply
from ui.backend.shops_port import BranchFacts
from ui.i18n import isolate_name, translate_sentence
from ui.i18n.error_texts import fault_text
from ui.i18n.formats import parse_milli
from ui.i18n.history_text import author_text
from ui.panes.catalogue.catalogue_words import cause_words, item_title
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.theme.metrics import TWO_LINE_ROW
from ui.widgets import (
    Button,
    Column,
    ComboBox,
    Dialog,
    FormRow,
    Ink,
    Kind,
    Label,
    RowsModel,
    Segment,
    Segmented,
    Table,
    Well,
    column,
    row,
    text_field,
)

PAGE = 50
_HEIGHTS = (150, 340)
_WIDTH, _MOVEMENT_WIDTH = 720, 660
CAUSES = (Cause.COUNT, Cause.RETURN, Cause.JOB, Cause.SALE)
_LEDGER = 172


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
            Column(self.tr("Branch"), lambda entry: isolate_name(entry.branch), 104, ink=Ink.TEXT2),
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
        self.again = Button(context.theme, self.tr("Try again"), Kind.OUTLINE, icon="rotate-ccw", on_click=self.load)
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


class MovementDialog(Dialog):
    """Records a count, a return, a job or a sale of one part."""

    def __init__(self, context: PaneContext, parent: QWidget, item: Item, cause: Cause, branch: str | None) -> None:
        title = item_title(item, context.formats)
        sku = context.formats.ltr(item.sku)
        super().__init__(context.theme, parent, title, sku, icon="boxes", width=_MOVEMENT_WIDTH)
        self._context, self._item, self._preferred_branch = context, item, branch
        self._dispatcher = GuiDispatcher(self)
        self._sending = False
        theme, words = context.theme, cause_words()
        segments = tuple(Segment(each.value, words[each]) for each in CAUSES)
        self.cause = Segmented(theme, segments, lambda _key: self._on_changed(), name=self.tr("What happened"))
        self.cause.choose(cause.value)
        self.hint = Label(theme, "", Type.SMALL, Ink.TEXT2)
        self.branch = ComboBox()
        self.branch.setFont(theme.font(Type.BODY))
        self.quantity = text_field(theme, code=True)
        self.note = text_field(theme, "", self.tr("For example a job number"))
        self.amount = FormRow(theme, self.tr("Quantity"), self.quantity)
        fields = row(spacing=12)
        fields.addWidget(FormRow(theme, self.tr("Branch"), self.branch), 2)
        fields.addWidget(self.amount, 1)
        fields.addWidget(FormRow(theme, self.tr("Note"), self.note), 2)
        self.outcome = Label(theme, "", Type.MEDIUM, Ink.TEXT2, wrap=True)
        self.ledger = Ledger(context, item.sku)
        self.ledger.setFixedHeight(_LEDGER)
        self.body.addLayout(row(self.cause, self.hint, None, spacing=12))
        self.body.addLayout(fields)
        self.body.addWidget(self.outcome)
        self.body.addWidget(Label(theme, self.tr("Ledger"), Type.SMALL_MEDIUM, Ink.TEXT2))
        self.body.addWidget(self.ledger)
        self.record = self.main_button("", self._record, changes=True)
        self.buttons(self.cancel_button(), self.record)
        self._fill_branches(tuple(level.branch for level in item.stock))
        self.branch.currentIndexChanged.connect(self._on_changed)
        self.quantity.textChanged.connect(self._on_changed)
        self._dispatcher.fetch(context.backend.shops.branches(context.shop.id), self._show_branches, self._on_failed)
        self._on_changed()
        self.quantity.setFocus()

    def movement(self) -> NewMovement | None:
        """The typed movement, or None while it is not complete."""
        milli, cause = parse_milli(self.quantity.text()), Cause(self.cause.key)
        if milli is None or not self.branch.currentText() or (milli == 0 and cause is not Cause.COUNT):
            return None
        note = self.note.text().strip() or None
        return NewMovement(self._item.sku, self.branch.currentText(), cause, milli, note)

    def show_item(self, item: Item) -> None:
        """Shows what changed while it is open, such as an upload's count; what is typed stays."""
        if item.sku != self._item.sku:
            return
        self._item = item
        self.ledger.refresh()
        self._on_changed()

    def _level(self) -> Level:
        levels = [level for level in self._item.stock if level.branch == self.branch.currentText()]
        return Level(levels[0].quantity, levels[0].reserved) if levels else Level(0, 0)

    def _on_changed(self) -> None:
        cause, level = Cause(self.cause.key), self._level()
        self.hint.setText(self._hints()[cause])
        self.record.setText(self._records()[cause])
        self.record.updateGeometry()
        self.amount.show_fault("")
        movement = self.movement()
        self.record.setEnabled(movement is not None and not self._sending)
        typed = bool(self.quantity.text().strip())
        if movement is None:
            self.outcome.setText(self._level_text(level))
            milli = parse_milli(self.quantity.text())
            if typed and milli is None:
                self.amount.show_fault(self.tr("Write a number like 12 or 0.5."))
            elif milli == 0 and cause is not Cause.COUNT:
                self.amount.show_fault(self.tr("Write a number above 0."))
            return
        try:
            after = apply_movement(level, cause, movement.quantity, movement.sku, self.branch.currentText())
        except Refused as refused:
            self.record.setEnabled(False)
            error = BackendError(refused.sentence, code=_error_code(refused))
            self.outcome.setText(fault_text(error))
            self.outcome.set_ink(Ink.BAD)
            return
        self._show_outcome(level, after)

    def _show_outcome(self, before: Level, after: Level) -> None:
        quantity = self._context.formats.quantity
        text = self.tr("On hand %1, then %2: %3 reserved, %4 free.")
        for place, milli in (
            ("%1", before.quantity),
            ("%2", after.quantity),
            ("%3", after.reserved),
            ("%4", after.free),
        ):
            text = text.replace(place, quantity(milli))
        self.outcome.setText(text)
        self.outcome.set_ink(Ink.TEXT)

    def _level_text(self, level: Level) -> str:
        quantity = self._context.formats.quantity
        self.outcome.set_ink(Ink.TEXT2)
        text = self.tr("On hand %1: %2 reserved, %3 free.")
        for place, milli in (("%1", level.quantity), ("%2", level.reserved), ("%3", level.free)):
            text = text.replace(place, quantity(milli))
        return text

    def _hints(self) -> dict[Cause, str]:
        return {
            Cause.COUNT: self.tr("What is on the shelf now."),
            Cause.RETURN: self.tr("Comes back into stock."),
            Cause.JOB: self.tr("Used in your workshop."),
            Cause.SALE: self.tr("Sold over the counter."),
        }

    def _records(self) -> dict[Cause, str]:
        return {
            Cause.COUNT: self.tr("Record the count"),
            Cause.RETURN: self.tr("Record the return"),
            Cause.JOB: self.tr("Record the job"),
            Cause.SALE: self.tr("Record the sale"),
        }

    def _fill_branches(self, names: tuple[str, ...]) -> None:
        for name in names:
            if self.branch.findText(name) < 0:
                self.branch.addItem(name)
        if self._preferred_branch:
            self.branch.setCurrentIndex(max(0, self.branch.findText(self._preferred_branch)))

    def _show_branches(self, branches: tuple[BranchFacts, ...]) -> None:
        self._fill_branches(tuple(facts.branch.name for facts in branches))
        self._on_changed()

    def _record(self) -> None:
        movement = self.movement()
        if movement is not None and not self._sending:
            self._sending = True
            self.record.setEnabled(False)
            future = self._context.backend.catalogue.move(self._context.shop.id, movement)
            self._dispatcher.fetch(future, lambda _none: self.accept(), self._on_refused)

    def _on_refused(self, error: BackendError) -> None:
        self._sending = False
        self._on_failed(error)
        if error.is_about_input:
            self.focus_on(self.quantity)

    def _on_failed(self, error: BackendError) -> None:
        self.record.setEnabled(True)
        self.amount.show_fault(fault_text(error))


def _error_code(refused: Refused) -> ErrorCode:
    """The window's own words for a refusal, if it has some."""
    known = {code.value: code for code in ErrorCode}
    return known.get(refused.code, ErrorCode.OTHER)
