"""Units that arrive go to the oldest short order first, and never more than there are."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from service.domain.short_holds import ShortLine, held_at_first, share_out


@given(st.integers(-5, 50), st.lists(st.integers(1, 10), max_size=8))
def test_the_oldest_gets_what_it_needs_before_the_next_gets_any(free: int, shorts: list[int]) -> None:
    lines = [ShortLine(place, 0, 1, 1, short) for place, short in enumerate(shorts)]
    holds = {hold.line.order_id: hold.milli for hold in share_out(free, lines)}
    assert 0 not in holds.values()
    assert sum(holds.values()) == min(max(free, 0), sum(shorts))
    for place, short in enumerate(shorts):
        before = sum(shorts[:place])
        assert holds.get(place, 0) == max(0, min(short, max(free, 0) - before))


@given(st.integers(0, 20), st.integers(-5, 20))
def test_an_order_that_arrives_holds_what_is_free_and_no_more(ordered: int, free: int) -> None:
    assert held_at_first(ordered, free) == min(ordered, max(free, 0))
