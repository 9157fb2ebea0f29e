"""One call in full: its result, important notes, both bodies, facts, and what it was about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from service.domain.call_log.body_layout import BodyLayout, Mark
from service.domain.call_log.calls import MAX_STORED_ANSWER, Call, count_saved, is_upload
from service.domain.changes import ChangeKind, Changes
from service.domain.history import HistorySubject, SubjectKind
from ui.backend import BackendError
from ui.backend.calls_port import CallDetail, Shell
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n import isolate_name
from ui.panes.calls.call_words import CallWords, outcome_tone
from ui.panes.calls.note_words import NoteWords
from ui.panes.calls.uploads import UndoDialog, UploadRowsPage
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Theme, Tone, Type
from ui.theme.metrics import LOG_ROW
from ui.widgets import (
    Badge,
    Button,
    CodeFault,
    CodeView,
    Column,
    ElidedLabel,
    Fact,
    FactRows,
    IconButton,
    IconLabel,
    Ink,
    Label,
    LinkButton,
    RowList,
    RowPainter,
    RowsModel,
    Tabs,
    WrappedLabel,
    column,
    fill,
    row,
)
from ui.widgets.containers import ScrollContainer
from ui.widgets.painting import mirror, runs_rtl
from ui.widgets.window_use import make_timer

FOLD_MIN_ROWS = 8
_LINE, _FRAME, _MAX_BODY_LINES = 17, 28, 10_000
_HEAD, _SENTENCE, _FAULT_LINES = 28, 40, 7


def can_fold(layout: BodyLayout) -> bool:
    """Whether there are faulty rows among many others."""
    return bool(layout.rows) and layout.row_count - len(layout.rows) >= FOLD_MIN_ROWS


def fold(layout: BodyLayout, between: Callable[[int], str]) -> tuple[str, tuple[Mark, ...]]:
    """Text and marks of the faulty rows; `between(count)` is the line for omitted rows."""
    lines = layout.text.split("\n")
    visible: list[str] = []
    numbers: dict[int, int] = {}

    def take(first: int, last: int) -> None:
        for number in range(first, last + 1):
            visible.append(lines[number - 1])
            numbers[number] = len(visible)

    opening = next(at for at, line in enumerate(lines, 1) if line == '  "items": [')
    take(1, opening)
    following = 0
    for kept in layout.rows:
        if kept.index > following:
            visible.append(between(kept.index - following))
        take(kept.first, kept.last)
        following = kept.index + 1
    if layout.row_count > following:
        visible.append(between(layout.row_count - following))
    ending = next(at for at in range(layout.rows[-1].last, len(lines) + 1) if lines[at - 1].startswith("  ]"))
    take(ending, len(lines))
    marks = tuple(Mark(numbers[mark.line], mark.text) for mark in layout.marks if mark.line in numbers)
    return "\n".join(visible), marks


class BodyView(QWidget):
    """One body: its name, size, "Copy", and the text, or a sentence if there is none."""

    def __init__(self, context: PaneContext, words: NoteWords, name: str) -> None:
        super().__init__()
        self._context, self._words = context, words
        self._layout: BodyLayout = BodyLayout()
        self._folded = False
        self.size_label = Label(context.theme, "", Type.SMALL, Ink.TEXT3)
        self.rows = LinkButton(context.theme, self.tr("All rows"), on_click=lambda: self._show(folded=not self._folded))
        self.copy = LinkButton(context.theme, self.tr("Copy"), on_click=self._copy)
        self.code = CodeView(context.theme, name)
        self._first = 1
        self._scroll = make_timer(self, 0, self._scroll_to_fault)
        keys = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self.code)
        keys.setContext(Qt.ShortcutContext.WidgetShortcut)
        keys.activated.connect(self._copy)
        self.nothing = WrappedLabel(context.theme, "", Type.SMALL, Ink.TEXT2)
        title = Label(context.theme, name, Type.SMALL_STRONG, Ink.TEXT2)
        column(
            row(title, self.size_label, None, self.rows, 4, self.copy),
            (self.code, 1),
            self.nothing,
            spacing=6,
            inside=self,
        )

    def show_body(self, layout: BodyLayout, size: int, nothing: str) -> None:
        """Shows another body of so many bytes, or the sentence instead."""
        self._layout = layout
        self.size_label.setText(self._context.formats.bytes(size) if size else "")
        self.nothing.setText(nothing)
        self.nothing.setVisible(not layout.text)
        self.code.setVisible(bool(layout.text))
        self.copy.setVisible(bool(layout.text))
        self.rows.setVisible(can_fold(layout))
        self._show(folded=can_fold(layout))

    def show_fault(self) -> None:
        """Scrolls to the first faulty row."""
        self._show(folded=can_fold(self._layout))
        self.code.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _show(self, *, folded: bool) -> None:
        self._folded = folded
        self.rows.setText(self.tr("All rows") if folded else self.tr("Only these rows"))
        self.rows.setAccessibleName(self.rows.text())
        self.rows.updateGeometry()
        text, marks = self._layout.text, self._layout.marks
        if folded:
            text, marks = fold(self._layout, self._gap_line)
        self.code.show_text(text, tuple(self._to_code_fault(mark) for mark in marks))
        lines = min(_MAX_BODY_LINES, text.count("\n") + 1 + len(marks))
        self.code.setMaximumHeight(lines * _LINE + _FRAME)
        # In a low window the faulty line is what must be visible.
        self.code.setMinimumHeight(min(lines, _FAULT_LINES) * _LINE + _FRAME if marks else 0)
        self._first = marks[0].line if marks else 1
        self._scroll.start()
        self.setMaximumHeight(_HEAD + lines * _LINE + _FRAME if text else _HEAD + _SENTENCE)

    def _scroll_to_fault(self) -> None:
        """Scrolls, after the layout, to the first faulty line, with two lines above it."""
        self.code.verticalScrollBar().setValue(max(0, self._first - 3) * _LINE)

    def _gap_line(self, count: int) -> str:
        text = self.tr("… %1 rows …", "", count).replace("%1", self._context.formats.count(count))
        return f"    {text}"

    def _to_code_fault(self, mark: Mark) -> CodeFault:
        return CodeFault(mark.line, self._words.describe_reason(mark.text))

    def _copy(self) -> None:
        self._context.clipboard.setText(self._layout.text)
        self._context.toasts.show(self.tr("Copied"))


class BodiesPage(QWidget):
    """Request over answer."""

    def __init__(self, context: PaneContext, words: NoteWords) -> None:
        super().__init__()
        self._context = context
        self.request = BodyView(context, words, self.tr("Request"))
        self.answer = BodyView(context, words, self.tr("Answer"))
        self._whole = QVBoxLayout(self)
        self._whole.setContentsMargins(0, 4, 0, 0)
        self._whole.setSpacing(12)
        # The space that two short bodies leave stays empty below them.
        fill(self._whole, (self.request, 300), (self.answer, 200), None)

    def show_detail(self, detail: CallDetail) -> None:
        call = detail.call
        has_bodies = detail.bodies is not None
        unkept = self.tr("Not kept: the key was not known, and this entry shows in every shop's log.")
        request_text = (
            self.tr("The call had no body.") if not call.request_bytes else self.tr("Not kept: it was not taken in.")
        )
        self.request.show_body(detail.request, call.request_bytes, request_text if has_bodies else unkept)
        answer = self.tr("The answer had no body.") if has_bodies else unkept
        self.answer.show_body(detail.response, call.response_bytes, answer)
        if detail.bodies is not None and detail.bodies.response_cut:
            most = self._context.formats.bytes(MAX_STORED_ANSWER)
            self.answer.nothing.setText(self.tr("The answer was longer; its first %1 are kept.").replace("%1", most))
            self.answer.nothing.show()
            self.answer.setMaximumHeight(_MAX_BODY_LINES)

    def show_fault(self) -> None:
        """Scrolls to the request's first faulty row."""
        self.request.show_fault()


_INK = {Tone.WARN: Ink.WARN, Tone.BAD: Ink.BAD}
_MAX_LINES = 4
_SERVER_FAULT = 500
_BODIES_HEIGHT = 112
"""Shows a request's first faulty line; on a screen of 1024x600 the page then need not scroll."""
_PAUSE_MS = 500


class AboutPage(QWidget):
    """Facts, one below the other."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__()
        self._context = context
        self.facts: tuple[Fact, ...] = ()
        self._rows: FactRows | None = None
        text = self.tr("Headers are not kept, because the key is one of them.")
        self._whole = column(
            Label(context.theme, text, Type.SMALL, Ink.TEXT2, wrap=True),
            None,
            spacing=None,
            inside=self,
            margins=(0, 4, 0, 0),
        )

    def show_call(self, call: Call) -> None:
        if self._rows is not None:
            self._whole.removeWidget(self._rows)
            self._rows.deleteLater()
        self.facts = self._facts(call)
        self._rows = FactRows(self._context.theme, self.facts, ruled=True)
        self._whole.insertWidget(0, self._rows)

    def _facts(self, call: Call) -> tuple[Fact, ...]:
        formats = self._context.formats
        facts = [
            Fact(self.tr("Time"), formats.day_time(call.at, self._context.now(), seconds=True)),
            Fact(self.tr("Key"), isolate_name(call.key) if call.key else self.tr("none that is known")),
            Fact(self.tr("From"), formats.ltr(call.remote)),
            Fact(self.tr("Took"), formats.duration(max(1, call.duration_us // 1000))),
            Fact(self.tr("Request"), formats.bytes(call.request_bytes)),
            Fact(self.tr("Answer"), formats.bytes(call.response_bytes)),
        ]
        if call.error is not None:
            facts.append(Fact(self.tr("Error code"), formats.ltr(call.error)))
        facts.append(Fact(self.tr("Entry"), formats.ltr(str(call.id))))
        return tuple(facts)


class CallNote(QFrame):
    """A tinted note."""

    def __init__(
        self, theme: Theme, tone: Tone, title: str, lines: tuple[str, ...], link: QWidget | None = None
    ) -> None:
        super().__init__()
        self.setObjectName("note")
        self.setProperty("tone", tone.value)
        self.setAccessibleName(title)
        self.setAccessibleDescription(" ".join(lines))
        self.title = WrappedLabel(theme, title, Type.STRONG)  # a cut number is another number
        head = row((self.title, 1))
        if link is not None:
            link.setFixedHeight(18)
            head.addWidget(link, 0, Qt.AlignmentFlag.AlignTop)
        self.lines = tuple(WrappedLabel(theme, line, Type.SMALL, Ink.TEXT2) for line in lines)
        texts = column(head, *self.lines, spacing=1)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(12, 10, 12, 10)
        whole.setSpacing(10)
        icon = IconLabel(theme, "triangle-alert" if tone is Tone.BAD else "circle-alert", 16, _INK[tone])
        whole.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        whole.addLayout(texts, 1)


@dataclass(frozen=True, slots=True)
class Link:
    """One thing of another pane."""

    pane: PaneKey
    target: str


class _LinkPainter(RowPainter):
    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, LOG_ROW)

    def paint_row(self, painter: QPainter, rect: QRect, row: Link, *, rtl: bool) -> None:
        inner = rect.adjusted(4, 0, -4, 0)
        tokens, size = self.theme.tokens, 16
        ratio = painter.device().devicePixelRatioF()
        arrow = mirror(QRect(inner.right() - size, inner.center().y() - size // 2, size, size), inner, rtl=rtl)
        text = inner.adjusted(size + 8, 0, 0, 0) if rtl else inner.adjusted(0, 0, -size - 8, 0)
        self.text(painter, text, row.target, Type.MONO, tokens.accent_text, end=False, rtl=rtl)
        painter.drawPixmap(arrow.topLeft(), self.theme.pixmap("chevron-right", tokens.text3, size, ratio))


class RelatedPage(QWidget):
    """A list of links; a click or Enter opens one."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__()
        self._context = context
        columns: tuple[Column[Link], ...] = (Column("", lambda link: link.target),)
        self.model: RowsModel[Link] = RowsModel(columns, lambda link: link.target, self)
        self.list: RowList[Link] = RowList(
            context.theme, self.model, _LinkPainter(context.theme), name=self.tr("What the call was about")
        )
        self.list.clicked.connect(lambda index: self._open(self.model.row(index.row())))
        self.list.opened.connect(self._open)
        column(self.list, inside=self)

    def show_detail(self, detail: CallDetail) -> str:
        """Shows another call; answers the tab's name, "" if it was about nothing in particular."""
        orders, skus = len(detail.orders), detail.sku_count
        links = [Link(PaneKey.ORDERS, order) for order in detail.orders]
        links += [Link(PaneKey.CATALOGUE, sku) for sku in detail.skus]
        self.model.set_rows(links)
        if orders:
            return self.tr("%n order(s)", "", orders)
        if skus:
            return self._context.formats.items(skus)
        return ""

    def _open(self, link: Link) -> None:
        self._context.go(link.pane, link.target)


class DetailPanel(QWidget):
    """The panel next to the list. The close button and Esc call `on_close`."""

    undone = Signal()

    def __init__(
        self, context: PaneContext, words: CallWords, copy: Callable[[Shell], None], on_close: Callable[[], None]
    ) -> None:
        super().__init__()
        self._context, self._words, self._on_close = context, words, on_close
        self._notes = NoteWords(context.formats)
        self.detail: CallDetail | None = None
        theme = context.theme
        self.method = ElidedLabel(theme, "", Type.MONO, Ink.TEXT2)
        self.path = ElidedLabel(theme, "", Type.MONO_MEDIUM)
        self.copy = Button(theme, self.tr("Copy as curl"), icon="terminal", on_click=self._choose_shell)
        self.copy.setToolTip(self.tr("Copy as curl (without the key)"))
        self._copy = copy
        self.close_button = IconButton(theme, "x", self.tr("Close"), on_click=on_close)
        self.undo = LinkButton(theme, self.tr("Undo this upload…"), on_click=self._open_undo)
        self.undone_link = LinkButton(theme, self.tr("Undone: show the undo"), on_click=self._show_undo)
        self.badge = Badge(theme, "")
        self.line = Label(theme, "", Type.SMALL, Ink.TEXT2, wrap=True)
        self.note: CallNote | None = None
        self.bodies = BodiesPage(context, self._notes)
        self.about = AboutPage(context)
        self.related = RelatedPage(context)
        self.rows = UploadRowsPage(context, self._notes)
        self.tabs = Tabs(theme, (self.tr("Bodies"), self.tr("The call")), self.tr("Parts of the call"))
        self._pages = QStackedWidget()
        self._about = ScrollContainer(self.about, horizontal=False)
        self._bodies = ScrollContainer(self.bodies, horizontal=False)
        self._bodies.setMinimumHeight(_BODIES_HEIGHT)
        self._tab_pages: list[QWidget] = [self._bodies, self._about]
        for page in (self._bodies, self._about, self.related, self.rows):
            self._pages.addWidget(page)
        self.tabs.currentChanged.connect(self._on_tab_chosen)
        self._lay_out()

    def show_detail(self, detail: CallDetail) -> None:
        self.detail = detail
        call, formats = detail.call, self._context.formats
        self.method.setText(formats.ltr(call.method))
        whole = f"{call.method} {call.path}" if self._context.theme.rtl else call.path
        self.method.setVisible(not self._context.theme.rtl)
        self.path.setText(formats.ltr(whole))
        self.badge.show_state(str(call.status), outcome_tone(call))
        self.line.setText(self._line(call))
        self.undo.setEnabled(not self._context.shop.read_only)
        self._show_links()
        self._show_note(detail)
        self.bodies.show_detail(detail)
        self.about.show_call(call)
        self._show_related(detail)

    def show_undo(self, detail: CallDetail) -> None:
        """Shows that the displayed upload was undone; the rest stays as it is."""
        shown = self.detail
        if shown is not None and shown.call.id == detail.call.id and shown.undone_by != detail.undone_by:
            self.detail = detail
            self._show_links()
            self.rows.show_call(detail.call.id)

    def _show_links(self) -> None:
        """The link that undoes an upload, or the one to its undo."""
        if self.detail is not None:
            call, undone_by = self.detail.call, self.detail.undone_by
            has_saved = call.shop_id is not None and count_saved(call.facts) > 0
            self.undo.setVisible(has_saved and undone_by is None)
            self.undone_link.setVisible(undone_by is not None)

    def _choose_shell(self) -> None:
        """Asks which shell the command is for; this system's is on top."""
        if self.detail is None:
            return
        names = {
            Shell.CMD: self.tr("For the Windows Command Prompt (cmd)"),
            Shell.POWERSHELL: self.tr("For Windows PowerShell"),
            Shell.POSIX: self.tr("For Linux and macOS"),
        }
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for shell in self.detail.curl:
            menu.addAction(names[shell]).triggered.connect(lambda _checked=False, chosen=shell: self._copy(chosen))
        left = self.copy.width() - menu.sizeHint().width() if runs_rtl(self) else 0
        menu.popup(self.copy.mapToGlobal(QPoint(left, self.copy.height() + 4)))

    def _open_undo(self) -> None:
        if self.detail is not None:
            dialog = UndoDialog(self._context, self, self.detail.call.id)
            dialog.accepted.connect(self.undone)
            dialog.open()

    def _show_undo(self) -> None:
        if self.detail is not None and self.detail.undone_by is not None:
            write = HistorySubject(SubjectKind.WRITE, str(self.detail.undone_by))
            self._context.go(PaneKey.HISTORY, write.target)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._on_close()
            return
        super().keyPressEvent(event)

    def _line(self, call: Call) -> str:
        formats = self._context.formats
        when = formats.day_time(call.at, self._context.now(), seconds=True)
        key = self.tr("key %1").replace("%1", isolate_name(call.key)) if call.key else self.tr("no known key")
        return " · ".join((when, key, formats.duration(max(1, call.duration_us // 1000))))

    def _show_note(self, detail: CallDetail) -> None:
        if self.note is not None:
            self._upper.removeWidget(self.note)
            self.note.deleteLater()
            self.note = None
        call = detail.call
        if not call.notes and call.error is None:
            return
        lines = (
            [self._notes.describe_note(note) for note in call.notes]
            if call.error is None
            else [self._words.advise(call)]
        )
        if len(lines) > _MAX_LINES:
            more = len(lines) - _MAX_LINES + 1
            lines = [*lines[: _MAX_LINES - 1], self.tr("and %n more", "", more)]
        tone = Tone.BAD if call.status >= _SERVER_FAULT else Tone.WARN
        self.note = CallNote(self._context.theme, tone, self._title(detail), tuple(lines), self._action(detail))
        self._upper.addWidget(self.note)

    def _title(self, detail: CallDetail) -> str:
        """The title. For a body that is no JSON it has the line, which the log's list lacks."""
        if detail.request.is_invalid and detail.call.error == "bad_request":
            line = self.tr("Not JSON at line %1")
            return line.replace("%1", self._context.formats.count(detail.request.marks[0].line))
        return self._words.title(detail.call)

    def _action(self, detail: CallDetail) -> QWidget | None:
        if not detail.request.rows:
            return None
        return LinkButton(self._context.theme, self.tr("Show the rows"), on_click=self._show_rows)

    def _show_rows(self) -> None:
        self.tabs.setCurrentIndex(0)
        self.bodies.show_fault()

    def _show_related(self, detail: CallDetail) -> None:
        """The tabs that only some calls have: what they were about, and the rows of an upload."""
        text = self.related.show_detail(detail)
        page = self._pages.currentWidget()
        while self.tabs.count() > 2:
            self.tabs.removeTab(2)
        self._tab_pages = self._tab_pages[:2]
        if text:
            self._tab_pages.append(self.related)
            self.tabs.addTab(text)
        if detail.skus and is_upload(detail.call.facts):
            self._tab_pages.append(self.rows)
            self.tabs.addTab(self.tr("Rows"))
        self.rows.show_call(detail.call.id)
        self.tabs.setCurrentIndex(self._tab_pages.index(page) if page in self._tab_pages else 0)
        self._on_tab_chosen(self.tabs.currentIndex())

    def _on_tab_chosen(self, at: int) -> None:
        page = self._tab_pages[min(at, len(self._tab_pages) - 1)]
        for other in (self._bodies, self._about, self.related, self.rows):
            # Otherwise each page would be as tall as the tallest one.
            policy = QSizePolicy.Policy.Preferred if other is page else QSizePolicy.Policy.Ignored
            other.setSizePolicy(QSizePolicy.Policy.Preferred, policy)
        self._pages.setCurrentWidget(page)
        if self.note is not None:
            # The rows say it themselves, and need the room in a low window.
            self.note.setVisible(page is not self.rows)

    def _lay_out(self) -> None:
        head = row(self.method, spacing=8)
        fill(head, (self.path, 1), self.copy, self.close_button)
        facts = row(self.badge, spacing=8)
        fill(facts, (self.line, 1), self.undo, self.undone_link)
        self._upper = column(head, facts, spacing=10)
        column(self._upper, self.tabs, (self._pages, 1), inside=self, margins=(16, 12, 16, 12))


class UndoWatch(QObject):
    """Asks again at most twice a second, and only while an upload is displayed."""

    def __init__(self, context: PaneContext, panel: DetailPanel) -> None:
        super().__init__(panel)
        self._context, self._panel = context, panel
        self._dispatcher = GuiDispatcher(self)
        self.timer = make_timer(self, _PAUSE_MS, self._look)

    def on_changes(self, changes: Changes) -> None:
        """An undo is a write of the history."""
        if ChangeKind.HISTORY in changes.kinds:
            self.begin()

    def begin(self) -> None:
        """Looks after a moment."""
        if not self.timer.isActive():
            self.timer.start()

    def _look(self) -> None:
        panel = self._panel
        if panel.detail is not None and panel.undo.isVisible():
            future = self._context.backend.calls.detail(self._context.shop.id, panel.detail.call.id)
            self._dispatcher.fetch(future, panel.show_undo, self._on_failed)

    def _on_failed(self, error: BackendError) -> None:
        """The call stays as it is; the pane says what fails when the call is opened again."""
