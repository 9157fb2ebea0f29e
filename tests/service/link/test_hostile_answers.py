"""What the upstream sends is hostile until proven otherwise (link §5): each answer is bounded, one
bad order never stops the good one next to it, and the shop of this computer goes on.
"""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from service.domain import wire
from service.domain.catalogue.sku import MAX_SKU
from service.domain.link.call_pacing import CallPriority
from service.domain.link.upstream_orders import LONGEST
from service.domain.marketplace.orders import Action, Order, Status
from service.domain.money import MAX_FILS
from service.domain.times import MINUTE
from service.link import upstream_client
from service.link.upstream import FEED_WAIT_S
from service.link.upstream_client import MIB, segment
from service.link.upstream_json import MOST_PAGES, MOST_ROWS, PAGE
from service.store.link import links, mirror
from tests.fakes.linked_pair import LinkedPair, body_of, linked_pair
from tests.fakes.upstream_proxy import Weather

HELD = 50
PLACED = f"/v1/orders?status=placed&limit={PAGE}"


def listed(order: Order, **changes: object) -> dict[str, Any]:
    """The order as the upstream lists it, with changes."""
    return {**json.loads(wire.encode(wire.order_out(order))), **changes}


def answer(pair: LinkedPair, *orders: object) -> None:
    pair.proxy.answers[PLACED] = body_of(orders=list(orders))


def answer_events(pair: LinkedPair, *rfqs: dict[str, Any]) -> None:
    """The next page of the event feed has these requests for quotation."""
    path = f"/v1/events?after={segment(str(pair.link.event_cursor))}&limit={PAGE}&wait={FEED_WAIT_S}"
    pair.proxy.answers[path] = body_of(events=[{"event": "rfq.new", "data": {"rfq": rfq}} for rfq in rfqs], next="next")


def set_aside(pair: LinkedPair) -> dict[str, str]:
    found = pair.near.read(lambda db: mirror.list_set_aside(db, pair.near.shop.id))
    return {order.name: str(order.message) for order in found}


async def fault_of_a_reading(pair: LinkedPair) -> str:
    """Polls; gives why nothing was read, after a look that the shop goes on. One faulty answer soon
    after a good one is no fault of the link yet.
    """
    pair.pass_time(2 * MINUTE)
    await pair.poll()
    assert pair.link.fault is not None
    assert pair.near.upload({"sku": "A", "price_fils": 900}).saved == 1
    return str(pair.link.fault)


async def test_an_answer_of_more_than_16_mb_is_not_read_further(pair: LinkedPair) -> None:
    pair.proxy.weather, pair.proxy.over = Weather.ENDLESS, "/v1/orders"
    assert "larger than 16 MB" in await fault_of_a_reading(pair)
    assert upstream_client.MAX_ANSWER == 16 * 1024 * 1024


@pytest.mark.parametrize("opening", [b"[", b'{"orders":[', b'{"orders":[{"lines":['])
async def test_json_that_is_nested_deeply_is_not_understood(pair: LinkedPair, opening: bytes) -> None:
    pair.proxy.answers[PLACED] = opening * 200_000
    assert "cannot be understood" in await fault_of_a_reading(pair)


async def test_a_deep_order_is_set_aside_and_the_good_one_is_taken(pair: LinkedPair) -> None:
    good = pair.far.place("A", 1)
    deep = b'{"reference": "ORD-2026-000901", "lines": ' + b"[" * 400 + b"]" * 400 + b"}"
    pair.proxy.answers[PLACED] = b'{"orders": [' + deep + b", " + json.dumps(listed(good)).encode() + b"]}"
    await pair.poll()
    assert pair.near_order(good).status is Status.PLACED
    assert list(set_aside(pair)) == ["ORD-2026-000901"]


async def test_half_a_surrogate_pair_costs_its_own_order_at_most(pair: LinkedPair) -> None:
    good = pair.far.place("A", 1)
    text = json.dumps(listed(good, reference="ORD-2026-000902"))
    in_name, in_reference = text.replace('"name": "A"', r'"name": "x\ud800"'), text.replace("000902", r"\udc00")
    assert text not in (in_name, in_reference)
    pair.proxy.answers[PLACED] = f'{{"orders": [{in_name}, {in_reference}, {json.dumps(listed(good))}]}}'.encode()
    await pair.poll()
    assert pair.near_order(good).status is Status.PLACED
    named = pair.near.read(lambda db: mirror.find_mirrored(db, pair.near.shop.id, "ORD-2026-000902"))
    assert named is not None
    assert named[0].lines[0].name == "x"
    (why,) = set_aside(pair).values()
    assert "its reference" in why


async def test_terminal_codes_are_taken_out_of_every_text(pair: LinkedPair) -> None:
    good = pair.far.place("A", 1)
    codes = "\x1b[2J\x1b]0;owned\x07red\u202e"
    lines = [{"sku": "NEW-1", "name": codes, "quantity": 1, "price_fils": 5}]
    answer(pair, listed(good, reference="ORD-2026-000903", lines=lines, vehicle={"make": codes, "model": codes}))
    await pair.poll()
    name = pair.near.item("NEW-1").name
    order = pair.near.read(lambda db: mirror.find_mirrored(db, pair.near.shop.id, "ORD-2026-000903"))
    assert order is not None
    assert order[0].vehicle is not None
    for text in (name, order[0].vehicle.make, order[0].vehicle.model):
        assert "red" in text
        assert text.isprintable()
        assert "\u202e" not in text


async def test_terminal_codes_and_length_are_taken_out_of_a_request_for_quotation(pair: LinkedPair) -> None:
    await pair.runner.feed.step()
    items = [{"description": "mirror", "quantity": 1, "sku": "\x1b[2J\u202e" + "S" * 100_000}]
    answer_events(pair, {"reference": "RFQ-2026-000901", "items": items})
    await pair.runner.feed.step()
    (text,) = pair.near.read(lambda db: [str(text) for (text,) in db.all("SELECT items FROM rfqs", ())])
    (item,) = json.loads(text)
    assert item["sku"] == ("[2J " + "S" * MAX_SKU)[:MAX_SKU]


async def test_requests_for_quotation_without_a_name_or_a_text_are_left_out(pair: LinkedPair) -> None:
    """Two without a reference would count as one."""
    await pair.runner.feed.step()
    items = [{"description": "mirror", "quantity": 1}]
    names = ["", "\u200b", "\u2800", "\u200e \u2800", "R" * (LONGEST + 1)]
    unnamed = [{"reference": name, "items": items} for name in names]
    untold = [
        {"reference": f"R{blank!a}", "items": [*items, {"description": blank, "quantity": 1}]}
        for blank in "\u200b\u2800"
    ]
    answer_events(pair, *unnamed, *untold, {"reference": "RFQ-2026-000901", "items": items, "text": "\u2800\u200b"})
    await pair.runner.feed.step()
    assert pair.near.read(lambda db: db.all("SELECT marketplace_reference, text FROM rfqs", ())) == [
        ("RFQ-2026-000901", None)
    ]


async def test_terminal_codes_in_a_refusal_are_taken_out(pair: LinkedPair) -> None:
    pair.proxy.answers[PLACED] = b"{}"
    fault = await fault_of_a_reading(pair)
    assert "orders" in fault
    reference = "ORD-\x1b[31m"
    answer(pair, listed(pair.far.place("A", 1), reference=reference))
    await pair.poll()
    assert all(name.isprintable() and text.isprintable() for name, text in set_aside(pair).items())


async def test_a_formula_stays_a_text(pair: LinkedPair) -> None:
    """It is kept as it is; the export to a sheet writes it as a text (files.csv_export)."""
    good = pair.far.place("A", 1)
    formula = "=HYPERLINK(1)"
    lines = [{"sku": "NEW-2", "name": formula, "quantity": 1, "price_fils": 5}]
    answer(pair, listed(good, reference="ORD-2026-000904", lines=lines))
    await pair.poll()
    assert pair.near.item("NEW-2").name == formula
    assert not pair.near.item("NEW-2").active


async def test_ten_thousand_orders_are_read_to_an_end_and_no_write_is_long(pair: LinkedPair) -> None:
    good = pair.far.place("A", 1)
    row = listed(good)
    answer(pair, *({**row, "reference": f"ORD-2026-{number:06}", "lines": []} for number in range(10_000)), row)
    pair.proxy.calls.clear()
    await pair.poll()
    assert pair.near_order(good).status is Status.PLACED
    assert len([path for _, path in pair.proxy.calls if "status=placed" in path]) <= MOST_PAGES
    assert "only 500 orders" in str(pair.link.notice)
    assert pair.near.upload({"sku": "A", "price_fils": 900}).saved == 1


async def test_an_answer_with_more_orders_or_events_than_are_asked_for_is_not_read(pair: LinkedPair) -> None:
    """Each row costs time, in which nothing else of the shop would be answered."""
    await pair.runner.feed.step()
    items = [{"description": "mirror", "quantity": 1}]
    answer_events(pair, *({"reference": f"R{number}", "items": items} for number in range(PAGE + 1)))
    await pair.runner.feed.step()
    assert (pair.near.count("rfqs"), pair.link.event_cursor) == (0, None)
    answer(pair, *({"reference": f"ORD-2026-{number:06}"} for number in range(MOST_ROWS + 1)))
    assert "cannot be understood" in await fault_of_a_reading(pair)
    assert set_aside(pair) == {}


@pytest.mark.parametrize(("size", "in_another"), [(10, False), (MIB, True)])
async def test_a_large_answer_is_read_in_another_thread(pair: LinkedPair, size: int, in_another: bool) -> None:
    """In the thread of the service the calls of tills would wait for it."""
    pair.proxy.answers[PLACED] = b" " * size
    client = pair.runner._client
    reader = await client.get(PLACED, CallPriority.ORDERS, lambda _reply: threading.get_ident())
    assert (reader != threading.get_ident()) == in_another


async def test_the_history_behind_a_reading_that_was_cut_stays_history(tmp_path: Path) -> None:
    """The marketplace of this test has no further pages: it answers the first one again."""
    async with linked_pair(tmp_path) as pair:
        pair.near.add("A", 50)
        pair.far.add("A", 50)
        old = {"status": "delivered", "placed_at": "2020-01-01T00:00:00Z"}
        last = [listed(pair.far.place("A", 2), **old) for _ in range(2)]
        history = [*({**last[0], "reference": f"ORD-2020-{number:06}"} for number in range(PAGE - 1)), *last]

        def show(shown: list[dict[str, Any]]) -> None:
            delivered = f"/v1/orders?status=delivered&limit={PAGE}"
            for path in (delivered, f"{delivered}&before={shown[-1]['reference']}"):
                pair.proxy.answers[path] = body_of(orders=shown)

        answer(pair)
        show(history[:-1])
        await pair.connect()
        await pair.calm_down()
        show(history[1:])  # one of those that were shown is gone, so that an older one is
        await pair.poll()
        assert "only 500 orders" in str(pair.link.notice)
        assert (pair.near.count("orders"), pair.near.item("A").quantity) == (0, 50)


async def test_a_reading_of_the_link_before_brings_nothing_to_a_new_one(pair: LinkedPair) -> None:
    pair.far.act(pair.far.place("A", 1), Action.REJECT, "No stock")

    async def link_again() -> None:
        other = replace(pair.link, url="http://127.0.0.1:1", created_at=pair.link.created_at + 1)
        await pair.near.store.write(lambda tx: links.put_link(tx, other))

    pair.proxy.meanwhile[f"/v1/orders?status=cancelled&limit={PAGE}"] = link_again
    await pair.poll()
    assert (pair.link.history_read, pair.link.full_read_at, pair.near.count("orders")) == (False, None, 0)


@pytest.mark.parametrize(
    ("reference", "kept"),
    [
        ("4711", True),
        ("../../etc/passwd", True),
        ("B/2026-ä", True),
        ("ORD-2026-000001; DROP TABLE orders", True),
        ("", False),
        ("   ", False),
        ("x" * 101, False),
        ("two\nlines", False),
    ],
)
async def test_a_reference_of_another_shape_is_kept_next_to_one_of_our_own(
    pair: LinkedPair, reference: str, kept: bool
) -> None:
    good = pair.far.place("A", 1)
    answer(pair, listed(good, reference=reference), listed(good))
    await pair.poll()
    assert pair.near_order(good).status is Status.PLACED
    found = pair.near.read(lambda db: mirror.find_mirrored(db, pair.near.shop.id, reference))
    assert (found is not None) == kept
    assert len(set_aside(pair)) == (not kept)
    if found is not None:
        assert found[0].reference.startswith("ORD-2026-9")
        assert found[0].marketplace_reference == reference


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"lines": [{"sku": "A", "quantity": 1, "price_fils": -5}]}, "price_fils"),
        ({"lines": [{"sku": "A", "quantity": -1, "price_fils": 5}]}, "quantity"),
        ({"lines": [{"sku": "A", "quantity": 1, "price_fils": 5, "total_fils": -5}]}, "total_fils"),
        ({"lines": [{"sku": "A", "quantity": 1e30, "price_fils": 5}]}, "quantity"),
        ({"lines": [{"sku": "A", "quantity": 1, "price_fils": 2**53}]}, "price_fils"),
        ({"delivery": {"method": "courier", "fee_fils": -1}}, "fee_fils"),
        ({"payout": {"commission_fils": -1, "payout_fils": 1}}, "commission_fils"),
        ({"items_fils": -1}, "items_fils"),
        ({"items_fils": None, "lines": [{"sku": "A", "quantity": 1, "price_fils": MAX_FILS}] * 2}, "items_fils"),
        ({"items_fils": 5, "lines": [{"sku": "A", "quantity": 1, "price_fils": MAX_FILS}] * 2}, "items_fils"),
        ({"status": "frozen"}, "status"),
        ({"status": None}, "status"),
        ({"lines": []}, "lines"),
        ({"placed_at": "0001-01-01T00:00:00Z"}, "placed_at"),
    ],
)
async def test_an_amount_or_a_status_that_cannot_be_is_named_and_set_aside(
    pair: LinkedPair, changes: dict[str, Any], field: str
) -> None:
    good = pair.far.place("A", 1)
    answer(pair, listed(good, reference="ORD-2026-000905", **changes), listed(good))
    await pair.poll()
    assert pair.near_order(good).status is Status.PLACED
    assert field in set_aside(pair)["ORD-2026-000905"]
    assert pair.near.item("A").reserved == 1
