"""The layout of the window: side bar first, top bar and page next to it."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui.shell.frame.topbar import StagingStrip
from ui.theme import Theme
from ui.widgets.card import Hairline


def build_frame(theme: Theme, sidebar: QWidget, topbar: QWidget, page: QWidget, *, staging: bool) -> QWidget:
    """All parts in one widget; in staging with the amber strip."""
    right = QVBoxLayout()
    right.setSpacing(0)
    right.addWidget(topbar)
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
