"""The ready shop's call log: twelve calls, repeated every 15 minutes over nine hours."""

from __future__ import annotations

from functools import cache

from service.domain.call_log.calls import Call, make_marks
from service.domain.catalogue.sku import fold
from service.store.call_log.body_compression import pack_body
from service.store.call_log.calls import PackedBodies
from tests.ui.fake.fake_clock import moment

_RECENT: tuple[tuple[tuple[int, int, int], int, str, str, str | None, str], ...] = (
    ((14, 29, 18), 200, "GET", "/v1/orders?status=placed", "Till 1", '{"orders":3}'),
    ((14, 29, 4), 422, "POST", "/v1/orders/ORD-2026-000119/accept", "Till 2", ""),
    ((14, 28, 51), 200, "GET", "/v1/items?offset=200", "Till 1", '{"items":200,"total":1243}'),
    ((14, 27, 40), 200, "POST", "/v1/items", "ERP", '{"saved":998,"rejected":2,"created":12}'),
    ((14, 27, 31), 401, "GET", "/v1/orders", None, ""),
    ((14, 26, 2), 413, "POST", "/v1/items", "ERP", ""),
    ((14, 25, 12), 200, "POST", "/v1/orders/ORD-2026-000123/confirm_fitment", "Till 1", '{"status":"placed"}'),
    ((14, 24, 58), 200, "GET", "/v1/orders?status=placed", "Till 1", '{"orders":3}'),
    ((14, 20, 47), 400, "POST", "/v1/items", "ERP", ""),
    ((14, 19, 30), 500, "POST", "/v1/items", "ERP", ""),
    ((14, 18, 55), 200, "GET", "/v1/items?limit=500", "Till 1", '{"items":500,"total":1243}'),
    ((14, 16, 9), 429, "GET", "/v1/orders", "Till 2", ""),
)
_ERRORS = {
    422: (
        "action_not_allowed",
        "ORD-2026-000119 is confirmed; accept is possible only while it is placed.",
    ),
    401: (
        "unauthorized",
        "The key is missing, unknown or revoked. Send the header Authorization: Bearer with a key from the owner.",
    ),
    413: ("body_too_large", "The body is over 2 MB (2097152 bytes); send the rows in several calls."),
    400: ("bad_request", "The body is not JSON: invalid character (byte 213)."),
    500: ("internal_error", "The program made a mistake. Nothing was changed; tell support 7K2F91AC."),
    429: ("rate_limited", "More than 120 calls in a minute; try again in 14 seconds."),
}
_NOTES = (
    "fields ignored: price_fil",
    "row 412 (48609-0K040): price_fils: must be an integer of 0 or more",
    "row 731 (90915-YZZD4): name: must not be blank",
)
BROKEN = b"""{
  "items": [
    {"sku": "48609-0K040", "price_fils": 14500},
    {"sku": "90915-YZZD4" "quantity": 6}
  ]
}"""
TOTAL = 420
_SIZES = {413: 3_250_000, 400: len(BROKEN)}


_HELD = (("04465-60320", "Front brake pads, LC200", 28500), ("90915-YZZD4", "Oil filter", 2750))


def make_upload() -> bytes:
    """1,000 rows on one line, two of them at fault."""
    rows = [f'{{"sku": "SKU-{at:04d}", "name": "Part {at}", "price_fils": {2000 + at}}}' for at in range(1000)]
    for at, (sku, name, price) in enumerate(_HELD):
        rows[at] = f'{{"sku": "{sku}", "name": "{name}", "price_fils": {price}}}'
    rows[412] = '{"sku": "48609-0K040", "name": "Strut mount, front", "price_fils": "14.500", "quantity": 6}'
    rows[731] = '{"sku": "90915-YZZD4", "name": "", "price_fils": 2500}'
    return ('{"items": [' + ", ".join(rows) + "]}").encode()


REQUEST = make_upload()
ANSWER = (
    b'{"received":1000,"saved":998,"created":12,"updated":986,"errors":[{"index":412,"sku":"48609-0K040","error":'
    b'"price_fils: must be an integer of 0 or more"},'
    b'{"index":731,"sku":"90915-YZZD4","error":"name: must not be blank"}]}'
)


_MARKS = make_marks([fold(sku) for sku in (*(sku for sku, *_ in _HELD), *(f"SKU-{at:04d}" for at in range(1000)))])
_pack = cache(pack_body)
_ORDERS = (
    b'{"orders":[{"reference":"ORD-2026-000123"},{"reference":"ORD-2026-000122"},{"reference":"ORD-2026-000121"}]}'
)


def make_call(number: int, key_ids: dict[str, int], shop: int) -> tuple[Call, PackedBodies]:
    """Call `number` with its bodies; the last twelve are _RECENT, older ones repeat them."""
    back = TOTAL - number
    (hour, minute, second), status, method, path, key, facts = _RECENT[back % len(_RECENT)]
    code, said = _ERRORS.get(status, (None, None))
    uploaded = facts.startswith('{"saved')
    request = REQUEST if uploaded else BROKEN if status == 400 else b""
    size = _SIZES.get(status, len(request))
    answer = ANSWER if uploaded else _ORDERS if "orders?" in path else b'{"status":"placed","limit":100}'
    if code is not None:
        answer = b'{"error":"%s","message":"%s"}' % (code.encode(), str(said).encode())
    call = Call(
        id=0,
        at=moment(15, hour, minute, second) - back // len(_RECENT) * 900_000,
        shop_id=shop if key else None,
        key_id=key_ids[key] if key else None,
        key=key,
        remote="192.168.1.20" if key or back < len(_RECENT) else f"192.168.2.{back // len(_RECENT)}",
        method=method,
        path=path,
        status=status,
        duration_us=412_000 if uploaded else 3_800,
        request_bytes=size,
        response_bytes=len(ANSWER),
        error=code,
        message=said,
        notes=_NOTES if uploaded else () if key else ("no key was sent",),
        facts=facts or None,
    )
    return call, PackedBodies(_pack(request), _pack(answer), part_marks=_MARKS if uploaded else b"")
