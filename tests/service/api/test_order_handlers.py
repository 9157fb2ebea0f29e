"""GET /v1/orders and POST /v1/orders/{order}/{action} (contract §4.2 and §4.3)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from service.api.answers import Answer, AnswerJob
from service.api.api_request import ApiRequest
from service.api.order_handlers import OrderHandlers
from service.domain.marketplace.orders import ACCEPT_WINDOW, Action, Decision, Order
from service.domain.times import MINUTE, Millis, format_rfc3339
from service.store.engine.transaction import Tx
from service.store.shops import set_read_only
from tests.fakes.new_database import new_store
from tests.fakes.shop_fixture import ShopFixture
from tests.service.api.running_service import BareEdge, RunningService, run_edge
from tests.service.api.wire_client import Json, Reply, exchange, request_bytes

ACTIONS = ["confirm_fitment", "accept", "reject", "ready", "dispatched", "delivered"]
WHY = {"reason": "out of stock"}


class WaitingGate:
    """A marketplace that has not answered yet: each decision that is made waits for action 7."""

    waits_for: int | None = 7

    def __init__(self) -> None:
        self.edge: BareEdge
        self.order: Order
        self.asked: list[tuple[object, ...]] = []
        self.decisions = 0

    def is_linked(self, shop_id: int) -> bool:
        return shop_id == self.edge.floor.shop.id

    async def act(
        self,
        shop_id: int,
        reference: str,
        action: Action,
        *,
        reason: str | None,
        by: str,
        at: Millis,
        decide: Callable[[Tx, Callable[[], Decision]], Decision],
    ) -> Decision:
        self.asked.append((shop_id, reference, action, reason, by, at))

        def make() -> Decision:
            self.decisions += 1
            return Decision(self.order, action, changed=False, waits_for=self.waits_for)

        return await self.edge.store.write(lambda tx: decide(tx, make))

    async def check_clock(self) -> None:
        """The clock never jumps here."""


@pytest.fixture
async def gate(tmp_path: Path) -> AsyncIterator[WaitingGate]:
    """The gate of an edge whose one order is placed."""
    made = WaitingGate()

    async def handle(request: ApiRequest) -> Answer | AnswerJob:
        return await OrderHandlers(made.edge.store, made, made.check_clock).act(request)

    async with run_edge(tmp_path, {"/v1/orders/{order}/{action}": {"POST": handle}}) as edge:
        edge.floor.add("A")
        made.edge, made.order = edge, edge.floor.place("A")
        yield made


async def reject(gate: WaitingGate, headers: dict[str, str | bytes | None]) -> Reply:
    target = f"/v1/orders/{gate.order.reference}/reject"
    sent = request_bytes("POST", target, key=gate.edge.key, body=b'{"reason":"sold"}', headers=headers)
    return await exchange(gate.edge.address, sent)


async def test_an_action_is_decided_once_however_often_it_is_sent(gate: WaitingGate) -> None:
    for _ in range(2):
        reply = await reject(gate, {"Idempotency-Key": "k"})
        assert (reply.status, reply.error) == (503, "upstream_unavailable")
        assert gate.decisions == 1
    edge, placed = gate.edge, gate.order.reference
    assert gate.asked == [(edge.floor.shop.id, placed, Action.REJECT, "sold", "Till 1", edge.clock.now())] * 2


async def test_an_action_that_waits_for_nothing_is_answered_and_kept(gate: WaitingGate) -> None:
    gate.waits_for = None
    for is_repeated in (False, True):
        reply = await reject(gate, {"Idempotency-Key": "k"})
        assert (reply.status, reply.json) == (200, {"order": gate.order.reference, "status": "placed"})
        assert ("idempotent-replayed" in reply.headers, gate.decisions) == (is_repeated, 1)


class Way(NamedTuple):
    """How an order comes to a status, and what each action does from there:
    the next status, or None for 422.
    """

    steps: tuple[str, ...]
    leads: dict[str, str]


WAYS = {
    "placed": Way((), {"confirm_fitment": "placed", "accept": "confirmed", "reject": "cancelled"}),
    "confirmed": Way(("accept",), {"reject": "cancelled", "ready": "ready"}),
    "ready": Way(("accept", "ready"), {"dispatched": "out_for_delivery"}),
    "out_for_delivery": Way(("accept", "ready", "dispatched"), {"delivered": "delivered"}),
    "delivered": Way(("accept", "ready", "dispatched", "delivered"), {}),
    "cancelled": Way(("reject",), {}),
}


async def act(stand: RunningService, order: Order | str, action: str, body: Json = None) -> Reply:
    reference = order if isinstance(order, str) else order.reference
    return await stand.call("POST", f"/v1/orders/{reference}/{action}", body=body)


async def led(stand: RunningService, status: str, **order: object) -> Order:
    """An order of one unit in that status."""
    placed = stand.floor.place("A", 1, **order)
    for step in WAYS[status].steps:
        assert (await act(stand, placed, step, WHY)).status == 200
    return placed


@pytest.mark.parametrize("status", list(WAYS))
async def test_each_action_is_answered_with_the_new_status(stand: RunningService, status: str) -> None:
    stand.floor.add("A")
    for action, target in WAYS[status].leads.items():
        order = await led(stand, status)
        reply = await act(stand, order, action, WHY)
        assert (reply.status, reply.json) == (200, {"order": order.reference, "status": target})
        assert stand.floor.order(order).status == target


@pytest.mark.parametrize("action", ACTIONS)
async def test_each_action_is_refused_from_another_status(stand: RunningService, action: str) -> None:
    """The domain tries every status."""
    stand.floor.add("A")
    order = await led(stand, "out_for_delivery" if action != "delivered" else "placed")
    before = stand.floor.order(order)
    reply = await act(stand, order, action, WHY)
    assert (reply.status, reply.error) == (422, "action_not_allowed")
    said = before.status.replace("_", " ")
    assert reply.json["message"].startswith(f"{order.reference} is {said}; {action} is possible only while it is ")
    assert stand.floor.order(order) == before


@pytest.mark.parametrize(
    "body", [None, b"", b"  \n", {}, {"reason": ""}, {"reason": " \t "}, {"raison": "typing error"}]
)
async def test_reject_wants_a_reason(stand: RunningService, body: Json) -> None:
    stand.floor.add("A")
    order = await led(stand, "placed")
    reply = await act(stand, order, "reject", body)
    assert (reply.status, reply.error) == (422, "reason_required")
    assert stand.floor.order(order).status == "placed"
    assert stand.log()[0].notes == (("fields ignored: raison",) if body == {"raison": "typing error"} else ())


async def test_the_buyer_sees_the_reason_and_is_refunded(stand: RunningService) -> None:
    stand.floor.add("A")
    order = await led(stand, "confirmed")
    assert (await act(stand, order, "reject", {"reason": "انتهى \u202e"})).status == 200
    (listed,) = (await stand.call("GET", "/v1/orders?status=cancelled")).json["orders"]
    assert (listed["reason"], listed["refunded"], listed["accept_by"]) == ("انتهى \u202e", True, None)
    last = stand.floor.history(order)[-1]
    assert (last.action, last.by, last.reason, last.refunded) == ("reject", "Till 1", "انتهى \u202e", True)


@pytest.mark.parametrize(
    "body",
    [b"{", b"[]", b'"text"', b"5", b"null", b"NaN", b'{"reason": 5}', b'{"reason": null}', b'{"reason": ["x"]}',
     b'{"reason": "\\ud800"}', b'{"reason": "\xff"}', b"\xef\xbb\xbf{}", {"reason": "x" * 501}],
)  # fmt: skip
async def test_a_body_that_says_no_reason_is_400(stand: RunningService, body: Json) -> None:
    stand.floor.add("A")
    order = await led(stand, "placed")
    for action in ("accept", "reject"):
        reply = await act(stand, order, action, body)
        assert (reply.status, reply.error) == (400, "bad_request")
        assert reply.json["message"].startswith(("The body ", "reason must be "))
    assert stand.floor.order(order).status == "placed"


async def test_500_characters_of_any_kind_are_a_reason(stand: RunningService) -> None:
    stand.floor.add("A")
    order = await led(stand, "placed")
    assert (await act(stand, order, "reject", {"reason": "ض😀" * 250})).status == 200


async def test_actions_take_a_body_or_none(stand: RunningService) -> None:
    stand.floor.add("A")
    for body in (None, b"", b"{}", {"reason": "kept to ourselves"}):
        order = stand.floor.place("A")
        assert (await act(stand, order, "accept", body)).status == 200
        assert stand.floor.order(order).reason is None


@pytest.mark.parametrize(
    "action", ["cancel", "expire", "place", "Accept", "accept%20", "%00", "x" * 3000, "out_for_delivery"]
)
async def test_an_unknown_action_is_400_whatever_the_order(stand: RunningService, action: str) -> None:
    reply = await act(stand, "ORD-2026-000001", action)
    assert (reply.status, reply.error) == (400, "bad_request")
    assert reply.json["message"] == f"The action must be one of {', '.join(ACTIONS)}."


@pytest.mark.parametrize(
    "reference",
    ["ORD-2026-000009", "ord-2026-000001", "ORD-2026-1", "%20ORD-2026-000001", "x", "%00", "%ff", "y" * 4000],
)
async def test_an_order_that_does_not_exist_is_404(stand: RunningService, reference: str) -> None:
    stand.floor.add("A")
    stand.floor.place("A")
    reply = await act(stand, reference, "accept")
    assert (reply.status, reply.error) == (404, "not_found")
    assert len(reply.body) < 200


async def test_a_read_only_shop_acts_on_nothing_but_says_first_what_does_not_exist(stand: RunningService) -> None:
    stand.floor.add("A")
    order = await led(stand, "placed")
    stand.floor.write(lambda tx: set_read_only(tx, stand.shop.id, True))
    reply = await act(stand, order, "accept")
    assert (reply.status, reply.error) == (422, "read_only")
    assert (await act(stand, "ORD-2026-000009", "accept")).status == 404
    assert (await stand.call("GET", "/v1/orders")).json["orders"][0]["status"] == "placed"


async def test_accepting_at_the_last_millisecond_but_not_after_it(stand: RunningService) -> None:
    stand.floor.add("A", 2)
    first, second = stand.floor.place("A"), stand.floor.place("A")
    stand.clock.advance(ACCEPT_WINDOW - 1)
    assert (await act(stand, first, "accept")).status == 200
    stand.clock.advance(1)
    reply = await act(stand, second, "accept")
    assert (reply.status, reply.error) == (422, "action_not_allowed")
    cancelled = stand.floor.order(second)
    assert (cancelled.status, cancelled.refunded) == ("cancelled", True)
    assert stand.floor.history(second)[-1].by == "time"
    assert stand.floor.item_json("A")["reserved"] == 1


async def test_an_order_as_it_is_listed(stand: RunningService) -> None:
    stand.floor.add("A", 5, name="Brake pads", price_fils=1005)
    stand.floor.place(
        "A", 1.5, vehicle={"make": "Toyota", "model": "Hilux", "year": 2019},
        delivery={"method": "courier", "fee_fils": 700}, commission_fils=150,
    )  # fmt: skip
    now = stand.clock.now()
    (order,) = (await stand.call("GET", "/v1/orders")).json["orders"]
    assert order == {
        "reference": "ORD-2026-000001",
        "status": "placed",
        "placed_at": format_rfc3339(now),
        "accept_by": format_rfc3339(now + 30 * MINUTE),
        "updated_at": format_rfc3339(now),
        "fitment_confirmed": False,
        "vehicle": {"make": "Toyota", "model": "Hilux", "year": 2019},
        "branch": "Main",
        "lines": [
            {"sku": "A", "name": "Brake pads", "quantity": 1.5, "price_fils": 1005, "total_fils": 1508, "held": 1.5}
        ],
        "items_fils": 1508,
        "delivery": {"method": "courier", "fee_fils": 700},
        "payout": {"commission_fils": 150, "payout_fils": 1358},
        "refunded": False,
        "reason": None,
        "marketplace_reference": None,
    }


async def test_lists_are_by_status_newest_first_and_limited(stand: RunningService) -> None:
    stand.floor.add("A", 100)
    orders = [await led(stand, status) for status in WAYS for _ in range(2)]
    everything = (await stand.call("GET", "/v1/orders?status=all")).json
    assert set(everything) == {"orders", "status", "limit"}
    assert (everything["status"], everything["limit"]) == ("all", 100)
    assert [order["reference"] for order in everything["orders"]] == [order.reference for order in orders[::-1]]
    for status in WAYS:
        listed = (await stand.call("GET", f"/v1/orders?status={status}")).json
        assert listed["status"] == status
        assert [order["status"] for order in listed["orders"]] == [status] * 2
    assert [o["status"] for o in (await stand.call("GET", "/v1/orders")).json["orders"]] == ["placed"] * 2
    shorter = (await stand.call("GET", "/v1/orders?status=all&limit=3")).json
    assert [order["reference"] for order in shorter["orders"]] == [order.reference for order in orders[:-4:-1]]


async def test_a_list_asked_for_again_shows_what_changed_meanwhile(stand: RunningService) -> None:
    async def listed(query: str = "") -> list[tuple[str, str, bool]]:
        reply = await stand.call("GET", f"/v1/orders{query}")
        return [(order["reference"], order["status"], order["fitment_confirmed"]) for order in reply.json["orders"]]

    stand.floor.add("A", 100)
    first = stand.floor.place("A").reference
    assert await listed() == await listed() == [(first, "placed", False)]
    assert await listed("?status=confirmed") == []
    await act(stand, first, "confirm_fitment")
    assert await listed() == [(first, "placed", True)]
    second = stand.floor.place("A").reference
    assert await listed() == [(second, "placed", False), (first, "placed", True)]
    await act(stand, first, "accept")
    assert await listed() == [(second, "placed", False)]
    assert await listed("?status=confirmed") == [(first, "confirmed", True)]
    assert [reply.facts for reply in stand.log(limit=1)] == ['{"orders":1}']


async def test_a_list_asked_for_again_shows_what_another_process_changed(stand: RunningService) -> None:
    stand.floor.add("A", 100)
    order = stand.floor.place("A")
    assert len((await stand.call("GET", "/v1/orders")).json["orders"]) == 1
    other = new_store(stand.store.path.parent)
    ShopFixture(other, stand.shop, stand.clock).act(order, Action.ACCEPT)
    assert (await stand.call("GET", "/v1/orders")).json["orders"] == []
    other.close()


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=501", "limit=-1", "limit=", "limit=x", "limit=1.0", "limit=5&limit=5", "status=",
              "status=Placed", "status=open", "status=placed&status=all", "status=%ff", "limit=99999999999999999999"],
)  # fmt: skip
async def test_parameters_outside_their_bounds_are_400(stand: RunningService, query: str) -> None:
    reply = await stand.call("GET", f"/v1/orders?{query}")
    assert (reply.status, reply.error) == (400, "bad_request")


async def test_the_bounds_themselves_pass(stand: RunningService) -> None:
    for limit in (1, 500):
        assert (await stand.call("GET", f"/v1/orders?limit={limit}&offset=7")).json["limit"] == limit
