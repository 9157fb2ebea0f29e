"""Orders and requests for quotation as the marketplace side sends them (contract §4.4)."""

from __future__ import annotations

import json

import pytest

from service.domain.errors import BadRequest
from service.domain.marketplace.order_requests import LineRequest, RfqItemRequest, parse_order, parse_rfq, whole
from service.domain.marketplace.orders import Method, Vehicle


def test_a_full_order() -> None:
    order = parse_order(
        json.dumps({
            "lines": [{"sku": "A", "quantity": 1.5, "price_fils": 0}, {"sku": "B", "quantity": 2}],
            "branch": "Sitra", "vehicle": {"make": "Toyota", "model": "Hilux", "year": 2019},
            "delivery": {"method": "pickup", "fee_fils": 500}, "commission_fils": 10,
        }).encode()
    )  # fmt: skip
    assert order.lines == (LineRequest("A", 1_500, 0), LineRequest("B", 2_000, None))
    assert (order.branch, order.vehicle) == ("Sitra", Vehicle("Toyota", "Hilux", 2019))
    assert (order.method, order.fee_fils, order.commission_fils) == (Method.PICKUP, 500, 10)


def test_whole_numbers_may_be_written_with_a_fraction_of_nothing() -> None:
    order = parse_order(
        b'{"lines": [{"sku": "A", "quantity": 1, "price_fils": 5.0}, {"sku": "B", "quantity": 1, "price_fils": null}], '
        b'"vehicle": {"make": "Toyota", "model": "Hilux", "year": 2.019e3}, "delivery": {"fee_fils": 5e2}, '
        b'"commission_fils": 10.0}'
    )
    assert [line.price_fils for line in order.lines] == [5, None]
    assert order.vehicle == Vehicle("Toyota", "Hilux", 2019)
    assert (order.fee_fils, order.commission_fils) == (500, 10)


def test_an_empty_optional_text_is_none_as_null_is() -> None:
    for empty in ("", None):
        lines = [{"sku": "A", "quantity": 1}]
        assert parse_order(json.dumps({"lines": lines, "branch": empty}).encode()).branch is None
        wish = {"description": "Oil", "quantity": 1, "sku": empty}
        rfq = parse_rfq(json.dumps({"items": [wish], "text": empty}).encode())
        assert (rfq.text, rfq.items[0].sku) == (None, None)


def test_delivery_is_by_courier_without_fee_unless_given() -> None:
    order = parse_order(b'{"lines": [{"sku": "A", "quantity": 1}]}')
    assert (order.method, order.fee_fils, order.commission_fils, order.branch) == (Method.COURIER, 0, 0, None)


def test_a_request_for_quotation() -> None:
    rfq = parse_rfq(b'{"text": "urgent", "items": [{"description": "Left mirror", "quantity": 2}]}')
    assert rfq.items == (RfqItemRequest("Left mirror", whole(2)),)
    assert (rfq.text, rfq.vehicle) == ("urgent", None)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b"{", "The request for quotation is not JSON"),
        (b'{"items": []}', "The request for quotation cannot be read: expected `array` of length >= 1"),
        (b'{"items": [{"description": "Oil", "quantity": 0}]}', "items[0].quantity: must be more than 0"),
        (b'{"items": [{"description": " ", "quantity": 1}]}', "items[0].description: must not be blank"),
        (
            b'{"items": [{"description": "Oil", "quantity": 1}, {"description": "Oil", "quantity": "x"}]}',
            "items[1].quantity: must be a number",
        ),
        (
            b'{"items": [{"description": "Oil", "quantity": 1}], "vehicle": {"make": "a", "model": "b", "year": -1}}',
            "vehicle.year: must be an integer from 0 to 9999",
        ),
    ],
)
def test_what_is_no_request_for_quotation_names_the_place(body: bytes, sentence: str) -> None:
    with pytest.raises(BadRequest) as caught:
        parse_rfq(body)
    assert caught.value.message.startswith(sentence)


def test_a_request_for_quotation_may_name_a_car_and_an_item() -> None:
    rfq = parse_rfq(
        b'{"items": [{"description": "Oil", "quantity": 0.5, "sku": "OIL-1"}], '
        b'"vehicle": {"make": "Kia", "model": "Rio", "year": null}}'
    )
    assert rfq.items == (RfqItemRequest("Oil", 500, "OIL-1"),)
    assert rfq.vehicle == Vehicle("Kia", "Rio", None)


@pytest.mark.parametrize(("body", "part"), [
    (b"", "is not JSON"),
    (b"{", "is not JSON"),
    (b"\xff", "is not JSON"),
    (b'{"lines": [{"sku": "\\ud800", "quantity": 1}]}', "is not JSON"),
        (b'{"lines": [{"sku": "A", "quantity": ' + b"[" * 100_000, "is not JSON"),
    (b"[]", "The order cannot be read"),
    (b'{"lines": []}', "lines"),
    (b'{"lines": [{"sku": " ", "quantity": 1}]}', "lines[0].sku: must not be blank"),
    (b'{"lines": [{"sku": "A", "quantity": 1}], "vehicle": {"make": " ", "model": "b"}}', "vehicle.make: must not be"),
    (b'{"lines": [{"sku": "A", "quantity": 1}], "vehicle": {"make": "a", "model": " "}}', "vehicle.model: must not be"),
    (b'{"lines": [{"sku": "A", "quantity": 0}]}', "lines[0].quantity: must be more than 0"),
    (b'{"lines": [{"sku": "A", "quantity": -1}]}', "lines[0].quantity: must be a number of 0 or more"),
    (b'{"lines": [{"sku": "A", "quantity": "1"}]}', "lines[0].quantity: must be a number"),
    (b'{"lines": [{"sku": "A", "quantity": 1, "price_fils": -1}]}', "lines[0].price_fils: must be an integer of 0"),
    (b'{"lines": [{"sku": "A", "quantity": 1, "price_fils": 5.5}]}', "lines[0].price_fils: must be an integer"),
    (b'{"lines": [{"sku": "A", "quantity": 1, "price_fils": "5"}]}', "lines[0].price_fils: must be an integer"),
    (b'{"lines": [{"sku": "A", "quantity": 1, "price_fils": true}]}', "lines[0].price_fils: must be an integer"),
    (b'{"lines": [{"sku": "A", "quantity": 1, "price_fils": 9007199254740992}]}', "must be at most 9007199254740991"),
    (b'{"lines": [{"sku": "A", "quantity": 1}], "commission_fils": null}', "commission_fils: must be an integer"),
    (b'{"lines": [{"sku": "A", "quantity": 1}], "delivery": {"fee_fils": -1}}', "delivery.fee_fils: must be"),
    (b'{"lines": [{"sku": "A", "quantity": 1}], "vehicle": {"make": "a", "model": "b", "year": -1}}', "vehicle.year"),
    (b'{"lines": [{"sku": "A", "quantity": 1}], "delivery": {"method": "drone"}}', "delivery.method"),
    (b'{"lines": [{"sku": "A", "quantity": 1}], "note": 1}', "note"),
])  # fmt: skip
def test_what_is_no_order_names_the_place(body: bytes, part: str) -> None:
    with pytest.raises(BadRequest) as caught:
        parse_order(body)
    assert part in caught.value.message
