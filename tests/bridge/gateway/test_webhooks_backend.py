"""The webhooks' backend over a real store and a secret store in memory."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import TypeVar, cast

import pytest

from bridge.gateway.store_gateway import StoreGateway
from bridge.gateway.webhooks_backend import WebhooksBackend
from service.domain.catalogue.stock import Cause
from service.domain.errors import Unavailable
from service.domain.sentences import verbatim
from service.domain.webhooks.events import DeliveryState, EventKind, SwitchOnChoice
from service.domain.webhooks.retries import RETRY_AFTER
from service.domain.webhooks.webhook_secrets import SECRET_MISSING, SecretStoreState
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx, Tx
from service.store.webhooks import targets
from service.usecases.send_events import send_test_event
from tests.bridge.gateway.gateway_fakes import LoopThread, ProgressRecorder
from tests.bridge.secrets.fake_secret_stores import FakeSecretStore
from tests.fakes.clock import START, FakeClock
from tests.fakes.shop_fixture import WAIT_S, ShopFixture
from tests.fakes.webhook_targets import ALL, add_target, count_stock, list_written, set_row
from ui.backend import BackendError, ErrorCode, Progress
from ui.backend.webhooks_port import Health, NewTarget, Webhooks

T = TypeVar("T")

URL = "http://127.0.0.1:9/in"


class OneWriteStore:
    """A store whose disk is full after the first write."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._is_full = False

    async def read(self, work: Callable[[ReadTx], T]) -> T:
        return await self._store.read(work)

    async def write(self, work: Callable[[Tx], T]) -> T:
        if self._is_full:
            raise Unavailable(verbatim("the disk is full"))
        self._is_full = True
        return await self._store.write(work)


@pytest.fixture
def secrets() -> FakeSecretStore:
    return FakeSecretStore()


@pytest.fixture
def room(asking: StoreGateway, clock: FakeClock, thread: LoopThread, secrets: FakeSecretStore) -> Webhooks:
    return WebhooksBackend(asking, thread, secrets)


def test_a_target_is_added_with_a_secret_of_its_own(
    floor: ShopFixture, room: Webhooks, secrets: FakeSecretStore
) -> None:
    made = room.add(floor.shop.id, NewTarget(URL, ALL, " Till 2 ")).result(WAIT_S)
    assert [kept.text for kept in secrets.secrets.values()] == [made.secret]
    assert made.secret not in repr(made)
    row = room.targets(floor.shop.id).result(WAIT_S)[0]
    assert (row.target.id, row.target.url, row.name, row.health) == (made.target, URL, "Till 2", Health.NEW)
    assert room.targets(floor.paired().shop.id).result(WAIT_S) == ()


def test_a_target_and_its_name_are_one_write_as_the_secret_is_shown_only_once(
    floor: ShopFixture, asking: StoreGateway, clock: FakeClock, secrets: FakeSecretStore
) -> None:
    with closing(LoopThread(cast(Store, OneWriteStore(floor.store)))) as thread:
        backend = WebhooksBackend(asking, thread, secrets)
        made = backend.add(floor.shop.id, NewTarget(URL, ALL, " Till 2 ")).result(WAIT_S)
    assert [stored.text for stored in secrets.secrets.values()] == [made.secret]
    (target,) = floor.read(lambda db: targets.list_targets(db, floor.shop.id))
    assert (target.id, target.name) == (made.target, "Till 2")


@pytest.mark.parametrize(
    ("new", "code"),
    [
        (NewTarget("ftp://127.0.0.1/in", ALL), ErrorCode.BAD_ADDRESS),
        (NewTarget("not an address", ALL), ErrorCode.BAD_ADDRESS),
        (NewTarget(URL, frozenset()), ErrorCode.OTHER),
    ],
)
def test_a_target_that_cannot_be_leaves_no_secret_behind(
    floor: ShopFixture, room: Webhooks, secrets: FakeSecretStore, new: NewTarget, code: ErrorCode
) -> None:
    with pytest.raises(BackendError) as raised:
        room.add(floor.shop.id, new).result(WAIT_S)
    assert raised.value.code is code
    assert secrets.secrets == {}


def test_without_a_keyring_no_target_is_added(floor: ShopFixture, room: Webhooks, secrets: FakeSecretStore) -> None:
    for state, code in (
        (SecretStoreState.LOCKED, ErrorCode.KEYRING_LOCKED),
        (SecretStoreState.ABSENT, ErrorCode.KEYRING_ABSENT),
    ):
        secrets.state = state
        with pytest.raises(BackendError) as raised:
            room.add(floor.shop.id, NewTarget(URL, ALL)).result(WAIT_S)
        assert raised.value.code is code
    assert room.targets(floor.shop.id).result(WAIT_S) == ()


def test_a_secret_is_rotated_twice_and_then_only_the_newest_signs(
    floor: ShopFixture, room: Webhooks, secrets: FakeSecretStore
) -> None:
    made = room.add(floor.shop.id, NewTarget(URL, ALL)).result(WAIT_S)
    room.rotate(floor.shop.id, made.target).result(WAIT_S)
    newest = room.rotate(floor.shop.id, made.target).result(WAIT_S)
    assert {kept.text for kept in secrets.secrets.values()} == {made.secret, newest.secret}
    room.finish_rotation(floor.shop.id, made.target).result(WAIT_S)
    assert [kept.text for kept in secrets.secrets.values()] == [newest.secret]
    with pytest.raises(BackendError, match="no next secret"):
        room.finish_rotation(floor.shop.id, made.target).result(WAIT_S)


def test_a_target_goes_with_its_secrets(floor: ShopFixture, room: Webhooks, secrets: FakeSecretStore) -> None:
    made = room.add(floor.shop.id, NewTarget(URL, ALL)).result(WAIT_S)
    room.rotate(floor.shop.id, made.target).result(WAIT_S)
    with pytest.raises(BackendError) as raised:
        room.remove(floor.paired().shop.id, made.target).result(WAIT_S)
    assert raised.value.code is ErrorCode.NOT_FOUND
    room.remove(floor.shop.id, made.target).result(WAIT_S)
    assert (secrets.secrets, room.targets(floor.shop.id).result(WAIT_S)) == ({}, ())


def test_a_target_is_edited_and_switched(floor: ShopFixture, room: Webhooks) -> None:
    shop, one = floor.shop.id, add_target(floor)
    room.edit(shop, one.id, NewTarget("http://127.0.0.1:10/x", frozenset({EventKind.STOCK_CHANGED}), "Stock")).result(
        WAIT_S
    )
    room.set_catch_up(shop, one.id, True).result(WAIT_S)
    row = room.targets(shop).result(WAIT_S)[0]
    assert (row.name, row.target.url, row.target.catch_up) == ("Stock", "http://127.0.0.1:10/x", True)
    assert row.target.events == {EventKind.STOCK_CHANGED}
    room.switch_off(shop, one.id).result(WAIT_S)
    floor.add("A")
    before = room.targets(shop).result(WAIT_S)[0].recorded_while_off
    count_stock(floor, "A", 3, 4)
    row = room.targets(shop).result(WAIT_S)[0]
    assert (row.health, row.recorded_while_off) == (Health.OFF, before + 2)
    room.switch_on(shop, one.id, SwitchOnChoice.NOTHING).result(WAIT_S)
    row = room.targets(shop).result(WAIT_S)[0]
    assert (row.health is Health.OFF, row.waiting, row.recorded_while_off) == (False, 0, 0)


def test_a_target_without_a_name_is_called_by_where_it_is(floor: ShopFixture, room: Webhooks) -> None:
    add_target(floor, "http://127.0.0.1:9/in", failures=2)
    row = room.targets(floor.shop.id).result(WAIT_S)[0]
    assert (row.name, row.health) == ("127.0.0.1:9", Health.REFUSING)


def test_a_target_is_held_up_by_its_note_while_something_waits(floor: ShopFixture, room: Webhooks) -> None:
    one = add_target(floor, failures=2)
    floor.write(lambda tx: targets.set_note(tx, one.id, SECRET_MISSING))
    assert room.targets(floor.shop.id).result(WAIT_S)[0].health is Health.REFUSING
    floor.write(lambda tx: send_test_event(tx, floor.shop, one.id, EventKind.STOCK_CHANGED, now=START))
    row = room.targets(floor.shop.id).result(WAIT_S)[0]
    assert (row.health, row.target.note, row.waiting) == (Health.WAITING, SECRET_MISSING, 1)


def test_deliveries_page_by_target_and_state(floor: ShopFixture, room: Webhooks) -> None:
    one = add_target(floor)
    floor.add("A")
    count_stock(floor, "A", *range(20, 26))
    every = [delivery.id for delivery in list_written(floor)][::-1]
    set_row(floor, every[0], state="failed")
    seen: list[str] = []
    before = None
    while True:
        page = room.deliveries(floor.shop.id, one.id, None, before, 3).result(WAIT_S)
        seen += [row.delivery.id for row in page.rows]
        before = page.next_cursor
        if not page.more:
            break
    assert (seen, before) == (every, None)
    failed = room.deliveries(floor.shop.id, one.id, DeliveryState.FAILED, None, 3).result(WAIT_S)
    assert [row.delivery.id for row in failed.rows] == [every[0]]
    assert failed.rows[0].detail == "Main · +1"


def test_a_delivery_says_how_many_units_moved_to_the_last_digit(floor: ShopFixture, room: Webhooks) -> None:
    one = add_target(floor)
    floor.add("A", 0)
    floor.move("A", Cause.COUNT, 12_345_678_125)
    floor.move("A", Cause.SALE, 2_000_500)
    page = room.deliveries(floor.shop.id, one.id, None, None, 5).result(WAIT_S)
    assert [row.detail for row in page.rows] == ["Main · -2000.5", "Main · +12345678.125"]


@pytest.mark.parametrize("kind", list(EventKind))
def test_a_test_of_each_kind_is_a_delivery_that_can_be_read(
    floor: ShopFixture, room: Webhooks, kind: EventKind
) -> None:
    one = add_target(floor)
    number = room.send_test(floor.shop.id, one.id, kind).result(WAIT_S)
    made = room.delivery(floor.shop.id, number).result(WAIT_S)
    assert (made.delivery.kind, made.attempts) == (kind, ())
    assert b'"test": true' in made.body or b'"test":true' in made.body
    assert len(room.deliveries(floor.shop.id, one.id, None, None, 5).result(WAIT_S).rows) == 1


def test_the_times_to_come_are_those_of_the_retry_schedule(floor: ShopFixture, room: Webhooks) -> None:
    one = add_target(floor)
    number = room.send_test(floor.shop.id, one.id, EventKind.RFQ_NEW).result(WAIT_S)
    made = room.delivery(floor.shop.id, number).result(WAIT_S)
    assert made.planned_at[0] == START
    spans = [later - sooner for sooner, later in zip(made.planned_at, made.planned_at[1:], strict=False)]
    assert spans == list(RETRY_AFTER)
    set_row(floor, made.delivery.id, attempts=len(RETRY_AFTER) - 1)
    assert len(room.delivery(floor.shop.id, made.delivery.id).result(WAIT_S).planned_at) == 2
    set_row(floor, made.delivery.id, state="delivered", next_attempt_at=None)
    assert room.delivery(floor.shop.id, made.delivery.id).result(WAIT_S).planned_at == ()


def test_what_failed_since_a_moment_is_counted_and_sent_again_in_steps(floor: ShopFixture, room: Webhooks) -> None:
    one = add_target(floor)
    floor.add("A")
    count_stock(floor, "A", *range(20, 24))
    floor.write(lambda tx: tx.update("UPDATE deliveries SET state = 'failed', created_at = ?", (START - 1000,)))
    newest = list_written(floor)[-1]
    set_row(floor, newest.id, created_at=START)
    steps, total = ProgressRecorder(), len(list_written(floor))
    assert room.count_since(floor.shop.id, one.id, START).result(WAIT_S) == 1
    assert room.resend_since(floor.shop.id, one.id, START, steps).result(WAIT_S) == 1
    assert room.count_since(floor.shop.id, one.id, 0).result(WAIT_S) == total - 1
    assert room.resend_since(floor.shop.id, one.id, 0, steps).result(WAIT_S) == total - 1
    assert steps.reports == [Progress(1), Progress(total - 1)]
    assert {delivery.state for delivery in list_written(floor)} == {DeliveryState.WAITING}


def test_one_is_sent_again_and_what_waits_is_hurried(floor: ShopFixture, room: Webhooks) -> None:
    one = add_target(floor)
    number = room.send_test(floor.shop.id, one.id, EventKind.RFQ_NEW).result(WAIT_S)
    set_row(floor, number, state="failed", next_attempt_at=None)
    room.resend(floor.shop.id, number).result(WAIT_S)
    assert room.delivery(floor.shop.id, number).result(WAIT_S).delivery.state is DeliveryState.WAITING
    set_row(floor, number, next_attempt_at=START + 60_000, attempts=1)
    assert room.resend_waiting(floor.shop.id, one.id).result(WAIT_S) == 1
    room.switch_off(floor.shop.id, one.id).result(WAIT_S)
    with pytest.raises(BackendError, match="is off"):
        room.resend_waiting(floor.shop.id, one.id).result(WAIT_S)


def test_the_receiver_listens_while_it_is_wanted(room: Webhooks) -> None:
    assert not room.receiver().result(WAIT_S).running
    room.start_receiver("whsec_x").result(WAIT_S)
    state = room.receiver().result(WAIT_S)
    assert (state.running, state.received) == (True, ())
    assert state.url.startswith("http://127.0.0.1:")
    room.start_receiver(None).result(WAIT_S)
    again = room.receiver().result(WAIT_S)
    assert again.running
    assert again.url == state.url, "a target that was made of it goes on reaching it"
    room.stop_receiver().result(WAIT_S)
    assert not room.receiver().result(WAIT_S).running
