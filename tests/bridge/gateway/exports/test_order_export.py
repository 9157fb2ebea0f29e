"""Orders, lines and payouts of a span, as the window saves them."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from bridge.gateway.orders_backend import OrdersBackend
from bridge.gateway.store_gateway import StoreGateway
from service.domain.export_table import TableWords
from service.domain.marketplace.orders import Action, OrderTable
from service.domain.reports import Span
from service.domain.times import DAY, HOUR
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import WAIT_S, ShopFixture
from ui.backend.progress import Progress


@pytest.fixture
def delivered_at(floor: ShopFixture) -> int:
    """Two orders, the first delivered a day later, which is when the second is placed."""
    floor.add("=PAD-1", 50, price_fils=12_500)
    first = floor.place("=PAD-1", 2, commission_fils=2_000)
    floor.clock.advance(HOUR // 4)
    floor.act(first, Action.ACCEPT)
    floor.clock.advance(DAY)
    for action in (Action.READY, Action.DISPATCHED, Action.DELIVERED):
        floor.act(first, action)
    floor.place("=PAD-1", 1)
    return floor.clock.now()


def save(gateway: StoreGateway, floor: ShopFixture, file: Path, what: OrderTable, span: Span) -> list[list[str]]:
    steps: list[Progress] = []
    backend = OrdersBackend(gateway, floor.clock)
    count = backend.export(
        floor.shop.id, what, span, str(file), TableWords({"payout_bhd": "Payout, BHD"}), steps.append
    ).result(WAIT_S)
    assert steps[-1:] == ([Progress(count, count)] if count else [])
    with file.open(encoding="utf-8-sig", newline="") as lines:
        return list(csv.reader(lines))


def test_payouts_are_of_what_was_delivered_in_the_span(
    asking: StoreGateway, floor: ShopFixture, clock: FakeClock, delivered_at: int, tmp_path: Path
) -> None:
    assert clock is floor.clock
    file = tmp_path / "payouts.csv"
    header, row = save(asking, floor, file, OrderTable.PAYOUTS, Span(delivered_at, delivered_at))
    assert dict(zip(header, row, strict=True))["Payout, BHD"] == "23.000"
    assert row[4:] == ["25.000", "2.000", "23.000"]
    assert len(save(asking, floor, file, OrderTable.PAYOUTS, Span(0, delivered_at - 1))) == 1


def test_orders_and_lines_are_of_what_was_placed_in_the_span(
    asking: StoreGateway, floor: ShopFixture, delivered_at: int, tmp_path: Path
) -> None:
    file = tmp_path / "orders.csv"
    rows = save(asking, floor, file, OrderTable.ORDERS, Span(0, delivered_at - 1))
    assert [row[0] for row in rows[1:]] == ["ORD-2026-000001"]
    assert rows[1][2] == "delivered"
    rows = save(asking, floor, file, OrderTable.LINES, Span())
    assert [row[4:] for row in rows[1:]] == [
        ["'=PAD-1", "'=PAD-1", "2", "12.500", "25.000"],
        ["'=PAD-1", "'=PAD-1", "1", "12.500", "12.500"],
    ]
    assert len(save(asking, floor.paired(), file, OrderTable.ORDERS, Span())) == 1
