"""API keys: form, checksum, and what is stored of them (contract §5)."""

from __future__ import annotations

import hashlib
import re
import zlib
from datetime import UTC, date, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.errors import Refused
from service.domain.keys import (
    ALPHABET,
    MAX_LIFETIME,
    ApiKey,
    EndingKey,
    KeyForm,
    NewKey,
    classify_key,
    compute_checksum,
    compute_digest,
    compute_expiry,
    generate_key,
    get_prefix,
    list_ending_keys,
)
from service.domain.times import DAY, HOUR, parse_moment
from tests.fakes.clock import START

KEY = generate_key(staging=False)


@pytest.mark.parametrize(("staging", "prefix"), [(False, "cp_live_"), (True, "cp_test_")])
def test_a_new_key_is_well_formed_and_like_no_other(staging: bool, prefix: str) -> None:
    keys = {generate_key(staging=staging) for _ in range(200)}
    assert len(keys) == 200
    for key in keys:
        assert re.fullmatch(rf"{prefix}[0-9A-Za-z]{{36}}", key)
        assert classify_key(key) is KeyForm.WELL_FORMED


@given(st.text(ALPHABET, min_size=30, max_size=30))
def test_the_checksum_is_the_crc_32_in_base_62(random: str) -> None:
    number = 0
    for digit in compute_checksum("cp_live_" + random):
        number = number * 62 + ALPHABET.index(digit)
    assert number == zlib.crc32(b"cp_live_" + random.encode())


@given(st.integers(8, len(KEY) - 1), st.sampled_from(ALPHABET))
def test_one_wrong_character_is_a_typing_error(place: int, char: str) -> None:
    typed = KEY[:place] + char + KEY[place + 1 :]
    assert classify_key(typed) is (KeyForm.WELL_FORMED if typed == KEY else KeyForm.MISTYPED)


@pytest.mark.parametrize(
    "text",
    [
        KEY[:-1],
        KEY + "A",
        KEY + "\n",
        KEY[:20],
        KEY.replace("live", "test"),
        "cp_live_",
        KEY[:-1] + "é",
        KEY[:-1] + "\udcff",
    ],
    ids=["short", "long", "newline", "cut", "other shop", "prefix", "accent", "surrogate"],
)
def test_what_begins_like_a_key_is_mistyped(text: str) -> None:
    assert classify_key(text) is KeyForm.MISTYPED


@pytest.mark.parametrize(
    "text",
    ["", "secret", " " + KEY, "CP_LIVE_" + KEY[8:], "cp_prod_" + KEY[8:], "\udcff"],
    ids=["empty", "word", "blank first", "capitals", "no such kind", "surrogate"],
)
def test_what_never_was_a_key(text: str) -> None:
    assert classify_key(text) is KeyForm.NOT_A_KEY


def test_only_a_digest_and_twelve_characters_are_kept() -> None:
    assert compute_digest(KEY) == hashlib.sha256(KEY.encode()).digest()
    assert get_prefix(KEY) == KEY[:12]
    assert len(compute_digest("\udcff")) == 32


def test_a_new_key_does_not_show_in_a_log() -> None:
    new = NewKey(ApiKey(1, 1, "Till", KEY[:12], 0), KEY)
    assert KEY not in f"{new} {new!r} {[new]}"


def test_a_last_day_ends_with_the_local_day() -> None:
    zone = timezone(timedelta(hours=3))
    assert compute_expiry(date(2026, 11, 30), START, zone) == parse_moment("2026-12-01T00:00+03:00") - 1
    end = parse_moment("2026-11-21T00:00+03:00") - 1
    assert compute_expiry(date(2026, 11, 20), START, zone) == end
    assert compute_expiry(date(2026, 11, 20), end - MAX_LIFETIME, zone) == end
    with pytest.raises(Refused, match="choose today or a later day"):
        compute_expiry(date(2026, 11, 20), end, zone)


def test_a_day_in_summer_time_ends_at_its_own_midnight() -> None:
    zone = ZoneInfo("Europe/Berlin")
    change = date(2027, 3, 28)
    assert compute_expiry(change, START, zone) - compute_expiry(date(2027, 3, 27), START, zone) == 23 * HOUR


@pytest.mark.parametrize("day", [date(2026, 11, 19), date(1, 1, 1)])
def test_a_day_that_is_over_is_no_last_day(day: date) -> None:
    with pytest.raises(Refused, match="choose today or a later day"):
        compute_expiry(day, START, UTC)


@pytest.mark.parametrize("day", [date(2036, 11, 22), date.max])
def test_a_day_more_than_ten_years_ahead_is_no_last_day(day: date) -> None:
    assert compute_expiry(date(2036, 11, 19), START, UTC) > START
    with pytest.raises(Refused, match="more than ten years ahead"):
        compute_expiry(day, START, UTC)


@given(st.integers(-30 * DAY, 30 * DAY), st.booleans(), st.booleans())
def test_a_key_works_soon_ends_or_has_ended(left: int, marked: bool, revoked: bool) -> None:
    key = ApiKey(
        1,
        1,
        "Till",
        KEY[:12],
        0,
        revoked_at=0 if revoked else None,
        expires_at=START,
        expired_at=START if marked else None,
    )
    now = START - left
    assert key.has_expired(now) is (marked or left < 0)
    assert key.expires_soon(now) is (not marked and not revoked and 0 <= left <= 14 * DAY)
    assert key.needs_renewal(now) is (not revoked and abs(left) <= 14 * DAY)


def test_a_key_without_an_end_never_ends() -> None:
    key = ApiKey(1, 1, "Till", KEY[:12], 0)
    assert not key.has_expired(1 << 62)
    assert not key.expires_soon(1 << 62)
    assert not key.needs_renewal(1 << 62)


def ends(name: str, at: int | None, *, revoked: bool = False) -> ApiKey:
    return ApiKey(1, 1, name, "cp_live_Ab12", 0, revoked_at=1 if revoked else None, expires_at=at)


def test_keys_that_end_soon_or_ended_are_listed_by_their_end() -> None:
    keys = [
        ends("later", START + 14 * DAY),
        ends("too late", START + 14 * DAY + 1),
        ends("ended", START - 14 * DAY),
        ends("long ago", START - 14 * DAY - 1),
        ends("revoked", START, revoked=True),
        ends("without an end", None),
        ends("now", START),
    ]
    assert list_ending_keys(keys, START) == (
        EndingKey("ended", START - 14 * DAY, expired=True),
        EndingKey("now", START, expired=False),
        EndingKey("later", START + 14 * DAY, expired=False),
    )
    assert keys[0].expires_soon(START)
    assert not keys[1].expires_soon(START)


@pytest.mark.parametrize(
    ("day", "sentence"), [(date(2000, 1, 1), "is over already"), (date(9999, 12, 31), "more than ten years ahead")]
)
def test_a_refused_last_day_has_a_code(day: date, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence) as refused:
        compute_expiry(day, START, UTC)
    assert refused.value.code == "bad_expiry"
