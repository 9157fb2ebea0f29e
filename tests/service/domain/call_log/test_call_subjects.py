"""The subjects of a call come from its path and bodies, whatever these contain."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.call_log.body_layout import RejectedRow
from service.domain.call_log.call_subjects import (
    find_orders,
    find_rejected_rows,
    find_skus,
    is_path_of,
    make_order_path,
)
from service.domain.call_log.calls import Bodies, Call

CALL = Call(1, 0, 1, 1, "Till", "127.0.0.1", "GET", "/v1/orders", 200, 900, 0, 10)
UPLOAD = Call(1, 0, 1, 1, "Till", "127.0.0.1", "POST", "/v1/items", 200, 900, 0, 10, notes=("row 3 (A): name: is bad",))


def at(path: str, method: str = "GET") -> Call:
    return Call(1, 0, 1, 1, "Till", "127.0.0.1", method, path, 200, 900, 0, 10)


def test_the_order_of_the_path_comes_before_those_of_the_answer() -> None:
    listed = Bodies(b"", b'{"orders": [{"reference": "ORD-2026-000001"}, {"reference": "ORD-2026-000002"}]}')
    assert find_orders(at("/v1/orders/ORD-2026-000119/accept", "POST"), listed) == ("ORD-2026-000119",)
    assert find_orders(at("/v1/orders?status=all"), listed) == ("ORD-2026-000001", "ORD-2026-000002")


def test_skus_are_those_that_were_sent_or_listed_each_once() -> None:
    sent = b'{"items": [{"sku": " A "}, {"sku": "A"}, {"name": "x"}, 5, {"sku": 7}, {"sku": "B"}]}'
    assert find_skus(UPLOAD, Bodies(sent, b"")) == ("A", "B")
    assert find_skus(at("/v1/items"), Bodies(b"", b'{"items": {"C": {}, "D": {}}, "total": 2}')) == ("C", "D")


def test_rejected_rows_are_those_of_the_answer_or_those_noted_where_it_was_cut() -> None:
    answer = b'{"saved": 1, "errors": [{"index": 0, "sku": null, "error": "sku: is required"}]}'
    assert find_rejected_rows(UPLOAD, Bodies(b"", answer)) == (RejectedRow(0, "sku: is required"),)
    assert find_rejected_rows(UPLOAD, Bodies(b"", answer[:40], response_cut=True)) == (RejectedRow(3, "name: is bad"),)
    assert find_rejected_rows(CALL, Bodies(b"", answer)) == ()


@pytest.mark.parametrize(
    ("path", "below"),
    [
        ("/v1/orders/ORD-7", True),
        ("/v1/orders/ORD-7/accept", True),
        ("/v1/orders/ORD-7?full=1", True),
        ("/v1/orders/ORD-70", False),
        ("/v1/orders/ORD-7X?full=1", False),
        ("/v1/orders", False),
    ],
)
def test_a_path_of_an_order_is_its_own_or_below_it(path: str, below: bool) -> None:
    assert is_path_of(path, "/v1/orders/ORD-7") is below


@pytest.mark.parametrize(
    ("path", "named"),
    [
        ("/v1/orders/ORD-7", True),
        ("/V1/Orders/ord-7/accept?x=1", True),
        ("/v1/test/orders/ORD-7/cancel", True),
        ("/v1/orders/ORD-8", False),
        ("/v1/orders?status=ORD-7", False),
        ("/v1/items?q=ORD-7", False),
    ],
)
def test_the_calls_about_an_order_have_its_path_of_staging_too(path: str, named: bool) -> None:
    assert (make_order_path("ord-7") in path.lower()) is named


@given(st.binary(), st.binary(), st.sampled_from([CALL, UPLOAD]))
def test_no_body_is_too_odd(request: bytes, response: bytes, call: Call) -> None:
    bodies = Bodies(request, response)
    assert find_orders(call, bodies) == ()
    assert isinstance(find_skus(call, bodies), tuple)
    assert isinstance(find_rejected_rows(call, bodies), tuple)
