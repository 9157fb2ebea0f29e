"""The keys' backend over a real store."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from msgspec.structs import replace

from bridge.gateway.keys_backend import KeysBackend, start_of_day
from bridge.gateway.store_gateway import StoreGateway
from service.domain.call_log.calls import Call
from service.domain.clock_trust import ClockDoubt
from service.domain.times import DAY, compute_end_of_day
from service.store.call_log.body_compression import pack_body
from service.store.call_log.calls import PackedBodies, add_call
from service.usecases.settle_clock import begin_clock_doubt
from tests.fakes.clock import START, FakeClock
from tests.fakes.shop_fixture import WAIT_S, ShopFixture
from ui.backend import BackendError, ErrorCode
from ui.backend.keys_port import Keys, PushState

A_CALL = Call(0, START, None, None, "Till", "127.0.0.1", "GET", "/v1/items", 200, 900, 0, 10)


@pytest.fixture
def room(asking: StoreGateway, clock: FakeClock) -> Keys:
    return KeysBackend(asking)


def test_a_key_is_known_whole_once_and_then_by_its_beginning(floor: ShopFixture, room: Keys) -> None:
    made = room.create(floor.shop.id, " Till 1 ").result(WAIT_S)
    assert made.text.startswith("cp_live_")
    assert room.create(floor.paired().shop.id, "Trial").result(WAIT_S).text.startswith("cp_test_")
    rows = room.list(floor.shop.id).result(WAIT_S)
    assert [(row.key.name, row.key.prefix) for row in rows] == [("Till 1", made.key.prefix)]
    assert made.text not in repr(made) + repr(rows)


def test_a_key_is_renamed_and_revoked_in_its_own_shop_only(floor: ShopFixture, room: Keys) -> None:
    key = room.create(floor.shop.id, "Till").result(WAIT_S).key
    room.rename(floor.shop.id, key.id, "Counter").result(WAIT_S)
    room.revoke(floor.shop.id, key.id).result(WAIT_S)
    row = room.list(floor.shop.id).result(WAIT_S)[0]
    assert (row.key.name, row.key.revoked_at) == ("Counter", START)
    with pytest.raises(BackendError) as raised:
        room.revoke(floor.paired().shop.id, key.id).result(WAIT_S)
    assert raised.value.code is ErrorCode.NOT_FOUND
    with pytest.raises(BackendError, match="name has"):
        room.create(floor.shop.id, " ").result(WAIT_S)


def test_todays_calls_are_those_since_midnight_here(floor: ShopFixture, room: Keys) -> None:
    key = room.create(floor.shop.id, "Till").result(WAIT_S).key
    midnight = start_of_day(START)
    assert midnight <= START < midnight + DAY
    packed = PackedBodies(pack_body(b""), pack_body(b""))
    for at in (midnight - 1, midnight, START):
        call = replace(A_CALL, shop_id=floor.shop.id, key_id=key.id, at=at)
        floor.write(lambda tx, call=call: add_call(tx, call, packed))  # type: ignore[misc]
    assert room.list(floor.shop.id).result(WAIT_S)[0].calls_today == 2


def test_the_last_upload_is_told(floor: ShopFixture, room: Keys) -> None:
    assert room.push_state(floor.shop.id).result(WAIT_S) == PushState(None, 0, "")
    body = b'{"saved": 12, "created": 12, "updated": 0, "errors": []}'
    call = replace(A_CALL, shop_id=floor.shop.id, method="POST")
    floor.write(lambda tx: add_call(tx, call, PackedBodies(pack_body(b"{}"), pack_body(body))))
    state = room.push_state(floor.shop.id).result(WAIT_S)
    assert (state.at, state.key) == (START, "Till")


def test_a_row_says_whether_its_key_ends_by_a_clock_that_is_believed(
    floor: ShopFixture, room: Keys, clock: FakeClock
) -> None:
    today = datetime.fromtimestamp(START / 1000).astimezone().date()
    key = room.create(floor.shop.id, "Loan", today).result(WAIT_S).key
    row = room.list(floor.shop.id).result(WAIT_S)[0]
    assert (row.key.expires_at, row.expired, row.expires_soon) == (compute_end_of_day(today), False, True)
    clock.advance(2 * DAY)
    assert room.list(floor.shop.id).result(WAIT_S)[0].expired
    floor.write(lambda tx: begin_clock_doubt(tx, ClockDoubt(START, START + 2 * DAY)))
    assert not room.list(floor.shop.id).result(WAIT_S)[0].expired
    room.change_expiry(floor.shop.id, key.id, None).result(WAIT_S)
    assert room.list(floor.shop.id).result(WAIT_S)[0].key.expires_at is None
    with pytest.raises(BackendError, match="today or a later day"):
        room.change_expiry(floor.shop.id, key.id, date(2020, 1, 1)).result(WAIT_S)
