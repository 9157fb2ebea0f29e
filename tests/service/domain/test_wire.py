"""Orders and requests for quotation as callers and targets receive them (contract §4, §6)."""

from __future__ import annotations

import json
from dataclasses import replace

from service.domain.marketplace.orders import Line, Method, Order, Rfq, RfqItem, Status, Vehicle
from service.domain.wire import encode, order_out, rfq_out

NOW = 1_795_183_509_120
ORDER = Order(
    id=1,
    shop_id=2,
    reference="ORD-2026-000007",
    status=Status.PLACED,
    placed_at=NOW,
    accept_by=NOW + 1_800_000,
    updated_at=NOW + 5,
    fitment_confirmed=True,
    vehicle=Vehicle("Kia", "Rio", 2019),
    lines=(Line("PAD-1", "Pad", 2_500, 1_000, 2_500, short=500), Line("OIL", "Oil", 1_000, 3_000, 3_000)),
    branch_id=4,
    method=Method.PICKUP,
    fee_fils=300,
    items_fils=5_500,
    commission_fils=550,
    refunded=False,
    reason=None,
    units_left=False,
    marketplace_reference="ORD-2026-000007",
    branch="Sitra",
)


def test_an_order_has_the_fields_of_the_contract() -> None:
    assert json.loads(encode(order_out(ORDER))) == {
        "reference": "ORD-2026-000007",
        "status": "placed",
        "placed_at": "2026-11-20T14:05:09.120Z",
        "accept_by": "2026-11-20T14:35:09.120Z",
        "updated_at": "2026-11-20T14:05:09.125Z",
        "fitment_confirmed": True,
        "vehicle": {"make": "Kia", "model": "Rio", "year": 2019},
        "branch": "Sitra",
        "lines": [
            {"sku": "PAD-1", "name": "Pad", "quantity": 2.5, "price_fils": 1000, "total_fils": 2500, "held": 2},
            {"sku": "OIL", "name": "Oil", "quantity": 1, "price_fils": 3000, "total_fils": 3000, "held": 1},
        ],
        "items_fils": 5500,
        "delivery": {"method": "pickup", "fee_fils": 300},
        "payout": {"commission_fils": 550, "payout_fils": 4950},
        "refunded": False,
        "reason": None,
        "marketplace_reference": "ORD-2026-000007",
    }


def test_a_closed_order_holds_nothing_and_says_why() -> None:
    closed = replace(
        ORDER,
        status=Status.CANCELLED,
        accept_by=None,
        vehicle=None,
        refunded=True,
        reason="Sold",
        lines=ORDER.lines[:1],
    )
    sent = json.loads(encode(order_out(closed)))
    assert (sent["status"], sent["accept_by"], sent["vehicle"]) == ("cancelled", None, None)
    assert (sent["refunded"], sent["reason"]) == (True, "Sold")
    assert sent["lines"][0]["held"] == 0


def test_a_request_for_quotation_has_the_fields_of_the_contract() -> None:
    asked = (RfqItem("PAD-1", "Front pads", 2_000), RfqItem(None, "Any wiper", 500))
    rfq = Rfq(1, 2, "RFQ-2026-000001", NOW, "Urgent", Vehicle("Kia", "Rio"), asked)
    assert json.loads(encode(rfq_out(rfq))) == {
        "reference": "RFQ-2026-000001",
        "created_at": "2026-11-20T14:05:09.120Z",
        "text": "Urgent",
        "vehicle": {"make": "Kia", "model": "Rio", "year": None},
        "items": [
            {"sku": "PAD-1", "description": "Front pads", "quantity": 2},
            {"sku": None, "description": "Any wiper", "quantity": 0.5},
        ],
    }
