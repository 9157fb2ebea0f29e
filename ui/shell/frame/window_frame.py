"""The layout of the window: side bar first, top bar and page next to it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from service.domain.times import Clock
from ui.shell.frame.topbar import StagingStrip
from ui.shell.pane import Pane
from ui.theme import Theme
from ui.widgets.card import Hairline

_TICK_MS = 1000


def build_frame(
    theme: Theme, sidebar: QWidget, topbar: QWidget, page: QWidget, support: QWidget, *, staging: bool
) -> QWidget:
    """All parts in one widget; `support` is the support view's strip; staging has one too."""
    right = QVBoxLayout()
    right.setSpacing(0)
    right.addWidget(topbar)
    right.addWidget(support)
    if staging:
        right.addWidget(StagingStrip(theme))
    right.addWidget(page, 1)
    frame = QWidget()
    line = QHBoxLayout(frame)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(0)
    line.addWidget(sidebar)
    line.addWidget(Hairline(theme, upright=True))
    line.addLayout(right, 1)
    return frame


def start_ticks(window: QWidget, find_pane: Callable[[], Pane | None], clock: Clock) -> QTimer:
    """Tells the open pane the time every second, for countdowns."""

    def tick() -> None:
        pane = find_pane()
        if pane is not None and pane.isVisible():
            pane.tick(clock.now())

    timer = QTimer(window)
    timer.setInterval(_TICK_MS)
    timer.timeout.connect(tick)
    timer.start()
    return timer
