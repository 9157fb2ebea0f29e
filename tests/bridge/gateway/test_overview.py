"""The Overview's room over a real store."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bridge.backups.outcome import NightlyOutcome
from bridge.gateway.asking import Asking
from bridge.gateway.overview import OverviewRoom
from bridge.gateway.pulls import pull_state
from bridge.gateway.webhooks import troubles_of
from service.domain.calls import Call
from service.domain.events import EventKind
from service.domain.secrets import SECRET_MISSING
from service.domain.times import HOUR, MINUTE
from service.store import targets
from service.store.bodies import pack
from service.store.calls import Packed, add_call
from service.store.transaction import Tx
from service.usecases import edit_target
from service.usecases.issue_key import issue_key
from service.usecases.send_test import send_test
from tests.bridge.gateway.beside import Login
from tests.fakes.clock import START, FakeClock
from tests.fakes.shop_floor import WAIT_S, ShopFloor
from tests.fakes.targets import give_target
from tests.ui.fake.told import STICK_AWAY
from ui.backend.overview import Overviews, TargetTrouble

A_CALL = Call(0, START, None, None, "Till", "127.0.0.1", "GET", "/v1/items", 200, 900, 0, 10)


@pytest.fixture
def login() -> Login:
    return Login()


@pytest.fixture
def nightly() -> NightlyOutcome:
    return NightlyOutcome(lambda: None)


@pytest.fixture
def room(asking: Asking, clock: FakeClock, login: Login, nightly: NightlyOutcome) -> Overviews:
    return OverviewRoom(
        asking,
        clock,
        pull_state=pull_state,
        troubles=troubles_of,
        starts_with_pc=login.is_on,
        backup_fault=nightly.fault,
    )


def keep(floor: ShopFloor, *moments_and_statuses: tuple[int, int], key_id: int | None = None) -> None:
    packed = Packed(pack(b""), pack(b""))

    def work(tx: object) -> None:
        for at, status in moments_and_statuses:
            call = replace(A_CALL, shop_id=floor.shop.id, key_id=key_id, at=at, status=status)
            add_call(tx, call, packed)  # type: ignore[arg-type]

    floor.write(work)


def test_an_empty_shop_has_24_quiet_hours_and_everything_to_do(floor: ShopFloor, room: Overviews) -> None:
    seen = room.read(floor.shop.id).result(WAIT_S)
    assert len(seen.hours) == 24
    assert seen.hours[-1].start <= START < seen.hours[-1].start + HOUR
    assert (seen.calls, seen.faults, seen.last_call, seen.typical_us) == (0, 0, None, None)
    assert (seen.waiting, seen.troubles) == ((), ())
    assert (seen.setup.key_made, seen.setup.first_call, seen.setup.targets) == (None, None, ())


def test_calls_fall_into_their_hours_and_those_before_are_left_out(floor: ShopFloor, room: Overviews) -> None:
    hour = START // HOUR * HOUR
    keep(floor, (START, 200), (hour, 422), (hour - 1, 503), (hour - 23 * HOUR, 200), (hour - 23 * HOUR - 1, 200))
    seen = room.read(floor.shop.id).result(WAIT_S)
    assert [(at.answered, at.faults) for at in seen.hours[-2:]] == [(0, 1), (1, 1)]
    assert seen.hours[0].answered == 1
    assert (seen.calls, seen.faults) == (4, 2)
    assert (seen.last_call, seen.last_call_key) == (START, "Till")


def test_orders_wait_with_their_time(floor: ShopFloor, room: Overviews) -> None:
    floor.add("A")
    later = floor.place("A")
    seen = room.read(floor.shop.id).result(WAIT_S)
    assert [(row.reference, row.accept_by) for row in seen.waiting] == [(later.reference, START + 30 * MINUTE)]


def test_a_target_in_trouble_is_told_with_its_name_or_where_it_is(floor: ShopFloor, room: Overviews) -> None:
    named = give_target(floor, trouble_since=START, failures=3)
    floor.write(lambda tx: targets.set_name(tx, named.id, "Till 2"))
    give_target(floor, "http://127.0.0.1:99/in", trouble_since=START, failures=1)
    give_target(floor)
    assert room.read(floor.shop.id).result(WAIT_S).troubles == (
        TargetTrouble(named.id, "Till 2", 3, None, 0),
        TargetTrouble(named.id + 1, "127.0.0.1:99", 1, None, 0),
    )


def test_a_live_target_whose_deliveries_wait_is_told_with_the_reason(floor: ShopFloor, room: Overviews) -> None:
    held, idle, off = (give_target(floor, f"http://127.0.0.1:{port}/in") for port in (91, 92, 93))

    def note_all(tx: Tx) -> None:
        for target in (held, idle, off):
            targets.set_note(tx, target.id, SECRET_MISSING)

    floor.write(note_all)
    floor.write(lambda tx: edit_target.switch_off(tx, floor.shop, off.id))
    floor.write(lambda tx: send_test(tx, floor.shop, held.id, EventKind.ORDER_PLACED, now=START))
    assert room.read(floor.shop.id).result(WAIT_S).troubles == (
        TargetTrouble(held.id, "127.0.0.1:91", 0, None, 1, SECRET_MISSING),
    )


def test_a_nightly_backup_that_was_not_made_is_told_until_one_is(
    floor: ShopFloor, room: Overviews, nightly: NightlyOutcome
) -> None:
    assert room.read(floor.shop.id).result(WAIT_S).backup_fault is None
    nightly.tell(STICK_AWAY)
    assert room.read(floor.shop.id).result(WAIT_S).backup_fault == STICK_AWAY
    nightly.made()
    assert room.read(floor.shop.id).result(WAIT_S).backup_fault is None


def test_the_checklist_knows_what_is_done(floor: ShopFloor, room: Overviews, login: Login) -> None:
    key = floor.write(lambda tx: issue_key(tx, floor.shop, "Till", now=START - 5)).key
    keep(floor, (START, 200), key_id=key.id)
    made = give_target(floor)
    login.on = True
    setup = room.read(floor.shop.id).result(WAIT_S).setup
    assert (setup.key_made, setup.first_call, setup.first_call_key) == (START - 5, START, "Till")
    assert (setup.targets, setup.starts_with_pc) == ((made.url,), True)


def test_whether_it_starts_with_the_pc_is_asked_in_no_thread_of_the_store(
    floor: ShopFloor, room: Overviews, login: Login
) -> None:
    room.read(floor.shop.id).result(WAIT_S)
    assert all(name.startswith("gateway") for name in login.asked_in)
    assert login.asked_in


def test_the_checklist_is_dismissed_for_one_shop(floor: ShopFloor, room: Overviews) -> None:
    room.dismiss_setup(floor.shop.id).result(WAIT_S)
    assert room.read(floor.shop.id).result(WAIT_S).setup.dismissed
    assert not room.read(floor.twin().shop.id).result(WAIT_S).setup.dismissed
