"""The state of a link in one word and one sentence (link §5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.domain.link.link_state import Link, LinkState, is_fresh, state_of
from service.domain.sentences import message

NOW = 1_795_183_509_120
ON = Link(1, "https://m.example", "webhook-1", True, True, False, False, NOW, last_answer_at=NOW, full_read_at=NOW)
NO_ROUTE = message("No route to the host.")


@pytest.mark.parametrize(
    ("link", "state", "sentence"),
    [
        (replace(ON, is_on=False), LinkState.OFF, "The link is off. Orders and changes wait until it is on."),
        (replace(ON, is_on=False, off_reason=message("Restored.")), LinkState.OFF, "Restored."),
        (replace(ON, refused=message("The key is refused.")), LinkState.REFUSED, "The key is refused."),
        (replace(ON, held=message("90 of 100 items.")), LinkState.HELD, "90 of 100 items."),
        (
            replace(ON, last_answer_at=None, fault=NO_ROUTE),
            LinkState.WAITING,
            "The marketplace has not answered yet. No route to the host.",
        ),
        (
            replace(ON, last_answer_at=NOW + 1, fault=NO_ROUTE),
            LinkState.WAITING,
            "The marketplace does not answer; it is asked again and again. No route to the host.",
        ),
        (replace(ON, approved=False), LinkState.HELD, "The marketplace's catalogue is being read, so that you see"),
        (replace(ON, approved=False, rehearsed_at=NOW), LinkState.HELD, "Look at what would change"),
        (replace(ON, full_read_at=None), LinkState.WAITING, "The marketplace answers; its orders are being read."),
        (replace(ON, practice=True), LinkState.CONNECTED, "Connected to the practice marketplace."),
        (replace(ON, notice=message("Its clock is wrong.")), LinkState.CONNECTED, "Its clock is wrong."),
        (ON, LinkState.CONNECTED, "Connected."),
    ],
)
def test_each_state_has_its_sentence(link: Link, state: LinkState, sentence: str) -> None:
    found, words = state_of(link, NOW)
    assert found is state
    assert str(words).startswith(sentence)


def test_what_the_owner_has_to_do_comes_before_what_passes_by_itself() -> None:
    refused = replace(ON, refused=message("The key is refused."), last_answer_at=None, held=NO_ROUTE)
    assert state_of(refused, NOW)[0] is LinkState.REFUSED
    assert state_of(replace(refused, is_on=False), NOW)[0] is LinkState.OFF
    held = replace(ON, held=message("90 of 100 items would go to 0."), full_read_at=None, practice=True)
    assert state_of(held, NOW) == (LinkState.HELD, held.held)


def test_a_link_that_slept_is_not_connected_whatever_socket_is_open() -> None:
    assert state_of(ON, NOW + 90_000)[0] is LinkState.CONNECTED
    assert state_of(ON, NOW + 90_001)[0] is LinkState.WAITING


def test_an_answer_counts_for_90_seconds_and_one_of_the_future_never() -> None:
    ages = (-1, 0, 90_000, 90_001)
    assert [is_fresh(NOW - age, NOW) for age in ages] == [False, True, True, False]
