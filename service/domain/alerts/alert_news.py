"""What happened that the owner may want to hear about."""

from __future__ import annotations

from dataclasses import dataclass

from service.domain.alerts.alert_channels import MAX_AGE, AlertKind
from service.domain.marketplace.orders import ACCEPT_WINDOW
from service.domain.times import MINUTE, Millis

SHORT_BEFORE: Millis = 10 * MINUTE
"""From here on an order has little time left."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing to report: its kind, its shop, and an order's reference, a target's or a run's
    id.
    """

    kind: AlertKind
    shop_id: int
    subject: str


@dataclass(frozen=True, slots=True)
class News:
    """An entry of the history or a run, by its position; `accept_by` of an order that waits."""

    position: int
    mark: Mark
    accept_by: Millis | None


@dataclass(frozen=True, slots=True)
class Position:
    """Up to where the order history and the runs were read."""

    history: int
    run: int


@dataclass(frozen=True, slots=True)
class WaitingAlert:
    """An alert that waits for its channel."""

    id: int
    mark: Mark
    at: Millis
    expires_at: Millis


def compute_expiry(kind: AlertKind, accept_by: Millis | None, now: Millis) -> Millis:
    """When an alert is of no use any more: an order that waits ends at `accept_by`."""
    if kind in (AlertKind.NEW_ORDER, AlertKind.TIME_SHORT):
        return accept_by if accept_by is not None else now + ACCEPT_WINDOW
    return now + MAX_AGE
