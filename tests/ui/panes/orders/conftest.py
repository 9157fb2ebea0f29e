"""The Orders pane, shown."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QDialog

from tests.ui.conftest import Show
from ui.panes.orders.pane import OrdersPane
from ui.shell.desk import Desk

Open = Callable[[int], None]


@pytest.fixture
def pane(desk: Desk, show: Show) -> OrdersPane:
    pane = OrdersPane(desk)
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
