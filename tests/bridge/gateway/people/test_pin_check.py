"""PINs that are tried: wrong ones wait, whatever is done to the clock or the program."""

from __future__ import annotations

import threading

import pytest

from service.domain.errors import Refused
from service.domain.people import OWNER_ID
from service.domain.times import DAY, MINUTE
from service.store.audit_log import list_entries
from service.store.engine.store import Store
from service.store.staff import find_pin
from service.usecases.edit_people import begin_try, remove_pin
from tests.bridge.gateway.people.counter_fixture import OTHER, PIN, CounterFixture
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import WAIT_S


@pytest.fixture
def here(store: Store, clock: FakeClock) -> CounterFixture:
    made = CounterFixture(store, clock)
    made.set_quick_pin(OWNER_ID, PIN)
    return made


def _try(here: CounterFixture, pin: str) -> str:
    """Why the PIN was refused; empty for a right one."""
    try:
        here.pins.verify(here.store, OWNER_ID, pin)
    except Refused as refusal:
        return refusal.message
    return ""


def _wrong_tries(store: Store) -> int:
    row = store.submit_read(lambda db: find_pin(db, OWNER_ID)).result(WAIT_S)
    assert row is not None
    return row.wrong_tries


def test_the_fifth_wrong_pin_begins_a_wait_that_nothing_shortens(here: CounterFixture, clock: FakeClock) -> None:
    said = [_try(here, OTHER) for _ in range(5)]
    assert said[0] == "This PIN is wrong. 4 tries are left before a wait."
    assert said[4] == "This PIN is wrong. Try again in 1 minutes."
    assert _try(here, PIN).startswith("Too many PINs were wrong.")
    clock.set(clock.now() + DAY)
    assert _try(here, PIN).startswith("Too many PINs were wrong.")
    clock.set(clock.now() - 2 * DAY)
    assert _try(here, PIN).startswith("Too many PINs were wrong.")
    clock.advance(MINUTE)
    assert _try(here, PIN) == ""
    assert _wrong_tries(here.store) == 0


def test_a_restart_begins_the_whole_wait_again(here: CounterFixture, clock: FakeClock) -> None:
    for _ in range(5):
        _try(here, OTHER)
    clock.advance(MINUTE - 1_000)
    again = here.restart()
    assert _try(again, PIN).startswith("Too many PINs were wrong.")
    clock.advance(MINUTE - 1_000)
    assert _try(again, PIN).startswith("Too many PINs were wrong.")
    clock.advance(1_000)
    assert _try(again, PIN) == ""


def test_waits_double_and_are_in_the_audit(here: CounterFixture, clock: FakeClock) -> None:
    for _ in range(5):
        _try(here, OTHER)
    clock.advance(MINUTE)
    assert _try(here, OTHER) == "This PIN is wrong. Try again in 2 minutes."
    entries = [one for one in here.store.submit_read(list_entries).result(WAIT_S) if one.action == "pin_tried"]
    assert [(one.subject, one.values["tries"]) for one in entries] == [("owner", "6"), ("owner", "5")]


def test_an_end_in_the_middle_of_a_try_gives_no_free_try(here: CounterFixture) -> None:
    """The program is killed between the count and the comparison."""
    here.store.submit(lambda tx: begin_try(tx, OWNER_ID)).result(WAIT_S)
    assert _wrong_tries(here.store) == 1
    assert _try(here.restart(), OTHER) == "This PIN is wrong. 3 tries are left before a wait."


def test_many_tries_at_once_are_counted_one_by_one(here: CounterFixture) -> None:
    said: list[str] = []
    threads = [threading.Thread(target=lambda: said.append(_try(here, OTHER))) for _ in range(7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(WAIT_S)
    assert sum(text.startswith("Too many") for text in said) == 2
    assert _wrong_tries(here.store) == 5


def test_what_is_no_pin_is_not_counted(here: CounterFixture) -> None:
    for text in ("", "12", "abcd", "1" * 13, "12 34"):
        assert _try(here, text) == "A PIN has 4 to 12 digits."
    assert _wrong_tries(here.store) == 0
    assert _try(here, "٤٧١١") == ""


def test_a_pin_that_was_reset_by_command_waits_no_longer(here: CounterFixture) -> None:
    for _ in range(5):
        _try(here, OTHER)
    here.store.submit(lambda tx: remove_pin(tx, OWNER_ID)).result(WAIT_S)
    assert _try(here, PIN) == "There is no PIN; set one under Settings, People."
    here.people.set_pin(OWNER_ID, "998877").result(WAIT_S)
    assert _try(here, "998877") == ""
