"""The history of the shop: every write, newest first, and one in full next to the list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QSizePolicy, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from service.domain.catalogue.items import Item, ItemQuery
from service.domain.changes import ChangeKind, Changes
from service.domain.history import (
    CauseKind,
    Cursor,
    HistoryEntry,
    HistoryLine,
    HistoryQuery,
    HistorySubject,
    SubjectKind,
    parse_target,
)
from service.domain.times import Millis
from ui.backend import BackendError, ErrorCode
from ui.backend.catalogue_port import ItemPage
from ui.backend.dispatcher import PendingReply
from ui.backend.history_port import WritePage, make_history_rows
from ui.i18n import isolate_name
from ui.i18n.history_text import author_text, cause_text, created_text, field_text, values_text
from ui.i18n.value_words import part_name
from ui.panes.history.write_detail import WriteDetail
from ui.panes.shared.time_chip import Period, TimeChip
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane import PageHeader, Pane
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme.metrics import LIST_PAGE, TWO_LINE_ROW
from ui.widgets import (
    Button,
    Column,
    EmptyState,
    FilterChip,
    Hairline,
    Ink,
    Kind,
    RowsModel,
    SearchField,
    Table,
    column,
    row,
)
from ui.widgets.window_use import make_timer

_INSET, _PARTS, _WHEN, _WHEN_ARABIC = 16, 176, 138, 148
PAGE = 100
_MOST_PARTS = 6
BATCH_MS = 500
_LIST_WIDTH, _DETAIL_WIDTH = 440, 364
_LIST_MORE = 82
"""In a window of 960 pixels every cause, and an old and a new price are readable whole."""

_UNDO = "undo"
_TYPED = (SubjectKind.PART, SubjectKind.ORDER, SubjectKind.CALL)


class HistoryFilters(QWidget):
    """What narrows the history: one part, order or call, the time and the cause. Calls `on_change`
    when the user changes a filter, and `on_text` with a typed name.
    """

    def __init__(self, context: PaneContext, on_change: Callable[[], None], on_text: Callable[[str], None]) -> None:
        super().__init__()
        self._context, self._on_change, self._on_text = context, on_change, on_text
        self.subject: HistorySubject | None = None
        theme = context.theme
        self.search = SearchField(theme, self.tr("Part, order or call"), self._on_typed)
        self.chosen = Button(theme, "", icon="x", on_click=self.clear)
        self.chosen.setToolTip(self.tr("Show every change again"))
        self.chosen.hide()
        self.time = TimeChip(context, on_change, Period.ANY, title=self.tr("Changes between two times"))
        self.cause = FilterChip(theme, self._causes(), lambda _key: on_change(), name=self.tr("Cause"))
        row((self.search, 1), self.chosen, self.time, self.cause, inside=self)
        self.search.setMinimumWidth(180)
        self.search.setSizePolicy(QSizePolicy.Policy.Ignored, self.search.sizePolicy().verticalPolicy())

    def query(self) -> HistoryQuery:
        span = self.time.span()
        return HistoryQuery(self.subject, _find_kinds(self.cause.key), span.since, span.until)

    @property
    def is_narrowed(self) -> bool:
        """Whether anything filters the list."""
        return bool(self.search.text() or self.subject or self.cause.key or not self.time.is_any)

    def show_subject(self, subject: HistorySubject) -> None:
        """Shows one part, order, call, run or write alone."""
        # Somebody who types on would lose the keys of the moment.
        if not self.search.edit.hasFocus():
            self._set_text(subject.name if subject.kind in _TYPED else "")
        self.subject = subject
        name = self._describe_subject(subject)
        self.chosen.setText(name)
        self.chosen.setAccessibleName(f"{name}. {self.chosen.toolTip()}")
        self.chosen.updateGeometry()
        self._show_parts()
        self._on_change()

    def show_whole_subject(self, subject: HistorySubject) -> None:
        """Shows it at any time and with any cause: what a link leads to."""
        self._show_all_causes()
        self.show_subject(subject)

    def clear(self) -> None:
        self._set_text("")
        self.subject = None
        self._show_all_causes()
        self._show_parts()
        self._on_change()

    def _show_all_causes(self) -> None:
        """Any time and any cause."""
        self.time.clear()
        self.cause.key = ""
        self.cause.show_choices(self._causes())

    def _show_parts(self) -> None:
        """A single write has one time and one cause."""
        self.chosen.setVisible(self.subject is not None)
        for part in (self.time, self.cause):
            part.setVisible(self.subject is None or self.subject.kind is not SubjectKind.WRITE)

    def _on_typed(self, text: str) -> None:
        if text.strip():
            self._on_text(text.strip())
        elif self.subject is not None:
            self.clear()
        else:
            self._on_change()

    def _set_text(self, text: str) -> None:
        self.search.edit.blockSignals(True)
        self.search.edit.setText(text)
        self.search.edit.blockSignals(False)

    def _describe_subject(self, subject: HistorySubject) -> str:
        texts = {
            SubjectKind.PART: self.tr("Part %1"),
            SubjectKind.ORDER: self.tr("Order %1"),
            SubjectKind.CALL: self.tr("Call %1"),
            SubjectKind.RUN: self.tr("Run %1"),
            SubjectKind.WRITE: self.tr("Change %1"),
        }
        name = subject.name if subject.kind is SubjectKind.PART else self._context.formats.ltr(subject.name)
        return texts[subject.kind].replace("%1", isolate_name(name))

    def _causes(self) -> tuple[tuple[str, str], ...]:
        return (
            ("", self.tr("Any cause")),
            (CauseKind.CALL.value, self.tr("Uploads")),
            (CauseKind.RUN.value, self.tr("Price file")),
            (CauseKind.HAND.value, self.tr("By hand")),
            (CauseKind.ORDER.value, self.tr("Orders")),
            (CauseKind.LINK.value, self.tr("Marketplace")),
            (_UNDO, self.tr("Undo")),
        )


def _find_kinds(key: str) -> tuple[CauseKind, ...]:
    if key == _UNDO:
        return (CauseKind.UPLOAD_UNDO, CauseKind.RUN_UNDO)
    if key == CauseKind.LINK:
        return (CauseKind.LINK, CauseKind.SET_ASIDE)
    return (CauseKind(key),) if key else ()


class EmptyHistory(QStackedWidget):
    """Three pages: nothing changed ever; nothing that the filters leave; a name that is unknown."""

    def __init__(self, context: PaneContext, clear: Callable[[], None]) -> None:
        super().__init__()
        theme = context.theme
        self.open_parts = Button(theme, self.tr("Open the catalogue"), Kind.PRIMARY, icon="package", main=True)
        self.open_parts.clicked.connect(lambda: context.go(PaneKey.CATALOGUE, ""))
        self.never = EmptyState(
            theme,
            "history",
            self.tr("Nothing has changed yet"),
            self.tr("Each change of a part is kept here with its cause: a call, a file, an order, or who did it."),
            self.open_parts,
            script_label=self.tr("The same in a terminal"),
            script="counterpart history",
        )
        self.clear = Button(theme, self.tr("Show every change"), main=True, on_click=clear)
        self.unmatched = EmptyState(
            theme,
            "list-filter",
            self.tr("No change matches"),
            self.tr("Choose another time or cause, or another part. The oldest changes are deleted with time."),
            self.clear,
        )
        self._context = context
        self.unknown: EmptyState | None = None
        self.addWidget(self.never)
        self.addWidget(self.unmatched)

    def choose(self, *, narrowed: bool) -> None:
        """The page that fits the filters."""
        self.setCurrentWidget(self.unmatched if narrowed else self.never)

    def show_unknown(self, text: str) -> None:
        """Says that nothing has a typed name."""
        self._replace_unknown(
            self.tr("No part, order or call is named %1").replace("%1", isolate_name(text)),
            self.tr("Type a part's number or name, the reference of an order, or the number of a call."),
        )

    def show_parts(self, items: Sequence[Item], choose: Callable[[Item], None]) -> None:
        """Asks which of the parts with a typed name is meant."""
        buttons = []
        for item in items:
            name = part_name(item.name, item.name_ar, self._context.formats)
            buttons.append(Button(self._context.theme, f"{name} · {self._context.formats.ltr(item.sku)}"))
            buttons[-1].clicked.connect(partial(_call_with, choose, item))
        text = self.tr("Choose one, or type more of its name or number.")
        self._replace_unknown(self.tr("Which part is it?"), text, column(*buttons, spacing=6))

    def _replace_unknown(self, title: str, text: str, choices: QVBoxLayout | None = None) -> None:
        if self.unknown is not None:
            self.removeWidget(self.unknown)
            self.unknown.deleteLater()
        holder = QWidget()
        if choices is not None:
            holder.setLayout(choices)
        self.unknown = EmptyState(
            self._context.theme, "search", title, text, *((holder,) if choices is not None else ())
        )
        self.addWidget(self.unknown)
        self.setCurrentWidget(self.unknown)


def _call_with(choose: Callable[[Item], None], item: Item, _checked: bool = False) -> None:
    choose(item)


@dataclass(frozen=True, slots=True)
class ReadLines:
    """Lines, newest first, without a gap from `top` to `resume`, the next page; None at the end."""

    rows: tuple[HistoryLine, ...] = ()
    resume: Cursor | None = None
    top: Cursor | None = None

    @staticmethod
    def begin(page: WritePage) -> ReadLines:
        """The newest page alone."""
        return ReadLines(page.rows, page.resume, page.start)

    def append(self, page: WritePage) -> ReadLines:
        """With the page that follows."""
        return ReadLines((*self.rows, *page.rows), page.resume, self.top)

    def renew(self, page: WritePage) -> ReadLines:
        """With the newest page on top; where it does not reach what was read, it alone remains."""
        end = page.resume
        if end is None or self.top is None or end > self.top:
            return ReadLines.begin(page)
        rest = tuple(line for line in self.rows if line.cursor < end)
        resume = None if self.resume is None else min(self.resume, end)
        return ReadLines((*page.rows, *rest), resume, page.start)


class WriteTable(QObject):
    """The model and its table, newest first. A write of several parts names one of them."""

    def __init__(self, context: PaneContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self.model: RowsModel[HistoryLine] = RowsModel(self._columns(), lambda line: line.write.id, self)
        self.table: Table[HistoryLine] = Table(
            context.theme, self.model, name=self.tr("Changes"), row_height=TWO_LINE_ROW
        )

    def _columns(self) -> tuple[Column[HistoryLine], ...]:
        context, formats = self._context, self._context.formats
        return (
            Column(
                self.tr("Cause"),
                lambda line: cause_text(line.write),
                strong=True,
                second=lambda line: author_text(line.write.by),
                inset=_INSET,
            ),
            Column(
                self.tr("Changed"),
                self._describe_parts,
                _PARTS,
                second=self._describe_more,
                elide=Qt.TextElideMode.ElideMiddle,
            ),
            Column(
                self.tr("When"),
                lambda line: formats.day_time(line.write.at, context.now()),
                _WHEN_ARABIC if formats.arabic else _WHEN,
                ink=Ink.TEXT2,
                second=lambda line: "" if line.write.undone_by is None else self.tr("Undone"),
            ),
        )

    def _describe_parts(self, line: HistoryLine) -> str:
        if line.entry is not None:
            return self._describe_entry(line.entry)[0]
        if line.note is not None:
            return self.tr("Nothing: not taken")
        return self._context.formats.ltr(line.sku) if line.sku else self._context.formats.items(line.parts)

    def _describe_more(self, line: HistoryLine) -> str:
        if line.entry is not None:
            return self._describe_entry(line.entry)[1]
        if line.parts > 1:
            more = line.parts - 1
            return self.tr("and %1 more", "", more).replace("%1", self._context.formats.count(more))
        return part_name(line.name, line.name_ar, self._context.formats) if line.name else ""

    def _describe_entry(self, entry: HistoryEntry) -> tuple[str, str]:
        """The first value of a part's change, with old and new, and how many more there are."""
        row, *more = make_history_rows((entry,))
        first = created_text(entry) if entry.created or entry.removed or row.change is None else field_text(row.change)
        text = "" if row.change is None else values_text(row.change, self._context.formats)
        others = len(more) - (entry.created or entry.removed)
        return first, " · ".join(filter(None, (text, f"+{others}" if others > 0 else "")))


class HistoryPane(Pane):
    """The history pane. New writes appear while the list is at its top."""

    key: ClassVar[PaneKey] = PaneKey.HISTORY
    listens: ClassVar[frozenset[ChangeKind]] = frozenset({ChangeKind.HISTORY})

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        self._query = HistoryQuery()
        self._read = ReadLines()
        self._wanted = PAGE
        self._reply: PendingReply[WritePage] | None = None
        self._find_reply: PendingReply[HistorySubject] | None = None
        self._has_missed = False
        self.header = PageHeader(self.theme, self.tr("History"), self._describe(None))
        self.filters = HistoryFilters(context, self._begin, self._find)
        self.writes = WriteTable(context, self)
        self.model, self.table = self.writes.model, self.writes.table
        self.detail = WriteDetail(context)
        self.nothing = EmptyHistory(context, self.filters.clear)
        self._batch = make_timer(self, BATCH_MS, self._refresh)
        self.table.picked.connect(self._on_picked)
        self.table.opened.connect(lambda _line: self.detail.table.setFocus(Qt.FocusReason.TabFocusReason))
        self.table.end_reached.connect(self._load_more)
        self.table.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.detail.narrowed.connect(self.filters.show_whole_subject)
        self._fill()

    def load(self) -> None:
        self._begin()

    def on_changes(self, changes: Changes) -> None:
        """Merges new writes into the list, at most twice a second."""
        if not self._loaded:
            super().on_changes(changes)
        elif changes.kinds & self.listens:
            self._has_missed = True
            if not self._batch.isActive():
                self._batch.start()

    def showEvent(self, event: QShowEvent) -> None:
        """Reads what was written while the pane was hidden."""
        super().showEvent(event)
        if self._has_missed:
            self._batch.start()

    def open_target(self, target: str) -> None:
        """`part:SKU`, `order:REFERENCE`, `call:ID`, `run:ID` or `write:ID`."""
        subject = parse_target(target)
        if subject is not None:
            self.filters.show_whole_subject(subject)

    def focus_filter(self) -> None:
        self.filters.search.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filters.search.edit.selectAll()

    def areas(self) -> tuple[QWidget, ...]:
        return (self.filters.search.edit, self.table, self.detail.table)

    def _begin(self) -> None:
        self._query = self.filters.query()
        self._wanted = PAGE
        self._drop_replies()
        self._reply = self._fetch(None, self._show, self._on_begin_failed)

    def _refresh(self) -> None:
        """Reads the newest page again; further down it waits until the user is back at the top."""
        at_top = self.table.verticalScrollBar().value() == 0
        if self._has_missed and at_top and self.isVisible() and not (self._reply and self._reply.pending):
            self._has_missed = False
            self._reply = self._fetch(None, self._merge)

    def _load_more(self) -> None:
        if self._read.resume is not None and not (self._reply and self._reply.pending):
            self._wanted = self.model.rowCount() + PAGE
            self._reply = self._fetch(self._read.resume, self._append)

    def _find(self, text: str) -> None:
        self._drop_replies()
        future = self.context.backend.histories.find(self.context.shop.id, text)
        self._find_reply = self.dispatcher.fetch(future, self.filters.show_subject, self._on_not_found)

    def _fetch(
        self,
        before: Cursor | None,
        show: Callable[[WritePage], None],
        failed: Callable[[BackendError], None] | None = None,
    ) -> PendingReply[WritePage]:
        future = self.context.backend.histories.writes(self.context.shop.id, self._query, before, PAGE)
        return self.dispatcher.fetch(future, show, failed or self._on_failed)

    def _drop_replies(self) -> None:
        for reply in (self._reply, self._find_reply):
            if reply is not None:
                reply.drop()
        self._reply = self._find_reply = None

    def _show(self, page: WritePage) -> None:
        self._has_missed = False
        self._read = ReadLines.begin(page)
        self.model.set_rows(page.rows)
        self.table.scrollToTop()
        self._show_rest(page)
        self.show_content()
        self._read_on()

    def _merge(self, page: WritePage) -> None:
        """The newest page over the lines that were read before."""
        self._read = self._read.renew(page)
        self._wanted = max(PAGE, len(self._read.rows))
        self.model.set_rows(self._read.rows)
        self._show_rest(page)
        self._read_on()

    def _append(self, page: WritePage) -> None:
        self._read = self._read.append(page)
        self.model.append(page.rows)
        self._show_rest(page)
        self._read_on()

    def _read_on(self) -> None:
        """Asks for the next step of a narrowed history of one part until a page is full."""
        if self._read.resume is not None and self.model.rowCount() < self._wanted:
            self._reply = self._fetch(self._read.resume, self._append)

    def _show_rest(self, page: WritePage) -> None:
        """The sentence of the head, and the chosen write; without a choice the newest."""
        self.header.subtitle.setText(self._describe(page.since))
        self.nothing.choose(narrowed=self.filters.is_narrowed)
        found = bool(self.model.rows)
        self._views.setCurrentWidget(self._splitter if found or self._read.resume is not None else self.nothing)
        if found and self.table.current() is None:
            self.table.choose(self.model.rows[0].write.id)
        # The chosen write may stay the same while what the list says of it changes.
        self._on_picked(self.table.current())

    def _on_picked(self, line: HistoryLine | None) -> None:
        if line is not None and line != self.detail.line:
            self.detail.show_line(line)

    def _on_scrolled(self, value: int) -> None:
        if value == 0 and self._has_missed:
            self._batch.start()

    def _on_not_found(self, error: BackendError) -> None:
        if error.code is ErrorCode.NOT_FOUND:
            query = ItemQuery(text=self.filters.search.text())
            future = self.context.backend.catalogue.page(self.context.shop.id, query, 0, _MOST_PARTS)
            self.dispatcher.fetch(future, self._show_named, self._on_begin_failed)
        else:
            self._on_begin_failed(error)

    def _show_named(self, page: ItemPage) -> None:
        """The parts whose name was typed: a single one at once."""
        if len(page.rows) == 1:
            self._choose_part(page.rows[0])
            return
        if page.rows:
            self.nothing.show_parts(page.rows, self._choose_part)
        else:
            self.nothing.show_unknown(self.filters.search.text())
        self._views.setCurrentWidget(self.nothing)

    def _choose_part(self, item: Item) -> None:
        self.filters.show_subject(HistorySubject(SubjectKind.PART, item.sku))

    def _on_begin_failed(self, error: BackendError) -> None:
        """What is displayed is not what was asked for; the page is read again when it can be."""
        (self.show_error if error.is_service_away else self._on_failed)(error)

    def _on_failed(self, error: BackendError) -> None:
        if not self._loaded:
            self.show_error(error)
        elif error.code is ErrorCode.NOT_FOUND:
            self.nothing.choose(narrowed=True)
            self._views.setCurrentWidget(self.nothing)
        elif not error.is_service_away:
            FaultDialog(self.theme, self, error, self.context.clipboard).open()

    def _describe(self, since: Millis | None) -> str:
        sentence = self.tr("What changed a part, its price or its stock, and who or what did it.")
        if since is None:
            return sentence
        begin = self.tr("The history begins on %1.").replace("%1", self.context.formats.date(since))
        return f"{sentence} {begin}"

    def _fill(self) -> None:
        self.table.setMinimumWidth(_LIST_WIDTH)
        self.detail.setMinimumWidth(_DETAIL_WIDTH)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self.table)
        self._splitter.addWidget(self.detail)
        self._splitter.setSizes([_LIST_WIDTH + _LIST_MORE, _DETAIL_WIDTH])
        self._views = QStackedWidget()
        self._views.addWidget(self._splitter)
        self._views.addWidget(self.nothing)
        upper = column(self.header, self.filters, spacing=12, margins=(24, 20, 24, 14))
        self.content.setMinimumHeight(LIST_PAGE)
        column(upper, Hairline(self.theme), (self._views, 1), spacing=0, inside=self.content)
