"""The nightly price file in the pane: what is read and when, "run now", the last run's result."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Protocol

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QHBoxLayout, QMenu

from service.domain.pull.pull_choices import SetupChoices
from service.domain.pull.pulls import Run, RunState
from service.domain.times import Millis
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher, PendingReply
from ui.backend.progress import OnProgress, Progress
from ui.backend.pulls_port import DryRun, Pulls, PullState
from ui.i18n import Formats, isolate_name, ltr
from ui.panes.shared.run_facts import DryRunDialog, ask_approval
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane_context import PaneContext
from ui.theme import Tone, Type
from ui.widgets import (
    Badge,
    Button,
    Card,
    ConfirmDialog,
    ElidedLabel,
    Hairline,
    IconButton,
    Ink,
    Kind,
    Label,
    LinkButton,
    Tile,
    WorkBar,
    add_change,
    column,
    fill,
    row,
)


class PullPages(Protocol):
    """What the card opens."""

    def choose_file(self) -> None: ...

    def choose_address(self) -> None: ...

    def open_set_up(self) -> None: ...

    def open_history(self) -> None: ...

    def close_page(self) -> None: ...


class PullCard(Card):
    """Set up: file, time, last run. Not set up: its purpose and how to begin. It runs one piece of
    work at a time; `pages` opens the pages of the pane.
    """

    def __init__(self, context: PaneContext, pages: PullPages) -> None:
        super().__init__(context.theme)
        self._context, self._pages = context, pages
        self._dispatcher = GuiDispatcher(self)
        self._reply: PendingReply[None] | PendingReply[DryRun] | None = None
        self.setAccessibleName(self.tr("Nightly price file"))
        self.body.setContentsMargins(20, 11, 20, 8)
        self.body.setSpacing(8)
        self._state: PullState | None = None
        self.badge = Badge(context.theme, "")
        self.path = ElidedLabel(context.theme, "", Type.MONO, Ink.TEXT2)
        self._buttons()
        self.body.addLayout(self._head())
        self.work = WorkBar(context.theme, context.formats, self.stop)
        self.body.addWidget(self.work)
        self._rule = Hairline(context.theme)
        self.body.addWidget(self._rule)
        self.last = LinkButton(context.theme, "")
        self.last.setFont(context.theme.font(Type.SMALL_MEDIUM))
        self.last.clicked.connect(pages.open_history)
        self.body.addLayout(row(self.last, None))

    def show_state(self, state: PullState, now: Millis) -> None:
        self._state = state
        there = state.setup is not None
        for widget in (self.preview, self.run, self.more, self.last, self._rule):
            widget.setVisible(there)
        self.begin.setVisible(not there)
        self.begin_elsewhere.setVisible(not there)
        if state.setup is None:
            self.badge.show_state(self.tr("Not set up"), Tone.NEUTRAL, dot=False)
            self.path.set_kind(Type.SMALL)
            service = self._context.theme.counter_of
            text = self.tr("Choose the file that your system saves; we show what we recognise in it.")
            if service:
                text = self.tr("It is chosen at the computer with the service: %1").replace("%1", isolate_name(service))
            self.path.setText(text)
        else:
            at = clock_text(state.setup.minute, self._context.formats)
            every = self.tr("Every day %1").replace("%1", at)
            self.badge.show_state(every if state.on else self.tr("Off"), Tone.NEUTRAL, dot=False)
            self.path.set_kind(Type.MONO)
            self.path.setText(ltr(path_text(state.setup)))
        self.last.setText(self._last_text(state.last, now))
        self.last.setAccessibleName(self.last.text())
        self.last.updateGeometry()

    @property
    def setup(self) -> SetupChoices | None:
        return self._state.setup if self._state else None

    @property
    def busy(self) -> bool:
        return self._reply is not None and self._reply.pending

    def read(self, *, even_if_unchanged: bool) -> None:
        if not self.busy:
            progress = self._begin(self.tr("Reading the file"))
            self._fetch_run(self._pulls.run(self._shop, progress, even_if_unchanged=even_if_unchanged))

    def rehearse(self) -> None:
        """Reads the file and shows what a run would change."""
        if not self.busy and self.setup is not None:
            progress = self._begin(self.tr("Reading the whole file, saving nothing"))
            future = self._pulls.dry_run(self._shop, self.setup, progress)
            self._reply = self._dispatcher.fetch(future, self._on_rehearsed, self._on_failed)

    def ask_approval(self, run: Run) -> None:
        ask_approval(self.theme, self, run, self._context.formats, lambda: self._approve(run))

    def ask_forget(self) -> None:
        """Asks before the set-up is deleted."""
        title, action = self.tr("Forget this file?"), self.tr("Forget the file")
        text = self.tr(
            "It is no longer read at night, and what you chose for its columns is gone. Parts, prices and history stay."
        )
        ConfirmDialog(self.theme, self, title, text, action, self._forget, destructive=True, icon="trash-2").open()

    def stop(self) -> None:
        if self._reply:
            self._reply.cancel()
        self._end_work()

    @property
    def _pulls(self) -> Pulls:
        return self._context.backend.pulls

    @property
    def _shop(self) -> int:
        return self._context.shop.id

    def _approve(self, run: Run) -> None:
        self._pages.close_page()
        if not self.busy:
            self._fetch_run(self._pulls.approve(self._shop, run.id, self._begin(self.tr("Reading the file"))))

    def _forget(self) -> None:
        self._dispatcher.send(self._pulls.forget(self._shop), self._on_failed)

    def _begin(self, text: str) -> OnProgress:
        self.run.setEnabled(False)
        self.work.begin(text)
        return self._dispatcher.progress(self.show_progress)

    def show_progress(self, progress: Progress) -> None:
        if self.work.isVisibleTo(self):
            self.work.show_progress(progress)

    def _fetch_run(self, future: Future[None]) -> None:
        self._reply = self._dispatcher.fetch(future, lambda _none: self._end_work(), self._on_failed)

    def _on_rehearsed(self, look: DryRun) -> None:
        self._end_work()
        DryRunDialog(self.theme, self, look, self._context.formats, self._save_it).open()

    def _save_it(self) -> None:
        """What the rehearsal showed is confirmed, and saved."""
        if self.setup is not None:
            future = self._pulls.confirm(self._shop, self.setup)
            self._dispatcher.fetch(future, lambda _none: self.read(even_if_unchanged=True), self._on_failed)

    def _end_work(self) -> None:
        self._reply = None
        self.run.setEnabled(True)
        self.work.end()

    def _on_failed(self, error: BackendError) -> None:
        self._end_work()
        FaultDialog(self.theme, self, error, self._context.clipboard).open()

    def open_menu(self) -> None:
        """Shows the other actions, below their button."""
        menu = self.menu()
        x = 0 if self._context.theme.rtl else self.more.width() - menu.sizeHint().width()
        menu.popup(self.more.mapToGlobal(QPoint(x, self.more.height() + 4)))

    def menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        theme = self._context.theme
        menu.addAction(theme.icon("eye"), self.tr("Look without saving"), self.rehearse)
        again = add_change(menu, theme, self.tr("Read again, though unchanged"))
        again.setIcon(theme.icon("refresh-cw"))
        again.triggered.connect(lambda: self.read(even_if_unchanged=True))
        menu.addAction(theme.icon("history"), self.tr("History"), self._pages.open_history)
        forget = add_change(menu, theme, self.tr("Forget this file…"))
        forget.setIcon(theme.icon("trash-2"))
        forget.triggered.connect(self.ask_forget)
        return menu

    def _buttons(self) -> None:
        theme = self._context.theme
        self.preview = Button(theme, self.tr("How it is read")).keep_at_service()
        self.preview.clicked.connect(self._pages.open_set_up)
        self.run = Button(theme, self.tr("Run now"), icon="play", changes=True).keep_at_service()
        self.run.clicked.connect(lambda: self.read(even_if_unchanged=False))
        self.more = IconButton(theme, "ellipsis", self.tr("More for the nightly file"), Kind.OUTLINE).keep_at_service()
        self.more.clicked.connect(self.open_menu)
        self.begin = Button(theme, self.tr("Choose a file…"), icon="folder").keep_at_service()
        self.begin.clicked.connect(self._pages.choose_file)
        self.begin_elsewhere = Button(theme, self.tr("Elsewhere…"), icon="link").keep_at_service()
        self.begin_elsewhere.clicked.connect(self._pages.choose_address)

    def _head(self) -> QHBoxLayout:
        name = row(
            Label(self._context.theme, self.tr("Nightly price file"), Type.HEADING), self.badge, None, spacing=10
        )
        texts = column(name, self.path, spacing=2)
        head = row(Tile(self._context.theme, "file-spreadsheet"), spacing=12)
        fill(head, (texts, 1), self.begin, self.begin_elsewhere, self.preview, self.run, self.more)
        return head

    def _last_text(self, run: Run | None, now: Millis) -> str:
        if run is None:
            return self.tr("Never read yet")
        formats = self._context.formats
        if run.state in (RunState.DONE, RunState.UNDONE) and run.counts.saved:
            text = self.tr("Last run: %1 saved, %2 rejected").replace("%1", formats.count(run.counts.saved))
            return text.replace("%2", formats.count(run.counts.rejected))
        return self.tr("Last run: %1").replace("%1", formats.day_time(run.at, now))


def clock_text(minute_of_day: int, formats: Formats) -> str:
    """`02:00`."""
    return formats.ltr(f"{minute_of_day // 60:02d}:{minute_of_day % 60:02d}")


def path_text(setup: SetupChoices) -> str:
    """The file, or the folder with its pattern."""
    if not setup.pattern:
        return setup.path
    slash = "\\" if "\\" in setup.path else "/"
    return f"{setup.path.rstrip(slash)}{slash}{setup.pattern}"
