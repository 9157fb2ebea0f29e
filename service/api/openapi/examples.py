"""Examples for the OpenAPI description. A test checks them with the schemas."""

from __future__ import annotations

from typing import Any

from service.api.checks.rate_limits import CALLS_PER_WINDOW
from service.api.request_body import TOO_LARGE
from service.domain.webhooks.events import EventKind

_FIT = [{"make": "Toyota", "model": "Land Cruiser", "year_from": 2016, "year_to": 2021}]

UPLOAD: dict[str, Any] = {
    "items": [
        {
            "sku": "04465-60280",
            "name": "Brake pads, front",
            "name_ar": "فحمات فرامل أمامية",
            "oem_number": "04465-60280",
            "brand": "Toyota",
            "category": "Brakes",
            "condition": "new_oem",
            "shelf": "A-12",
            "barcode": "4012345678901",
            "price_fils": 18500,
            "wholesale_price_fils": 15900,
            "list_on_marketplace": True,
            "quantity": 6,
            "branch": "Sitra",
            "fit": _FIT,
        }
    ]
}
UPLOAD_RESULT: dict[str, Any] = {
    "received": 2,
    "saved": 1,
    "created": 1,
    "updated": 0,
    "errors": [{"index": 1, "sku": "04465-60290", "error": "price_fils: must be an integer of 0 or more"}],
}
ITEM_PAGE: dict[str, Any] = {
    "items": {
        "04465-60280": {
            "sku": "04465-60280",
            "name": "Brake pads, front",
            "name_ar": "فحمات فرامل أمامية",
            "oem_number": "04465-60280",
            "brand": "Toyota",
            "category": "Brakes",
            "condition": "new_oem",
            "shelf": "A-12",
            "barcode": "4012345678901",
            "price_fils": 18500,
            "wholesale_price_fils": 15900,
            "online_price_fils": None,
            "list_on_marketplace": True,
            "active": True,
            "quantity": 6,
            "reserved": 1,
            "stock": [{"branch": "Sitra", "quantity": 6, "reserved": 1}],
            "fit": _FIT,
            "updated_at": "2026-11-20T14:05:09.120Z",
        }
    },
    "offset": 0,
    "limit": 200,
    "total": 1,
    "revision": 4711,
}
ORDER_LIST: dict[str, Any] = {
    "orders": [
        {
            "reference": "ORD-2026-000001",
            "status": "placed",
            "placed_at": "2026-11-20T14:05:09.120Z",
            "accept_by": "2026-11-20T14:35:09.120Z",
            "updated_at": "2026-11-20T14:05:09.120Z",
            "fitment_confirmed": False,
            "vehicle": {"make": "Toyota", "model": "Land Cruiser", "year": 2019},
            "branch": "Sitra",
            "lines": [
                {
                    "sku": "04465-60280",
                    "name": "Brake pads, front",
                    "quantity": 1,
                    "price_fils": 18500,
                    "total_fils": 18500,
                    "held": 1,
                }
            ],
            "items_fils": 18500,
            "delivery": {"method": "courier", "fee_fils": 1000},
            "payout": {"commission_fils": 1850, "payout_fils": 16650},
            "refunded": False,
            "reason": None,
            "marketplace_reference": None,
        }
    ],
    "status": "placed",
    "limit": 100,
}
_EVENT = {
    "id": "evt_0b1e8f3c5a7d4e6f9a2b4c6d8e0f1a2b",
    "created_at": "2026-11-20T14:05:09.120Z",
    "shop": "Sitra Auto Parts",
}
EVENTS: dict[EventKind, dict[str, Any]] = {
    EventKind.ORDER_PLACED: {
        **_EVENT,
        "event": "order.placed",
        "test": False,
        "data": {"order": ORDER_LIST["orders"][0]},
    },
    EventKind.ORDER_STATUS: {
        **_EVENT,
        "event": "order.status",
        "test": False,
        "data": {
            "order": {**ORDER_LIST["orders"][0], "status": "confirmed", "accept_by": None},
            "action": "accept",
            "from": "placed",
            "to": "confirmed",
            "reason": None,
        },
    },
    EventKind.RFQ_NEW: {
        **_EVENT,
        "event": "rfq.new",
        "test": False,
        "data": {
            "rfq": {
                "reference": "RFQ-2026-000001",
                "created_at": "2026-11-20T14:05:09.120Z",
                "text": "For my Land Cruiser, delivered to Muharraq.",
                "vehicle": {"make": "Toyota", "model": "Land Cruiser", "year": 2019},
                "items": [{"sku": None, "description": "Front shock absorbers", "quantity": 2}],
            }
        },
    },
    EventKind.STOCK_CHANGED: {
        **_EVENT,
        "event": "stock.changed",
        "test": False,
        "data": {
            "sku": "04465-60280",
            "branch": "Sitra",
            "quantity": 5,
            "reserved": 0,
            "change": -1,
            "cause": "sale",
        },
    },
}
BRANCH_LIST = {"branches": [{"name": "Main", "main": True}, {"name": "Sitra", "main": False}]}
RFQ: dict[str, Any] = EVENTS[EventKind.RFQ_NEW]["data"]["rfq"]
RFQ_LIST = {"rfqs": [RFQ], "limit": 100}
ACTION_RESULT = {"order": "ORD-2026-000001", "status": "confirmed"}
HEALTH = {"status": "ok", "version": "0.1.0"}
DESCRIPTION: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Counterpart: Supplier Integration Service", "version": "1.0.0"},
    "paths": {},
}
EVENT_PAGE: dict[str, Any] = {
    "events": [EVENTS[EventKind.STOCK_CHANGED]],
    "next": "bKZ3sZMBCpHSzwAAAaH8n2sAAA",
    "more": False,
}
ERROR_EXAMPLES: dict[int, list[dict[str, str]]] = {
    400: [{"error": "bad_request", "message": "limit must be an integer from 1 to 500."}],
    401: [{"error": "unauthorized", "message": "The key is missing, unknown or revoked."}],
    403: [
        {
            "error": "not_allowed",
            "message": "This key has the right read only, and this call needs all or catalogue. "
            "The shop's owner can make a key with that right.",
        }
    ],
    404: [{"error": "not_found", "message": "There is no order ORD-2026-000009 in this shop."}],
    405: [{"error": "method_not_allowed", "message": "Use GET, HEAD, POST here."}],
    409: [
        {
            "error": "in_progress",
            "message": "The first call with this Idempotency-Key is not answered yet. "
            "Send the same call again in a second.",
        }
    ],
    413: [{"error": "body_too_large", "message": TOO_LARGE}],
    422: [
        {"error": "read_only", "message": "Sitra Auto Parts is read-only; the owner can change that under Settings."},
        {"error": "mode_off", "message": "API push is off for Sitra Auto Parts."},
        {"error": "too_many_items", "message": "One call takes at most 1000 items, this has 1200; send several calls."},
        {
            "error": "action_not_allowed",
            "message": "ORD-2026-000012 is ready; accept is possible only while it is placed.",
        },
        {"error": "reason_required", "message": "Give a reason to reject ORD-2026-000012: the buyer sees it."},
        {
            "error": "idempotency_mismatch",
            "message": "This Idempotency-Key was used for another call at 2026-11-20T14:05:09.120Z. "
            "Use a new key for each call, and the same key only to send the same call again.",
        },
    ],
    429: [
        {
            "error": "rate_limited",
            "message": f"More than {CALLS_PER_WINDOW} calls in a minute; try again in 14 seconds.",
        }
    ],
    500: [
        {
            "error": "internal_error",
            "message": "The program made a mistake. Nothing was changed; tell support 7K2F91AB.",
        }
    ],
    503: [
        {"error": "unavailable", "message": "The disk is full. Nothing was changed; try again once that is mended."},
        {
            "error": "upstream_unavailable",
            "message": "ORD-2026-000012: the marketplace has not answered. It is asked again until "
            "2026-11-20T14:35:09.120Z; look at the order before you repeat it.",
        },
    ],
}
PLACE_REFUSALS: list[dict[str, str]] = [
    {"error": "unknown_sku", "message": "There is no item 'BP-9'; check the SKU."},
    {"error": "inactive_sku", "message": "BP-9 is not active; activate it before it is ordered."},
    {"error": "no_price", "message": "BP-9 has no price; set one or give price_fils in the order."},
    {"error": "not_enough_stock", "message": "BP-9 has 1 free at Main; 2 cannot be ordered."},
    {
        "error": "too_much_money",
        "message": "The order comes to more than can be paid; check quantities and prices.",
    },
    {
        "error": "too_much_commission",
        "message": "The commission of 9000 fils is more than the items come to (8000 fils); the shop would have to "
        "pay for its sale. Check commission_fils and the prices.",
    },
    {
        "error": "nothing_to_order",
        "message": "Staging has no part with a price and free stock. Fill it with the sample, or upload some parts "
        "first.",
    },
    next(body for body in ERROR_EXAMPLES[422] if body["error"] == "idempotency_mismatch"),
]
ERROR_CODES = list(
    dict.fromkeys(body["error"] for bodies in (*ERROR_EXAMPLES.values(), PLACE_REFUSALS) for body in bodies)
)
ORDER_CODES = ("action_not_allowed", "reason_required")
"""Refusals that are about the order itself."""
ORDER_REFUSALS: list[dict[str, str]] = [
    {**body, "order": "ORD-2026-000012", "status": "ready" if body["error"] == "action_not_allowed" else "placed"}
    if body["error"] in ORDER_CODES
    else body
    for body in ERROR_EXAMPLES[422]
    if body["error"] not in ("mode_off", "too_many_items")
]
