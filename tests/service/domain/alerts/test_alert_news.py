"""When an alert is of no use any more."""

from __future__ import annotations

import pytest

from service.domain.alerts.alert_channels import AlertKind
from service.domain.alerts.alert_news import compute_expiry
from service.domain.times import HOUR, MINUTE

NOW = 1_795_183_509_120


@pytest.mark.parametrize("kind", [AlertKind.NEW_ORDER, AlertKind.TIME_SHORT])
def test_an_alert_about_a_waiting_order_ends_with_its_time(kind: AlertKind) -> None:
    assert compute_expiry(kind, NOW + 7 * MINUTE, NOW) == NOW + 7 * MINUTE
    assert compute_expiry(kind, None, NOW) == NOW + 30 * MINUTE


@pytest.mark.parametrize(
    "kind", [AlertKind.LAPSED_ORDER, AlertKind.FAILED_NIGHT, AlertKind.TARGET_TROUBLE, AlertKind.LINK_TROUBLE]
)
def test_other_alerts_end_after_a_day(kind: AlertKind) -> None:
    assert compute_expiry(kind, NOW + 7 * MINUTE, NOW) == NOW + 24 * HOUR
