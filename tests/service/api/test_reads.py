"""One item, one order, and the other lists (contract §9)."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest

from service.api.answers import AnswerJob
from service.api.api_request import ApiRequest, QueryParams
from service.api.checks.authentication import CallerCache
from service.api.edge import Handler
from service.api.item_handlers import ItemHandlers
from service.api.order_handlers import ListHandlers, OrderHandlers
from service.domain.marketplace.order_requests import RfqRequest
from service.domain.marketplace.orders import ACCEPT_WINDOW
from service.usecases.edit_shop import rename_branch
from service.usecases.place_order import receive_rfq
from tests.service.api.running_service import RunningService
from tests.service.api.wire_client import Json


async def get(stand: RunningService, target: str) -> Json:
    reply = await stand.call("GET", target)
    assert reply.status == 200, reply
    return reply.json


@pytest.mark.parametrize("sku", ["BP-1187", "a/b", "50%", "قطعة 7", "a+b&c=d?#", "A B"])
async def test_one_item_is_read_by_its_sku_however_it_is_spelled(stand: RunningService, sku: str) -> None:
    stand.floor.add(sku)
    listed = (await get(stand, "/v1/items"))["items"][sku]
    assert await get(stand, f"/v1/items/{quote(sku, safe='')}") == listed
    assert await get(stand, f"/v1/items/{quote(sku.lower(), safe='')}") == listed


async def test_an_item_or_order_that_is_not_there_is_404(stand: RunningService) -> None:
    for target in ("/v1/items/NONE", "/v1/items/%FF", "/v1/orders/ORD-2026-000009", "/v1/orders/x"):
        reply = await stand.call("GET", target)
        assert (reply.status, reply.error) == (404, "not_found"), target
        assert "NONE" not in reply.json["message"]


async def test_items_are_read_by_sku(stand: RunningService) -> None:
    for sku in ("A", "B", "C"):
        stand.floor.add(sku)
    page = await get(stand, "/v1/items?sku=c&sku=A&sku=a&sku=nothing")
    assert list(page["items"]) == ["A", "C"]
    assert (page["total"], page["offset"]) == (2, 0)
    many = "&".join(f"sku={number}" for number in range(101))
    assert (await stand.call("GET", f"/v1/items?{many}")).status == 400
    both = await stand.call("GET", "/v1/items?sku=A&since=0")
    assert (both.status, both.error) == (400, "bad_request")


async def test_100_items_are_read_by_sku_at_once_and_no_more(stand: RunningService) -> None:
    stand.floor.add("99")
    hundred = "&".join(f"sku={number}" for number in range(100))
    for others in ("", "&limit=200"):
        assert list((await get(stand, f"/v1/items?{hundred}{others}"))["items"]) == ["99"]
    more = await stand.call("GET", f"/v1/items?{hundred}&sku=more")
    assert "sku may be given at most 100 times, this has 101" in more.json["message"]


@pytest.mark.parametrize("branches", [1, 2])
async def test_pages_by_revision_show_each_change_once(stand: RunningService, branches: int) -> None:
    for number in range(7):
        stand.floor.add(f"S{number}")
    if branches == 2:
        stand.floor.upload({"sku": "S3", "quantity": 1, "branch": "Sitra"})
    seen, since = [], 0
    while items := (page := await get(stand, f"/v1/items?since={since}&limit=2"))["items"]:
        seen += items
        since = page["revision"]
        if len(seen) == 4:
            stand.floor.upload({"sku": seen[0], "price_fils": 5})
            stand.floor.add("NEW")
    assert len(seen) == 9
    assert seen[-2:] == [seen[0], "NEW"]
    assert len(set(seen)) == 8
    assert since == (await get(stand, "/v1/items"))["revision"]
    stand.floor.place("S5")
    changed = await get(stand, f"/v1/items?since={since}")
    assert changed["items"] == {"S5": await get(stand, "/v1/items/S5")}
    assert changed["items"]["S5"]["reserved"] == 1


async def test_orders_have_their_branch_and_go_on_before_one(stand: RunningService) -> None:
    stand.floor.add("A", 20, branch="Sitra")
    placed = [stand.floor.place("A", branch="Sitra").reference for _ in range(5)]
    seen, query = [], "?limit=2"
    while orders := (await get(stand, f"/v1/orders{query}"))["orders"]:
        seen += [order["reference"] for order in orders]
        query = f"?limit=2&before={seen[-1]}"
    assert seen == placed[::-1]
    one = await get(stand, f"/v1/orders/{placed[0]}")
    assert one["branch"] == "Sitra"
    assert one == (await get(stand, f"/v1/orders?before={placed[1]}"))["orders"][0]
    stand.floor.write(lambda tx: rename_branch(tx, stand.shop, "Sitra", "Muharraq"))
    assert (await get(stand, f"/v1/orders?before={placed[1]}"))["orders"][0]["branch"] == "Muharraq"
    assert (await stand.call("GET", "/v1/orders?before=ORD-2026-000099")).status == 400
    assert stand.floor.events()[0]["data"]["order"]["branch"] == "Sitra"


async def test_branches_and_requests_are_listed(stand: RunningService) -> None:
    stand.floor.add("A", branch="Sitra")
    assert await get(stand, "/v1/branches") == {
        "branches": [{"name": "Main", "main": True}, {"name": "Sitra", "main": False}]
    }
    assert await get(stand, "/v1/rfqs") == {"rfqs": [], "limit": 100}
    assert stand.log()[0].facts == '{"rfqs":0}'
    assert (await stand.call("GET", "/v1/rfqs?before=RFQ-2026-000001")).status == 400


async def test_requests_go_on_before_one_of_the_own_shop(stand: RunningService) -> None:
    request = RfqRequest(())
    placed = [
        stand.floor.write(lambda tx: receive_rfq(tx, stand.shop, request, now=stand.clock.now())).reference
        for _ in range(3)
    ]
    seen, query = [], "?limit=1"
    while listed := (page := await get(stand, f"/v1/rfqs{query}"))["rfqs"]:
        assert page["limit"] == 1
        seen += [rfq["reference"] for rfq in listed]
        query = f"?limit=1&before={seen[-1]}"
    assert seen == placed[::-1]
    staging = stand.floor.paired().shop
    theirs = "RFQ-2026-000099"
    stand.floor.write(lambda tx: receive_rfq(tx, staging, request, now=stand.clock.now(), reference=theirs))
    assert (await stand.call("GET", f"/v1/rfqs?before={theirs}")).status == 400


async def test_a_parameter_that_means_nothing_is_named_to_the_caller_and_in_the_log(stand: RunningService) -> None:
    stand.floor.add("A")
    lists = ("/v1/items?updated_since=1&limit=5", "/v1/orders?updated_since=1", "/v1/branches?updated_since=1")
    for target in (*lists, "/v1/items/A?updated_since=1"):
        reply = await stand.call("GET", target)
        assert reply.headers["x-ignored-parameters"] == "updated_since", target
        assert stand.log()[0].notes == ("parameters ignored: updated_since",)
    odd = await stand.call("GET", f"/v1/events?{quote('a b')}=1&{quote('ب')}=2&x%0D%0Ay=3")
    assert odd.headers["x-ignored-parameters"] == "a%20b, x%0D%0Ay, %D8%A8"
    assert "x-ignored-parameters" not in (await stand.call("GET", "/v1/items?limit=5")).headers


async def test_the_log_has_how_many_items_a_page_has(stand: RunningService) -> None:
    stand.floor.add("A")
    stand.floor.add("B")
    for query, count in (("", 2), ("?limit=1", 1)):
        await stand.call("GET", f"/v1/items{query}")
        assert json.loads(stand.log()[0].facts or "") == {"items": count, "total": 2}


async def test_an_answer_names_its_entry_of_the_log(stand: RunningService) -> None:
    for target, key in (("/v1/items", "own"), ("/v1/nothing", "own"), ("/v1/items", None)):
        reply = await stand.call("GET", target, key=key)
        assert reply.headers["x-request-id"] == str(stand.log()[0].id)


async def test_a_refused_action_tells_the_present_status(stand: RunningService) -> None:
    stand.floor.add("A")
    order = stand.floor.place("A").reference
    reply = await stand.call("POST", f"/v1/orders/{order}/ready")
    assert reply.status == 422
    assert (reply.json["error"], reply.json["order"], reply.json["status"]) == ("action_not_allowed", order, "placed")
    stand.clock.advance(ACCEPT_WINDOW)
    for _ in range(2):
        late = await stand.call("POST", f"/v1/orders/{order}/accept")
        assert (late.status, late.json["status"]) == (422, "cancelled")
        assert "30 minutes" in late.json["message"]


async def test_items_are_searched_by_scraps_of_words(stand: RunningService) -> None:
    stand.floor.upload(
        {"sku": "HON-77", "name": "Oil filter", "name_ar": "فلتر زيت أكورد", "oem_number": "15400-T2A-A40"},
        {"sku": "Z-1", "name": "Oil pump"},
    )
    for text in ("filter oil", "15400t2aa40", "t2a a40", "اكورد", "filtre"):
        page = await get(stand, f"/v1/items?q={quote(text)}")
        assert (list(page["items"]), page["total"]) == (["HON-77"], 1), text
    page = await get(stand, "/v1/items?q=oil&offset=1&limit=1")
    assert (list(page["items"]), page["total"], page["limit"]) == (["HON-77"], 2, 1)
    assert (await get(stand, "/v1/items?q=-"))["total"] == 0
    for refused in ("q=a&sku=b", "q=a&since=1", f"q={'a' * 201}", "q=a&q=b"):
        assert (await stand.call("GET", f"/v1/items?{refused}")).status == 400, refused


async def test_a_short_read_takes_no_savepoint(stand: RunningService) -> None:
    """It is answered in the transaction of its log entry, and writes nothing itself."""
    caller = (await CallerCache(stand.store, stand.clock.now).identify([f"Bearer {stand.key}"])).caller
    assert caller is not None

    async def check_clock() -> None:
        raise AssertionError

    items, orders, lists = (
        ItemHandlers(stand.store),
        OrderHandlers(stand.store, None, check_clock),
        ListHandlers(stand.store),
    )
    reads: list[tuple[Handler, tuple[str, ...]]] = [
        (items.read_page, ()), (items.read_one, ("A",)), (orders.list_orders, ()),
        (orders.read_one, ("ORD-2026-000001",)), (lists.list_branches, ()),
    ]  # fmt: skip
    for read, parts in reads:
        job = await read(ApiRequest(caller, parts, QueryParams.parse("limit=25"), b"", stand.clock.now()))
        assert isinstance(job, AnswerJob)
        assert job.read_only
