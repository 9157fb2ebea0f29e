"""Everything can be tried with a staging key alone (contract §9)."""

from __future__ import annotations

import pytest

from service.usecases.link.edit_link import begin_practice
from tests.service.api.running_service import RunningService
from tests.service.api.wire_client import Json, Reply

PATHS = ["orders", "orders/ORD-2026-000001/expire", "rfqs", "events"]


class Staging:
    """Calls with a key of the staging shop."""

    def __init__(self, stand: RunningService) -> None:
        self.stand = stand
        self.floor = stand.floor.paired()
        self.key = stand.make_key(self.floor.shop)

    async def post(self, path: str, body: Json = None) -> Reply:
        return await self.stand.call("POST", f"/v1/test/{path}", key=self.key, body=body)

    async def feed(self) -> list[Json]:
        events: list[Json] = (await self.stand.call("GET", "/v1/events", key=self.key)).json["events"]
        return events


@pytest.fixture
def staging(stand: RunningService) -> Staging:
    return Staging(stand)


@pytest.mark.parametrize("path", PATHS)
async def test_with_a_live_key_there_is_no_such_path(stand: RunningService, path: str) -> None:
    reply = await stand.call("POST", f"/v1/test/{path}")
    assert (reply.status, reply.error) == (404, "not_found")


async def test_an_order_is_placed_and_expires(staging: Staging) -> None:
    staging.floor.add("A", 3)
    placed = await staging.post("orders", {"lines": [{"sku": "a", "quantity": 2}]})
    assert placed.status == 200, placed
    assert (placed.json["status"], placed.json["lines"][0]["quantity"]) == ("placed", 2)
    reference = placed.json["reference"]
    expired = await staging.post(f"orders/{reference}/expire")
    assert expired.json == {"order": reference, "status": "cancelled"}
    again = await staging.post(f"orders/{reference}/expire")
    assert (again.status, again.json["error"], again.json["status"]) == (422, "action_not_allowed", "cancelled")
    assert [event["event"] for event in await staging.feed()] == ["order.placed", "order.status"]
    assert staging.floor.item_json("A")["reserved"] == 0
    assert (await staging.post("orders/ORD-2026-000099/expire")).status == 404


async def test_an_order_of_the_practice_marketplace_does_not_expire_here(staging: Staging) -> None:
    """The marketplace would still have it as placed."""
    floor = staging.floor
    floor.add("A", 3)
    reference = (await staging.post("orders")).json["reference"]
    floor.write(lambda tx: begin_practice(tx, floor.shop, now=floor.clock.now()))
    floor.write(lambda tx: tx.update("UPDATE orders SET marketplace_reference = reference", ()))
    expired = await staging.post(f"orders/{reference}/expire")
    assert (expired.status, expired.json["error"], expired.json["status"]) == (422, "action_not_allowed", "placed")
    assert "is the marketplace's" in expired.json["message"]
    assert floor.item_json("A")["reserved"] == 1


async def test_without_a_body_an_order_is_made_of_what_there_is(staging: Staging) -> None:
    assert (await staging.post("orders")).json["error"] == "nothing_to_order"
    staging.floor.add("A", 3)
    assert (await staging.post("orders")).json["lines"][0]["sku"] == "A"


async def test_an_order_that_cannot_be_is_refused_with_a_sentence(staging: Staging) -> None:
    staging.floor.add("A", 1)
    assert (await staging.post("orders", {"lines": [{"sku": "A", "quantity": 2}]})).error == "not_enough_stock"
    assert (await staging.post("orders", {"lines": []})).status == 400


async def test_a_request_is_received_and_listed(staging: Staging) -> None:
    first = await staging.post("rfqs")
    second = await staging.post("rfqs", {"items": [{"description": "Mirror", "quantity": 1}]})
    assert (first.status, second.status) == (200, 200)
    listed = await staging.stand.call("GET", "/v1/rfqs?limit=1", key=staging.key)
    assert listed.json == {"rfqs": [second.json], "limit": 1}
    facts = [call.facts for call in staging.stand.log(staging.floor.shop) if call.path == "/v1/test/rfqs"]
    assert facts == [f'{{"rfq":"{reply.json["reference"]}"}}' for reply in (second, first)]
    older = await staging.stand.call("GET", f"/v1/rfqs?before={second.json['reference']}", key=staging.key)
    assert older.json["rfqs"] == [first.json]
    assert [event["event"] for event in await staging.feed()] == ["rfq.new"] * 2


@pytest.mark.parametrize("kind", ["order.placed", "order.status", "rfq.new", "stock.changed"])
async def test_a_test_event_of_each_kind_comes_by_the_feed(staging: Staging, kind: str) -> None:
    sent = await staging.post("events", {"event": kind})
    assert (sent.status, sent.json["event"], sent.json["test"]) == (200, kind, True)
    assert staging.stand.log(staging.floor.shop)[0].facts == f'{{"event":"{sent.json["id"]}"}}'
    assert await staging.feed() == [sent.json]


@pytest.mark.parametrize("body", [{"event": "x"}, {}, [], b"", b"{"])
async def test_an_event_of_no_kind_is_refused(staging: Staging, body: Json) -> None:
    assert (await staging.post("events", body)).error == "bad_request"
