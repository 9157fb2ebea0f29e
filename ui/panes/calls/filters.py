"""The row of filters: text in bodies, time, key, path, status class with counts."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QHBoxLayout, QWidget

from service.domain.calls import CallFilter
from ui.backend.calls import CallCounts
from ui.i18n import named
from ui.panes.calls.feed import Wanted
from ui.panes.calls.narrowing import PathDialog, SpanDialog
from ui.panes.calls.periods import Period, Span, span_of
from ui.shell.desk import Desk
from ui.widgets import FilterChip, SearchField, Segment, Segmented

_OTHER = "other"
_ORDERS, _ITEMS = "/v1/orders", "/v1/items"


class FilterBar(QWidget):
    """Calls `changed` when anything is chosen."""

    def __init__(self, desk: Desk, changed: Callable[[], None]) -> None:
        super().__init__()
        self._desk, self._changed = desk, changed
        self._span, self._path = Span(), ""
        self._names: tuple[str, ...] = ()
        self._before = {"time": Period.TODAY.value, "path": ""}
        self.search = SearchField(desk.theme, self.tr("Text in requests and answers"), lambda _text: changed())
        self.time = FilterChip(desk.theme, self._times(), self._chose_time, name=self.tr("Time"), icon="clock")
        self.time.key = Period.TODAY.value
        self.time.show_choices(self._times())
        self.key = FilterChip(desk.theme, self._keys(), lambda _key: changed(), name=self.tr("Key"), icon="key")
        self.path = FilterChip(desk.theme, self._paths(), self._chose_path, name=self.tr("Path"))
        self.classes = Segmented(
            desk.theme, self._segments(None), lambda _key: changed(), name=self.tr("Status"), height=32
        )
        plain_words = ("", self.tr("Answered"), self.tr("Refused: the call has to be another"), self.tr("Failed here"))
        for at, words in enumerate(plain_words):
            self.classes.setTabToolTip(at, words)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self.search, 1)
        for part in (self.time, self.key, self.path, self.classes):
            line.addWidget(part)
        self.search.setMinimumWidth(150)

    def wanted(self) -> Wanted:
        """What is chosen now."""
        period = Period(self.time.key)
        span = self._span if period is Period.SPAN else span_of(period, self._desk.now(), self._desk.formats)
        path = self._path if self.path.key == _OTHER else self.path.key
        kind = int(self.classes.key) if self.classes.key else None
        which = CallFilter(span.since, span.until, self.key.key or None, path or None, None, kind)
        return Wanted(which, self.search.text())

    @property
    def narrowed(self) -> bool:
        """Whether anything but the time of day narrows the list."""
        return bool(self.key.key or self.path.key or self.classes.key or self.search.text())

    @property
    def any_time(self) -> bool:
        return self.time.key == Period.ANY.value

    @property
    def today(self) -> bool:
        """Whether only calls of today can be listed."""
        return self.time.key == Period.TODAY.value

    def clear(self) -> None:
        """Everything, of any time."""
        self.search.edit.blockSignals(True)
        self.search.edit.clear()
        self.search.edit.blockSignals(False)
        for chip, key in ((self.time, Period.ANY.value), (self.key, ""), (self.path, "")):
            chip.key = key
        self._show_all()
        self.classes.choose("")
        self._changed()

    def choose_key(self, name: str) -> None:
        """Every call of one key, of any time."""
        if name not in self._names:
            self.show_keys((*self._names, name))
        self.clear()
        self.key.choose(name)

    def show_keys(self, names: tuple[str, ...]) -> None:
        """The shop's keys."""
        self._names = names
        self.key.show_choices(self._keys())

    def show_counts(self, counts: CallCounts | None) -> None:
        """Numbers beside the classes; none while a search is on, as it does not know them."""
        self.classes.show_segments(self._segments(counts))

    def _segments(self, counts: CallCounts | None) -> tuple[Segment, ...]:
        def count(kind: int) -> str:
            return self._desk.formats.count(counts.by_class.get(kind, 0)) if counts else ""

        classes = tuple(Segment(str(kind), f"{kind}xx", count(kind)) for kind in (2, 4, 5))
        return (Segment("", self.tr("All")), *classes)

    def _times(self) -> tuple[tuple[str, str], ...]:
        span = self._span_text() or self.tr("From … to …")
        return (
            (Period.ANY.value, self.tr("Any time")),
            (Period.HOUR.value, self.tr("Last hour")),
            (Period.TODAY.value, self.tr("Today")),
            (Period.YESTERDAY.value, self.tr("Yesterday")),
            (Period.WEEK.value, self.tr("Last 7 days")),
            (Period.MONTH.value, self.tr("Last 30 days")),
            (Period.SPAN.value, span),
        )

    def _span_text(self) -> str:
        span, formats, now = self._span, self._desk.formats, self._desk.now()
        if span.since is None or span.until is None:
            return ""
        same = formats.at(span.since).date() == formats.at(span.until).date()
        until = formats.time(span.until) if same else formats.day_time(span.until, now)
        text = self.tr("%1 to %2", "a span of time").replace("%1", formats.day_time(span.since, now))
        return text.replace("%2", until)

    def _keys(self) -> tuple[tuple[str, str], ...]:
        return (("", self.tr("All keys")), *((name, named(name)) for name in self._names))

    def _paths(self) -> tuple[tuple[str, str], ...]:
        return (
            ("", self.tr("Any path")),
            (_ORDERS, self.tr("Orders")),
            (_ITEMS, self.tr("Items")),
            (_OTHER, self._desk.formats.ltr(self._path) if self._path else self.tr("Other…")),
        )

    def _chose_time(self, key: str) -> None:
        if key != Period.SPAN.value:
            self._before["time"] = key
            self._changed()
            return
        dialog = SpanDialog(self._desk, self, self._span, self._took_span)
        dialog.rejected.connect(self._keep_before)
        dialog.open()

    def _took_span(self, span: Span) -> None:
        self._span = span
        self.time.key = Period.SPAN.value
        self._before["time"] = Period.SPAN.value
        self._show_all()
        self._changed()

    def _chose_path(self, key: str) -> None:
        if key != _OTHER:
            self._before["path"] = key
            self._changed()
            return
        dialog = PathDialog(self._desk, self, self._path, self._took_path)
        dialog.rejected.connect(self._keep_before)
        dialog.open()

    def _took_path(self, path: str) -> None:
        self._path = path
        self.path.key = _OTHER
        self._before["path"] = _OTHER
        self._show_all()
        self._changed()

    def _keep_before(self) -> None:
        """A dialog was left: what was chosen before counts."""
        self.time.key, self.path.key = self._before["time"], self._before["path"]
        self._show_all()

    def _show_all(self) -> None:
        self.time.show_choices(self._times())
        self.path.show_choices(self._paths())
        self.key.show_choices(self._keys())
