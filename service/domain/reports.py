"""The summary of a day, a month or a year."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta, tzinfo
from enum import StrEnum

from service.domain.times import HOUR, MINUTE, Millis, compute_end_of_day

_ONE_DAY = timedelta(days=1)
WAIT_MINUTES = (5, 10, 20, 30)
"""The groups of orders by their minutes until accepted, at most so many; a last one is longer."""

TOP_PARTS = 10


@dataclass(frozen=True, slots=True)
class Span:
    """From the first to the last millisecond, both included; everything at first."""

    first: Millis = 0
    last: Millis = 2**62


def day_span(day: date, zone: tzinfo | None = None) -> Span:
    """From midnight to midnight, which are 23 or 25 hours where the clock is changed."""
    return Span(compute_end_of_day(day - _ONE_DAY, zone) + 1, compute_end_of_day(day, zone))


def month_span(day: date, zone: tzinfo | None = None) -> Span:
    first = day.replace(day=1)
    return Span(day_span(first, zone).first, compute_end_of_day(get_next_month(first) - _ONE_DAY, zone))


def year_span(day: date, zone: tzinfo | None = None) -> Span:
    return Span(day_span(date(day.year, 1, 1), zone).first, compute_end_of_day(date(day.year, 12, 31), zone))


def get_next_month(day: date) -> date:
    """The first day of the month after the one that a day is in."""
    return date(day.year + day.month // 12, day.month % 12 + 1, 1)


def get_previous_month(day: date) -> date:
    """The first day of the month before the one that a day is in."""
    return (day.replace(day=1) - _ONE_DAY).replace(day=1)


class Period(StrEnum):
    """How long a summary's time is."""

    DAY = "day"
    MONTH = "month"


@dataclass(frozen=True, slots=True)
class PlacedOrder:
    """When an order was placed and accepted, which may be never."""

    placed_at: Millis
    accepted_at: Millis | None


@dataclass(frozen=True, slots=True)
class PaidOrder:
    """A delivered order: its time, its items without VAT and the commission in fils."""

    delivered_at: Millis
    items_fils: int
    commission_fils: int


@dataclass(frozen=True, slots=True)
class TopPart:
    """A part with the thousandths and fils that orders of the time asked for."""

    sku: str
    name: str
    quantity: int
    total_fils: int
    name_ar: str = ""


@dataclass(frozen=True, slots=True)
class CallHour:
    """The calls of an hour that begins at `start`."""

    start: Millis
    calls: int
    faults: int


@dataclass(frozen=True, slots=True)
class Events:
    """What the store has of a span."""

    placed: tuple[PlacedOrder, ...] = ()
    paid: tuple[PaidOrder, ...] = ()
    lapsed: int = 0
    cancelled: int = 0
    """Rejected or cancelled, without those that lapsed."""
    top_parts: tuple[TopPart, ...] = ()
    hours: tuple[CallHour, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One hour of a day, or one day of a month."""

    start: Millis
    orders: int = 0
    items_fils: int = 0
    calls: int = 0
    faults: int = 0


@dataclass(frozen=True, slots=True)
class Summary:
    """Orders count by the time they were placed, amounts by the time of delivery (fils, without
    VAT). `waits` has the accepted orders in groups of `WAIT_MINUTES`, `typical_wait` is their
    median.
    """

    period: Period
    first_day: date
    steps: tuple[Step, ...]
    placed: int
    accepted: int
    lapsed: int
    cancelled: int
    delivered: int
    items_fils: int
    commission_fils: int
    waits: tuple[int, ...]
    typical_wait: Millis | None
    top_parts: tuple[TopPart, ...]

    @property
    def payout_fils(self) -> int:
        return self.items_fils - self.commission_fils

    @property
    def calls(self) -> int:
        return sum(step.calls for step in self.steps)

    @property
    def faults(self) -> int:
        return sum(step.faults for step in self.steps)


def find_span(period: Period, day: date, zone: tzinfo | None = None) -> Span:
    """The day, or the month that it is in."""
    return day_span(day, zone) if period is Period.DAY else month_span(day, zone)


def summarize(period: Period, day: date, events: Events, zone: tzinfo | None = None) -> Summary:
    """Puts together what happened in a span of local time."""
    starts = _list_starts(period, day, zone)
    waits = [order.accepted_at - order.placed_at for order in events.placed if order.accepted_at is not None]
    return Summary(
        period=period,
        first_day=day if period is Period.DAY else day.replace(day=1),
        steps=_make_steps(starts, events),
        placed=len(events.placed),
        accepted=len(waits),
        lapsed=events.lapsed,
        cancelled=events.cancelled,
        delivered=len(events.paid),
        items_fils=sum(order.items_fils for order in events.paid),
        commission_fils=sum(order.commission_fils for order in events.paid),
        waits=group_waits(waits),
        typical_wait=sorted(waits)[len(waits) // 2] if waits else None,
        top_parts=events.top_parts,
    )


def group_waits(waits: Iterable[Millis]) -> tuple[int, ...]:
    """How many are in each group of `WAIT_MINUTES`."""
    counts = [0] * (len(WAIT_MINUTES) + 1)
    for wait in waits:
        counts[bisect_right(WAIT_MINUTES, max(0, wait - 1) // MINUTE)] += 1
    return tuple(counts)


def _list_starts(period: Period, day: date, zone: tzinfo | None) -> list[Millis]:
    """The hours of a day, 23 to 25, or the days of a month."""
    span = find_span(period, day, zone)
    if period is Period.DAY:
        return list(range(span.first, span.last, HOUR))
    first, starts = day.replace(day=1), []
    while first.month == day.month:
        starts.append(day_span(first, zone).first)
        first += timedelta(days=1)
    return starts


def _make_steps(starts: Sequence[Millis], events: Events) -> tuple[Step, ...]:
    orders, items, calls, faults = ([0] * len(starts) for _ in range(4))

    def place_of(moment: Millis) -> int:
        return max(0, bisect_right(starts, moment) - 1)

    for order in events.placed:
        orders[place_of(order.placed_at)] += 1
    for paid in events.paid:
        items[place_of(paid.delivered_at)] += paid.items_fils
    for hour in events.hours:
        calls[place_of(hour.start)] += hour.calls
        faults[place_of(hour.start)] += hour.faults
    return tuple(Step(*figures) for figures in zip(starts, orders, items, calls, faults, strict=True))
