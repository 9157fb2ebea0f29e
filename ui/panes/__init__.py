"""The panes, one package each, and the class of each."""

from collections.abc import Mapping

from ui.panes.calls.calls_pane import CallsPane
from ui.panes.catalogue.catalogue_pane import CataloguePane
from ui.panes.history.history_pane import HistoryPane
from ui.panes.marketplace_pane import MarketplacePane
from ui.panes.orders.orders_pane import OrdersPane
from ui.panes.overview.overview_pane import OverviewPane
from ui.panes.settings.settings_pane import SettingsPane
from ui.panes.system.system_pane import SystemPane
from ui.panes.webhooks.webhooks_pane import WebhooksPane
from ui.shell.pane import PaneFactory
from ui.shell.pane_context import PaneKey

PANES: Mapping[PaneKey, PaneFactory] = {
    PaneKey.OVERVIEW: OverviewPane,
    PaneKey.ORDERS: OrdersPane,
    PaneKey.CATALOGUE: CataloguePane,
    PaneKey.MARKETPLACE: MarketplacePane,
    PaneKey.SYSTEM: SystemPane,
    PaneKey.WEBHOOKS: WebhooksPane,
    PaneKey.SETTINGS: SettingsPane,
    PaneKey.CALLS: CallsPane,
    PaneKey.HISTORY: HistoryPane,
}

__all__ = ["PANES"]
