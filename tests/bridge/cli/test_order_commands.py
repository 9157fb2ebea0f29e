"""`counterpart orders` and `rfq`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from service.domain.clock_trust import ClockDoubt
from service.domain.times import DAY, MINUTE
from service.store.trusted_clock import write_trusted_time
from service.usecases.settle_clock import begin_clock_doubt
from tests.bridge.cli.cli_data import give_items, order_of
from tests.bridge.cli.cli_runner import NOON, Cli
from tests.bridge.cli.ready_data import ready_cli

FIRST = "ORD-2026-000001"


@pytest.fixture
def shop(tmp_path: Path) -> Cli:
    """A shop with ten brake pads."""
    return ready_cli(Cli, tmp_path / "shop", give_items)


def test_placing_prints_the_order(shop: Cli) -> None:
    order = shop.json("orders", "place", "-", stdin=order_of(1.5, vehicle={"make": "Toyota", "model": "Camry"}))
    assert order == {
        "reference": FIRST,
        "status": "placed",
        "placed_at": "2026-11-20T12:00:00.000Z",
        "accept_by": "2026-11-20T12:30:00.000Z",
        "updated_at": "2026-11-20T12:00:00.000Z",
        "fitment_confirmed": False,
        "vehicle": {"make": "Toyota", "model": "Camry", "year": None},
        "branch": "Main",
        "lines": [
            {
                "sku": "PAD-1",
                "name": "Front brake pads",
                "quantity": 1.5,
                "price_fils": 12_500,
                "total_fils": 18_750,
                "held": 1.5,
            }
        ],
        "items_fils": 18_750,
        "delivery": {"method": "courier", "fee_fils": 0},
        "payout": {"commission_fils": 0, "payout_fils": 18_750},
        "refunded": False,
        "reason": None,
        "marketplace_reference": None,
    }
    assert shop.json("orders", "list") == [{**order, "customer": None}]
    assert shop.json("items", "show", "PAD-1")["reserved"] == 1.5


def test_an_order_comes_from_a_file_too_byte_order_mark_and_all(shop: Cli, tmp_path: Path) -> None:
    file = tmp_path / "order.json"
    file.write_bytes(b"\xef\xbb\xbf" + order_of().encode())
    assert FIRST in shop.ok("orders", "place", str(file))


def test_show_adds_the_history(shop: Cli) -> None:
    shop.ok("orders", "place", "-", stdin=order_of())
    shop.ok("orders", "act", FIRST, "reject", "--reason", "Sold at the counter")
    printed = shop.json("orders", "show", FIRST)
    assert (printed["status"], printed["refunded"], printed["reason"]) == ("cancelled", True, "Sold at the counter")
    assert [(entry["action"], entry["from"], entry["to"], entry["by"]) for entry in printed["history"]] == [
        ("place", None, "placed", "command line: marwa"),
        ("reject", "placed", "cancelled", "command line: marwa"),
    ]
    text = shop.ok("orders", "show", FIRST)
    assert "reject by command line: marwa -> cancelled: Sold at the counter" in text
    assert "BHD 12.500" in text


def test_acting_answers_as_the_api_does(shop: Cli) -> None:
    shop.ok("orders", "place", "-", stdin=order_of())
    steps = [("confirm_fitment", "placed"), ("accept", "confirmed"), ("ready", "ready")]
    steps += [("dispatched", "out_for_delivery"), ("delivered", "delivered")]
    for action, status in steps:
        assert shop.json("orders", "act", FIRST, action) == {"order": FIRST, "status": status}
    assert shop.json("items", "show", "PAD-1")["quantity"] == 9
    assert shop.ok("orders", "list", "--status", "placed") == "No order is placed.\n"
    assert [order["status"] for order in shop.json("orders", "list", "--status", "delivered")] == ["delivered"]


def test_cancelling_may_bring_the_units_back(shop: Cli) -> None:
    shop.ok("orders", "place", "-", stdin=order_of(4))
    for action in ("accept", "ready", "dispatched"):
        shop.ok("orders", "act", FIRST, action)
    assert shop.json("items", "show", "PAD-1")["quantity"] == 6
    cancelled = shop.json("orders", "cancel", FIRST, "--reason", "Not at home", "--restock")
    assert cancelled == {"order": FIRST, "status": "cancelled"}
    assert shop.json("items", "show", "PAD-1")["quantity"] == 10


@pytest.mark.parametrize("words", [("list",), ("list", "--status", "placed"), ("show", FIRST)])
def test_an_order_whose_time_is_over_never_shows_as_placed(shop: Cli, words: tuple[str, ...]) -> None:
    shop.ok("orders", "place", "-", stdin=order_of())
    shop.clock.advance(30 * MINUTE)
    printed = shop.json("orders", *words)
    orders = printed if isinstance(printed, list) else [printed]
    assert [order["status"] for order in orders] == ([] if "--status" in words else ["cancelled"])
    assert shop.json("items", "show", "PAD-1")["reserved"] == 0


def test_what_lapsed_gives_its_units_to_the_next_order(shop: Cli) -> None:
    shop.ok("orders", "place", "-", stdin=order_of(10))
    assert "0 free" in shop.fails("orders", "place", "-", stdin=order_of(1))
    shop.clock.advance(31 * MINUTE)
    shop.ok("orders", "place", "-", stdin=order_of(10))


def test_a_late_accept_is_refused_and_the_order_cancelled(shop: Cli) -> None:
    shop.ok("orders", "place", "-", stdin=order_of())
    shop.clock.advance(30 * MINUTE)
    assert "cancelled" in shop.fails("orders", "act", FIRST, "accept")
    assert shop.json("orders", "show", FIRST)["history"][-1]["by"] == "time"


def test_refusals_say_why(shop: Cli) -> None:
    shop.ok("orders", "place", "-", stdin=order_of())
    assert (
        shop.fails("orders", "act", FIRST, "ready")
        == f"{FIRST} is placed; ready is possible only while it is confirmed."
    )
    assert "reason" in shop.fails("orders", "act", FIRST, "reject")
    assert "Say why" in shop.fails("orders", "cancel", FIRST, "--reason", " ")
    assert "500 characters" in shop.fails("orders", "act", FIRST, "reject", "--reason", "x" * 501, code=2)
    assert "'--reason'" in shop.fails("orders", "cancel", FIRST, code=2)
    assert "'accept'" in shop.fails("orders", "act", FIRST, "explode", code=2)
    message = shop.fails("orders", "show", "ORD-1")
    assert "no order ORD-1" in message
    assert "GET /v1" not in message


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("nonsense", "is not JSON"),
        ("{}", "lines"),
        (b"\xff\xfe", "is not JSON"),
        (order_of(sku="NOPE"), "no item 'NOPE'"),
        (order_of(11), "10 free"),
        (order_of(1, branch="Nope"), "no branch 'Nope'"),
        (order_of(0.0001), "quantity"),
    ],
)
def test_an_order_that_cannot_be_is_refused_and_nothing_is_kept(shop: Cli, body: str | bytes, expected: str) -> None:
    assert expected in shop.fails("orders", "place", "-", stdin=body)
    assert shop.json("orders", "list") == []


def test_a_file_that_is_not_there_is_told(shop: Cli, tmp_path: Path) -> None:
    assert "No such file" in shop.fails("orders", "place", str(tmp_path / "none.json"))


def test_requests_are_taken_in_and_listed(cli: Cli) -> None:
    body = json.dumps({"text": "محتاجها اليوم", "items": [{"description": "Front bumper", "quantity": 2}]})
    made = cli.json("rfq", "new", "-", stdin=body)
    assert made == {
        "reference": "RFQ-2026-000001",
        "created_at": "2026-11-20T12:00:00.000Z",
        "text": "محتاجها اليوم",
        "vehicle": None,
        "items": [{"sku": None, "description": "Front bumper", "quantity": 2}],
    }
    assert cli.json("rfq", "list") == [made]
    assert "2 x Front bumper" in cli.ok("rfq", "list")
    assert "request for quotation" in cli.fails("rfq", "new", "-", stdin="[]")


def test_while_the_clock_is_in_doubt_an_order_has_no_time_to_accept(shop: Cli) -> None:
    shop.write(lambda tx, _shop: begin_clock_doubt(tx, ClockDoubt(NOON, NOON + 30 * DAY)))
    assert "counterpart clock" in shop.ok("orders", "place", "-", stdin=order_of())
    shop.clock.advance(31 * MINUTE)
    assert shop.json("orders", "show", FIRST)["accept_by"] is None
    assert "1 waiting order can be accepted for 30 minutes" in shop.ok("clock", "confirm")
    shop.clock.advance(31 * MINUTE)
    assert shop.json("orders", "show", FIRST)["status"] == "cancelled"


def test_an_order_that_is_overdue_by_a_clock_in_doubt_can_be_accepted(shop: Cli) -> None:
    shop.ok("orders", "place", "-", stdin=order_of())
    shop.write(lambda tx, _shop: write_trusted_time(tx, NOON))
    shop.clock.set(NOON + 365 * DAY)
    assert shop.json("orders", "list")[0]["status"] == "placed"
    assert shop.json("orders", "act", FIRST, "accept")["status"] == "confirmed"


def test_an_order_by_phone_is_accepted_and_its_customer_stays_here(shop: Cli) -> None:
    words = ("--by-phone", "--name", "Ali\x07 Hassan", "--phone", "+973 33001122", "--note", "Rings twice")
    placed = shop.json("orders", "place", "-", *words, stdin=order_of(1))
    assert placed["status"] == "confirmed"
    assert "Hassan" not in json.dumps(placed), "what callers get has no customer"
    customer = {"name": "Ali Hassan", "phone": "+973 33001122", "address": "", "note": "Rings twice"}
    assert shop.json("orders", "show", FIRST)["customer"] == customer
    assert [order["customer"] for order in shop.json("orders", "list")] == [customer]
    assert "Ali Hassan" in shop.ok("orders", "list", "--csv")
    output = shop.ok("orders", "show", FIRST)
    assert "Ali Hassan" in output
    assert "Rings twice" in output
    output = shop.ok("orders", "place", "-", "--by-phone", stdin=order_of(1))
    assert output.startswith("ORD-2026-000002 is confirmed: 1 line")
    assert shop.json("orders", "show", "ORD-2026-000002")["customer"] is None
    assert "--by-phone" in shop.fails("orders", "place", "-", "--name", "Ali", code=2, stdin=order_of(1))
