"""What the PIN protects, behind the real guard: asked once, remembered for minutes, refused."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass

import pytest

from bridge.gateway.access_guard import guard_backends
from bridge.gateway.keys_backend import KeysBackend
from bridge.gateway.shops_backend import ShopsBackend
from service.domain.people import OWNER_ID
from service.domain.times import MINUTE
from service.store.engine.store import Store
from tests.bridge.gateway.counter_fixture import OTHER, PIN, CounterFixture
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import WAIT_S, ShopFixture
from ui.backend import BackendError
from ui.backend.access import PIN_MINUTES


@dataclass(frozen=True, slots=True)
class _Some:
    """Some of the backends, as guard_backends takes them."""

    keys: KeysBackend
    shops: ShopsBackend
    unknown: ShopsBackend


class _Window:
    """Counts how often the question is shown."""

    def __init__(self, here: CounterFixture) -> None:
        self.asked = 0
        here.people.on_pin_wanted(self._ask)

    def _ask(self) -> None:
        self.asked += 1


@pytest.fixture
def here(store: Store, clock: FakeClock) -> CounterFixture:
    made = CounterFixture(store, clock)
    made.set_quick_pin(OWNER_ID, PIN)
    return made


@pytest.fixture
def some(here: CounterFixture, clock: FakeClock) -> _Some:
    shops = ShopsBackend(here.gateway)
    return guard_backends(_Some(KeysBackend(here.gateway), shops, shops), here.guard)


@pytest.fixture
def window(here: CounterFixture) -> _Window:
    return _Window(here)


def test_a_protected_call_waits_for_the_pin_and_a_wrong_one_keeps_it_waiting(
    here: CounterFixture, some: _Some, window: _Window, floor: ShopFixture
) -> None:
    made = some.keys.create(floor.shop.id, "Till")
    assert (window.asked, made.done()) == (1, False)
    with pytest.raises(BackendError, match="This PIN is wrong"):
        here.people.unlock(OTHER).result(WAIT_S)
    assert not made.done()
    here.people.unlock(PIN).result(WAIT_S)
    assert made.result(WAIT_S).key.name == "Till"


def test_a_pin_is_remembered_for_minutes_and_asked_again_then(
    here: CounterFixture, some: _Some, window: _Window, floor: ShopFixture, clock: FakeClock
) -> None:
    first = some.keys.create(floor.shop.id, "Till 1")
    here.people.unlock(PIN).result(WAIT_S)
    first.result(WAIT_S)
    some.keys.create(floor.shop.id, "Till 2").result(WAIT_S)
    assert window.asked == 1
    clock.set(clock.now() - 86_400_000)
    clock.advance(PIN_MINUTES * MINUTE)
    assert not some.keys.create(floor.shop.id, "Till 3").done()
    assert window.asked == 2


def test_a_question_that_is_closed_refuses_all_that_waits(
    here: CounterFixture, some: _Some, window: _Window, floor: ShopFixture
) -> None:
    waiting: list[Future[None]] = [
        some.shops.rename(floor.shop.id, "Other"), some.shops.set_vat(floor.shop.id, 500),
    ]  # fmt: skip
    assert window.asked == 1
    here.people.give_up()
    for call in waiting:
        with pytest.raises(BackendError, match=r"The PIN was not entered\. Nothing was changed\."):
            call.result(WAIT_S)
    assert some.shops.list().result(WAIT_S)[0].live.name == floor.shop.name


def test_reading_and_an_unknown_method(some: _Some, window: _Window, floor: ShopFixture) -> None:
    """A family that is no port needs the PIN."""
    assert some.shops.list().result(WAIT_S)[0].live.id == floor.shop.id
    assert window.asked == 0
    assert not some.unknown.list().done()
    assert window.asked == 1


def test_without_a_pin_nothing_is_asked(here: CounterFixture, some: _Some, window: _Window, floor: ShopFixture) -> None:
    here.people.remove_pin(OWNER_ID).result(WAIT_S)
    some.shops.rename(floor.shop.id, "Other").result(WAIT_S)
    assert window.asked == 0


def test_without_a_window_to_ask_in_the_call_is_refused(here: CounterFixture, some: _Some, floor: ShopFixture) -> None:
    assert here.guard.has_pin
    with pytest.raises(BackendError, match="not entered"):
        some.shops.rename(floor.shop.id, "Other").result(WAIT_S)


def test_the_next_person_does_not_use_the_pin_of_the_one_before(
    here: CounterFixture, some: _Some, window: _Window, floor: ShopFixture
) -> None:
    here.people.add("Maryam").result(WAIT_S)
    here.people.unlock(PIN).result(WAIT_S)
    here.people.choose(1).result(WAIT_S)
    assert not some.shops.rename(floor.shop.id, "Other").done()
    here.people.give_up()
    with pytest.raises(BackendError, match="A PIN has 4 to 12 digits"):
        here.people.choose(OWNER_ID).result(WAIT_S)
    here.people.choose(OWNER_ID, PIN).result(WAIT_S)
    some.shops.rename(floor.shop.id, "Other").result(WAIT_S)
