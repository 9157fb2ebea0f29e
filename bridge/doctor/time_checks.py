"""The self-test's checks of what depends on the date: the clock itself, and keys that end."""

from __future__ import annotations

from datetime import tzinfo

from service.domain.clock_trust import ClockDoubt
from service.domain.keys import EndingKey
from service.domain.sentences import join_sentences, message
from service.domain.times import HOUR, Millis, format_local
from ui.backend.host_port import CheckLine, CheckState

_MOST_KEYS = 5


def check_clock(
    now: Millis, last_known: Millis | None, doubt: ClockDoubt | None = None, zone: tzinfo | None = None
) -> CheckLine:
    """Whether the clock is believed. One behind what was already written makes orders lapse late
    and nightly work come twice.
    """
    title = message("Clock")
    if last_known is not None and now < last_known - HOUR:
        finding = message(
            "The clock says {now}, yet something was written at {then}.",
            now=format_local(now, zone),
            then=format_local(last_known, zone),
        )
        return CheckLine("clock", title, CheckState.BAD, finding, message("Set the computer's date and time."))
    if doubt is not None:
        finding = message(
            "The clock showed {shown} when about {expected} was expected; until that is settled no order and no key "
            "ends by it.",
            shown=format_local(doubt.shown_at, zone),
            expected=format_local(doubt.expected_at, zone),
        )
        fix = message("Set the clock right; if it is right, confirm it on the Overview or with counterpart clock.")
        return CheckLine("clock", title, CheckState.WARN, finding, fix)
    finding = message("The clock says {now}.", now=format_local(now, zone))
    return CheckLine("clock", title, CheckState.GOOD, finding)


def check_keys(keys: tuple[EndingKey, ...], zone: tzinfo | None = None) -> CheckLine:
    """Which keys end within 14 days, or ended in the last 14."""
    findings = [
        message("{name} has not worked since {at}.", name=key.name, at=format_local(key.expires_at, zone))
        if key.expired
        else message("{name} works until {at}.", name=key.name, at=format_local(key.expires_at, zone))
        for key in keys[:_MOST_KEYS]
    ]
    if len(keys) > _MOST_KEYS:
        findings.append(message("{n} more end soon.", n=len(keys) - _MOST_KEYS))
    state = CheckState.BAD if any(key.expired for key in keys) else CheckState.WARN
    fix = message("Choose a later last day under Your own system, or with counterpart keys expiry.")
    return CheckLine("keys", message("API keys"), state, join_sentences(findings, " "), fix)
