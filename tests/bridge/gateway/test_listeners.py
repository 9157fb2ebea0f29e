"""Subscribers get notices until they unsubscribe."""

from __future__ import annotations

import logging
import threading
import time
from concurrent.futures import Future

import pytest

from bridge.gateway.listeners import PAUSE_S, GatheredChanges, Listeners, SharedReads
from service.domain.changes import ChangeKind, Changes

WAIT_S = 20.0


def test_each_listener_hears_until_it_stops() -> None:
    words: Listeners[int] = Listeners()
    one, other = list[int](), list[int]()
    listening = words.add(one.append)
    words.add(other.append)
    words.notify(1)
    listening.close()
    listening.close()
    words.notify(2)
    assert (one, other) == ([1], [1, 2])


def test_a_broken_listener_keeps_the_word_from_no_other(caplog: pytest.LogCaptureFixture) -> None:
    words: Listeners[int] = Listeners()
    heard: list[int] = []

    def broken(_: int) -> None:
        raise ValueError("broken")

    words.add(broken)
    words.add(heard.append)
    with caplog.at_level(logging.ERROR):
        words.notify(7)
    assert heard == [7]
    assert "A listener failed" in caplog.text


def test_one_may_stop_listening_while_it_is_told() -> None:
    words: Listeners[int] = Listeners()
    heard: list[int] = []

    def once(number: int) -> None:
        heard.append(number)
        listening.close()

    listening = words.add(once)
    words.notify(1)
    words.notify(2)
    assert heard == [1]


def test_changes_of_many_commits_are_given_together_after_the_first() -> None:
    given: list[Changes] = []
    gave = threading.Event()

    def give(changes: Changes) -> None:
        given.append(changes)
        if len(given) == 1:
            gathered.add(Changes.of(ChangeKind.ITEMS))
            gathered.add(Changes.of(ChangeKind.CALLS))
        else:
            gave.set()

    gathered = GatheredChanges(give)
    gathered.add(Changes.of(ChangeKind.ORDERS))
    assert given == [Changes.of(ChangeKind.ORDERS)], "at once, in this thread"
    assert gave.wait(WAIT_S)
    assert given[1:] == [Changes.of(ChangeKind.ITEMS, ChangeKind.CALLS)]


def test_a_changed_person_waits_for_no_pause() -> None:
    given: list[Changes] = []
    gathered = GatheredChanges(given.append)
    gathered.add(Changes.of(ChangeKind.ITEMS))
    gathered.add(Changes.of(ChangeKind.PEOPLE))
    assert [changes.kinds for changes in given] == [{ChangeKind.ITEMS}, {ChangeKind.PEOPLE}]


def test_notices_go_on_where_a_thread_could_not_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    given: list[Changes] = []
    gathered = GatheredChanges(given.append)
    with monkeypatch.context() as patch:
        patch.setattr(threading.Timer, "start", refuse)
        gathered.add(Changes.of(ChangeKind.ITEMS))
    gathered.add(Changes.of(ChangeKind.ORDERS))
    assert given == [Changes.of(ChangeKind.ITEMS), Changes.of(ChangeKind.ORDERS)]


def test_what_windows_ask_between_two_commits_is_read_once_and_after_each_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A read that began before a commit may have missed it."""
    now, shared, begun = time.monotonic(), SharedReads(), list[Future[int]]()
    monkeypatch.setattr(time, "monotonic", lambda: now)

    def read() -> Future[int]:
        begun.append(Future())
        return begun[-1]

    first = shared.ask(("overview", 1), read)
    assert shared.ask(("overview", 1), read) is first
    assert shared.ask(("badges", 1), read) is not first
    assert shared.ask(("overview", 2), read) is not first
    shared.forget(Changes.of(ChangeKind.ORDERS))
    second = shared.ask(("overview", 1), read)
    assert second is not first
    now += 2 * PAUSE_S
    assert shared.ask(("overview", 1), read) is not second, "the time counts too"
    assert len(begun) == 5
