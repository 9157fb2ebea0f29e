"""The call log: live, newest first, narrowed by filters, one call in full beside the list."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from service.domain.changes import Changes, Family
from service.domain.times import Millis
from ui.backend import BackendError, Progress
from ui.backend.calls import CallCounts, CallDetail
from ui.backend.courier import Reply
from ui.panes.calls.detail import DetailPanel
from ui.panes.calls.export_dialog import ExportDialog
from ui.panes.calls.feed import EVERYTHING, LogFeed
from ui.panes.calls.filters import FilterBar
from ui.panes.calls.head import LogHead, SearchLine
from ui.panes.calls.log_list import LogList
from ui.panes.calls.log_row import LogRow, LogRows
from ui.panes.calls.model import LogModel
from ui.panes.calls.nothing import NothingPages
from ui.panes.calls.painter import LogHeader, LogPainter
from ui.panes.calls.saving import AskFile, ask_file
from ui.panes.calls.words import CallWords
from ui.shell.desk import Desk, PaneKey
from ui.shell.fault import FaultDialog
from ui.shell.pane import Pane
from ui.theme.metrics import LIST_PAGE
from ui.widgets import Hairline

_COUNT_MS = 2000
_PICK_MS = 60
_DETAIL_WIDTH = 340

_OF_KEY = "key:"


class CallsPane(Pane):
    """See the module."""

    key = PaneKey.CALLS
    listens = frozenset({Family.CALLS, Family.KEYS, Family.SETTINGS})

    def __init__(self, desk: Desk, ask: AskFile = ask_file) -> None:
        super().__init__(desk)
        self._ask_file = ask
        words = CallWords(desk.formats)
        self.model = LogModel(parent=self)
        self.feed = LogFeed(desk, self.courier, self.model, LogRows(desk.formats, words), self)
        self.head = LogHead(desk, self.pause, self.export)
        self.filters = FilterBar(desk, self._begin)
        self.search_line = SearchLine(desk, self._stop_search)
        painter = LogPainter(desk.theme)
        self.list = LogList(desk.theme, self.model, painter, self.tr("Calls"))
        self.columns = LogHeader(desk.theme, painter, lambda: self.list.viewport().width())
        self._painter = painter
        self.nothing = NothingPages(desk, self.filters.clear)
        self.detail = DetailPanel(desk, words, self.copy_command, self.close_detail)
        self._counts: CallCounts | None = None
        self._behind = False
        self._fault: FaultDialog | None = None
        self._day = desk.formats.at(desk.now()).date()
        self._counting: Reply[CallCounts] | None = None
        self._asking: Reply[CallDetail] | None = None
        self._count_soon = _once(self, _COUNT_MS, self._count)
        self._pick_soon = _once(self, _PICK_MS, self._ask_detail)
        self._fill()
        self._connect()

    def load(self) -> None:
        self._load_keys()
        self._begin()

    def changed(self, changes: Changes) -> None:
        """New calls are merged in, not loaded anew."""
        if not self._loaded:
            super().changed(changes)
            return
        if Family.CALLS in changes.families:
            self._behind = True
        if changes.families & {Family.KEYS, Family.SETTINGS}:
            self._load_keys()
            self._count()
        self._catch_up()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._catch_up()

    def tick(self, now: Millis) -> None:
        day = self.desk.formats.at(now).date()
        if day != self._day:
            self._day = day
            self.reload()

    def focus_filter(self) -> None:
        self.filters.search.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def pause(self) -> None:
        self.feed.pause(not self.feed.paused)
        self.head.show_paused(on=self.feed.paused)

    def export(self) -> None:
        wanted = self.filters.wanted()
        kind = wanted.which.status_class
        counts = self._counts
        total = None if counts is None else counts.by_class.get(kind, 0) if kind else counts.total
        ExportDialog(self.desk, self, wanted, total, self._ask_file).open()

    def copy_command(self) -> None:
        if self.detail.isVisible() and self.detail.detail is not None:
            self.desk.clipboard.setText(self.detail.detail.curl)
            self.desk.toasts.show(self.tr("Copied, without the key"))

    def open_target(self, target: str) -> None:
        """A call by its id, or `key:NAME` for every call of a key."""
        if target.isdecimal():
            self._fetch_detail(int(target))
        elif target.startswith(_OF_KEY):
            self.filters.choose_key(target.removeprefix(_OF_KEY))

    def areas(self) -> tuple[QWidget, ...]:
        if self.detail.isVisible():
            return (self.filters.search.edit, self.list, self.detail.tabs)
        return (self.filters.search.edit, self.list)

    def close_detail(self) -> None:
        """Esc: the list has all the room again."""
        self.detail.hide()
        self.list.clearSelection()
        self.list.setCurrentIndex(self.model.index(-1, 0))
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _load_keys(self) -> None:
        future = self.desk.backend.calls.keys(self.desk.shop.id)
        self.courier.fetch(future, self.filters.show_keys, self._failed)

    def _catch_up(self) -> None:
        """What was logged while the pane was hidden is merged in when it is seen."""
        if self._behind and self._loaded and self.isVisible():
            self._behind = False
            self.feed.news()

    def _begin(self) -> None:
        wanted = self.filters.wanted()
        self._painter.days = not self.filters.today
        self.columns.update()
        self.search_line.setVisible(bool(wanted.text))
        if wanted.text:
            self.search_line.begin()
        self.feed.begin(wanted)
        self._count()

    def _began(self) -> None:
        self.head.show_news(0)
        self._show_nothing()
        self.show_content()

    def _count(self) -> None:
        if self._counting is not None:
            self._counting.cancel()
        calls, shop = self.desk.backend.calls, self.desk.shop.id
        self._counting = self.courier.fetch(calls.counts(shop, self.feed.wanted.which), self._show_counts, self._failed)
        self.courier.fetch(calls.counts(shop, EVERYTHING), self._show_kept, self._failed)

    def _show_counts(self, counts: CallCounts) -> None:
        self._counts = counts
        self.filters.show_counts(None if self.feed.wanted.text else counts)

    def _show_kept(self, counts: CallCounts) -> None:
        self.head.show_kept(counts)
        self.nothing.show_kept(counts)

    def _arrived(self, count: int) -> None:
        if not self.list.following:
            self.head.show_news(count, more=self.model.newer)
        self._show_nothing()
        if not self._count_soon.isActive():
            self._count_soon.start()

    def _searching(self, progress: Progress) -> None:
        self.search_line.show_progress(progress)
        self._show_nothing()

    def _searched(self) -> None:
        self.search_line.end(self.model.rowCount(), more=self.model.older)
        self._show_nothing()

    def _stop_search(self) -> None:
        self.feed.stop()
        self.search_line.end(self.model.rowCount(), stopped=True)
        self._show_nothing()

    def _show_nothing(self) -> None:
        some = bool(self.model.rows) or self.feed.looking
        self.nothing.choose(narrowed=self.filters.narrowed, any_time=self.filters.any_time)
        self._lists.setCurrentWidget(self._log if some else self.nothing)

    def _to_newest(self) -> None:
        if self.model.newer:
            self.feed.begin(self.feed.wanted)
        self.list.to_top()

    def _followed(self, following: bool) -> None:
        self.feed.following = following
        if following:
            self.head.show_news(0)

    def _picked(self, row: LogRow | None) -> None:
        if row is not None:
            self._pick_soon.start()

    def _ask_detail(self) -> None:
        row = self.list.current()
        if row is not None:
            self._fetch_detail(row.call.id)

    def _fetch_detail(self, call: int) -> None:
        if self._asking is not None:
            self._asking.drop()
        future = self.desk.backend.calls.detail(self.desk.shop.id, call)
        self._asking = self.courier.fetch(future, self._show_detail, self._failed)

    def _show_detail(self, detail: CallDetail) -> None:
        self.detail.show_detail(detail)
        if self.detail.isHidden():
            self.detail.show()
            wide = max(_DETAIL_WIDTH, self.width() * 34 // 100)
            self._splitter.setSizes([self.width() - wide, wide])

    def _opened(self, row: LogRow) -> None:
        self._pick_soon.stop()
        self._fetch_detail(row.call.id)
        self.detail.tabs.setFocus(Qt.FocusReason.TabFocusReason)

    def _failed(self, error: BackendError) -> None:
        if not self._loaded:
            self.show_error(error)
        elif self._fault is None:
            self._fault = FaultDialog(self.theme, self, error, self.desk.clipboard)
            self._fault.finished.connect(self._fault_read)
            self._fault.open()

    def _fault_read(self) -> None:
        self._fault = None

    def _connect(self) -> None:
        self.feed.began.connect(self._began)
        self.feed.failed.connect(self._failed)
        self.feed.arrived.connect(self._arrived)
        self.feed.searching.connect(self._searching)
        self.feed.searched.connect(self._searched)
        self.list.older_near.connect(self.feed.more_older)
        self.list.newer_near.connect(self.feed.more_newer)
        self.list.followed.connect(self._followed)
        self.list.picked.connect(self._picked)
        self.list.opened.connect(self._opened)
        self.list.paused.connect(self.pause)
        self.list.closed.connect(self.close_detail)
        self.head.news.clicked.connect(self._to_newest)

    def _fill(self) -> None:
        self._log = QWidget()
        log = QVBoxLayout(self._log)
        log.setContentsMargins(0, 0, 0, 0)
        log.setSpacing(0)
        log.addWidget(self.columns)
        log.addWidget(self.list, 1)
        self._lists = QStackedWidget()
        self._lists.addWidget(self._log)
        self._lists.addWidget(self.nothing)
        self._lists.setMinimumWidth(420)
        self.detail.setMinimumWidth(300)
        self.detail.hide()
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self._lists)
        self._splitter.addWidget(self.detail)
        self._splitter.setStretchFactor(0, 1)
        upper = QVBoxLayout()
        upper.setContentsMargins(24, 20, 24, 14)
        upper.setSpacing(12)
        for part in (self.head, self.filters, self.search_line):
            upper.addWidget(part)
        self.content.setMinimumHeight(LIST_PAGE)
        whole = QVBoxLayout(self.content)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(upper)
        whole.addWidget(Hairline(self.theme))
        whole.addWidget(self._splitter, 1)


def _once(pane: CallsPane, span: int, act: Callable[[], None]) -> QTimer:
    timer = QTimer(pane)
    timer.setSingleShot(True)
    timer.setInterval(span)
    timer.timeout.connect(act)
    return timer
