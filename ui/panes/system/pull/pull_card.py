"""The nightly price file in the pane: what is read and when, "run now", the result
of the last run.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QSizePolicy, QWidget

from service.domain.pull.pull_choices import SetupChoices
from service.domain.pull.pulls import Run, RunState
from service.domain.times import Millis
from ui.backend.progress import Progress
from ui.backend.pulls_port import PullState
from ui.i18n import Formats, isolate_name, ltr
from ui.panes.shared.price_file.pull_words import short_words
from ui.shell.pane_context import PaneContext
from ui.theme import Theme, Tone, Type
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
from ui.widgets.badge import HEIGHT, badge_width, paint_badge
from ui.widgets.label import set_plain_tooltip
from ui.widgets.painting import leading_alignment, mirror, runs_rtl

_GAP = 8
translate = QCoreApplication.translate


class ColumnChips(QLabel):
    """A real label whose text is the whole list, for screen readers and its tool tip."""

    def __init__(self, theme: Theme, title: str) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._theme, self._title = theme, title
        self.texts: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_pairs(self, pairs: tuple[tuple[str, str], ...]) -> None:
        """Shows other columns: header and field each."""
        words = short_words()
        arrow = "←" if self._theme.rtl else "→"
        self.texts = tuple(f"{isolate_name(header)} {arrow} {words.get(field, field)}" for header, field in pairs)
        self.setText(", ".join(self.texts))
        set_plain_tooltip(self, "\n".join(self.texts))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, rtl = self._theme, runs_rtl(self)
        painter = QPainter(self)
        painter.setFont(theme.font(Type.SMALL))
        painter.setPen(theme.tokens.text2)
        x = painter.fontMetrics().horizontalAdvance(self._title)
        painter.drawText(self.rect(), int(leading_alignment(rtl=rtl)), self._title)
        x += _GAP + 2
        metrics = QFontMetrics(theme.font(Type.CAPTION))
        for at, text in enumerate(self.texts):
            rest = f"+{len(self.texts) - at}"
            room = self.width() - x - (badge_width(metrics, rest, dot=False) + _GAP if at + 1 < len(self.texts) else 0)
            fits = badge_width(metrics, text, dot=False) <= room
            chip_text = text if fits else rest
            width = badge_width(metrics, chip_text, dot=False)
            place = QRect(x, (self.height() - HEIGHT) // 2, width, HEIGHT)
            paint_badge(
                painter, theme, mirror(place, self.rect(), rtl=rtl), chip_text, Tone.NEUTRAL, dot=False, rtl=rtl
            )
            if not fits:
                return
            x += width + _GAP


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
        self.recognised = ColumnChips(context.theme, self.tr("Recognised"))
        self.last = LinkButton(context.theme, "")
        self.last.setFont(context.theme.font(Type.SMALL_MEDIUM))
        self.last.clicked.connect(acts.history)
        self._foot = QWidget()
        line = row(spacing=16)
        line.addWidget(self.recognised, 1)
        line.addWidget(self.last)
        self._foot.setLayout(line)
        self.body.addWidget(self._foot)

    def show_state(self, state: PullState, now: Millis) -> None:
        """Shows the state of the pull."""
        self._state = state
        there = state.setup is not None
        for widget in (self.preview, self.run, self.more, self._foot, self._rule):
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
        self.recognised.show_pairs(state.recognised)
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
        self.preview = Button(theme, self.tr("Preview and mapping"))
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
