"""The filter of time: named periods, a span between two moments, and the chip."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from PySide6.QtCore import QDateTime, QLocale, Qt, QTimeZone
from PySide6.QtWidgets import QWidget

from service.domain.times import DAY, HOUR, Millis
from ui.i18n import Formats
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.theme.metrics import FIELD_HEIGHT
from ui.widgets import DateTimeEdit, Dialog, FilterChip, FormRow, row

_FORMAT, _FORMAT_ARABIC = "d MMM yyyy  HH:mm", "dd/MM/yyyy  HH:mm"


class Period(StrEnum):
    ANY = "any"
    HOUR = "hour"
    TODAY = "today"
    YESTERDAY = "yesterday"
    WEEK = "week"
    MONTH = "month"
    SPAN = "span"


@dataclass(frozen=True, slots=True)
class Span:
    """From a moment until before another; None is open."""

    since: Millis | None = None
    until: Millis | None = None


def span_of(period: Period, now: Millis, formats: Formats) -> Span:
    """The moments of a named period; days begin at local midnight."""
    midnight = formats.to_local(now).replace(hour=0, minute=0, second=0, microsecond=0)
    if period is Period.HOUR:
        return Span(now - HOUR)
    if period is Period.TODAY:
        return Span(int(midnight.timestamp() * 1000))
    if period is Period.YESTERDAY:
        # The day before may have had 23 or 25 hours.
        before = formats.to_local(now - DAY).replace(hour=0, minute=0, second=0, microsecond=0)
        if before.date() == midnight.date():
            before = midnight - timedelta(days=1)
        return Span(int(before.timestamp() * 1000), int(midnight.timestamp() * 1000))
    if period is Period.WEEK:
        return Span(now - 7 * DAY)
    if period is Period.MONTH:
        return Span(now - 30 * DAY)
    return Span()


class SpanDialog(Dialog):
    """Asks for two moments; `on_span` gets the span."""

    def __init__(
        self, context: PaneContext, parent: QWidget, span: Span, on_span: Callable[[Span], None], *, title: str
    ) -> None:
        super().__init__(context.theme, parent, title, icon="clock")
        self._context, self._on_span = context, on_span
        now = context.now() // 60_000 * 60_000
        self.since = self._field(span.since if span.since is not None else now - HOUR)
        self.until = self._field(span.until if span.until is not None else now + 60_000)
        self._until_row = FormRow(context.theme, self.tr("Until"), self.until)
        self.body.addLayout(row(FormRow(context.theme, self.tr("From"), self.since), self._until_row, spacing=16))
        self.show_button = self.main_button(self.tr("Show these"), self._on_accepted)
        self.buttons(self.cancel_button(), self.show_button)

    def _field(self, moment: Millis) -> DateTimeEdit:
        at = self._context.formats.to_local(moment)
        offset = at.utcoffset()
        seconds = int(offset.total_seconds()) if offset else 0
        field = DateTimeEdit(QDateTime.fromMSecsSinceEpoch(moment, QTimeZone(seconds)))
        field.setTimeZone(QTimeZone(seconds))
        field.setLocale(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
        field.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        field.setDisplayFormat(_FORMAT_ARABIC if self._context.formats.arabic else _FORMAT)
        field.lineEdit().setTextMargins(8, 0, 8, 0)
        field.setMinimumHeight(FIELD_HEIGHT)
        field.setFont(self.theme.font(Type.BODY))
        return field

    def _on_accepted(self) -> None:
        since, until = (field.dateTime().toMSecsSinceEpoch() for field in (self.since, self.until))
        if until <= since:
            self._until_row.show_fault(self.tr("The end is before the beginning. Choose a later time."))
            self.focus_on(self.until)
            return
        self.accept()
        self._on_span(Span(since, until))


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
