"""What is remembered of a source (issue 5 point 2)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.files.faults import FileFault
from service.files.mapping import Remembered, from_json, to_json


@given(st.from_type(Remembered))
def test_what_is_remembered_comes_back(remembered: Remembered) -> None:
    assert from_json(to_json(remembered)) == remembered


@pytest.mark.parametrize("text", ["", "[]", '{"mapping": 5}', '{"options": {"money": "usd"}}'])
def test_what_is_no_set_up_is_refused(text: str) -> None:
    with pytest.raises(FileFault, match="Set the pull up again"):
        from_json(text)
