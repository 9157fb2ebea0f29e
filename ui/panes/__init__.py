"""The seven panes, one package each, and which factory makes which."""

from collections.abc import Mapping

from ui.panes.calls.pane import CallsPane
from ui.panes.catalogue.pane import CataloguePane
from ui.panes.orders.pane import OrdersPane
from ui.panes.overview.pane import OverviewPane
from ui.panes.settings.pane import SettingsPane
from ui.panes.system.pane import SystemPane
from ui.panes.webhooks.pane import WebhooksPane
from ui.shell.desk import PaneKey
from ui.shell.surroundings import PaneFactory

PANES: Mapping[PaneKey, PaneFactory] = {
    PaneKey.OVERVIEW: OverviewPane,
    PaneKey.ORDERS: OrdersPane,
    PaneKey.CATALOGUE: CataloguePane,
    PaneKey.SYSTEM: SystemPane,
    PaneKey.WEBHOOKS: WebhooksPane,
    PaneKey.SETTINGS: SettingsPane,
    PaneKey.CALLS: CallsPane,
}

__all__ = ["PANES"]
