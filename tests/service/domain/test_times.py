"""Moments: milliseconds inside, RFC 3339 with `Z` outside."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.errors import BadRequest
from service.domain.times import (
    HOUR,
    MINUTE,
    SECOND,
    Millis,
    SharedClock,
    SystemClock,
    compute_end_of_day,
    day_of,
    format_local,
    format_optional_rfc3339,
    format_rfc3339,
    get_year,
    get_year_start,
    latest_due,
    moment_on,
    next_due,
    parse_moment,
)
from tests.fakes.clock import FakeClock

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
BAHRAIN = timezone(timedelta(hours=3))
MOMENTS = st.integers(0, 4_102_444_800_000)


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


@given(MOMENTS)
def test_a_moment_survives_being_written_and_read(moment: int) -> None:
    assert parse_moment(format_rfc3339(moment)) == moment


@given(MOMENTS)
def test_the_year_is_that_of_the_text(moment: int) -> None:
    assert format_rfc3339(moment)[:4] == str(get_year(moment))


@pytest.mark.parametrize(("moment", "text"), [
    (0, "1970-01-01T00:00:00.000Z"),
    (1_795_183_509_120, "2026-11-20T14:05:09.120Z"),
    (1_798_761_599_999, "2026-12-31T23:59:59.999Z"),
    (1_709_164_800_001, "2024-02-29T00:00:00.001Z"),
])  # fmt: skip
def test_written(moment: int, text: str) -> None:
    assert format_rfc3339(moment) == text
    assert format_optional_rfc3339(moment) == text
    assert format_optional_rfc3339(None) is None


@pytest.mark.parametrize(
    "text", ["2026-11-20T17:05:09.120+03:00", " 2026-11-20T14:05:09.120Z ", "2026-11-20T14:05:09.120999Z"]
)
def test_read_with_an_offset(text: str) -> None:
    assert parse_moment(text) == 1_795_183_509_120


def test_without_an_offset_it_is_local_time() -> None:
    assert parse_moment("2026-11-20") == int(datetime(2026, 11, 20).astimezone().timestamp()) * 1000


@pytest.mark.parametrize("text", ["", "yesterday", "2026-13-01", "2026-02-30", "20:00", "12345678901234567890"])
def test_what_is_no_time(text: str) -> None:
    with pytest.raises(BadRequest, match="is no time; write it like 2026-11-20"):
        parse_moment(text)


def test_the_computers_clock() -> None:
    clock = SystemClock()
    assert abs(clock.now() - datetime.now(UTC).timestamp() * 1000) < 10 * SECOND
    assert get_year(clock.now()) >= 2024
    assert format_rfc3339(clock.now()).endswith("Z")
    assert clock.monotonic() <= clock.monotonic()
    assert 0 < clock.since_boot() <= clock.since_boot()


def test_without_a_clock_that_counts_sleep_the_time_since_the_start_is_the_usual_one() -> None:
    before = time.monotonic()
    assert before <= SystemClock(None).since_boot() <= time.monotonic()


@pytest.mark.skipif(not hasattr(time, "clock_gettime"), reason="this system has no clock_gettime")
def test_the_time_since_the_start_is_read_from_the_given_clock() -> None:
    assert abs(SystemClock(time.CLOCK_REALTIME).since_boot() - time.time()) < 10


def test_for_a_person_a_moment_is_local_to_the_minute() -> None:
    assert format_local(1_795_183_509_120, BAHRAIN) == "2026-11-20 17:05"
    assert format_local(1_795_183_509_120) == f"{datetime(2026, 11, 20, 14, 5, tzinfo=UTC).astimezone():%Y-%m-%d %H:%M}"


def test_a_day_ends_a_millisecond_before_local_midnight() -> None:
    end = compute_end_of_day(date(2026, 12, 31), BAHRAIN)
    assert format_rfc3339(end) == "2026-12-31T20:59:59.999Z"
    assert compute_end_of_day(date(2026, 12, 31)) == parse_moment("2027-01-01") - 1
    with pytest.raises(OverflowError):
        compute_end_of_day(date.max, BAHRAIN)


@pytest.mark.parametrize("moment", [1_767_225_600_000, 1_795_183_509_120, 1_798_761_599_999])
def test_a_year_begins_at_midnight_utc(moment: int) -> None:
    assert format_rfc3339(get_year_start(moment)) == "2026-01-01T00:00:00.000Z"
    assert get_year(moment) == 2026
    assert get_year(get_year_start(moment) - 1) == 2025


class SlowServer:
    """A server whose answers take some seconds, of a clock that is an hour ahead."""

    def __init__(self, own: FakeClock) -> None:
        self._own = own
        self.seconds = 0

    def read(self) -> Millis:
        asked = self._own.now() + HOUR
        self._own.advance(self.seconds * SECOND)
        return asked + self.seconds * SECOND


def test_a_shared_clock_is_the_servers_whatever_this_computers_shows() -> None:
    own = FakeClock()
    clock, began = SharedClock(own), own.now()
    assert clock.now() == began, "until it is measured"
    clock.measure(SlowServer(own).read)
    assert clock.now() == began + HOUR
    own.set(0)
    own.advance(MINUTE)
    assert clock.now() == began + HOUR + MINUTE


def test_the_quickest_answer_of_a_minute_counts() -> None:
    own = FakeClock()
    clock, server, began = SharedClock(own), SlowServer(own), own.now()
    clock.measure(server.read)
    server.seconds = 4
    clock.measure(server.read)
    assert clock.now() - began == HOUR + 4 * SECOND, "exact, as the quick one was"
    own.advance(MINUTE)
    clock.measure(server.read)
    assert clock.now() - own.now() == HOUR + 2 * SECOND, "an old one counts no longer"
