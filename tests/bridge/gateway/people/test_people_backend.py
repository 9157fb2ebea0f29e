"""Who is at the counter is recorded: in histories, the ledger, runs and the audit."""

from __future__ import annotations

import threading

import pytest

from bridge.gateway.catalogue_backend import CatalogueBackend
from bridge.gateway.orders_backend import OrdersBackend
from bridge.gateway.people.at_counter import AtCounter
from bridge.gateway.people.people_backend import PeopleBackend
from bridge.gateway.shops_backend import ShopsBackend
from service.domain.catalogue.stock import Cause
from service.domain.changes import ChangeKind, Changes
from service.domain.marketplace.orders import Action
from service.domain.people import NOBODY, OWNER_ID, Person
from service.store import stock_levels
from service.store.audit_log import list_entries
from service.store.engine.readers import READER_COUNT
from service.store.engine.store import Store
from service.usecases.edit_people import rename_person
from tests.bridge.gateway.people.counter_fixture import OTHER, PIN, CounterFixture
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import WAIT_S, ShopFixture
from ui.backend import BackendError
from ui.backend.catalogue_port import NewMovement
from ui.backend.orders_port import NewLine, NewOrder


@pytest.fixture
def here(store: Store, clock: FakeClock) -> CounterFixture:
    return CounterFixture(store, clock)


@pytest.fixture
def counter(here: CounterFixture) -> AtCounter:
    return here.at_counter


@pytest.fixture
def people(here: CounterFixture) -> PeopleBackend:
    for name in ("Maryam", "Ali"):
        here.people.add(name).result(WAIT_S)
    return here.people


def _wait_for_listeners(store: Store) -> None:
    """A later write is done after them, and a read in each reader after the reads they began."""
    store.submit(lambda _tx: None).result(WAIT_S)
    barrier = threading.Barrier(READER_COUNT)
    for future in [store.submit_read(lambda _db: barrier.wait(WAIT_S)) for _ in range(READER_COUNT)]:
        future.result(WAIT_S)


def test_the_owner_is_at_the_counter_until_a_name_is_chosen(people: PeopleBackend, counter: AtCounter) -> None:
    state = people.read().result(WAIT_S)
    assert state.at_counter == Person(OWNER_ID)
    assert [person.name for person in state.choices] == ["", "Ali", "Maryam"]
    people.choose(1).result(WAIT_S)
    assert people.read().result(WAIT_S).at_counter.name == "Maryam"
    assert counter.author() == "staff: Maryam"


def test_a_choice_is_reported_once_it_can_be_read(people: PeopleBackend, here: CounterFixture) -> None:
    """The commit is reported before: a window that reads at once would show the person before."""
    here.changes.clear()
    people.choose(1).result(WAIT_S)
    assert here.changes == [Changes.of(ChangeKind.PEOPLE)]


def test_what_is_done_at_the_counter_has_the_name_of_that_moment(
    people: PeopleBackend, here: CounterFixture, floor: ShopFixture, clock: FakeClock, store: Store
) -> None:
    floor.add("P1", 5)
    shop = floor.shop.id
    orders, catalogue = OrdersBackend(here.gateway, clock), CatalogueBackend(here.gateway, clock)
    people.choose(1).result(WAIT_S)
    reference = orders.place(shop, NewOrder((NewLine("P1", 1_000, 5_000),), "Main")).result(WAIT_S)
    people.choose(2).result(WAIT_S)
    orders.act(shop, reference, Action.ACCEPT, None).result(WAIT_S)
    catalogue.move(shop, NewMovement("P1", "Main", Cause.COUNT, 3_000)).result(WAIT_S)
    ShopsBackend(here.gateway, clock).set_read_only(shop, on=True).result(WAIT_S)
    history = orders.detail(shop, reference).result(WAIT_S).history
    assert [entry.by for entry in history] == ["staff: Maryam", "staff: Ali"]
    newest = store.submit_read(lambda db: stock_levels.read_ledger(db, shop, "P1", limit=1)).result(WAIT_S)[0]
    assert newest.by == "staff: Ali"
    entry = store.submit_read(list_entries).result(WAIT_S)[0]
    assert (entry.actor, entry.action, entry.person) == ("window", "read_only_switched", "Ali")


def test_a_renamed_person_is_recorded_by_the_new_name_from_then_on(
    people: PeopleBackend, counter: AtCounter, store: Store
) -> None:
    people.choose(1).result(WAIT_S)
    people.rename(1, "Maryam H.").result(WAIT_S)
    assert counter.author() == "staff: Maryam H."
    store.submit(lambda tx: rename_person(tx, 1, "Maryam A.")).result(WAIT_S)
    _wait_for_listeners(store)
    assert counter.author() == "staff: Maryam A."


def test_a_deactivated_person_leaves_the_counter_and_cannot_be_chosen(
    people: PeopleBackend, counter: AtCounter
) -> None:
    people.choose(1).result(WAIT_S)
    people.set_active(1, active=False).result(WAIT_S)
    assert counter.author() == "owner"
    with pytest.raises(BackendError, match="Maryam was deactivated"):
        people.choose(1).result(WAIT_S)


def test_the_name_is_there_again_after_a_restart_unless_it_has_a_pin(
    people: PeopleBackend, here: CounterFixture
) -> None:
    people.choose(1).result(WAIT_S)
    assert here.restart().at_counter.author() == "staff: Maryam"
    people.set_pin(OWNER_ID, PIN).result(WAIT_S)
    people.set_pin(1, OTHER).result(WAIT_S)
    assert here.restart().at_counter.person == NOBODY
    assert here.restart().at_counter.author() == "counter"
