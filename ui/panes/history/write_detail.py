"""One write in full: its cause with a link to it, and every value that it changed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from service.domain.history import CauseKind, HistoryLine, HistorySubject, ItemWrite, SubjectKind
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher, PendingReply
from ui.backend.history_port import EntryPage, HistoryRow, make_history_rows
from ui.i18n.error_texts import fault_text
from ui.i18n.history_text import author_text, cause_text, created_text, field_text, value_text
from ui.i18n.service_sentences import translate_sentence
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Tone, Type
from ui.theme.metrics import TWO_LINE_ROW
from ui.widgets import Badge, Button, Column, ElidedLabel, Ink, Kind, Label, RowsModel, Table, column, row

PAGE = 100
_VALUE = 118


class WriteDetail(QWidget):
    """The panel next to the list. `narrowed` asks for the history of one part or of another write.
    Enter or a double click on a line opens its part.
    """

    narrowed = Signal(object)

    def __init__(self, context: PaneContext) -> None:
        super().__init__()
        self._context = context
        self._dispatcher = GuiDispatcher(self)
        self._reply: PendingReply[EntryPage] | None = None
        self._next_offset: int | None = None
        self.line: HistoryLine | None = None
        theme = context.theme
        self.title = ElidedLabel(theme, "", Type.HEADING)
        self.badge = Badge(theme, self.tr("Undone"), Tone.WARN)
        self.facts = ElidedLabel(theme, "", Type.SMALL, Ink.TEXT2)
        self.open_cause = self._make_button("", self._open_cause)
        self.other_write = self._make_button("", self._show_other_write, Kind.LINK)
        self.all_parts = self._make_button(self.tr("All its parts"), self._show_all_parts, Kind.LINK)
        self.of_part = self._make_button(self.tr("Part history"), self._show_part, Kind.LINK)
        self.model: RowsModel[HistoryRow] = RowsModel(self._columns(), lambda line: line.key, self)
        self.table: Table[HistoryRow] = Table(
            theme, self.model, name=self.tr("What it changed"), row_height=TWO_LINE_ROW
        )
        self.table.end_reached.connect(self._load_more)
        self.table.opened.connect(lambda line: context.go(PaneKey.CATALOGUE, line.entry.sku))
        self.table.picked.connect(lambda _line: self._show_part_button())
        self.message = Label(theme, "", Type.SMALL, Ink.TEXT2, wrap=True)
        self._lay_out()

    def show_line(self, line: HistoryLine) -> None:
        """Shows another write, or what one write did to one part."""
        if self._reply is not None:
            self._reply.drop()
            self._reply = None
        write, formats = line.write, self._context.formats
        self.line = line
        self.title.setText(cause_text(write))
        self.badge.setVisible(write.undone_by is not None)
        when = formats.day_time(write.at, self._context.now(), seconds=True)
        parts = () if line.note is not None else (formats.items(line.parts),)
        self.facts.setText(" · ".join((when, author_text(write.by), *parts)))
        self._show_message(self._describe_loss(write) if line.note is None else translate_sentence(line.note))
        self._show_button(self.open_cause, self._name_cause(write))
        self._show_button(self.other_write, self._name_other_write(write))
        self.all_parts.setVisible(line.entry is not None and line.parts > 1)
        self._next_offset = None
        if line.entry is not None:
            self.model.set_rows(make_history_rows((line.entry,)))
        else:
            self.model.set_rows(())
            if line.note is None:
                self._ask(0)
        self._show_part_button()

    def _columns(self) -> tuple[Column[HistoryRow], ...]:
        formats = self._context.formats

        def value(line: HistoryRow, *, old: bool) -> str:
            change = line.change
            return "" if change is None else value_text(change, change.old if old else change.new, formats)

        return (
            Column(
                self.tr("Part"),
                lambda line: formats.ltr(line.entry.sku),
                strong=True,
                second=self._describe_field,
                inset=8,
            ),
            Column(self.tr("Before"), lambda line: value(line, old=True), _VALUE, ink=Ink.TEXT2),
            Column(self.tr("After"), lambda line: value(line, old=False), _VALUE, inset=4),
        )

    def _describe_field(self, line: HistoryRow) -> str:
        return created_text(line.entry) if line.change is None else field_text(line.change)

    def _ask(self, offset: int) -> None:
        if self.line is None:
            return
        histories, shop = self._context.backend.histories, self._context.shop.id
        future = histories.entries(shop, self.line.write.id, offset, PAGE)
        self._reply = self._dispatcher.fetch(future, self._show_entries, self._on_failed)

    def _load_more(self) -> None:
        if self._next_offset is not None and not (self._reply and self._reply.pending):
            self._ask(self._next_offset)

    def _show_entries(self, page: EntryPage) -> None:
        self._next_offset = page.next_offset
        self.model.append(make_history_rows(page.rows))
        if not self.model.rowCount():
            self._show_message(self.tr("It changed no value."))

    def _on_failed(self, error: BackendError) -> None:
        self._show_message(fault_text(error))

    def _name_cause(self, write: ItemWrite) -> str:
        """What the button says that opens the cause; "" where there is nothing to open."""
        kind = write.cause.kind
        if kind is CauseKind.CALL:
            return self.tr("Open the call") if write.is_logged else ""
        if kind is CauseKind.ORDER:
            return self.tr("Open the order") if write.order is not None else ""
        if kind is CauseKind.SET_ASIDE:
            return self.tr("Open the marketplace")
        return self.tr("Open the runs") if kind in (CauseKind.RUN, CauseKind.RUN_UNDO) else ""

    def _describe_loss(self, write: ItemWrite) -> str:
        lost = write.cause.kind is CauseKind.CALL and not write.is_logged
        return self.tr("The call is not in the call log any more.") if lost else ""

    def _show_message(self, text: str) -> None:
        self.message.setText(text)
        self.message.setVisible(bool(text))

    def _name_other_write(self, write: ItemWrite) -> str:
        if write.cause.kind is CauseKind.UPLOAD_UNDO:
            return self.tr("Show what was undone")
        return self.tr("Show the undo") if write.undone_by is not None else ""

    def _open_cause(self) -> None:
        if self.line is None:
            return
        write = self.line.write
        if write.cause.kind is CauseKind.SET_ASIDE:
            self._context.go(PaneKey.MARKETPLACE, "")
        elif write.order is not None:
            self._context.go(PaneKey.ORDERS, write.order)
        elif write.cause.kind is CauseKind.CALL:
            self._context.go(PaneKey.CALLS, str(write.cause.id))
        else:
            self._context.go(PaneKey.SYSTEM, "pull-history")

    def _show_other_write(self) -> None:
        if self.line is not None:
            write = self.line.write
            other = write.cause.id if write.cause.kind is CauseKind.UPLOAD_UNDO else write.undone_by
            self.narrowed.emit(HistorySubject(SubjectKind.WRITE, str(other)))

    def _show_all_parts(self) -> None:
        if self.line is not None:
            self.narrowed.emit(HistorySubject(SubjectKind.WRITE, str(self.line.write.id)))

    def _show_part(self) -> None:
        chosen = self._find_part()
        if chosen:
            self.narrowed.emit(HistorySubject(SubjectKind.PART, chosen))

    def _find_part(self) -> str:
        """The part of the chosen line, else the only part."""
        chosen = self.table.current()
        if chosen is not None:
            return chosen.entry.sku
        return self.line.sku if self.line is not None and self.line.parts == 1 else ""

    def _show_part_button(self) -> None:
        in_part = self.line is not None and self.line.entry is not None
        self.of_part.setVisible(not in_part and bool(self._find_part()))

    @staticmethod
    def _show_button(button: Button, text: str) -> None:
        button.setText(text)
        button.setAccessibleName(text)
        button.setVisible(bool(text))
        button.updateGeometry()

    def _make_button(self, text: str, act: Callable[[], None], kind: Kind = Kind.OUTLINE) -> Button:
        return Button(self._context.theme, text, kind, on_click=act)

    def _lay_out(self) -> None:
        head = row(self.title, spacing=8)
        head.setStretch(0, 1)
        head.addWidget(self.badge)
        upper = column(
            head,
            self.facts,
            row(self.open_cause, self.other_write, self.all_parts, self.of_part, None, spacing=8),
            self.message,
            margins=(16, 14, 16, 10),
        )
        column(upper, (self.table, 1), spacing=0, inside=self)
