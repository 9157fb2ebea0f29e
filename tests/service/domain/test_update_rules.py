"""When the program looks for a newer version, and when it may install one by itself."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from service.domain.times import MINUTE, Millis
from service.domain.update_rules import LOOK_EVERY, QUIET_FOR, Work, may_install, next_look

BAHRAIN = timezone(timedelta(hours=3))
NIGHT = int(datetime(2026, 11, 22, 23, 30, tzinfo=UTC).timestamp()) * 1000
IDLE = Work(0, None)


def at(hour: int, minute: int = 0) -> Millis:
    return int(datetime(2026, 11, 22, hour, minute, tzinfo=UTC).timestamp()) * 1000


def test_it_looks_at_once_and_then_once_a_day() -> None:
    assert next_look(None, NIGHT) == NIGHT
    assert next_look(NIGHT, NIGHT) == NIGHT + LOOK_EVERY
    assert next_look(NIGHT + MINUTE, NIGHT) == NIGHT, "a look in the future does not count"


@pytest.mark.parametrize(
    ("hour", "minute", "expected"),
    [(22, 59, False), (23, 0, True), (0, 0, True), (5, 59, True), (6, 0, False), (13, 0, False)],
)
def test_the_night_is_between_eleven_and_six(hour: int, minute: int, expected: bool) -> None:
    assert may_install(IDLE, at(hour, minute), UTC) is expected


def test_the_night_is_the_shops_own() -> None:
    assert may_install(IDLE, at(20), BAHRAIN)
    assert not may_install(IDLE, at(4), BAHRAIN)


def test_an_open_order_or_a_call_puts_it_off() -> None:
    assert not may_install(Work(1, None), NIGHT, UTC)
    assert not may_install(Work(0, NIGHT), NIGHT, UTC)
    assert not may_install(Work(0, NIGHT - QUIET_FOR + 1), NIGHT, UTC)
    assert may_install(Work(0, NIGHT - QUIET_FOR), NIGHT, UTC)
    assert may_install(Work(0, NIGHT + MINUTE), NIGHT, UTC), "a call in the future: the clock was wrong"
