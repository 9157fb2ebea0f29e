"""Serves for the service manager of Windows: its states, and what Windows asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

STOP, INTERROGATE, SHUTDOWN, PRESHUTDOWN = 1, 4, 5, 15
"""Windows' controls of a service."""

DONE: Final = 0
NOT_KNOWN: Final = 120
STOP_HINT_MS: Final = 12_000
"""How long Windows may wait: what serves ends within 10 s."""


class ServiceReport(Protocol):
    """Tells the service manager the state."""

    def starting(self) -> None: ...

    def running(self) -> None: ...

    def stopping(self, hint_ms: int) -> None: ...

    def stopped(self, exit_code: int) -> None: ...


class ServiceHost:
    """Serves for the service manager. `run` and `on_control` come in two threads."""

    def __init__(self, serve: Callable[[], int], stop: Callable[[], object], report: ServiceReport) -> None:
        """`serve` returns an exit code, soon after `stop`."""
        self._serve, self._stop, self._report = serve, stop, report
        self._was_asked = False

    def run(self) -> None:
        """Until it ends by itself or is stopped. An exit code other than 0 lets Windows start the
        service again.
        """
        self._report.starting()
        code = 1
        try:
            self._report.running()
            code = self._serve()
        finally:
            # Windows starts a service again that ends with another code, also after a stop.
            self._report.stopped(0 if self._was_asked else code)

    def on_control(self, control: int) -> int:
        """What Windows asks; gives its answer."""
        if control in (STOP, SHUTDOWN, PRESHUTDOWN):
            self._was_asked = True
            self._report.stopping(STOP_HINT_MS)
            self._stop()
            return DONE
        return DONE if control == INTERROGATE else NOT_KNOWN
