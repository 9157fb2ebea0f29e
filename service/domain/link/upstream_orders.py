"""Orders and RFQs as the marketplace tells them, and which numbers are ours."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from service.domain.marketplace.order_requests import RfqRequest
from service.domain.marketplace.orders import Line, Method, Status, Vehicle
from service.domain.sentences import EMPTY, Sentence
from service.domain.times import SECOND, Millis

FIRST_OWN = 9_000_001
"""Once a shop has a link, its own orders are `ORD-<year>-9000001` and so on."""

LONGEST = 100
_SHAPE = re.compile(r"([A-Z]{3})-[0-9]{4}-[0-9]{6,12}", re.ASCII)
TOLERATED: Millis = 2 * SECOND
"""Clocks that differ by less count as equal: an answer takes time too."""


@dataclass(frozen=True, slots=True)
class UpstreamRfq:
    """The request, and the marketplace's own reference for it."""

    reference: str
    request: RfqRequest


def own_sequence(number: int) -> int:
    """The number in the reference of a linked shop's first, second, … own order."""
    return FIRST_OWN - 1 + number


def is_usable_reference(reference: str, kind: str = "ORD") -> bool:
    """Whether the order can have that reference here: no ambiguous one, none nobody can type."""
    match = _SHAPE.fullmatch(reference)
    return match is not None and match.group(1) == kind


@dataclass(frozen=True, slots=True)
class UpstreamOrder:
    """An order of the marketplace; `reference` is the marketplace's."""

    reference: str
    status: Status
    placed_at: Millis
    accept_by: Millis | None
    fitment_confirmed: bool
    vehicle: Vehicle | None
    lines: tuple[Line, ...]
    method: Method
    fee_fils: int
    items_fils: int
    commission_fils: int
    refunded: bool
    reason: str | None


@dataclass(frozen=True, slots=True)
class ReadOrder:
    """One row of an answer: its bytes, and the order, or why it cannot be read. `name` is the
    order's reference where it has one; `closed_from` is when a closed order was placed of which
    that much can be read.
    """

    name: str
    raw: bytes
    order: UpstreamOrder | None
    fault: Sentence = EMPTY
    closed_from: Millis | None = None


def clock_offset(here: Millis, there: Millis) -> Millis:
    """What to add to an upstream time: -3,600,000 where its clock is an hour ahead."""
    difference = here - there
    return difference if abs(difference) > TOLERATED else 0


def steady_offset(current: Millis, theirs: Millis) -> Millis:
    """The earlier offset, until the new one differs by more than the usual noise."""
    return theirs if abs(theirs - current) > TOLERATED else current


def in_our_time(order: UpstreamOrder, offset: Millis) -> UpstreamOrder:
    """The order with times of this computer, so that a countdown is right on both sides."""
    accept_by = None if order.accept_by is None else order.accept_by + offset
    return replace(order, placed_at=order.placed_at + offset, accept_by=accept_by)
