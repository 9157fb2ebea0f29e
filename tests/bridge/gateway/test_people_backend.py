"""Who is at the counter is recorded: in histories, the ledger, runs and the audit."""

from __future__ import annotations

import threading

import pytest

from bridge.gateway.at_counter import AtCounter
from bridge.gateway.catalogue_backend import CatalogueBackend
from bridge.gateway.orders_backend import OrdersBackend
from bridge.gateway.people_backend import AuditBackend, PeopleBackend
from bridge.gateway.shops_backend import ShopsBackend
from bridge.gateway.store_gateway import StoreGateway
from service.domain.audit import AuditHead, OwnerAction
from service.domain.catalogue.stock import Cause, NewMovement
from service.domain.changes import ChangeKind, Changes
from service.domain.errors import Refused
from service.domain.marketplace.order_requests import LineRequest, OrderRequest
from service.domain.marketplace.orders import Action
from service.domain.people import NOBODY, OWNER_ID, Person
from service.domain.times import DAY, MINUTE
from service.store import stock_levels
from service.store.audit_log import list_entries, write_head_file
from service.store.engine.readers import READER_COUNT
from service.store.engine.store import Store
from service.store.staff import find_pin
from service.usecases.edit_people import begin_try, remove_pin, rename_person
from service.usecases.issue_key import issue_key
from tests.bridge.gateway.counter_fixture import OTHER, PIN, CounterFixture
from tests.fakes.clock import START, FakeClock
from tests.fakes.shop_fixture import WAIT_S, ShopFixture
from ui.backend import BackendError
from ui.backend.people_port import Audit


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


def test_the_passphrase_of_the_backups_removes_a_forgotten_pin(here: CounterFixture, clock: FakeClock) -> None:
    here.guard.is_locked = True
    for _ in range(5):
        with pytest.raises(BackendError, match="not the passphrase"):
            here.people.reset_pin("guess").result(WAIT_S)
    with pytest.raises(BackendError, match="Too many"):
        here.people.reset_pin(here.passphrase).result(WAIT_S)
    clock.advance(MINUTE)
    here.people.reset_pin(here.passphrase).result(WAIT_S)
    assert not here.people.read().result(WAIT_S).owner.has_pin
    assert not here.guard.is_locked
    audit = here.store.submit_read(lambda db: list_entries(db, limit=5)).result(WAIT_S)
    assert OwnerAction.PIN_REMOVED in [entry.action for entry in audit]


def test_without_an_encrypted_backup_the_administrator_is_the_way(here: CounterFixture) -> None:
    here.passphrase = None
    with pytest.raises(BackendError, match="No backup is encrypted"):
        here.people.reset_pin("anything").result(WAIT_S)
    here.agrees = False
    with pytest.raises(BackendError, match="did not agree"):
        here.people.reset_pin(None).result(WAIT_S)
    assert here.people.read().result(WAIT_S).owner.has_pin
    here.agrees = True
    here.people.reset_pin(None).result(WAIT_S)
    assert not here.people.read().result(WAIT_S).owner.has_pin


def test_entries_come_in_pages_and_are_checked_with_the_head_next_to_them(
    floor: ShopFixture, asking: StoreGateway
) -> None:
    floor.write(lambda tx: issue_key(tx, floor.shop, "Till", now=START))
    folder = floor.store.path.parent
    audit: Audit = AuditBackend(asking, folder)
    newest = audit.list(None, 1).result(WAIT_S)
    assert [entry.action for entry in newest] == ["key_made"]
    assert [entry.action for entry in audit.list(newest[0].id, 5).result(WAIT_S)] == ["shop_added"]
    assert audit.check().result(WAIT_S).is_whole
    lost = AuditHead(5, bytes(32))
    write_head_file(folder, lost)
    assert audit.check().result(WAIT_S).missing == lost


@pytest.fixture
def opened(store: Store, clock: FakeClock) -> CounterFixture:
    return CounterFixture(store, clock)


@pytest.fixture
def counter(opened: CounterFixture) -> AtCounter:
    return opened.at_counter


@pytest.fixture
def people(opened: CounterFixture) -> PeopleBackend:
    for name in ("Maryam", "Ali"):
        opened.people.add(name).result(WAIT_S)
    return opened.people


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


def test_a_choice_is_reported_once_it_can_be_read(people: PeopleBackend, opened: CounterFixture) -> None:
    """The commit is reported before: a window that reads at once would show the person before."""
    opened.changes.clear()
    people.choose(1).result(WAIT_S)
    assert opened.changes == [Changes.of(ChangeKind.PEOPLE)]


def test_what_is_done_at_the_counter_has_the_name_of_that_moment(
    people: PeopleBackend, opened: CounterFixture, floor: ShopFixture, clock: FakeClock, store: Store
) -> None:
    floor.add("P1", 5)
    shop = floor.shop.id
    orders, catalogue = (
        OrdersBackend(opened.gateway),
        CatalogueBackend(opened.gateway),
    )
    people.choose(1).result(WAIT_S)
    reference = orders.place(shop, OrderRequest((LineRequest("P1", 1_000, 5_000),), "Main")).result(WAIT_S)
    people.choose(2).result(WAIT_S)
    orders.act(shop, reference, Action.ACCEPT, None).result(WAIT_S)
    catalogue.move(shop, NewMovement("P1", "Main", Cause.COUNT, 3_000)).result(WAIT_S)
    ShopsBackend(opened.gateway).set_read_only(shop, on=True).result(WAIT_S)
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
    people: PeopleBackend, opened: CounterFixture
) -> None:
    people.choose(1).result(WAIT_S)
    assert opened.restart().at_counter.author() == "staff: Maryam"
    people.set_pin(OWNER_ID, PIN).result(WAIT_S)
    people.set_pin(1, OTHER).result(WAIT_S)
    assert opened.restart().at_counter.person == NOBODY
    assert opened.restart().at_counter.author() == "counter"
