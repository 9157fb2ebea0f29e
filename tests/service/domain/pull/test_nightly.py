"""Due moments by local time: one each day, also when the clocks change (pull §3)."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.pull.nightly import day_of, latest_due, moment_on, next_due
from service.domain.times import HOUR, MINUTE, Millis

ZONES = (
    "Asia/Bahrain",
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Beirut",
    "Pacific/Apia",
    "UTC",
)
_MOMENTS = st.integers(1_262_304_000, 2_208_988_800).map(lambda seconds: seconds * 1000)
_MINUTES = st.integers(0, 1439)


def at(zone: str, text: str, fold: int = 0) -> Millis:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).timestamp()) * 1000


@given(now=_MOMENTS, minute=_MINUTES, zone=st.sampled_from(ZONES))
def test_now_lies_between_the_last_and_the_next_which_are_about_a_day_apart(
    now: Millis, minute: int, zone: str
) -> None:
    last, following = latest_due(now, minute, ZoneInfo(zone)), next_due(now, minute, ZoneInfo(zone))
    assert last <= now < following
    # Samoa left out a whole day when it changed sides of the date line.
    assert 22 * HOUR <= following - last <= (26 if zone != "Pacific/Apia" else 50) * HOUR
    assert latest_due(following, minute, ZoneInfo(zone)) == following
    assert next_due(last, minute, ZoneInfo(zone)) == following


@given(day=st.dates(date(2012, 1, 1), date(2037, 1, 1)), minute=_MINUTES, zone=st.sampled_from(ZONES))
def test_each_day_has_one_moment_and_it_shows_the_time_unless_the_night_leaves_it_out(
    day: date, minute: int, zone: str
) -> None:
    moments = [moment_on(day + timedelta(days=n), minute, ZoneInfo(zone)) for n in range(3)]
    assert moments == sorted(set(moments))
    shown = datetime.fromtimestamp(moments[0] / 1000, UTC).astimezone(ZoneInfo(zone))
    late = (shown.hour * 60 + shown.minute) - minute
    assert late in (0, 30, 60)
    assert day_of(moments[0], ZoneInfo(zone)) == day


@pytest.mark.parametrize(
    ("zone", "now", "minute", "due"),
    [
        ("Asia/Bahrain", "2026-11-20 01:59", 120, "2026-11-20 02:00"),
        ("Asia/Bahrain", "2026-11-20 02:00", 120, "2026-11-21 02:00"),
        ("Europe/Berlin", "2026-03-29 01:00", 150, "2026-03-29 03:30"),
        ("Europe/Berlin", "2026-03-28 12:00", 120, "2026-03-29 03:00"),
        ("Europe/Berlin", "2026-10-24 12:00", 150, "2026-10-25 02:30"),
    ],
)
def test_nights_with_and_without_a_change_of_the_clocks(zone: str, now: str, minute: int, due: str) -> None:
    assert next_due(at(zone, now), minute, ZoneInfo(zone)) == at(zone, due)


def test_a_time_that_comes_twice_counts_the_first_time() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    second = at("Europe/Berlin", "2026-10-25 02:30", fold=1)
    assert latest_due(second, 150, berlin) == second - HOUR
    assert next_due(second - HOUR, 150, berlin) == at("Europe/Berlin", "2026-10-26 02:30")


def test_without_a_zone_it_is_the_computers() -> None:
    noon = int(datetime(2026, 11, 20, 12).astimezone().timestamp()) * 1000
    assert latest_due(noon + 5 * MINUTE, 720, None) == noon
