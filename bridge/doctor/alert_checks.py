"""The self-test's lines about alerts: nothing is sent."""

from __future__ import annotations

from service.domain.alerts import AlertChannel, Heartbeat
from service.domain.sentences import message
from service.domain.times import HOUR, Millis
from ui.backend.host_port import CheckLine, CheckState

STALE: Millis = HOUR
"""A heartbeat without an answer for so long is a fault; the longest pause is an hour."""


def check_alert_channel(channel: AlertChannel) -> CheckLine:
    """Whether the last alert to an address was handed over."""
    title = message("Alerts to {name}", name=channel.name)
    if channel.fault:
        return CheckLine("alerts", title, CheckState.BAD, channel.fault, message("Try it in Settings, under Alerts."))
    if channel.dropped:
        finding = message("{n:,} alerts came too late and were not sent.", n=channel.dropped)
        return CheckLine("alerts", title, CheckState.WARN, finding, message("Try it in Settings, under Alerts."))
    if channel.last_sent_at is None:
        finding = message("Nothing was sent to it yet.")
        return CheckLine("alerts", title, CheckState.WARN, finding, message("Try it in Settings, under Alerts."))
    return CheckLine("alerts", title, CheckState.GOOD, message("The last alert was handed over."))


def check_heartbeat(heartbeat: Heartbeat, now: Millis) -> CheckLine:
    """Whether the heartbeat is answered."""
    title = message("Heartbeat")
    if heartbeat.fault:
        return CheckLine("heartbeat", title, CheckState.BAD, heartbeat.fault)
    answered = heartbeat.last_answer_at
    if answered is None or now - answered > STALE + STALE // 2:
        finding = message("{address} has not answered lately.", address=heartbeat.masked)
        return CheckLine("heartbeat", title, CheckState.WARN, finding, message("It goes out while the program runs."))
    return CheckLine("heartbeat", title, CheckState.GOOD, message("{address} answers.", address=heartbeat.masked))
