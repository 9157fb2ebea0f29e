"""Whether the GUI thread answers: a timer in it notes the time, which the service's loop reads."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

LIMIT_S = 10.0
INTERVAL_MS = 1_000


class GuiPulse(QObject):
    """Counts as alive until it is started and after it is stopped. `is_alive` is for any thread."""

    def __init__(self, now: Callable[[], float] = time.monotonic, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._now = now
        self._last: float | None = None
        self._timer = QTimer(self, interval=INTERVAL_MS)
        self._timer.timeout.connect(self._note)

    def start(self) -> None:
        """From now on a GUI thread that is busy for over 10 seconds does not count as alive."""
        self._note()
        self._timer.start()

    def stop(self) -> None:
        """The event loop ends."""
        self._timer.stop()
        self._last = None

    def is_alive(self) -> bool:
        """Whether the timer ran within the last 10 seconds."""
        last = self._last
        return last is None or self._now() - last < LIMIT_S

    def _note(self) -> None:
        self._last = self._now()
