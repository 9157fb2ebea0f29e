"""The whole backend of the window; subscribers get notices of commits, the host and orders."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bridge.gateway.alerts_backend import AlertsBackend
from bridge.gateway.calls_backend import CallsBackend
from bridge.gateway.catalogue_backend import CatalogueBackend
from bridge.gateway.counters_backend import CountersBackend
from bridge.gateway.history_backend import HistoryBackend
from bridge.gateway.host_backend import HostBackend
from bridge.gateway.keys_backend import KeysBackend
from bridge.gateway.listeners import Listeners, ListenerSubscription, Ring
from bridge.gateway.marketplace_backend import MarketplaceBackend
from bridge.gateway.network_backend import NetworkBackend
from bridge.gateway.orders_backend import OrdersBackend, ReportsBackend
from bridge.gateway.overview_backend import OverviewBackend
from bridge.gateway.people_backend import AuditBackend, PeopleBackend
from bridge.gateway.pulls_backend import PullsBackend
from bridge.gateway.settings_backend import SettingsBackend
from bridge.gateway.shops_backend import ShopsBackend
from bridge.gateway.webhooks_backend import WebhooksBackend
from service.domain.changes import Changes
from service.domain.marketplace.orders import ListedOrder
from ui.backend.host_port import HostStatus


@dataclass(frozen=True, slots=True)
class Backends:
    """The ports of the window, one for each family of questions."""

    shops: ShopsBackend
    host: HostBackend
    overview: OverviewBackend
    orders: OrdersBackend
    catalogue: CatalogueBackend
    keys: KeysBackend
    pulls: PullsBackend
    webhooks: WebhooksBackend
    calls: CallsBackend
    settings: SettingsBackend
    marketplace: MarketplaceBackend
    network: NetworkBackend
    counters: CountersBackend
    audit: AuditBackend
    alerts: AlertsBackend
    reports: ReportsBackend
    people: PeopleBackend
    histories: HistoryBackend


@dataclass(frozen=True, slots=True)
class Gateway(Backends):
    """Carries out ui.backend.Backend."""

    changed: Listeners[Changes]
    host_changed: Listeners[HostStatus]
    rings: Listeners[Ring]

    def on_changes(self, listener: Callable[[Changes], None]) -> ListenerSubscription[Changes]:
        return self.changed.add(listener)

    def on_host(self, listener: Callable[[HostStatus], None]) -> ListenerSubscription[HostStatus]:
        return self.host_changed.add(listener)

    def on_ring(self, listener: Callable[[int, ListedOrder, bool], None]) -> ListenerSubscription[Ring]:
        return self.rings.add(lambda ring: listener(*ring))
