"""The lock and the support view in the gateway: what is refused, and that a restart passes
neither.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from bridge.gateway.access_guard import guard_backends
from bridge.gateway.catalogue_backend import CatalogueBackend
from bridge.gateway.orders_backend import OrdersBackend
from bridge.gateway.people_backend import PeopleBackend
from bridge.gateway.shops_backend import ShopsBackend
from service.domain.changes import ChangeKind, Changes
from service.domain.marketplace.order_requests import LineRequest, OrderRequest
from service.domain.marketplace.orders import OrderQuery
from service.domain.people import OWNER_ID
from service.store.audit_log import list_entries
from service.store.engine.store import Store
from service.usecases.edit_people import remove_pin
from service.usecases.edit_settings import change_setting
from tests.bridge.gateway.counter_fixture import OTHER, PIN, CounterFixture
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import WAIT_S, ShopFixture
from ui.backend import BackendError


@dataclass(frozen=True, slots=True)
class _Window:
    """What the window has: everything behind the guard."""

    people: PeopleBackend
    orders: OrdersBackend
    catalogue: CatalogueBackend
    shops: ShopsBackend


@pytest.fixture
def here(store: Store, clock: FakeClock) -> CounterFixture:
    made = CounterFixture(store, clock)
    made.set_quick_pin(OWNER_ID, PIN)
    store.submit(lambda tx: change_setting(tx, "lock_minutes", "5")).result(WAIT_S)
    for name in ("Maryam", "Ali"):
        made.people.add(name).result(WAIT_S)
    return made


def _window(here: CounterFixture) -> _Window:
    gateway = here.gateway
    made = _Window(here.people, OrdersBackend(gateway), CatalogueBackend(gateway), ShopsBackend(gateway))
    return guard_backends(made, here.guard)


def test_a_locked_window_changes_nothing_until_a_pin(here: CounterFixture, floor: ShopFixture) -> None:
    window, shop = _window(here), floor.shop.id
    window.people.lock().result(WAIT_S)
    assert window.people.read().result(WAIT_S).is_locked
    for write in (
        window.orders.place_test(shop),
        window.shops.rename(shop, "Other"),
        window.people.choose(1),
        window.people.add("Eve"),
        window.people.enter_support_view(),
    ):
        with pytest.raises(BackendError, match="The window is locked"):
            write.result(WAIT_S)
    with pytest.raises(BackendError, match="This PIN is wrong"):
        window.people.unlock_screen(OWNER_ID, OTHER).result(WAIT_S)
    with pytest.raises(BackendError, match="There is no PIN"):
        window.people.unlock_screen(1, PIN).result(WAIT_S)
    assert window.people.read().result(WAIT_S).is_locked
    window.people.unlock_screen(OWNER_ID, PIN).result(WAIT_S)
    window.shops.list().result(WAIT_S)
    assert here.changes == [Changes.of(ChangeKind.PEOPLE)] * 2


def test_a_persons_own_pin_unlocks_but_opens_nothing_that_is_the_owners(
    here: CounterFixture, floor: ShopFixture
) -> None:
    here.set_quick_pin(1, OTHER)
    window = _window(here)
    window.people.lock().result(WAIT_S)
    window.people.unlock_screen(1, OTHER).result(WAIT_S)
    assert here.at_counter.author() == "staff: Maryam"
    assert not here.guard.is_open
    with pytest.raises(BackendError, match="not entered"):
        window.shops.rename(floor.shop.id, "Other").result(WAIT_S)


def test_the_lock_holds_over_a_restart_and_ends_with_a_reset_pin(here: CounterFixture) -> None:
    again = here.restart()
    assert again.people.read().result(WAIT_S).is_locked
    again.store.submit(lambda tx: remove_pin(tx, OWNER_ID)).result(WAIT_S)
    again.at_counter.follow(again.store.submit_read(again.at_counter.find).result(WAIT_S))
    assert not again.people.read().result(WAIT_S).is_locked
    assert not here.restart().guard.is_locked


def test_without_a_pin_there_is_no_lock(store: Store, clock: FakeClock) -> None:
    here = CounterFixture(store, clock)
    with pytest.raises(BackendError, match="Set a PIN first"):
        here.people.lock().result(WAIT_S)
    assert not here.guard.is_locked


def test_locking_refuses_what_waits_for_a_pin(here: CounterFixture, floor: ShopFixture) -> None:
    window = _window(here)
    here.people.on_pin_wanted(lambda: None)
    waiting = window.shops.rename(floor.shop.id, "Other")
    window.people.lock().result(WAIT_S)
    with pytest.raises(BackendError, match="not entered"):
        waiting.result(WAIT_S)


def test_the_support_view_reads_everything_and_changes_nothing(here: CounterFixture, floor: ShopFixture) -> None:
    window, shop = _window(here), floor.shop.id
    window.people.enter_support_view().result(WAIT_S)
    assert window.shops.list().result(WAIT_S)[0].live.id == shop
    here.guard.unlock()
    for write in (
        window.orders.place_test(shop),
        window.catalogue.remove_picture(shop, "A"),
        window.shops.set_vat(shop, 0),
        window.people.choose(1),
        window.people.remove_pin(OWNER_ID),
    ):
        with pytest.raises(BackendError, match="This is the support view: nothing can be changed"):
            write.result(WAIT_S)
    assert here.restart().guard.is_support_view
    with pytest.raises(BackendError, match="A PIN has"):
        window.people.leave_support_view().result(WAIT_S)
    with pytest.raises(BackendError, match="This PIN is wrong"):
        window.people.leave_support_view(OTHER).result(WAIT_S)
    window.people.leave_support_view(PIN).result(WAIT_S)
    assert not here.guard.is_support_view
    newest = here.store.submit_read(list_entries).result(WAIT_S)[0]
    assert (newest.action, newest.subject) == ("support_view_switched", "off")


def test_what_the_window_notes_for_itself_is_left_out_without_a_word(here: CounterFixture, floor: ShopFixture) -> None:
    floor.add("P1", 5)
    window, shop = _window(here), floor.shop.id
    reference = window.orders.place(shop, OrderRequest((LineRequest("P1", 1_000, 5_000),), "Main")).result(WAIT_S)
    window.people.enter_support_view().result(WAIT_S)
    window.orders.mark_seen(shop, (reference,)).result(WAIT_S)
    listed = window.orders.find(shop, OrderQuery(), 0, 10).result(WAIT_S).rows
    assert [row.seen for row in listed] == [False]


def test_a_start_for_support_changes_nothing_from_its_first_moment(here: CounterFixture, floor: ShopFixture) -> None:
    started = CounterFixture(here.store, here.clock, is_support_view=True)
    started.guard.is_locked = False
    with pytest.raises(BackendError, match="support view"):
        _window(started).orders.place_test(floor.shop.id).result(WAIT_S)
    assert here.restart().guard.is_support_view, "it ends with the owner's PIN, not with the program"
    started.people.leave_support_view(PIN).result(WAIT_S)
    started.at_counter.begin(started.store)
    assert not started.guard.is_support_view, "the data was replaced by a backup meanwhile"
