"""A timer that acts once after it was started."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


def single_shot_timer(parent: QObject, span: int, act: Callable[[], None]) -> QTimer:
    """It is not started yet; `span` is milliseconds."""
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(span)
    timer.timeout.connect(act)
    return timer
