"""Brings results from any thread to the GUI thread, and drops those of a closed pane."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, Qt, Signal

from ui.backend.backend_errors import BackendError, ErrorCode
from ui.backend.progress import OnProgress, Progress

T = TypeVar("T")
_log = logging.getLogger(__name__)


class PendingReply(Generic[T]):
    """One request in progress; `drop` ignores its answer, `cancel` stops the work too."""

    def __init__(self, future: Future[T]) -> None:
        self._future = future
        self.dropped = False

    @property
    def pending(self) -> bool:
        return not self.dropped and not self._future.done()

    def drop(self) -> None:
        self.dropped = True

    def cancel(self) -> None:
        self.dropped = True
        self._future.cancel()


class GuiDispatcher(QObject):
    """Belongs to a widget: nothing is delivered after that widget is closed or destroyed."""

    _call_requested = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._closed = False
        self._call_requested.connect(self._run, Qt.ConnectionType.QueuedConnection)
        parent.destroyed.connect(self._close)

    def fetch(
        self,
        future: Future[T],
        done: Callable[[T], None],
        failed: Callable[[BackendError], None] | None = None,
    ) -> PendingReply[T]:
        """Calls `done(result)` or `failed(error)` on the GUI thread, never before it returns."""
        reply = PendingReply(future)

        def on_done(result: Future[T]) -> None:
            self._post(lambda: _deliver(reply, result, done, failed))

        future.add_done_callback(on_done)
        return reply

    def send(self, write: Future[Any], failed: Callable[[BackendError], None]) -> PendingReply[Any]:
        """Watches a write: its changes reach panes as Changes; only a failure is displayed here."""
        return self.fetch(write, _ignore_result, failed)

    def progress(self, show: Callable[[Progress], None]) -> OnProgress:
        """A callback for the service's threads that calls `show` on the GUI thread."""
        return lambda progress: self._post(lambda: show(progress))

    def post(self, call: Callable[[], None]) -> None:
        """Runs a function on the GUI thread, from any thread."""
        self._post(call)

    def _post(self, call: Callable[[], None]) -> None:
        if self._closed:
            return
        try:
            self._call_requested.emit(call)
        except RuntimeError:
            _log.debug("an answer came after its window was closed")

    def _run(self, call: Callable[[], None]) -> None:
        if not self._closed:
            call()

    def _close(self) -> None:
        self._closed = True


def _ignore_result(_result: object) -> None:
    """Ignores the result of a write: panes read what changed."""


def _deliver(
    reply: PendingReply[T],
    future: Future[T],
    done: Callable[[T], None],
    failed: Callable[[BackendError], None] | None,
) -> None:
    if reply.dropped or future.cancelled():
        return
    error = future.exception()
    if error is None:
        done(future.result())
    elif isinstance(error, CancelledError):
        return
    elif failed is None:
        raise error
    else:
        failed(as_backend_error(error))


def as_backend_error(error: BaseException) -> BackendError:
    """The error that a pane displays; anything but a BackendError is a bug and is logged."""
    if isinstance(error, BackendError):
        return error
    _log.error("a request from the window ended in a bug", exc_info=error)
    return BackendError(str(error), code=ErrorCode.BUG, details=f"{type(error).__name__}: {error}")
