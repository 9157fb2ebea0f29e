"""The Overview's backend over a real store."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bridge.backups.nightly_backup import NightlyOutcome
from bridge.gateway.overview_backend import OverviewBackend
from bridge.gateway.store_gateway import StoreGateway
from service.domain.call_log.calls import Call
from service.domain.clock_trust import ClockDoubt
from service.domain.times import DAY, HOUR, MINUTE
from service.domain.webhooks.events import EventKind
from service.domain.webhooks.webhook_secrets import SECRET_MISSING
from service.store.call_log.body_compression import pack_body
from service.store.call_log.calls import PackedBodies, add_call
from service.store.engine.transaction import Tx
from service.store.webhooks import targets
from service.usecases import edit_target
from service.usecases.issue_key import issue_key
from service.usecases.send_events import send_test_event
from service.usecases.settle_clock import begin_clock_doubt
from tests.bridge.gateway.gateway_fakes import FakeLoginStart
from tests.fakes.clock import START, FakeClock
from tests.fakes.shop_fixture import WAIT_S, ShopFixture
from tests.fakes.webhook_targets import add_target
from tests.ui.fake.sentence_data import STICK_AWAY
from ui.backend.overview_port import Overviews
from ui.backend.webhooks_port import TargetTrouble

A_CALL = Call(0, START, None, None, "Till", "127.0.0.1", "GET", "/v1/items", 200, 900, 0, 10)


@pytest.fixture
def login() -> FakeLoginStart:
    return FakeLoginStart()


@pytest.fixture
def nightly() -> NightlyOutcome:
    return NightlyOutcome(lambda: None)


@pytest.fixture
def room(asking: StoreGateway, clock: FakeClock, login: FakeLoginStart, nightly: NightlyOutcome) -> Overviews:
    return OverviewBackend(
        asking,
        starts_with_pc=login.is_on,
        backup_fault=nightly.fault,
    )


def add_calls(floor: ShopFixture, *moments_and_statuses: tuple[int, int], key_id: int | None = None) -> None:
    packed = PackedBodies(pack_body(b""), pack_body(b""))

    def work(tx: object) -> None:
        for at, status in moments_and_statuses:
            call = replace(A_CALL, shop_id=floor.shop.id, key_id=key_id, at=at, status=status)
            add_call(tx, call, packed)  # type: ignore[arg-type]

    floor.write(work)


def test_an_empty_shop_has_everything_to_do(floor: ShopFixture, room: Overviews) -> None:
    seen = room.read(floor.shop.id).result(WAIT_S)
    assert seen.last_call is None
    assert (seen.waiting, seen.troubles) == ((), ())
    assert (seen.setup.key_made, seen.setup.first_call, seen.setup.targets) == (None, None, ())


def test_orders_wait_with_their_time(floor: ShopFixture, room: Overviews) -> None:
    floor.add("A")
    later = floor.place("A")
    seen = room.read(floor.shop.id).result(WAIT_S)
    assert [(row.reference, row.accept_by) for row in seen.waiting] == [(later.reference, START + 30 * MINUTE)]


def test_a_target_in_trouble_is_told_with_its_name_or_where_it_is(floor: ShopFixture, room: Overviews) -> None:
    named = add_target(floor, trouble_since=START, failures=3, name="Till 2")
    add_target(floor, "http://127.0.0.1:99/in", trouble_since=START, failures=1)
    add_target(floor)
    assert room.read(floor.shop.id).result(WAIT_S).troubles == (
        TargetTrouble(named.id, "Till 2", 3, None, 0),
        TargetTrouble(named.id + 1, "127.0.0.1:99", 1, None, 0),
    )


def test_a_live_target_whose_deliveries_wait_is_told_with_the_reason(floor: ShopFixture, room: Overviews) -> None:
    held, idle, off = (add_target(floor, f"http://127.0.0.1:{port}/in") for port in (91, 92, 93))

    def note_all(tx: Tx) -> None:
        for target in (held, idle, off):
            targets.set_note(tx, target.id, SECRET_MISSING)

    floor.write(note_all)
    floor.write(lambda tx: edit_target.switch_off(tx, floor.shop, off.id))
    floor.write(lambda tx: send_test_event(tx, floor.shop, held.id, EventKind.ORDER_PLACED, now=START))
    assert room.read(floor.shop.id).result(WAIT_S).troubles == (
        TargetTrouble(held.id, "127.0.0.1:91", 0, None, 1, SECRET_MISSING),
    )


def test_a_nightly_backup_that_was_not_made_is_told_until_one_is(
    floor: ShopFixture, room: Overviews, nightly: NightlyOutcome
) -> None:
    assert room.read(floor.shop.id).result(WAIT_S).backup_fault is None
    nightly.set_fault(STICK_AWAY)
    assert room.read(floor.shop.id).result(WAIT_S).backup_fault == STICK_AWAY
    nightly.clear_fault()
    assert room.read(floor.shop.id).result(WAIT_S).backup_fault is None


def test_the_checklist_knows_what_is_done(floor: ShopFixture, room: Overviews, login: FakeLoginStart) -> None:
    key = floor.write(lambda tx: issue_key(tx, floor.shop, "Till", now=START - 5)).key
    add_calls(floor, (START, 200), key_id=key.id)
    made = add_target(floor)
    login.on = True
    setup = room.read(floor.shop.id).result(WAIT_S).setup
    assert (setup.key_made, setup.first_call, setup.first_call_key) == (START - 5, START, "Till")
    assert (setup.targets, setup.starts_with_pc) == ((made.url,), True)


def test_whether_it_starts_with_the_pc_is_asked_in_no_thread_of_the_store(
    floor: ShopFixture, room: Overviews, login: FakeLoginStart
) -> None:
    room.read(floor.shop.id).result(WAIT_S)
    assert all(name.startswith("gateway") for name in login.threads)
    assert login.threads


def test_the_checklist_is_dismissed_for_one_shop(floor: ShopFixture, room: Overviews) -> None:
    room.dismiss_setup(floor.shop.id).result(WAIT_S)
    assert room.read(floor.shop.id).result(WAIT_S).setup.dismissed
    assert not room.read(floor.paired().shop.id).result(WAIT_S).setup.dismissed


def test_a_clock_in_doubt_is_shown_until_the_owner_confirms_it(floor: ShopFixture, room: Overviews) -> None:
    floor.add("A")
    doubt = ClockDoubt(START - DAY, START)
    floor.write(lambda tx: begin_clock_doubt(tx, doubt))
    order = floor.place("A")
    assert room.read(floor.shop.id).result(WAIT_S).clock_doubt == doubt
    room.confirm_clock().result(WAIT_S)
    assert room.read(floor.shop.id).result(WAIT_S).clock_doubt is None
    assert floor.order(order).accept_by == START + 30 * MINUTE
    assert floor.history(order)[-1].by == "owner"


def test_today_is_compared_with_the_same_time_a_week_ago(floor: ShopFixture, room: Overviews, clock: FakeClock) -> None:
    floor.add("A")
    floor.place("A")
    clock.advance(7 * DAY - HOUR)
    assert room.figures(floor.shop.id).result(WAIT_S).before.placed == 0, "an hour later than now"
    clock.advance(HOUR)
    floor.place("A")
    floor.place("A")
    seen = room.figures(floor.shop.id).result(WAIT_S)
    assert (seen.before.placed, seen.today.placed) == (1, 2)


def test_low_parts_come_with_the_last_upload(floor: ShopFixture, room: Overviews) -> None:
    seen = room.figures(floor.shop.id).result(WAIT_S)
    assert (seen.low, seen.low_count, seen.received) == ((), 0, None)
    floor.add("A", 2)
    floor.add("B", 1)
    floor.add("C", 9)
    seen = room.figures(floor.shop.id).result(WAIT_S)
    assert ([item.sku for item in seen.low], seen.low_count) == (["B", "A"], 2)


def test_a_backup_outside_is_wanted_after_a_week_until_one_was_asked_for(
    floor: ShopFixture, room: Overviews, clock: FakeClock
) -> None:
    def is_wanted() -> bool:
        return room.read(floor.shop.id).result(WAIT_S).wants_outside_backup

    clock.advance(7 * DAY - MINUTE)
    assert not is_wanted()
    clock.advance(MINUTE)
    assert is_wanted()
    room.dismiss_backup().result(WAIT_S)
    assert not is_wanted()
