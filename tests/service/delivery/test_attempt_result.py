"""The sentence for an answer can be stored and displayed, whatever a receiver's headers contain."""

from __future__ import annotations

import pytest

from service.delivery.attempt_result import (
    OUTAGES,
    AttemptFault,
    AttemptResult,
    describe_bug,
    make_answered_result,
)
from service.domain.sentences import decode_sentence, encode_sentence
from service.domain.webhooks.retries import Outcome


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


NOT_LET_IN = "Answered {}: the receiver does not allow the call; check its signature check and its secret"
NO_POST = "Answered {}: nothing takes POST at this path; check the address of the target"


@pytest.mark.parametrize(
    ("status", "outcome", "sentence"),
    [
        (199, Outcome.REFUSED, "Answered 199; look at its answer for the reason"),
        (200, Outcome.ACCEPTED, "Accepted with 200"),
        (299, Outcome.ACCEPTED, "Accepted with 299"),
        (300, Outcome.REFUSED, "Answered 300, a redirect, which is not followed; give the target its final address"),
        (399, Outcome.REFUSED, "Answered 399, a redirect, which is not followed; give the target its final address"),
        (400, Outcome.REFUSED, "Answered 400; look at its answer for the reason"),
        *((status, Outcome.REFUSED, NOT_LET_IN.format(status)) for status in (401, 403)),
        *((status, Outcome.REFUSED, NO_POST.format(status)) for status in (404, 405, 410)),
        (411, Outcome.REFUSED, "Answered 411; look at its answer for the reason"),
        (499, Outcome.REFUSED, "Answered 499; look at its answer for the reason"),
        (500, Outcome.REFUSED, "Answered 500: the receiver broke; look in its own log"),
    ],
)
def test_each_status_has_its_outcome_and_its_sentence(status: int, outcome: Outcome, sentence: str) -> None:
    result = make_answered_result(status, 12, b"answer")
    assert (result.status, result.fault, result.duration_ms, result.answer) == (status, None, 12, b"answer")
    assert (result.outcome, str(result.sentence)) == (outcome, sentence)


@pytest.mark.parametrize("fault", list(AttemptFault))
def test_this_computer_s_own_outages_use_up_no_attempt(fault: AttemptFault) -> None:
    result = AttemptResult(None, fault, describe_bug("R1"), 0)
    assert result.outcome is (Outcome.OUTAGE if fault in OUTAGES else Outcome.REFUSED)
