"""The seven panes, one package each, and which factory makes which."""

from collections.abc import Mapping

from ui.panes.orders.pane import OrdersPane
from ui.panes.overview.pane import OverviewPane
from ui.shell.desk import PaneKey
from ui.shell.window import PaneFactory

PANES: Mapping[PaneKey, PaneFactory] = {
    PaneKey.OVERVIEW: OverviewPane,
    PaneKey.ORDERS: OrdersPane,
}

__all__ = ["PANES"]
