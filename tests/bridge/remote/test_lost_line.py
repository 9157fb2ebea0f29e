"""A counter whose line is lost: it is said, nothing is done twice, and it goes on by itself."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bridge.remote.counters import COUNTER_WAITS
from bridge.remote.messages import UNKNOWN_END
from service.domain.people import Person
from service.domain.printing import LABEL_SIZES, Paper
from service.store.staff import list_staff
from tests.bridge.remote.counter_stand import Counter, CounterStand
from tests.bridge.remote.served_windows import WAIT_S
from ui.backend import BackendError
from ui.backend.backend_errors import ErrorCode
from ui.backend.host_port import HostState

CUTS, IN_THE_MIDDLE = 30, 5


def cut(stand: CounterStand, counter: Counter) -> None:
    """Cuts the line, until the counter has another one."""
    before = len(counter.statuses)
    stand.line.cut()
    counter.wait_until(lambda: len(counter.statuses) > before + 1 and counter.statuses[-1].state is HostState.LISTENING)


def names(stand: CounterStand) -> list[str]:
    return sorted(person.name for person in stand.store.submit_read(list_staff).result(WAIT_S))


def test_a_silent_line_is_said_within_three_seconds_and_the_window_goes_on(
    stand: CounterStand, counter: Counter
) -> None:
    assert COUNTER_WAITS.silence < 3.0
    stand.line.is_silent = True
    counter.wait_for(HostState.STOPPED)
    with pytest.raises(BackendError) as away:
        counter.backend.shops.list().result(WAIT_S)
    assert away.value.code is ErrorCode.NOT_CONNECTED
    stand.line.is_silent = False
    counter.wait_for(HostState.LISTENING)
    assert counter.backend.shops.list().result(WAIT_S)


def test_cuts_in_the_middle_of_writes_lose_and_repeat_none(stand: CounterStand, counter: Counter) -> None:
    """The line is cut after some more bytes, towards the service or before its answer. Adding a
    name a second time would be refused.
    """
    chance = random.Random(7)
    for number in range(CUTS):
        if number % 2:
            stand.line.cut_after = chance.randrange(1, 400)
        added = counter.backend.people.add(f"Person {number:02}")
        if not number % 2:
            stand.line.cut()
        assert added.result(WAIT_S) is None
        stand.line.cut_after = None
        counter.wait_until(lambda: counter.statuses[-1].state is HostState.LISTENING)
    assert stand.line.cuts >= IN_THE_MIDDLE
    assert names(stand) == [f"Person {number:02}" for number in range(CUTS)]


def test_a_change_that_is_under_way_is_answered_after_the_line_is_back(stand: CounterStand, counter: Counter) -> None:
    stand.line.is_silent = True
    added = counter.backend.people.add("Sara")
    counter.wait_for(HostState.STOPPED)
    assert not added.done()
    stand.line.cut()
    stand.line.is_silent = False
    assert added.result(WAIT_S) is None
    assert names(stand) == ["Sara"]


def test_a_change_that_was_cancelled_meanwhile_is_not_sent_again(stand: CounterStand, counter: Counter) -> None:
    stand.line.is_silent = True
    added = counter.backend.people.add("Sara")
    counter.wait_for(HostState.STOPPED)
    assert added.cancel()
    stand.line.cut()
    stand.line.is_silent = False
    counter.wait_for(HostState.LISTENING)
    counter.backend.people.add("Ali").result(WAIT_S)
    assert names(stand) == ["Ali"]


def test_after_its_patience_a_change_is_to_be_checked_and_is_not_sent_again(stand: CounterStand) -> None:
    counter = stand.open(stand.join(), replace(COUNTER_WAITS, patience=0.5))
    counter.wait_for(HostState.LISTENING)
    stand.line.is_silent = True
    added = counter.backend.people.add("Sara")
    stand.line.is_away = True
    stand.line.cut()
    with pytest.raises(BackendError) as lost:
        added.result(WAIT_S)
    assert (lost.value.sentence, lost.value.code) == (UNKNOWN_END, ErrorCode.UNANSWERED)
    stand.line.is_away = stand.line.is_silent = False
    counter.wait_for(HostState.LISTENING)
    counter.backend.people.add("Ali").result(WAIT_S)
    assert "Sara" not in names(stand)


def test_a_service_that_was_started_again_does_not_know_what_it_was_asked(
    stand: CounterStand, counter: Counter
) -> None:
    stand.line.is_silent = True
    added = counter.backend.people.add("Sara")
    counter.wait_for(HostState.STOPPED)
    stand.line.cut()
    stand.parts.thread.while_stopped(lambda: None)
    stand.line.is_silent = False
    with pytest.raises(BackendError) as lost:
        added.result(WAIT_S)
    assert lost.value.sentence == UNKNOWN_END
    counter.wait_for(HostState.LISTENING)


def test_the_person_at_a_counter_and_its_lock_outlive_a_short_loss(stand: CounterStand, counter: Counter) -> None:
    people = counter.backend.people
    people.add("Sara").result(WAIT_S)
    (sara,) = people.read().result(WAIT_S).staff
    people.choose(sara.id).result(WAIT_S)
    people.set_pin(0, "1234").result(WAIT_S)
    people.lock().result(WAIT_S)
    cut(stand, counter)
    state = people.read().result(WAIT_S)
    assert state.is_locked
    assert state.at_counter.id == sara.id
    people.unlock_screen(0, "1234").result(WAIT_S)
    cut(stand, counter)
    assert not people.read().result(WAIT_S).is_locked


def test_a_counter_has_its_own_person_and_its_own_settings(stand: CounterStand, counter: Counter) -> None:
    other = stand.open(stand.join("Desk"))
    other.wait_for(HostState.LISTENING)
    counter.backend.people.add("Sara").result(WAIT_S)
    (sara,) = counter.backend.people.read().result(WAIT_S).staff
    counter.backend.people.choose(sara.id).result(WAIT_S)
    before = counter.backend.settings.read().result(WAIT_S)
    own = replace(before, language="ar", paper=Paper.ROLL_80, label_size=LABEL_SIZES[-1].key)
    counter.backend.settings.change(before, replace(own, log_days=30)).result(WAIT_S)
    theirs = other.backend.settings.read().result(WAIT_S)
    assert theirs == replace(before, log_days=30)
    assert counter.backend.settings.read().result(WAIT_S) == replace(own, log_days=30)
    assert other.backend.people.read().result(WAIT_S).at_counter == Person(0)
    counter.backend.people.rename(sara.id, "Sara H.").result(WAIT_S)
    other.backend.people.add("Ali").result(WAIT_S)
    named = [(entry.person, entry.counter) for entry in stand.read_audit() if entry.action.startswith("person_")]
    assert named == [("", "Desk"), ("Sara", "Counter 2"), ("", "Counter 2")]
    again = stand.open(stand.join("Yard"))
    again.wait_for(HostState.LISTENING)
    assert again.backend.settings.read().result(WAIT_S).language == "system"
