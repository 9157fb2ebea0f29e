"""The pane's head: how long entries stay, live or paused, the number of new calls; and the line of
a search.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from ui.backend import Progress
from ui.backend.calls_port import CallCounts
from ui.shell.pane import PageHeader
from ui.shell.pane_context import PaneContext
from ui.theme import Tone, Type
from ui.widgets import Badge, Button, Ink, Kind, Label, WorkBar


class LogHead(QWidget):
    """Title, live badge, "Pause", "Export", and a button back to the newest call."""

    def __init__(self, context: PaneContext, pause: Callable[[], None], export: Callable[[], None]) -> None:
        super().__init__()
        self._context = context
        self._news = 0
        self.live = Badge(context.theme, self.tr("Live"), Tone.GOOD, dot=True)
        self.news = Button(context.theme, "", Kind.LINK, icon="chevron-up")
        self.news.hide()
        self.pause = Button(context.theme, self.tr("Pause"), icon="pause")
        self.pause.setToolTip(self.tr("Space pauses the list, and goes on"))
        self.go_on = Button(context.theme, self.tr("Go on"), Kind.PRIMARY, icon="play")
        self.go_on.hide()
        self.pause.clicked.connect(pause)
        self.go_on.clicked.connect(pause)
        self.export = Button(context.theme, self.tr("Export"), icon="download")
        self.export.clicked.connect(export)
        parts = (self.news, self.live, self.pause, self.go_on, self.export)
        self.header = PageHeader(context.theme, self.tr("Call log"), self._sentence(), *parts)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.header)

    def show_counts(self, counts: CallCounts) -> None:
        """How many entries there are, and for how long they stay."""
        entries = self.tr("%1 entries.", "", counts.total).replace("%1", self._context.formats.count(counts.total))
        retention = self.tr("Kept %n day(s).", "", counts.retention_days)
        self.header.subtitle.setText(f"{self._sentence()} {entries} {retention}")

    def show_paused(self, *, on: bool) -> None:
        """Whether new calls are paused."""
        text = self.tr("Paused") if on else self.tr("Live")
        self.live.show_state(text, Tone.WARN if on else Tone.GOOD, dot=True)
        self.pause.setVisible(not on)
        self.go_on.setVisible(on)

    def show_news(self, count: int, *, more: bool = False) -> None:
        """So many more calls came in above the visible rows; 0 without `more`
        removes the button.
        """
        self._news = self._news + count if count or more else 0
        self.news.setVisible(bool(self._news or more))
        text = self.tr("New calls") if more else self.tr("%n new call(s)", "", self._news)
        self.news.setText(text)
        self.news.setAccessibleName(text)
        self.news.updateGeometry()

    def _sentence(self) -> str:
        return self.tr("Every call your systems made, refused ones too.")


class SearchLine(QWidget):
    """The progress of a search, with "Stop"; afterwards, its result. Before it the chosen part."""

    def __init__(self, context: PaneContext, stop: Callable[[], None], chosen_part: QWidget) -> None:
        super().__init__()
        self._context = context
        self._progress_text = ""
        self._is_about_part = False
        self.work = WorkBar(context.theme, context.formats, stop)
        self.result = Label(context.theme, "", Type.SMALL_MEDIUM, Ink.TEXT2)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(chosen_part)
        # In its place before it gets its pages, which would be windows without a parent.
        self._stack = QStackedLayout()
        line.addLayout(self._stack, 1)
        self._stack.addWidget(self.work)
        self._stack.addWidget(self.result)
        self.setFixedHeight(34)
        self.hide()

    def begin(self, *, is_about_part: bool) -> None:
        """Shows that a search starts: for calls about a part, or for a text."""
        self._progress_text = ""
        self._is_about_part = is_about_part
        self._stack.setCurrentWidget(self.work)
        part, text = self.tr("Looking for calls about this part"), self.tr("Looking into requests and answers")
        self.work.begin(part if is_about_part else text)

    def show_progress(self, progress: Progress) -> None:
        """Shows the progress and the number of hits."""
        formats = self._context.formats
        if self._stack.currentWidget() is not self.work:
            self._stack.setCurrentWidget(self.work)
        part = self.tr("Looking for calls about this part: %n found", "", progress.found)
        text = self.tr("Looking into requests and answers: %n found", "", progress.found)
        self.work.begin(part if self._is_about_part else text)
        self.work.show_progress(progress)
        total = formats.count(progress.total or progress.done)
        self._progress_text = self.tr("%1 of %2 calls looked at.").replace("%1", formats.count(progress.done))
        self._progress_text = self._progress_text.replace("%2", total)

    def end(self, count: int, *, more: bool = False, stopped: bool = False) -> None:
        """Shows the end; `more` says that it continues when the list is scrolled to its end."""
        self._stack.setCurrentWidget(self.result)
        parts = [self.tr("%1 calls found.", "", count).replace("%1", self._context.formats.count(count))]
        if stopped:
            parts = [self.tr("Stopped."), *parts, self._progress_text]
        if more:
            parts.append(self.tr("Scroll down to look further."))
        self.result.setText(" ".join(part for part in parts if part))
