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


class Gateway:
    """Carries out ui.backend.Backend."""

    def __init__(
        self,
        backends: Backends,
        changed: Listeners[Changes],
        host_changed: Listeners[HostStatus],
        rings: Listeners[Ring],
    ) -> None:
        self._backends = backends
        self._change_listeners = changed
        self._host_listeners = host_changed
        self._ring_listeners = rings

    @property
    def shops(self) -> ShopsBackend:
        return self._backends.shops

    @property
    def host(self) -> HostBackend:
        return self._backends.host

    @property
    def audit(self) -> AuditBackend:
        return self._backends.audit

    @property
    def overview(self) -> OverviewBackend:
        return self._backends.overview

    @property
    def orders(self) -> OrdersBackend:
        return self._backends.orders

    @property
    def catalogue(self) -> CatalogueBackend:
        return self._backends.catalogue

    @property
    def keys(self) -> KeysBackend:
        return self._backends.keys

    @property
    def pulls(self) -> PullsBackend:
        return self._backends.pulls

    @property
    def webhooks(self) -> WebhooksBackend:
        return self._backends.webhooks

    @property
    def calls(self) -> CallsBackend:
        return self._backends.calls

    @property
    def marketplace(self) -> MarketplaceBackend:
        return self._backends.marketplace

    @property
    def network(self) -> NetworkBackend:
        return self._backends.network

    @property
    def counters(self) -> CountersBackend:
        return self._backends.counters

    @property
    def reports(self) -> ReportsBackend:
        return self._backends.reports

    @property
    def alerts(self) -> AlertsBackend:
        return self._backends.alerts

    @property
    def people(self) -> PeopleBackend:
        return self._backends.people

    @property
    def histories(self) -> HistoryBackend:
        return self._backends.histories

    @property
    def settings(self) -> SettingsBackend:
        return self._backends.settings

    def on_changes(self, listener: Callable[[Changes], None]) -> ListenerSubscription[Changes]:
        return self._change_listeners.add(listener)

    def on_host(self, listener: Callable[[HostStatus], None]) -> ListenerSubscription[HostStatus]:
        return self._host_listeners.add(listener)

    def on_ring(self, listener: Callable[[int, ListedOrder, bool], None]) -> ListenerSubscription[Ring]:
        return self._ring_listeners.add(lambda ring: listener(*ring))
