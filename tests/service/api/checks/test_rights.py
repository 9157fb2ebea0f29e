"""Keys with fewer rights: what each may call, and what others are answered (contract §5.3)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import product
from pathlib import Path

import pytest

from service.api.checks.rights import PARTS, check_rights, choose_kinds
from service.domain.errors import NotAllowed
from service.domain.keys import Rights
from service.domain.webhooks.events import EventKind
from tests.fakes.webhook_targets import count_stock
from tests.service.api.running_service import RunningService, run_service

CATALOGUE_PATHS = {"/v1/items", "/v1/items/{sku}"}
ORDER_PATHS = {
    "/v1/orders", "/v1/orders/{order}", "/v1/orders/{order}/{action}", "/v1/rfqs",
    "/v1/test/orders", "/v1/test/orders/{order}/expire", "/v1/test/rfqs",
}  # fmt: skip


def may(rights: Rights, path: str, method: str) -> bool:
    try:
        check_rights(rights, path, method)
    except NotAllowed:
        return False
    return True


@pytest.fixture
async def stand(tmp_path: Path) -> AsyncIterator[RunningService]:
    async with run_service(tmp_path) as running:
        running.floor.add("A", 5)
        yield running


def test_every_path_has_its_part(stand: RunningService) -> None:
    assert set(PARTS) == set(stand.service.routes.table)


@pytest.mark.parametrize(("path", "method"), list(product(PARTS, ("GET", "HEAD", "POST"))))
def test_what_each_right_may(path: str, method: str) -> None:
    assert may(Rights.ALL, path, method)
    assert may(Rights.READ, path, method) is (method != "POST")
    assert may(Rights.CATALOGUE, path, method) is (path not in ORDER_PATHS)
    assert may(Rights.ORDERS, path, method) is (path not in CATALOGUE_PATHS)


@pytest.mark.parametrize("rights", [Rights.READ, Rights.CATALOGUE, Rights.ORDERS])
def test_a_path_without_a_part_is_for_full_keys(rights: Rights) -> None:
    assert not may(rights, "/v1/new", "POST")
    assert may(Rights.ALL, "/v1/new", "POST")


async def test_a_call_outside_the_rights_changes_nothing_and_says_which_right_it_needs(stand: RunningService) -> None:
    key = stand.make_key(stand.shop, "Board", Rights.READ)
    reply = await stand.call("POST", "/v1/items", key=key, body={"items": [{"sku": "A", "quantity": 1}]})
    assert (reply.status, reply.error) == (403, "not_allowed")
    assert reply.json["message"] == (
        "This key has the right read only, and this call needs all or catalogue. "
        "The shop's owner can make a key with that right."
    )
    assert stand.floor.item("A").quantity == 5
    assert stand.log()[0].error == "not_allowed"
    assert (await stand.call("GET", "/v1/items", key=key)).status == 200
    assert (await stand.call("DELETE", "/v1/items", key=key)).status == 405
    assert (await stand.call("POST", "/v1/none", key=key)).status == 404


async def test_each_part_does_its_work(stand: RunningService) -> None:
    order = stand.floor.place("A", 1)
    catalogue = stand.make_key(stand.shop, "Stock", Rights.CATALOGUE)
    orders = stand.make_key(stand.shop, "Phone", Rights.ORDERS)
    accept = f"/v1/orders/{order.reference}/accept"
    assert (await stand.call("GET", "/v1/orders", key=catalogue)).status == 403
    assert (await stand.call("POST", accept, key=catalogue)).status == 403
    assert (await stand.upload({"sku": "A", "quantity": 4}, key=catalogue))["saved"] == 1
    assert (await stand.call("GET", "/v1/items/A", key=orders)).status == 403
    assert (await stand.call("POST", accept, key=orders)).status == 200


async def test_the_feed_gives_each_part_its_events(stand: RunningService) -> None:
    stand.floor.place("A", 1)
    count_stock(stand.floor, "A", 9)
    catalogue = stand.make_key(stand.shop, "Stock", Rights.CATALOGUE)
    orders = stand.make_key(stand.shop, "Phone", Rights.ORDERS)

    async def kinds(key: str, query: str = "") -> list[str]:
        page = (await stand.call("GET", f"/v1/events{query}", key=key)).json
        return [event["event"] for event in page["events"]]

    assert await kinds(catalogue) == ["stock.changed"]
    assert await kinds(orders) == ["order.placed"]
    assert await kinds(orders, "?event=order.status") == []
    refused = await stand.call("GET", "/v1/events?event=order.placed&event=stock.changed", key=catalogue)
    assert (refused.status, refused.error) == (403, "not_allowed")
    assert "needs all or orders or read" in refused.json["message"]


def test_kinds_of_a_full_key_are_those_asked_for() -> None:
    asked = {EventKind.STOCK_CHANGED, EventKind.RFQ_NEW}
    for rights in (Rights.ALL, Rights.READ):
        assert choose_kinds(rights, asked) == asked
        assert choose_kinds(rights, ()) == frozenset()


async def test_a_test_event_is_of_the_key_s_part(stand: RunningService) -> None:
    staging = stand.floor.paired()
    key = stand.make_key(staging.shop, "Stock", Rights.CATALOGUE)
    sent = [
        (await stand.call("POST", "/v1/test/events", key=key, body={"event": kind})).status
        for kind in ("stock.changed", "order.placed")
    ]
    assert sent == [200, 403]
