"""The whole backend: one port per family of requests, and notices of changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Protocol, get_type_hints

from service.domain.changes import Changes
from service.domain.marketplace.orders import ListedOrder
from ui.backend.alerts_port import Alerts
from ui.backend.calls_port import Calls
from ui.backend.catalogue_port import Catalogue
from ui.backend.counters_port import Counters
from ui.backend.history_port import Histories
from ui.backend.host_port import Host, HostStatus
from ui.backend.keys_port import Keys, Network
from ui.backend.marketplace_port import Marketplace
from ui.backend.orders_port import Orders
from ui.backend.overview_port import Overviews, Reports
from ui.backend.people_port import Audit, People
from ui.backend.pulls_port import Pulls
from ui.backend.settings_port import SettingsBackend
from ui.backend.shops_port import Shops
from ui.backend.webhooks_port import Webhooks


class Subscription(Protocol):
    """Ends a subscription."""

    def close(self) -> None: ...


class Backend(Protocol):
    """What panes, wizard, tray and dialogs can ask. Requests never block and come from the GUI
    thread only.
    """

    @property
    def shops(self) -> Shops: ...

    @property
    def host(self) -> Host: ...

    @property
    def overview(self) -> Overviews: ...

    @property
    def orders(self) -> Orders: ...

    @property
    def catalogue(self) -> Catalogue: ...

    @property
    def keys(self) -> Keys: ...

    @property
    def audit(self) -> Audit: ...

    @property
    def pulls(self) -> Pulls: ...

    @property
    def webhooks(self) -> Webhooks: ...

    @property
    def calls(self) -> Calls: ...

    @property
    def marketplace(self) -> Marketplace: ...

    @property
    def network(self) -> Network: ...

    @property
    def counters(self) -> Counters: ...

    @property
    def alerts(self) -> Alerts: ...

    @property
    def people(self) -> People: ...

    @property
    def reports(self) -> Reports: ...

    @property
    def histories(self) -> Histories: ...

    @property
    def settings(self) -> SettingsBackend: ...

    def on_changes(self, listener: Callable[[Changes], None]) -> Subscription:
        """Calls `listener` on any thread after each commit; the shell brings it to
        the GUI thread.
        """
        ...

    def on_host(self, listener: Callable[[HostStatus], None]) -> Subscription:
        """Calls `listener` on any thread when the service starts, stops or finds
        its port in use.
        """
        ...

    def on_ring(self, listener: Callable[[int, ListedOrder, bool], None]) -> Subscription:
        """Calls `listener(shop, order, lapsing)` for a new order, and 5 minutes before one expires
        (`lapsing`).
        """
        ...


@cache
def list_ports() -> Mapping[str, type]:
    """The class of each port by its name."""
    return {
        name: get_type_hints(member.fget)["return"]
        for name, member in vars(Backend).items()
        if isinstance(member, property)
    }
