"""A displayed time is asked for again once, after it has passed."""

from __future__ import annotations

from service.domain.times import MINUTE
from ui.shell.pane import PassedMoment

AT = 1_000 * MINUTE


def test_it_is_due_once_a_minute_after_the_time_that_is_displayed() -> None:
    moment = PassedMoment()
    assert not moment.is_due(AT)
    moment.show(AT)
    assert not moment.is_due(AT + MINUTE - 1)
    assert moment.is_due(AT + MINUTE)
    moment.show(AT)
    assert not moment.is_due(AT + 5 * MINUTE), "the answer was the same: the run goes on"
    moment.show(AT + 10 * MINUTE)
    assert not moment.is_due(AT + 10 * MINUTE)
    assert moment.is_due(AT + 11 * MINUTE)
    moment.show(None)
    assert not moment.is_due(AT + 99 * MINUTE)
