"""The Orders pane, displayed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QDialog

from tests.ui.conftest import ShowWidget
from ui.panes.orders.orders_pane import OrdersPane
from ui.shell.pane_context import PaneContext

Open = Callable[[int], None]


@pytest.fixture
def pane(context: PaneContext, show: ShowWidget) -> OrdersPane:
    pane = OrdersPane(context)
    show(pane)
    return pane


@pytest.fixture
def open_order(pane: OrdersPane, settle: Callable[[], None]) -> Open:
    """Opens the order with that number, as the search and other panes do."""

    def open_order(number: int) -> None:
        pane.open_target(f"ORD-2026-{number:06d}")
        settle()

    return open_order


def dialogs(pane: OrdersPane) -> list[QDialog]:
    """Those that are open."""
    return [dialog for dialog in pane.window().findChildren(QDialog) if dialog.isVisible()]
