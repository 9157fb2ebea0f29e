"""A cursor has a meaning only for the service that made it (contract §9)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.errors import BadRequest
from service.domain.webhooks.feed_cursors import (
    MAX_CURSOR_LENGTH,
    Epoch,
    FeedCursor,
    find_position,
    format_cursor,
    make_cursor,
    parse_cursor,
)

NUMBERS = st.integers(0, 2**62)
CURSORS = st.builds(FeedCursor, NUMBERS, NUMBERS, st.lists(st.builds(Epoch, NUMBERS, NUMBERS), max_size=16).map(tuple))
FIRST, SECOND, LOST = Epoch(100, 0), Epoch(200, 10), Epoch(300, 15)


@given(CURSORS)
def test_a_cursor_reads_back_as_it_was(cursor: FeedCursor) -> None:
    text = format_cursor(cursor)
    assert parse_cursor(text) == cursor
    assert len(text) <= MAX_CURSOR_LENGTH
    assert text.replace("-", "").replace("_", "").isalnum()


@given(st.one_of(st.text(), st.text("abcdefAB_-19", max_size=60), st.binary(max_size=40).map(lambda raw: raw.hex())))
def test_a_text_that_was_never_given_is_refused(text: str) -> None:
    with pytest.raises(BadRequest, match="after must be a cursor"):
        parse_cursor(text)


@given(CURSORS, st.integers(0), st.sampled_from("aZ9-_ =\u0661"))
def test_a_cursor_with_another_character_is_refused(cursor: FeedCursor, place: int, character: str) -> None:
    text = format_cursor(cursor)
    place %= len(text)
    changed = text[:place] + character + text[place + 1 :]
    if changed == text:
        assert parse_cursor(changed) == cursor
        return
    with pytest.raises(BadRequest):
        parse_cursor(changed)


def test_a_cursor_that_is_longer_than_any_is_refused() -> None:
    text = format_cursor(FeedCursor(1, 7, (Epoch(2**62, 2**62),) * 40))
    assert len(text) > MAX_CURSOR_LENGTH
    with pytest.raises(BadRequest, match="after must be a cursor"):
        parse_cursor(text)


def test_a_position_holds_within_its_epoch() -> None:
    assert find_position(make_cursor(1, 7, [FIRST]), 1, [FIRST]) == 7
    assert find_position(make_cursor(1, 7, [FIRST]), 1, [FIRST, SECOND]) == 7
    assert find_position(make_cursor(1, 17, [FIRST, SECOND]), 1, [FIRST, SECOND]) == 17


def test_what_was_read_before_a_restore_counts_up_to_the_backup() -> None:
    assert find_position(make_cursor(1, 40, [FIRST]), 1, [FIRST, SECOND]) == 10


def test_an_epoch_that_another_restore_took_away_counts_up_to_where_it_began() -> None:
    assert find_position(make_cursor(1, 40, [FIRST, LOST]), 1, [FIRST, Epoch(400, 30)]) == 15
    assert find_position(make_cursor(1, 40, [FIRST, LOST]), 1, [FIRST, SECOND]) == 10
    assert find_position(make_cursor(1, 12, [FIRST, LOST]), 1, [FIRST, Epoch(400, 30)]) == 12


@pytest.mark.parametrize("cursor", [make_cursor(2, 7, [FIRST]), make_cursor(1, 7, [LOST]), make_cursor(1, 7, [])])
def test_another_shops_or_services_cursor_is_refused(cursor: FeedCursor) -> None:
    with pytest.raises(BadRequest):
        find_position(cursor, 1, [FIRST, SECOND])
