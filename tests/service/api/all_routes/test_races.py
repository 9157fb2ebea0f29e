"""Racing callers: one wins, the other gets the reason, and nothing happens twice
(contract §2.7).
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from service.domain.errors import Refused
from tests.service.api.running_service import RunningService, run_service

ROUNDS = 15


async def test_of_two_callers_for_one_order_exactly_one_wins(tmp_path: Path) -> None:
    async with run_service(tmp_path, rate_limit=None) as stand:
        stand.floor.add("A", ROUNDS)
        for round_number in range(ROUNDS):
            order = stand.floor.place("A")
            pair = ("accept", "reject") if round_number % 2 else ("accept", "accept")
            replies = await asyncio.gather(
                *[
                    stand.call("POST", f"/v1/orders/{order.reference}/{action}", body={"reason": "sold"})
                    for action in pair
                ]
            )
            done = [action for action, reply in zip(pair, replies, strict=True) if reply.status == 200]
            if pair == ("accept", "accept"):
                assert sorted(reply.status for reply in replies) == [200, 422]
            # A reject may still follow an accept:
            # then both have a right to it, one after the other.
            assert [entry.action for entry in stand.floor.history(order)][1:] == sorted(done)
            status = stand.floor.order(order).status
            assert status == ("cancelled" if "reject" in done else "confirmed")


async def test_of_two_orders_for_the_last_unit_exactly_one_holds_it(stand: RunningService) -> None:
    for round_number in range(ROUNDS):
        sku = f"S{round_number}"
        stand.floor.add(sku, 1)
        tries = [stand.floor.submit_order(sku) for _ in range(4)]
        ends = await asyncio.gather(*[asyncio.wrap_future(one) for one in tries], return_exceptions=True)
        refused = [end for end in ends if isinstance(end, Refused)]
        assert len(refused) == 3
        assert {refusal.code for refusal in refused} == {"not_enough_stock"}
        assert stand.floor.item_json(sku)["reserved"] == 1


async def test_an_order_and_an_upload_never_leave_less_than_is_held(stand: RunningService) -> None:
    for round_number in range(ROUNDS):
        sku = f"S{round_number}"
        stand.floor.add(sku, 2)
        order, upload = stand.floor.submit_order(sku, 2), stand.upload({"sku": sku, "quantity": 1})
        result, placed = await asyncio.gather(upload, asyncio.wrap_future(order), return_exceptions=True)
        assert not isinstance(result, BaseException)
        item = stand.floor.item_json(sku)
        assert bool(result["errors"]) != isinstance(placed, Refused)
        assert (item["quantity"], item["reserved"]) == ((1, 0) if isinstance(placed, Refused) else (2, 2))


@pytest.mark.parametrize("rows", [1, 60])
async def test_uploads_that_create_one_sku_make_one_item(stand: RunningService, rows: int) -> None:
    uploads = [
        stand.upload(*[{"sku": spelling(f"part {row}"), "name": f"by {spelling.__name__}"} for row in range(rows)])
        for spelling in (str.upper, str.lower, str.title, str.upper)
    ]
    results = await asyncio.gather(*uploads)
    assert sum(result["created"] for result in results) == rows
    assert sum(result["updated"] for result in results) == 3 * rows
    assert (await stand.call("GET", "/v1/items")).json["total"] == rows == stand.floor.count("items")


async def test_calls_at_the_limit_of_the_rate_do_not_slip_past_it(tmp_path: Path) -> None:
    async with run_service(tmp_path, rate_limit=20) as stand:
        replies = await asyncio.gather(*[stand.call("GET", "/v1/items") for _ in range(60)])
        assert sorted(reply.status for reply in replies) == [200] * 20 + [429] * 40
