"""The filter by time: named periods, and a span between two moments."""

from __future__ import annotations

from collections.abc import Callable

from ui.panes.shared.periods import Period, Span, span_of
from ui.panes.shared.span_dialog import SpanDialog
from ui.shell.pane_context import PaneContext
from ui.widgets import FilterChip


class TimeChip(FilterChip):
    """Calls `on_change` when the user chooses another time; `title` is that of the dialog."""

    def __init__(self, context: PaneContext, on_change: Callable[[], None], begin: Period, *, title: str) -> None:
        self._context, self._on_change, self._title = context, on_change, title
        self._between = Span()
        self._last_choice = begin.value
        super().__init__(context.theme, ((begin.value, ""),), self._on_chosen, name="", icon="clock", shrinks=True)
        self._name = self.tr("Time")
        self.show_choices(self._periods())

    def span(self) -> Span:
        """The chosen time, as of now."""
        period = Period(self.key)
        return self._between if period is Period.SPAN else span_of(period, self._context.now(), self._context.formats)

    @property
    def is_any(self) -> bool:
        return self.key == Period.ANY.value

    @property
    def is_today(self) -> bool:
        """Whether only what is of today can be listed."""
        return self.key == Period.TODAY.value

    def clear(self) -> None:
        """Any time again, without a call of `on_change`."""
        self._choose_quietly(Period.ANY.value)

    def choose_span(self, span: Span) -> None:
        """Between two moments."""
        self._between = span
        self._choose_quietly(Period.SPAN.value)
        self._on_change()

    def _on_chosen(self, key: str) -> None:
        if key != Period.SPAN.value:
            self._last_choice = key
            self._on_change()
            return
        dialog = SpanDialog(self._context, self.window(), self._between, self.choose_span, title=self._title)
        dialog.rejected.connect(lambda: self._choose_quietly(self._last_choice))
        dialog.open()

    def _choose_quietly(self, key: str) -> None:
        self.key = self._last_choice = key
        self.show_choices(self._periods())

    def _periods(self) -> tuple[tuple[str, str], ...]:
        return (
            (Period.ANY.value, self.tr("Any time")),
            (Period.HOUR.value, self.tr("Last hour")),
            (Period.TODAY.value, self.tr("Today")),
            (Period.YESTERDAY.value, self.tr("Yesterday")),
            (Period.WEEK.value, self.tr("Last 7 days")),
            (Period.MONTH.value, self.tr("Last 30 days")),
            (Period.SPAN.value, self._describe_span() or self.tr("From … to …")),
        )

    def _describe_span(self) -> str:
        span, formats, now = self._between, self._context.formats, self._context.now()
        if span.since is None or span.until is None:
            return ""
        same = formats.to_local(span.since).date() == formats.to_local(span.until).date()
        until = formats.time(span.until) if same else formats.day_time(span.until, now)
        text = self.tr("%1 to %2", "a span of time").replace("%1", formats.day_time(span.since, now))
        return text.replace("%2", until)
