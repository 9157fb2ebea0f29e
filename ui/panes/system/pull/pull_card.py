"""The nightly price file in the pane: what is read and when, "run now", the result
of the last run.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QHBoxLayout, QMenu

from service.domain.pull.pull_choices import SetupChoices
from service.domain.pull.pulls import Run, RunState
from service.domain.times import Millis
from ui.backend.progress import Progress
from ui.backend.pulls_port import PullState
from ui.i18n import Formats, ltr
from ui.shell.pane_context import PaneContext
from ui.theme import Tone, Type
from ui.widgets import (
    Badge,
    Button,
    Card,
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
    row,
)


@dataclass(frozen=True, slots=True)
class PullActions:
    """What the card asks of the pane."""

    choose: Callable[[], None]
    choose_address: Callable[[], None]
    set_up: Callable[[], None]
    run: Callable[[bool], None]
    dry_run: Callable[[], None]
    history: Callable[[], None]
    approve: Callable[[Run], None]
    forget: Callable[[], None]
    stop: Callable[[], None]


class PullCard(Card):
    """Set up: file, time, columns, last run. Not set up: its purpose and how to begin."""

    def __init__(self, context: PaneContext, acts: PullActions) -> None:
        super().__init__(context.theme)
        self._context, self._actions = context, acts
        self.setAccessibleName(self.tr("Nightly price file"))
        self.body.setContentsMargins(20, 11, 20, 8)
        self.body.setSpacing(8)
        self._state: PullState | None = None
        self._running = False
        self.badge = Badge(context.theme, "")
        self.path = ElidedLabel(context.theme, "", Type.MONO, Ink.TEXT2, mode=Qt.TextElideMode.ElideMiddle)
        self._buttons()
        self.body.addLayout(self._head())
        self.work = WorkBar(context.theme, context.formats, acts.stop)
        self.body.addWidget(self.work)
        self._rule = Hairline(context.theme)
        self.body.addWidget(self._rule)
        self.last = LinkButton(context.theme, "")
        self.last.setFont(context.theme.font(Type.SMALL_MEDIUM))
        self.last.clicked.connect(acts.history)
        self.body.addLayout(row(self.last, None))

    def show_state(self, state: PullState, now: Millis) -> None:
        """Shows the state of the pull."""
        self._state = state
        there = state.setup is not None
        for widget in (self.preview, self.run, self.more, self.last, self._rule):
            widget.setVisible(there)
        self.begin.setVisible(not there)
        self.begin_elsewhere.setVisible(not there)
        if state.setup is None:
            self.badge.show_state(self.tr("Not set up"), Tone.NEUTRAL, dot=False)
            self.path.set_kind(Type.SMALL)
            self.path.setText(self.tr("Choose the file that your system saves; we show what we recognise in it."))
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
        """The stored choices of the owner."""
        return self._state.setup if self._state else None

    def show_running(self, text: str) -> None:
        """Shows that a run has begun."""
        self._running = True
        self.run.setEnabled(False)
        self.work.begin(text)

    def show_progress(self, progress: Progress) -> None:
        """Shows the progress of the run."""
        if self._running:
            self.work.show_progress(progress)

    def show_idle(self) -> None:
        """Shows that no run is in progress."""
        self._running = False
        self.run.setEnabled(True)
        self.work.end()

    def open_menu(self) -> None:
        """Shows the other actions, below their button."""
        menu = self.menu()
        x = 0 if self._context.theme.rtl else self.more.width() - menu.sizeHint().width()
        menu.popup(self.more.mapToGlobal(QPoint(x, self.more.height() + 4)))

    def menu(self) -> QMenu:
        """The other actions for the file."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        theme = self._context.theme
        menu.addAction(theme.icon("eye"), self.tr("Look without saving"), self._actions.dry_run)
        again = add_change(menu, theme, self.tr("Read again, though unchanged"))
        again.setIcon(theme.icon("refresh-cw"))
        again.triggered.connect(lambda: self._actions.run(True))
        menu.addAction(theme.icon("history"), self.tr("History"), self._actions.history)
        forget = add_change(menu, theme, self.tr("Forget this file…"))
        forget.setIcon(theme.icon("trash-2"))
        forget.triggered.connect(self._actions.forget)
        return menu

    def _buttons(self) -> None:
        theme = self._context.theme
        self.preview = Button(theme, self.tr("How it is read"))
        self.preview.clicked.connect(self._actions.set_up)
        self.run = Button(theme, self.tr("Run now"), icon="play", changes=True)
        self.run.clicked.connect(lambda: self._actions.run(False))
        self.more = IconButton(theme, "ellipsis", self.tr("More for the nightly file"), Kind.OUTLINE)
        self.more.clicked.connect(self.open_menu)
        self.begin = Button(theme, self.tr("Choose a file…"), icon="folder")
        self.begin.clicked.connect(self._actions.choose)
        self.begin_elsewhere = Button(theme, self.tr("Elsewhere…"), icon="link")
        self.begin_elsewhere.clicked.connect(self._actions.choose_address)

    def _head(self) -> QHBoxLayout:
        name = row(
            Label(self._context.theme, self.tr("Nightly price file"), Type.HEADING), self.badge, None, spacing=10
        )
        texts = column(name, self.path, spacing=2)
        head = row(Tile(self._context.theme, "file-spreadsheet"), spacing=12)
        head.addLayout(texts, 1)
        for button in (self.begin, self.begin_elsewhere, self.preview, self.run, self.more):
            head.addWidget(button)
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
