"""How a try to send an alert is described to the owner."""

from __future__ import annotations

import pytest

from service.domain.alerts.alert_results import PostOutcome, PostResult, describe_result


@pytest.mark.parametrize("outcome", PostOutcome)
def test_only_what_was_sent_counts_as_sent(outcome: PostOutcome) -> None:
    assert PostResult(outcome).is_sent is (outcome is PostOutcome.SENT)


def test_a_refusal_has_the_status_of_the_receiver() -> None:
    refused = PostResult(PostOutcome.REFUSED, "ntfy", 403)
    assert str(describe_result(refused)) == "The receiver refused it with 403. Check the address."
    assert "refused it with 0." in str(describe_result(PostResult(PostOutcome.REFUSED)))


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (PostOutcome.SENT, "It was handed over."),
        (PostOutcome.UNREACHABLE, "Check the internet connection"),
        (PostOutcome.NOT_SENT, "Check the address, user and password."),
        (PostOutcome.BAD_ADDRESS, "The alert address cannot be read."),
        (PostOutcome.TOO_SLOW, "within 30 seconds."),
        (PostOutcome.BROKEN, "Install the newest version again."),
    ],
)
def test_each_outcome_says_what_to_do(outcome: PostOutcome, words: str) -> None:
    assert words in str(describe_result(PostResult(outcome, "mailto", 500)))
