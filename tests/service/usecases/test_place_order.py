"""Requests for quotation are stored and reported (contract §4.4 and §6)."""

from __future__ import annotations

from service.domain.marketplace.order_requests import parse_rfq
from service.store import rfqs
from service.usecases.place_order import receive_rfq
from tests.fakes.shop_fixture import ShopFixture

BODY = (
    '{"text": "عاجل", "vehicle": {"make": "Kia", "model": "Rio"}, '
    '"items": [{"description": "Left mirror", "quantity": 2}, {"sku": "A", "description": "Oil", "quantity": 0.5}]}'
).encode()


def test_a_request_is_kept_and_told(shop: ShopFixture) -> None:
    kept = [shop.write(lambda tx: receive_rfq(tx, shop.shop, parse_rfq(BODY), now=shop.clock.now())) for _ in range(2)]
    assert shop.read(lambda db: rfqs.list_rfqs(db, shop.shop.id)) == kept[::-1]
    assert shop.paired().read(lambda db: rfqs.list_rfqs(db, shop.paired().shop.id)) == []
    assert [rfq.reference for rfq in kept] == ["RFQ-2026-000001", "RFQ-2026-000002"]
    event = shop.events()[0]
    assert (event["event"], event["test"], event["shop"]) == ("rfq.new", False, shop.shop.name)
    assert event["data"]["rfq"] == {
        "reference": "RFQ-2026-000001", "created_at": "2026-11-20T14:05:09.120Z", "text": "عاجل",
        "vehicle": {"make": "Kia", "model": "Rio", "year": None},
        "items": [
            {"sku": None, "description": "Left mirror", "quantity": 2},
            {"sku": "A", "description": "Oil", "quantity": 0.5},
        ],
    }  # fmt: skip
