"""What the facts of a logged call say in numbers."""

from __future__ import annotations

import pytest

from service.domain.call_log.calls import (
    classify_status,
    count_repeats,
    count_saved,
    facts_with_repeats,
    is_upload,
    saves_nothing,
)


@pytest.mark.parametrize(
    ("facts", "upload", "saved", "nothing"),
    [
        (None, False, 0, False),
        ("", False, 0, False),
        ('{"repeats":4112}', False, 0, False),
        ('{"saved":998,"rejected":2}', True, 998, False),
        ('{"saved":0,"rejected":2}', True, 0, True),
        ('{"saved":0,"rejected":1}', True, 0, True),
        ('{"saved":0,"rejected":0}', True, 0, False),
        ('{"saved":1,"rejected":1}', True, 1, False),
        ('{"saved":7}', True, 7, False),
    ],
)
def test_an_upload_counts_its_rows(facts: str | None, upload: bool, saved: int, nothing: bool) -> None:
    assert (is_upload(facts), count_saved(facts), saves_nothing(facts)) == (upload, saved, nothing)


def test_an_entry_counts_the_calls_that_are_like_it() -> None:
    assert count_repeats(facts_with_repeats(4112)) == 4112
    assert [count_repeats(facts) for facts in (None, "", '{"saved":3,"rejected":0}')] == [0, 0, 0]


def test_calls_are_answered_refused_or_failed() -> None:
    statuses = (200, 204, 304, 399, 400, 404, 429, 499, 500, 503)
    assert [classify_status(status) for status in statuses] == [2, 2, 2, 2, 4, 4, 4, 4, 5, 5]
