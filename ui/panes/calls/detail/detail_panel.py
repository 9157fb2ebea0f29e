"""One call in full: its result, important notes, both bodies, its facts, and the things it was
about.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from service.domain.call_log.calls import Call, count_saved, is_upload
from service.domain.history import HistorySubject, SubjectKind
from ui.backend.calls_port import CallDetail, Shell
from ui.i18n import isolate_name
from ui.panes.calls.detail.body_views import BodiesPage
from ui.panes.calls.detail.call_facts import AboutPage
from ui.panes.calls.detail.call_note import CallNote
from ui.panes.calls.detail.related_links import RelatedPage
from ui.panes.calls.detail.undo_dialog import UndoDialog
from ui.panes.calls.detail.upload_rows_page import UploadRowsPage
from ui.panes.calls.words.call_words import CallWords, outcome_tone
from ui.panes.calls.words.note_words import NoteWords
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Tone, Type
from ui.widgets import Badge, Button, ElidedLabel, IconButton, Ink, LinkButton, Tabs, row
from ui.widgets.painting import runs_rtl
from ui.widgets.scroll_container import ScrollContainer

_MAX_LINES = 4
_SERVER_FAULT = 500
_BODIES_HEIGHT = 112
"""Shows the first faulty line of a request; on a screen of 1024x600 the page then need not
scroll.
"""


class DetailPanel(QWidget):
    """The panel next to the list. The close button and Esc call `on_close`."""

    undone = Signal()
    """The upload of the call is undone."""

    def __init__(
        self, context: PaneContext, words: CallWords, copy: Callable[[Shell], None], on_close: Callable[[], None]
    ) -> None:
        super().__init__()
        self._context, self._words, self._on_close = context, words, on_close
        self._notes = NoteWords(context.formats)
        self.detail: CallDetail | None = None
        theme = context.theme
        self.method = ElidedLabel(theme, "", Type.MONO, Ink.TEXT2)
        self.path = ElidedLabel(theme, "", Type.MONO_MEDIUM, mode=Qt.TextElideMode.ElideMiddle)
        self.copy = Button(theme, self.tr("Copy as curl"), icon="terminal")
        self.copy.setToolTip(self.tr("Copy as curl (without the key)"))
        self._copy = copy
        self.copy.clicked.connect(self._choose_shell)
        self.close_button = IconButton(theme, "x", self.tr("Close"))
        self.close_button.clicked.connect(on_close)
        self.undo = LinkButton(theme, self.tr("Undo this upload…"))
        self.undo.clicked.connect(self._open_undo)
        self.undone_link = LinkButton(theme, self.tr("Undone: show the undo"))
        self.undone_link.clicked.connect(self._show_undo)
        self.badge = Badge(theme, "")
        self.line = ElidedLabel(theme, "", Type.SMALL, Ink.TEXT2)
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
        """Shows another call."""
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
        """The title. For a body that is not JSON it includes the line, which the log's list does
        not know.
        """
        if detail.request.is_invalid and detail.call.error == "bad_request":
            line = self.tr("Not JSON at line %1")
            return line.replace("%1", self._context.formats.count(detail.request.marks[0].line))
        return self._words.title(detail.call)

    def _action(self, detail: CallDetail) -> QWidget | None:
        if not detail.request.rows:
            return None
        button = LinkButton(self._context.theme, self.tr("Show the rows"))
        button.clicked.connect(self._show_rows)
        return button

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
        head.addWidget(self.path, 1)
        head.addWidget(self.copy)
        head.addWidget(self.close_button)
        facts = row(self.badge, spacing=8)
        facts.addWidget(self.line, 1)
        facts.addWidget(self.undo)
        facts.addWidget(self.undone_link)
        self._upper = QVBoxLayout()
        self._upper.setSpacing(10)
        self._upper.addLayout(head)
        self._upper.addLayout(facts)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(16, 12, 16, 12)
        whole.setSpacing(8)
        whole.addLayout(self._upper)
        whole.addWidget(self.tabs)
        whole.addWidget(self._pages, 1)
