"""What a backup's label and its name say."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.backups.backup_label import (
    BEFORE_UPGRADE,
    DAILY,
    MANUAL,
    Label,
    decode_label,
    encode_label,
    format_stamp,
    free_name,
    installation_mark,
    is_nightly,
    is_own,
    kind_from_name,
    select_daily,
    select_expired,
    select_weekly,
)
from service.domain.clock_trust import Cutoff

MONDAY = datetime(2026, 11, 2, 1, 30)  # noqa: DTZ001 - local time
AT = int(datetime(2026, 11, 20, 1, 30, 5).astimezone().timestamp() * 1000)
MARK = "a1b2c3"


def at(days: float) -> int:
    """That many days after the Monday, at local time."""
    return int((MONDAY + timedelta(days=days)).astimezone().timestamp() * 1000)


NOW = Cutoff(at(1000))


def test_the_newest_of_each_of_the_last_seven_days_is_retained() -> None:
    nights = [at(day) for day in range(10)]
    assert select_daily(nights) == set(nights[3:])
    again = at(9.25)
    assert select_daily([*nights, again]) == {*nights[3:9], again}


def test_days_without_a_backup_do_not_count() -> None:
    nights = [at(day) for day in range(0, 40, 5)]
    assert select_daily(nights) == set(nights[1:])


def test_the_newest_of_each_of_the_last_four_weeks_is_retained() -> None:
    nights = [at(day) for day in range(6 * 7 + 3)]
    sundays = [at(7 * week + 6) for week in range(6)]
    assert select_weekly(nights) == {*sundays[3:], at(44)}


def test_a_week_begins_on_monday_also_over_the_turn_of_a_year() -> None:
    monday = 8 * 7  # 2026-12-28
    nights = [at(monday + day) for day in (-1, 0, 3, 4, 6, 7)]
    assert select_weekly(nights) == {nights[0], nights[4], nights[5]}


def test_what_is_retained_for_neither_can_be_deleted() -> None:
    nights = [at(day) for day in range(40)]
    retained = {*nights[33:], at(34), at(27), at(20), at(39)}
    assert select_expired(nights, NOW) == set(nights) - retained
    assert select_expired([], NOW) == set()


def test_one_from_the_future_takes_no_place_and_stays() -> None:
    nights = [at(day) for day in range(40)]
    assert select_expired([*nights, at(400), at(401)], Cutoff(at(39))) == select_expired(nights, NOW)
    assert select_expired(nights, Cutoff(at(-1))) == set()


@settings(max_examples=30)
@given(st.lists(st.integers(0, 120).map(at), max_size=60))
def test_the_newest_is_never_deleted_and_deleting_twice_deletes_nothing(nights: list[int]) -> None:
    left = set(nights) - select_expired(nights, NOW)
    assert not nights or max(nights) in left
    assert len(left) <= 11
    assert select_expired(sorted(left), NOW) == set()


def test_a_label_is_read_back_with_all_it_has() -> None:
    label = Label(AT, DAILY, "9.0.0", 7, 4096, 12, "ab")
    assert decode_label(encode_label(label)) == label
    assert decode_label(encode_label(label).encode()) == label


def test_a_label_of_an_earlier_version_has_no_head_of_the_audit() -> None:
    label = decode_label('{"at": 1, "kind": "manual", "version": "0.1.0", "schema": 1, "more": 2}')
    assert label == Label(1, "manual", "0.1.0", 1, 0, 0, "")


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"at": "today", "kind": "manual"}', '{"at": 1}'])
def test_what_is_no_label_is_none(text: str) -> None:
    assert decode_label(text) is None


def test_a_stamp_is_the_local_time() -> None:
    assert format_stamp(AT) == "20261120-013005"


def test_a_mark_is_six_hexadecimal_digits_of_one_installation() -> None:
    first = installation_mark(1_700_000_000_000)
    assert len(first) == 6
    assert int(first, 16) >= 0
    assert installation_mark(1_700_000_000_000) == first
    assert len({first, installation_mark(1_700_000_000_001), installation_mark(None)}) == 3


def test_a_name_that_is_used_gets_a_number(tmp_path: Path) -> None:
    names = []
    for _ in range(3):
        names.append(free_name(tmp_path, MARK, Label(AT, DAILY)))
        names[-1].touch()
    stem = f"counterpart-{MARK}-20261120-013005"
    assert [file.name for file in names] == [f"{stem}{more}-daily.cpbackup" for more in ("", "-2", "-3")]
    assert {file.parent for file in names} == {tmp_path}
    for file in names:
        assert is_own(file, MARK)
        assert is_nightly(file, MARK)
        assert kind_from_name(file) == DAILY


NAMES = {
    f"counterpart-{MARK}-20261120-013005-daily.cpbackup": (True, True, DAILY),
    f"counterpart-{MARK}-20261120-013005-2-daily.cpbackup": (True, True, DAILY),
    f"counterpart-{MARK}-20261120-013005-manual.cpbackup": (True, False, MANUAL),
    "counterpart-ffffff-20261120-013005-daily.cpbackup": (False, False, DAILY),
    f"counterpart-{MARK}-20261120-013005-before_upgrade.cpbackup": (False, False, BEFORE_UPGRADE),
    f"a copy of counterpart-{MARK}-20261120-013005-daily.cpbackup": (False, False, MANUAL),
    f"counterpart-{MARK}-20261120-013005-daily.cpbackup.old": (False, False, MANUAL),
    f"counterpart-{MARK}-2026112٠-013005-daily.cpbackup": (False, False, MANUAL),
    "Sunday.cpbackup": (False, False, MANUAL),
}


@pytest.mark.parametrize("name", list(NAMES))
def test_only_a_name_of_the_program_is_its_own(name: str) -> None:
    """What is not its own is never deleted by the rule of retention."""
    file = Path("folder") / name
    assert (is_own(file, MARK), is_nightly(file, MARK), kind_from_name(file)) == NAMES[name]
