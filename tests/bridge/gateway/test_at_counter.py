"""What the counter knows never goes back to what an earlier read found."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import cast

import pytest

from bridge.gateway.access_guard import AccessGuard
from bridge.gateway.at_counter import AtCounter, CounterFacts
from service.domain.changes import ChangeKind, Changes
from service.domain.people import NOBODY, Person
from service.store.engine.store import Listener, Store
from tests.fakes.clock import FakeClock

OPEN = CounterFacts(NOBODY, NOBODY, is_support_view=False, lock_minutes=0)
SUPPORT = CounterFacts(NOBODY, NOBODY, is_support_view=True, lock_minutes=0)


class SlowStore:
    """A store whose reads are answered by the test, in any order."""

    def __init__(self) -> None:
        self.reads: list[Future[CounterFacts]] = []

    def submit_read(self, _work: object) -> Future[CounterFacts]:
        read: Future[CounterFacts] = Future()
        if not self.reads:
            read.set_result(OPEN)
        self.reads.append(read)
        return read

    def set_origin(self, origin: object) -> None:
        pass


class Begun:
    """A counter whose first read, at the start, is answered."""

    def __init__(self) -> None:
        self.store, self.guard = SlowStore(), AccessGuard(lambda: 0.0)
        self.counter = AtCounter(FakeClock(), self.guard)
        listeners: list[Listener] = []
        self.counter.begin(cast("Store", self.store), listeners.append)
        self.notice: Callable[[Changes], None] = listeners[0]

    def change(self) -> Future[CounterFacts]:
        """People change; the read that follows."""
        self.notice(Changes(frozenset({ChangeKind.PEOPLE})))
        return self.store.reads[-1]


@pytest.fixture
def begun() -> Begun:
    return Begun()


def test_a_read_from_before_an_edit_does_not_undo_it(begun: Begun) -> None:
    earlier = begun.change()
    begun.counter.follow(SUPPORT)
    earlier.set_result(OPEN)
    assert begun.guard.is_support_view


def test_a_read_from_before_a_choice_does_not_undo_it(begun: Begun) -> None:
    """What Ali did was recorded as done by Maryam, while the window showed Ali."""
    ali = Person(2, "Ali")
    earlier = begun.change()
    begun.counter.choose(ali)
    earlier.set_result(OPEN)
    assert begun.counter.person == ali


def test_what_was_written_after_an_edit_is_read(begun: Begun) -> None:
    begun.counter.follow(OPEN)
    begun.store.reads[-1].set_result(SUPPORT)
    assert begun.guard.is_support_view


def test_reads_that_overtake_each_other_leave_the_newest(begun: Begun) -> None:
    earlier, later = begun.change(), begun.change()
    later.set_result(SUPPORT)
    earlier.set_result(OPEN)
    assert begun.guard.is_support_view


def test_a_read_that_fails_leaves_what_was_known(begun: Begun, caplog: pytest.LogCaptureFixture) -> None:
    begun.counter.follow(SUPPORT)
    begun.change().set_exception(OSError("the disk"))
    assert begun.guard.is_support_view
    assert "could not be read" in caplog.text
