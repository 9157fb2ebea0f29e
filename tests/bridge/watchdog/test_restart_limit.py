"""How often a program is started again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bridge.watchdog.restart_limit import MAX_RESTARTS, SPAN_S, RestartLimit


def test_pauses_double_and_the_sixth_restart_is_refused() -> None:
    limit = RestartLimit()
    assert [limit.next_pause(at) for at in range(6)] == [1, 2, 4, 8, 16, None]
    assert limit.next_pause(SPAN_S) == 16
    assert limit.next_pause(SPAN_S * 3) == 1


@given(st.lists(st.floats(0, 400), max_size=40))
def test_no_ten_minutes_have_more_than_five_restarts(gaps: list[float]) -> None:
    limit, now, done = RestartLimit(), 0.0, list[float]()
    for gap in gaps:
        now += gap
        if limit.next_pause(now) is not None:
            done.append(now)
        assert sum(at > now - SPAN_S for at in done) <= MAX_RESTARTS
