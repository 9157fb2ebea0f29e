"""The quick way of splitting a query finds what the standard library finds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.api.query_pairs import MAX_PARAMETERS, parse_pairs
from service.api.query_pairs_fast import split_pairs


@given(st.text(max_size=15) | st.text("gh_=&1%+;", max_size=15) | st.sampled_from(["limit=5&offset=10", "a=1&a=2"]))
def test_both_find_the_same(query: str) -> None:
    try:
        expected = parse_pairs(query)
    except ValueError:
        with pytest.raises(ValueError, match=r"."):
            split_pairs(query)
    else:
        assert split_pairs(query) == expected


@pytest.mark.parametrize("count", [MAX_PARAMETERS, MAX_PARAMETERS + 1])
def test_too_many_are_refused_by_both(count: int) -> None:
    query = "&".join("a=1" for _ in range(count))
    if count <= MAX_PARAMETERS:
        assert len(split_pairs(query)) == len(parse_pairs(query)) == count
        return
    for way in (split_pairs, parse_pairs):
        with pytest.raises(ValueError, match="fields"):
            way(query)
