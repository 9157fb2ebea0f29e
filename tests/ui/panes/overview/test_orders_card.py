"""The orders that wait, the most urgent first."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt

from service.domain.times import MINUTE
from tests.ui.conftest import MakeContext, ShowWidget
from tests.ui.fake import order_data
from ui.panes.overview.orders_card import OrdersCard


def test_an_order_without_a_known_end_comes_after_urgent_ones_and_shows_no_countdown(
    make_context: MakeContext, show: ShowWidget
) -> None:
    context = make_context()
    now = context.now()
    one = order_data.row_of(order_data.orders()[0])
    urgent = replace(one, reference="ORD-2026-000002", accept_by=now + 5 * MINUTE)
    unknown = replace(one, reference="ORD-2026-000001", accept_by=None)
    card = OrdersCard(context)
    show(card)
    card.show_orders((unknown, urgent), now)
    said = [card.model.index(row, 0).data(Qt.ItemDataRole.DisplayRole) for row in range(2)]
    assert said[0].startswith("ORD-2026-000002, 5:00, ")
    assert said[1].startswith("ORD-2026-000001, BHD")
    assert not card.grab().isNull()
