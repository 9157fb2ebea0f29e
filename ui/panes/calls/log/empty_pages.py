"""What replaces the list while it is empty."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QStackedWidget

from ui.backend.calls_port import CallCounts
from ui.shell.pane_context import PaneContext, PaneKey
from ui.widgets import Button, EmptyState, Kind


class EmptyPages(QStackedWidget):
    """Three pages: no call ever; none in this time; none that matches."""

    def __init__(self, context: PaneContext, clear: Callable[[], None]) -> None:
        super().__init__()
        self._empty = False
        theme = context.theme
        make = Button(theme, self.tr("Make a key for your till"), Kind.PRIMARY, icon="key", main=True, changes=True)
        make.clicked.connect(lambda: context.go(PaneKey.SYSTEM, "new-key"))
        show = Button(theme, self.tr("Show me how"), main=True, changes=True)
        show.clicked.connect(context.open_wizard)
        self.never = EmptyState(
            theme,
            "scroll-text",
            self.tr("No calls yet"),
            self.tr("Each call that a till or another system makes is kept here, so that you can see what it sent."),
            make,
            show,
            script_label=self.tr("The same in a terminal"),
            script="counterpart log list",
        )
        self.any_time = Button(theme, self.tr("Show any time"), main=True)
        self.any_time.clicked.connect(clear)
        self.quiet = EmptyState(
            theme,
            "clock",
            self.tr("No calls in this time"),
            self.tr("No calls since then. Earlier calls are still stored."),
            self.any_time,
        )
        self.clear = Button(theme, self.tr("Clear the filters"), main=True)
        self.clear.clicked.connect(clear)
        self.unmatched = EmptyState(
            theme,
            "list-filter",
            self.tr("No call matches"),
            self.tr("Choose another time or fewer filters. Every call is kept."),
            self.clear,
        )
        for page in (self.never, self.quiet, self.unmatched):
            self.addWidget(page)
        self._chosen = (False, False)

    def show_counts(self, counts: CallCounts) -> None:
        """Notes whether the log has any entries."""
        self._empty = counts.total == 0
        self.choose(narrowed=self._chosen[0], any_time=self._chosen[1])

    def choose(self, *, narrowed: bool, any_time: bool) -> None:
        """The page that fits the filters."""
        self._chosen = (narrowed, any_time)
        page = self.unmatched if narrowed else self.quiet
        if self._empty or (any_time and not narrowed):
            page = self.never
        self.setCurrentWidget(page)
