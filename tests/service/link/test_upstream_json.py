"""Half surrogate pairs are replaced, whole pairs and escaped backslashes are not."""

from __future__ import annotations

import json

import pytest

from service.link.upstream_json import replace_lone_surrogates


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r'"\ud800"', "\ue000"),
        (r'"\udc00"', "\ue000"),
        (r'"\uD83D\uDE00"', "\U0001f600"),
        (r'"\ud83d\ud83d\ude00"', "\ue000\U0001f600"),
        (r'"\ude00\ud83d"', "\ue000\ue000"),
        (r'"\\ud800"', "\\ud800"),
        (r'"\\\ud800"', "\\\ue000"),
        (r'"\ud800\\ude00"', "\ue000\\ude00"),
        ('"plain"', "plain"),
    ],
)
def test_only_halves_are_replaced(text: str, expected: str) -> None:
    assert json.loads(replace_lone_surrogates(text.encode())) == expected
