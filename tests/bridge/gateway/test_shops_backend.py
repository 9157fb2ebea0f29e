"""The shops' backend over a real store."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bridge.gateway.shops_backend import ShopsBackend
from bridge.gateway.store_gateway import StoreGateway
from service.domain.call_log.calls import Call
from service.domain.shops import Mode
from service.domain.webhooks.events import EventKind
from service.domain.webhooks.webhook_secrets import SECRET_MISSING
from service.store.call_log.body_compression import pack_body
from service.store.call_log.calls import PackedBodies, add_call
from service.store.webhooks import targets
from service.usecases.send_events import send_test_event
from tests.fakes.clock import START, FakeClock
from tests.fakes.shop_fixture import WAIT_S, ShopFixture
from tests.fakes.webhook_targets import add_target
from ui.backend import BackendError, ErrorCode
from ui.backend.shops_port import Badges, Shops

A_CALL = Call(0, START, None, None, "Till", "127.0.0.1", "POST", "/v1/items", 200, 900, 0, 10)


@pytest.fixture
def room(asking: StoreGateway, clock: FakeClock) -> Shops:
    return ShopsBackend(asking)


def test_a_shop_comes_with_its_staging_shop_and_a_name_is_given_once(room: Shops) -> None:
    number = room.add("Sitra").result(WAIT_S)
    (made,) = room.list().result(WAIT_S)
    assert (made.live.id, made.live.staging, made.staging.staging) == (number, False, True)
    with pytest.raises(BackendError) as raised:
        room.add(" sitra ").result(WAIT_S)
    assert raised.value.code is ErrorCode.NAME_TAKEN


def test_the_vat_rate_is_the_shops(floor: ShopFixture, room: Shops) -> None:
    assert room.list().result(WAIT_S)[0].live.vat == 1000
    room.set_vat(floor.shop.id, 500).result(WAIT_S)
    assert room.list().result(WAIT_S)[0].live.vat == 500
    with pytest.raises(BackendError, match="from 0 to 100"):
        room.set_vat(floor.shop.id, 10_001).result(WAIT_S)


def test_the_vat_number_is_the_shops(floor: ShopFixture, room: Shops) -> None:
    room.set_vat_number(floor.shop.id, " 200012345600002 ").result(WAIT_S)
    pair = room.list().result(WAIT_S)[0]
    assert (pair.live.vat_number, pair.staging.vat_number) == ("200012345600002", "")
    with pytest.raises(BackendError, match="letters and digits"):
        room.set_vat_number(floor.shop.id, "<b>").result(WAIT_S)


def test_a_new_name_is_for_live_and_staging(floor: ShopFixture, room: Shops) -> None:
    room.rename(floor.shop.id, "Riffa").result(WAIT_S)
    pair = room.list().result(WAIT_S)[0]
    assert (pair.live.name, pair.staging.name) == ("Riffa", "Riffa")


def test_read_only_and_modes_are_the_one_shops(floor: ShopFixture, room: Shops) -> None:
    room.set_read_only(floor.shop.id, True).result(WAIT_S)
    room.set_mode(floor.shop.id, Mode.WEBHOOKS, False).result(WAIT_S)
    pair = room.list().result(WAIT_S)[0]
    assert (pair.live.read_only, pair.live.webhooks) == (True, False)
    assert (pair.staging.read_only, pair.staging.webhooks) == (False, True)


def test_a_shop_that_is_not_there_is_not_found(room: Shops) -> None:
    with pytest.raises(BackendError) as raised:
        room.set_read_only(99, True).result(WAIT_S)
    assert raised.value.code is ErrorCode.NOT_FOUND


def test_badges_count_what_waits_and_know_of_targets_in_trouble(floor: ShopFixture, room: Shops) -> None:
    assert room.badges(floor.shop.id).result(WAIT_S) == Badges()
    floor.add("A")
    order = floor.place("A")
    floor.clock.advance(1)
    floor.place("A")
    add_target(floor)
    assert room.badges(floor.shop.id).result(WAIT_S) == Badges(2, accept_by=order.accept_by, has_targets=True)
    add_target(floor, trouble_since=START, failures=3)
    assert room.badges(floor.shop.id).result(WAIT_S) == Badges(
        2, webhooks_in_trouble=True, accept_by=order.accept_by, has_targets=True
    )
    assert room.badges(floor.paired().shop.id).result(WAIT_S) == Badges()


def test_a_target_that_is_held_up_needs_attention_too(floor: ShopFixture, room: Shops) -> None:
    held = add_target(floor)
    floor.write(lambda tx: targets.set_note(tx, held.id, SECRET_MISSING))
    assert room.badges(floor.shop.id).result(WAIT_S) == Badges(has_targets=True)
    floor.write(lambda tx: send_test_event(tx, floor.shop, held.id, EventKind.STOCK_CHANGED, now=START))
    assert room.badges(floor.shop.id).result(WAIT_S) == Badges(webhooks_in_trouble=True, has_targets=True)


def test_branches_say_what_they_hold_and_one_is_the_main_one(floor: ShopFixture, room: Shops) -> None:
    floor.upload(
        {"sku": "A", "name": "A", "quantity": 3},
        {"sku": "A", "branch": "Sitra", "quantity": 1},
        {"sku": "B", "name": "B", "quantity": 2},
    )
    facts = room.branches(floor.shop.id).result(WAIT_S)
    assert {fact.branch.name: fact.items for fact in facts} == {"Main": 2, "Sitra": 1}
    room.make_main(floor.shop.id, "Sitra").result(WAIT_S)
    room.rename_branch(floor.shop.id, "Main", "Riffa").result(WAIT_S)
    facts = room.branches(floor.shop.id).result(WAIT_S)
    assert {fact.branch.name: fact.branch.main for fact in facts} == {"Riffa": False, "Sitra": True}
    with pytest.raises(BackendError) as raised:
        room.rename_branch(floor.shop.id, "Riffa", "sitra").result(WAIT_S)
    assert raised.value.code is ErrorCode.NAME_TAKEN


def test_the_search_finds_orders_parts_and_calls_of_this_shop(floor: ShopFixture, room: Shops) -> None:
    floor.add("PAD-1")
    order = floor.place("PAD-1", 2)
    packed = PackedBodies(pack_body(b""), pack_body(b""))
    path = f"/v1/orders/{order.reference}/accept"
    call = replace(A_CALL, shop_id=floor.shop.id, path=path)
    number = floor.write(lambda tx: add_call(tx, call, packed))
    hits = room.search(floor.shop.id, order.reference).result(WAIT_S)
    assert [(hit.kind, hit.target) for hit in hits] == [("order", order.reference), ("call", str(number))]
    assert hits[0].fils == 2_200
    assert (hits[1].status, hits[1].at) == (call.status, call.at)
    by_id = room.search(floor.shop.id, str(number)).result(WAIT_S)
    assert [(hit.kind, hit.target) for hit in by_id if hit.kind == "call"] == [("call", str(number))]
    parts = room.search(floor.shop.id, "pad").result(WAIT_S)
    assert [(hit.kind, hit.target) for hit in parts] == [("order", order.reference), ("part", "PAD-1")]
    assert room.search(floor.paired().shop.id, "pad").result(WAIT_S) == ()
    assert room.search(floor.shop.id, "  ").result(WAIT_S) == ()


def test_a_scanned_barcode_finds_its_part_first_with_its_shelf(floor: ShopFixture, room: Shops) -> None:
    floor.add("PAD-1", barcode="4012345678901", shelf="A-12")
    floor.add("PAD-2", barcode="40123456789012")
    hits = room.search(floor.shop.id, "4012345678901").result(WAIT_S)
    assert [(hit.target, hit.shelf) for hit in hits if hit.kind == "part"] == [("PAD-1", "A-12"), ("PAD-2", "")]


def test_the_search_gives_eight_of_a_kind_at_most(floor: ShopFixture, room: Shops) -> None:
    for number in range(10):
        floor.add(f"PAD-{number}")
    assert len(room.search(floor.shop.id, "pad").result(WAIT_S)) == 8
