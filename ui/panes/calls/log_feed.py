"""Loads the log into the model: the newest page, older, newer, new calls, and hits of a search."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal, SignalInstance

from service.domain.call_log.calls import Call, CallFilter, Cursor
from ui.backend import BackendError, Progress
from ui.backend.calls_port import CallPage
from ui.backend.dispatcher import GuiDispatcher, PendingReply
from ui.panes.calls.log_model import LogModel, LogRow, LogRowFactory
from ui.shell.pane_context import PaneContext
from ui.widgets.window_use import make_timer

PAGE = 200
BATCH_MS = 250
EVERYTHING = CallFilter()


@dataclass(frozen=True, slots=True)
class LogQuery:
    """What is listed: a filter, a text in bodies, the SKU of the part it is about ("" for none)."""

    which: CallFilter = EVERYTHING
    text: str = ""
    part: str = ""

    @property
    def is_search(self) -> bool:
        """Whether the log has to be searched, in which nothing new appears by itself."""
        return bool(self.text or self.part)


class LogFeed(QObject):
    """Emits `started` when the first page is there, `failed` with the error of the first page,
    `page_failed` with that of another one, `arrived` with the number of new calls.

    `search_progressed` reports the progress of a search, `search_finished` its end.
    """

    started = Signal()
    failed = Signal(object)
    page_failed = Signal(object)
    arrived = Signal(int)
    search_progressed = Signal(object)
    search_finished = Signal()

    def __init__(
        self, context: PaneContext, dispatcher: GuiDispatcher, model: LogModel, rows: LogRowFactory, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._context, self._dispatcher, self._model, self._rows = context, dispatcher, model, rows
        self.query = LogQuery()
        self.following = True
        self.paused = False
        self.missed = False
        self._search_token: object | None = None
        self._reply: PendingReply[CallPage] | None = None
        self._live: PendingReply[CallPage] | None = None
        self._batch = make_timer(self, BATCH_MS, self._poll)
        # A view asks during an insertion, when the model's end is not final yet.
        model.older_requested.connect(self.more_older, Qt.ConnectionType.QueuedConnection)

    @property
    def is_searching(self) -> bool:
        return self._search_token is not None

    def begin(self, query: LogQuery) -> None:
        """Lists something else, from its newest entry on."""
        self.stop()
        self.query = query
        self.missed = False
        if query.is_search:
            self._model.begin([], older=False)
            self._search()
            return

        def show(page: CallPage) -> None:
            self._model.begin(self._to_rows(page.rows), older=page.older)
            self.started.emit()

        self._ask(self._page(query.which), show, self.failed)

    def stop(self) -> None:
        """Stops all requests, also a search; its hits stay."""
        for reply in (self._reply, self._live):
            if reply is not None:
                reply.cancel()
        self._reply = self._live = self._search_token = None
        self._batch.stop()

    def on_logged(self) -> None:
        """Reads what was logged, in batches, at most four times a second."""
        if self.paused:
            self.missed = True
        elif not self.query.is_search and not self._batch.isActive():
            self._batch.start()

    def pause(self, on: bool) -> None:
        """Pauses or continues the live list."""
        self.paused = on
        if not on and self.missed:
            self.missed = False
            self._poll()

    def more_older(self) -> None:
        """The page below the last row."""
        if self._reply is not None or not self._model.older or not self._model.rows:
            return
        if self.query.is_search:
            self._search()
            return

        def show(page: CallPage) -> None:
            self._model.add_older(self._to_rows(page.rows), older=page.older)

        self._ask(self._page(self.query.which, before=self._model.rows[-1].cursor), show, self.page_failed)

    def more_newer(self) -> None:
        """Loads the page above the first row, if the model does not reach the newest call."""
        if self._reply is not None or not self._model.newer or not self._model.rows:
            return

        def show(page: CallPage) -> None:
            self._model.add_newer(self._to_rows(page.rows), newer=page.newer)

        self._ask(self._page(self.query.which, after=self._model.rows[0].cursor), show, self.page_failed)

    def _poll(self) -> None:
        if self.query.is_search:
            return
        if self._live is not None or self._reply is not None:
            self._batch.start()
            return
        if self._model.newer:
            self.arrived.emit(0)
            return
        future = self._page(self.query.which)
        self._live = self._dispatcher.fetch(future, self._merge, partial(self._on_failed, self.page_failed))

    def _merge(self, page: CallPage) -> None:
        self._live = None
        lines = self._to_rows(page.rows)
        known = {row.call.id for row in self._model.rows}
        met = any(line.call.id in known for line in lines)
        if not known or (not met and page.older and self.following):
            self._model.begin(lines, older=page.older)
            self.arrived.emit(len(lines))
        elif met or not page.older:
            self.arrived.emit(self._model.merge(lines))
        else:
            # More has come than a page has, and the user reads further down: the gap is loaded
            # when the user scrolls there.
            self._model.newer = True
            self.arrived.emit(0)

    def _search(self) -> None:
        rows = self._model.rows
        before = rows[-1].cursor if rows else None
        query = self.query
        token = self._search_token = object()

        def on_found(calls: tuple[Call, ...]) -> None:
            if self._search_token is token:
                self._model.add_older(self._to_rows(calls), older=False)

        def done(page: CallPage) -> None:
            self._search_token = None
            self._model.older = page.older
            self.search_finished.emit()

        def on_progress(progress: Progress) -> None:
            if self._search_token is token:
                self.search_progressed.emit(progress)

        future = self._context.backend.calls.search(
            self._context.shop.id,
            query.which,
            query.text,
            PAGE,
            self._dispatcher.progress(on_progress),
            before=before,
            on_hits=lambda calls: self._dispatcher.post(lambda: on_found(calls)),
            part=query.part,
        )
        self._ask(future, done, self.page_failed if rows else self.failed)
        self.started.emit()

    def _page(self, which: CallFilter, before: Cursor | None = None, after: Cursor | None = None) -> Future[CallPage]:
        return self._context.backend.calls.page(self._context.shop.id, which, PAGE, before=before, after=after)

    def _ask(self, future: Future[CallPage], show: Callable[[CallPage], None], failed: SignalInstance) -> None:
        """Requests one page at a time: a reply counts until its answer is displayed."""

        def on_answered(page: CallPage) -> None:
            show(page)
            if self._reply is reply:
                self._reply = None

        reply = self._reply = self._dispatcher.fetch(future, on_answered, partial(self._on_failed, failed))

    def _on_failed(self, failed: SignalInstance, error: BackendError) -> None:
        self._reply = self._live = self._search_token = None
        failed.emit(error)

    def _to_rows(self, calls: tuple[Call, ...]) -> list[LogRow]:
        return self._rows.make_rows(calls, self._context.now())
