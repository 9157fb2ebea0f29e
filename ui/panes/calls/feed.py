"""Brings the log into the model: the newest page, older and newer ones, what arrives, and what a search finds."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from service.domain.calls import Call, CallFilter, Cursor
from ui.backend import BackendError, Progress
from ui.backend.calls import CallPage
from ui.backend.courier import Courier, Reply
from ui.panes.calls.log_row import LogRow, LogRows
from ui.panes.calls.model import LogModel
from ui.shell.desk import Desk

PAGE = 200
BATCH_MS = 250
EVERYTHING = CallFilter()


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is listed: a filter, and a text in bodies ("" for none)."""

    which: CallFilter = EVERYTHING
    text: str = ""


class LogFeed(QObject):
    """`began` when the first page is in, `failed` with the error of any page, `arrived` with how many came in live.

    `searching` tells how far a search is, `searched` that it has ended.
    """

    began = Signal()
    failed = Signal(object)
    arrived = Signal(int)
    searching = Signal(object)
    searched = Signal()

    def __init__(self, desk: Desk, courier: Courier, model: LogModel, rows: LogRows, parent: QObject) -> None:
        super().__init__(parent)
        self._desk, self._courier, self._model, self._rows = desk, courier, model, rows
        self.wanted = Wanted()
        self.following = True
        self.paused = False
        self.missed = False
        self._looking: object | None = None
        self._reply: Reply[CallPage] | None = None
        self._live: Reply[CallPage] | None = None
        self._batch = QTimer(self)
        self._batch.setSingleShot(True)
        self._batch.setInterval(BATCH_MS)
        self._batch.timeout.connect(self._poll)
        # A view asks in the midst of an insertion, when the model's end is not yet its end.
        model.older_wanted.connect(self.more_older, Qt.ConnectionType.QueuedConnection)

    @property
    def looking(self) -> bool:
        """Whether a search is on."""
        return self._looking is not None

    def begin(self, wanted: Wanted) -> None:
        """Lists something else, from its newest entry on."""
        self.stop()
        self.wanted = wanted
        self.missed = False
        if wanted.text:
            self._model.begin([], older=False)
            self._search()
            return

        def show(page: CallPage) -> None:
            self._model.begin(self._lines(page.rows), older=page.older)
            self.began.emit()

        self._ask(self._page(wanted.which), show)

    def stop(self) -> None:
        """Stops what is on its way, a search too; what it found stays."""
        for reply in (self._reply, self._live):
            if reply is not None:
                reply.cancel()
        self._reply = self._live = self._looking = None
        self._batch.stop()

    def news(self) -> None:
        """Something was logged: looked up in batches, four times a second at most."""
        if self.paused:
            self.missed = True
        elif not self.wanted.text and not self._batch.isActive():
            self._batch.start()

    def pause(self, on: bool) -> None:
        """Holds the list as it is, or goes on."""
        self.paused = on
        if not on and self.missed:
            self.missed = False
            self._poll()

    def more_older(self) -> None:
        """The page below the last row."""
        if self._reply is not None or not self._model.older or not self._model.rows:
            return
        if self.wanted.text:
            self._search()
            return

        def show(page: CallPage) -> None:
            self._model.add_older(self._lines(page.rows), older=page.older)

        self._ask(self._page(self.wanted.which, before=self._model.rows[-1].place), show)

    def more_newer(self) -> None:
        """The page above the first row, where the model's window does not reach the top of the log."""
        if self._reply is not None or not self._model.newer or not self._model.rows:
            return

        def show(page: CallPage) -> None:
            self._model.add_newer(self._lines(page.rows), newer=page.newer)

        self._ask(self._page(self.wanted.which, after=self._model.rows[0].place), show)

    def _poll(self) -> None:
        if self.wanted.text:
            return
        if self._live is not None or self._reply is not None:
            self._batch.start()
            return
        if self._model.newer:
            self.arrived.emit(0)
            return
        future = self._page(self.wanted.which)
        self._live = self._courier.fetch(future, self._merge, self._fail)

    def _merge(self, page: CallPage) -> None:
        self._live = None
        lines = self._lines(page.rows)
        known = {row.call.id for row in self._model.rows}
        met = any(line.call.id in known for line in lines)
        if not known or (not met and page.older and self.following):
            self._model.begin(lines, older=page.older)
            self.arrived.emit(len(lines))
        elif met or not page.older:
            self.arrived.emit(self._model.merge(lines))
        else:
            # More has come than a page holds, and the user reads further down: the gap is fetched when he gets there.
            self._model.newer = True
            self.arrived.emit(0)

    def _search(self) -> None:
        rows = self._model.rows
        before = rows[-1].place if rows else None
        wanted = self.wanted
        looking = self._looking = object()

        def found(calls: tuple[Call, ...]) -> None:
            if self._looking is looking:
                self._model.add_older(self._lines(calls), older=False)

        def done(page: CallPage) -> None:
            self._looking = None
            self._model.older = page.older
            self.searched.emit()

        def told(progress: Progress) -> None:
            if self._looking is looking:
                self.searching.emit(progress)

        future = self._desk.backend.calls.search(
            self._desk.shop.id,
            wanted.which,
            wanted.text,
            PAGE,
            self._courier.progress(told),
            before=before,
            found=lambda calls: self._courier.post(lambda: found(calls)),
        )
        self._ask(future, done)
        self.began.emit()

    def _page(self, which: CallFilter, before: Cursor | None = None, after: Cursor | None = None) -> Future[CallPage]:
        return self._desk.backend.calls.page(self._desk.shop.id, which, PAGE, before=before, after=after)

    def _ask(self, future: Future[CallPage], show: Callable[[CallPage], None]) -> None:
        """One page at a time: a reply is there until its answer was shown, not only until it has come."""

        def answered(page: CallPage) -> None:
            show(page)
            if self._reply is reply:
                self._reply = None

        reply = self._reply = self._courier.fetch(future, answered, self._fail)

    def _fail(self, error: BackendError) -> None:
        self._reply = self._live = self._looking = None
        self.failed.emit(error)

    def _lines(self, calls: tuple[Call, ...]) -> list[LogRow]:
        return self._rows.of(calls, self._desk.now())
