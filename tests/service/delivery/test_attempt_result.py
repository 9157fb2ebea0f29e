"""The sentence for an answer can be stored and displayed, whatever a receiver's headers contain."""

from __future__ import annotations

import pytest

from service.delivery.attempt_result import make_answered_result
from service.domain.sentences import decode_sentence, encode_sentence


@pytest.mark.parametrize(
    ("location", "expected"),
    [
        ("https://example.com/a", "https://example.com/a"),
        ("http://x/\udcff\udcfe", "http://x/??"),
        ("/in?key=whsec_" + "A" * 44, "/in?key=[secret removed]"),
        ("/" + "x" * 300, "/" + "x" * 199),
    ],
)
def test_where_a_redirect_leads_is_told_in_what_can_be_stored(location: str, expected: str) -> None:
    sentence = make_answered_result(302, 1, b"", location).sentence
    assert f"a redirect to {expected}," in str(sentence)
    assert decode_sentence(encode_sentence(sentence)) == sentence
