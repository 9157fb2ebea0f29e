"""The self-test about alerts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bridge.doctor.alert_checks import check_alert_channel, check_heartbeat
from service.domain.alerts import AlertChannel, AlertKind, Heartbeat
from service.domain.sentences import message
from service.domain.times import HOUR
from tests.fakes.clock import START
from ui.backend.host_port import CheckState

CHANNEL = AlertChannel(1, "Phone", "ntfy://…", "ntfy", frozenset(AlertKind), False, "s", START)
HEARTBEAT = Heartbeat("https://hc.test/…", 5, "s", last_answer_at=START)


@pytest.mark.parametrize(
    ("channel", "state", "words"),
    [
        (CHANNEL, CheckState.WARN, "Nothing was sent"),
        (replace(CHANNEL, last_sent_at=START), CheckState.GOOD, "handed over"),
        (replace(CHANNEL, last_sent_at=START, dropped=3), CheckState.WARN, "3 alerts came too late"),
        (replace(CHANNEL, last_sent_at=START, fault=message("It is offline.")), CheckState.BAD, "It is offline."),
    ],
)
def test_an_address_is_judged_by_its_last_try(channel: AlertChannel, state: CheckState, words: str) -> None:
    line = check_alert_channel(channel)
    assert line.state is state
    assert words in str(line.finding)
    assert str(line.title) == "Alerts to Phone"


def test_a_sign_of_life_is_judged_by_its_last_answer() -> None:
    assert check_heartbeat(HEARTBEAT, START + HOUR).state is CheckState.GOOD
    assert check_heartbeat(HEARTBEAT, START + 2 * HOUR).state is CheckState.WARN
    assert check_heartbeat(replace(HEARTBEAT, last_answer_at=None), START).state is CheckState.WARN
    assert check_heartbeat(replace(HEARTBEAT, fault=message("It is gone.")), START).state is CheckState.BAD
