"""What the duties of a link share: readings know what was settled meanwhile, and nothing older."""

from __future__ import annotations

import pickle
from contextlib import ExitStack

from service.link.link_session import Settled


def test_a_reading_sees_the_orders_that_are_settled_while_it_runs() -> None:
    settled = Settled()
    with ExitStack() as longer, ExitStack() as shorter:
        first = longer.enter_context(settled.during())
        second = shorter.enter_context(settled.during())
        settled.add("A")
        longer.close()
        settled.add("B")
    settled.add("C")
    assert (first, second) == ({"A"}, {"A", "B"})


def test_nothing_is_stored_of_orders_that_no_reading_needs() -> None:
    settled = Settled()
    for number in range(1_000):
        settled.add(f"M-{number}")
        with settled.during() as since:
            settled.add(f"N-{number}")
        assert since == {f"N-{number}"}
    assert pickle.dumps(settled) == pickle.dumps(Settled())
