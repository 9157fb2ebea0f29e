"""What the self-test says of the clock and of keys that end."""

from __future__ import annotations

from datetime import UTC

from bridge.doctor.time_checks import check_clock, check_keys
from service.domain.clock_trust import ClockDoubt
from service.domain.keys import EndingKey
from service.domain.times import DAY
from tests.fakes.clock import START
from ui.backend.host_port import CheckState


def test_a_clock_that_is_believed_is_good() -> None:
    line = check_clock(START, START, None, UTC)
    assert (line.state, str(line.finding)) == (CheckState.GOOD, "The clock says 2026-11-20 14:05.")


def test_a_doubtful_clock_is_told_with_what_it_showed_and_what_helps() -> None:
    line = check_clock(START, None, ClockDoubt(START, START + 365 * DAY), UTC)
    assert line.state is CheckState.WARN
    assert "showed 2027-11-20 14:05 when about 2026-11-20 14:05 was expected" in str(line.finding)
    assert "counterpart clock" in str(line.fix)


def test_a_clock_behind_what_was_written_is_worse_than_a_doubt() -> None:
    line = check_clock(START - DAY, START, ClockDoubt(START, START - DAY), UTC)
    assert line.state is CheckState.BAD


def test_keys_that_end_are_named_with_their_end() -> None:
    soon = tuple(EndingKey(f"Till {at}", START + at * DAY, expired=False) for at in range(7))
    line = check_keys(soon, UTC)
    assert line.state is CheckState.WARN
    assert str(line.finding).startswith("Till 0 works until 2026-11-20 14:05. Till 1 works until 2026-11-21 14:05.")
    assert str(line.finding).endswith(" 2 more end soon.")
    expired = check_keys((EndingKey("ERP", START, expired=True), *soon), UTC)
    assert expired.state is CheckState.BAD
    assert str(expired.finding).startswith("ERP has not worked since 2026-11-20 14:05.")
