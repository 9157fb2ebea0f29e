"""The whole backend: one port per family of requests, and notices of changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
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


@dataclass(eq=False)
class Ports:
    """One for each family of requests."""

    shops: Shops
    host: Host
    overview: Overviews
    orders: Orders
    catalogue: Catalogue
    keys: Keys
    audit: Audit
    pulls: Pulls
    webhooks: Webhooks
    calls: Calls
    marketplace: Marketplace
    network: Network
    counters: Counters
    alerts: Alerts
    people: People
    reports: Reports
    histories: Histories
    settings: SettingsBackend


class Backend(Ports):
    """What panes, wizard, tray and dialogs can ask: never blocking, from the GUI thread only."""

    def on_changes(self, listener: Callable[[Changes], None]) -> Subscription:
        """Calls `listener` on any thread after a commit; the shell brings it to the GUI thread."""
        raise NotImplementedError

    def on_host(self, listener: Callable[[HostStatus], None]) -> Subscription:
        """Calls `listener` on any thread when the service starts, stops or finds its port used."""
        raise NotImplementedError

    def on_ring(self, listener: Callable[[int, ListedOrder, bool], None]) -> Subscription:
        """Calls `listener(shop, order, lapsing)`: a new order, or 5 minutes before it expires."""
        raise NotImplementedError


@cache
def list_ports() -> Mapping[str, type]:
    """The class of each port by its name."""
    return get_type_hints(Ports)
