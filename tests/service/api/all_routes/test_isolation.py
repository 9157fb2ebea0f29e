"""Nothing of one shop reaches another: every route with the wrong shop's key (contract §1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from service.domain.marketplace.orders import Action, Order
from service.service import Service
from tests.fakes.shop_fixture import ShopFixture
from tests.service.api.running_service import RunningService
from tests.service.api.wire_client import Reply


@dataclass(frozen=True, slots=True)
class Owned:
    """A shop with an item and an order of its own."""

    floor: ShopFixture
    key: str
    order: Order


def owned(stand: RunningService, floor: ShopFixture, sku: str) -> Owned:
    floor.add(sku, 5, name=f"name of {sku}", brand=f"brand of {sku}")
    return Owned(floor, stand.make_key(floor.shop, f"key of {sku}"), floor.place(sku, 1))


def routes_of(service: Service) -> list[tuple[str, str]]:
    """Every method and path of the routing table: a new one has to be walked here too."""
    return [(method, path) for path, methods in service.routes.table.items() for method in methods]


async def try_items(stand: RunningService, mine: Owned, theirs: Owned) -> list[Reply]:
    replies = [await stand.call("GET", "/v1/items?limit=500", key=mine.key)]
    for name in ("sku", "name"):
        row = {"sku": "THEIRS", name: "THEIRS", "price_fils": 1, "quantity": 0}
        replies.append(await stand.call("POST", "/v1/items", key=mine.key, body={"items": [row]}))
    return replies


async def try_orders(stand: RunningService, mine: Owned, theirs: Owned) -> list[Reply]:
    return [await stand.call("GET", f"/v1/orders?status={status}", key=mine.key) for status in ("placed", "all")]


async def try_actions(stand: RunningService, mine: Owned, theirs: Owned) -> list[Reply]:
    replies = []
    for action in Action:
        reply = await stand.call(
            "POST", f"/v1/orders/{theirs.order.reference}/{action}", key=mine.key, body={"reason": "not mine"}
        )
        assert (reply.status, reply.error) == (404, "not_found"), action
        replies.append(reply)
    return replies


async def try_description(stand: RunningService, mine: Owned, theirs: Owned) -> list[Reply]:
    return [await stand.call("GET", "/v1/openapi.json", key=mine.key)]


async def try_reads(stand: RunningService, mine: Owned, theirs: Owned) -> list[Reply]:
    """What is the other shop's is not there; what is listed is the caller's own."""
    hidden = [await stand.call("GET", "/v1/items/THEIRS", key=mine.key)]
    assert [reply.status for reply in hidden] == [404]
    before = await stand.call("GET", f"/v1/orders?before={theirs.order.reference}", key=mine.key)
    one = await stand.call("GET", f"/v1/orders/{theirs.order.reference}", key=mine.key)
    assert (before.status, one.status) == (400, 404)
    shown = [
        await stand.call("GET", path, key=mine.key)
        for path in ("/v1/branches", "/v1/rfqs", "/v1/items?since=0", "/v1/items?sku=THEIRS&sku=EXTRA")
    ]
    return [*hidden, before, one, *shown]


async def try_staging(stand: RunningService, mine: Owned, theirs: Owned) -> list[Reply]:
    """With the caller's own staging key or not: the other shop's order does not expire."""
    path = f"/v1/test/orders/{theirs.order.reference}/expire"
    reply = await stand.call("POST", path, key=mine.key)
    assert (reply.status, reply.error) == (404, "not_found")
    return [reply]


async def try_events(stand: RunningService, mine: Owned, theirs: Owned) -> list[Reply]:
    cursor = (await stand.call("GET", "/v1/events", key=theirs.key)).json["next"]
    replies = [await stand.call("GET", f"/v1/events{query}", key=mine.key) for query in ("", f"?after={cursor}")]
    assert [reply.status for reply in replies] == [200, 400]
    return replies


TRIED: dict[tuple[str, str], Callable[..., object]] = {
    ("GET", "/v1/items"): try_items,
    ("POST", "/v1/items"): try_items,
    ("GET", "/v1/orders"): try_orders,
    ("POST", "/v1/orders/{order}/{action}"): try_actions,
    ("GET", "/v1/items/{sku}"): try_reads,
    ("GET", "/v1/branches"): try_reads,
    ("GET", "/v1/rfqs"): try_reads,
    ("GET", "/v1/orders/{order}"): try_reads,
    ("POST", "/v1/test/orders"): try_staging,
    ("POST", "/v1/test/orders/{order}/expire"): try_staging,
    ("POST", "/v1/test/rfqs"): try_staging,
    ("POST", "/v1/test/events"): try_staging,
    ("GET", "/v1/events"): try_events,
    ("GET", "/v1/openapi.json"): try_description,
}


async def test_every_route_is_walked(stand: RunningService) -> None:
    assert set(routes_of(stand.service)) == set(TRIED)


@pytest.mark.parametrize("pair", ["two shops", "staging against live", "live against staging"])
async def test_nothing_of_one_shop_reaches_another(stand: RunningService, pair: str) -> None:
    other = ShopFixture.fresh(stand.store, clock=stand.clock) if pair == "two shops" else stand.floor.paired()
    floors = (stand.floor, other) if pair != "live against staging" else (other, stand.floor)
    # The other shop has one order more, so that its last reference is none of the caller's.
    floors[1].add("EXTRA", 1)
    floors[1].place("EXTRA")
    mine, theirs = owned(stand, floors[0], "MINE"), owned(stand, floors[1], "THEIRS")
    before = (theirs.floor.item_json("THEIRS"), theirs.floor.order(theirs.order), theirs.floor.history(theirs.order))
    replies: list[Reply] = []
    for attempt in dict.fromkeys(
        (try_orders, try_actions, try_reads, try_staging, try_events, try_description, try_items)
    ):
        replies += await attempt(stand, mine, theirs)
    read_before_own_upload = replies[:-2]
    for reply in read_before_own_upload:
        assert b"name of THEIRS" not in reply.body
        assert b"EXTRA" not in reply.body
    after = (theirs.floor.item_json("THEIRS"), theirs.floor.order(theirs.order), theirs.floor.history(theirs.order))
    assert after == before
    assert {call.key for call in stand.log(mine.floor.shop)} == {"key of MINE"}
    assert [call.path for call in stand.log(theirs.floor.shop)] == ["/v1/events"], "their own call for a cursor"


async def test_a_sku_in_two_shops_is_two_items(stand: RunningService) -> None:
    mine, theirs = (
        owned(stand, floor, "SAME") for floor in (stand.floor, ShopFixture.fresh(stand.store, clock=stand.clock))
    )
    await stand.upload({"sku": "same", "name": "changed", "quantity": 3}, key=mine.key)
    assert theirs.floor.item_json("SAME")["name"] == "name of SAME"
    assert theirs.floor.item_json("SAME")["quantity"] == 5
    assert mine.order.reference == theirs.order.reference == "ORD-2026-000001"
    await stand.call("POST", f"/v1/orders/{mine.order.reference}/accept", key=mine.key)
    assert (mine.floor.order(mine.order).status, theirs.floor.order(theirs.order).status) == ("confirmed", "placed")


async def test_branches_of_one_name_are_each_shops_own(stand: RunningService) -> None:
    other = ShopFixture.fresh(stand.store, clock=stand.clock)
    for floor, quantity in ((stand.floor, 3), (other, 4)):
        floor.upload({"sku": "A", "name": "n", "quantity": quantity, "branch": "Sitra"})
    assert (stand.floor.item_json("A")["quantity"], other.item_json("A")["quantity"]) == (3, 4)
    assert stand.floor.count("branches") == 4 + 2
