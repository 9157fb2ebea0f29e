"""The backend of one window: its requests with its own PIN, lock and person at the counter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bridge.alerts.apprise_post import ApprisePost
from bridge.certificate.certificate_folder import CertificateFolder
from bridge.composition.service_parts import ServiceParts
from bridge.composition.support_port import make_support_port
from bridge.doctor.library_faults import find_library_faults
from bridge.gateway.alerts.alerts_backend import AlertsBackend
from bridge.gateway.audit.audit_backend import AuditBackend
from bridge.gateway.calls_backend import CallsBackend
from bridge.gateway.catalogue_backend import CatalogueBackend
from bridge.gateway.gateway import Backends, Gateway
from bridge.gateway.history.history_backend import HistoryBackend
from bridge.gateway.host_backend import HostBackend
from bridge.gateway.keys_backend import KeysBackend
from bridge.gateway.marketplace_backend import MarketplaceBackend
from bridge.gateway.network_backend import NetworkBackend
from bridge.gateway.orders_backend import OrdersBackend
from bridge.gateway.overview_backend import OverviewBackend
from bridge.gateway.people.access_guard import AccessGuard
from bridge.gateway.people.at_counter import AtCounter
from bridge.gateway.people.guarded_backend import guard_backends
from bridge.gateway.people.people_backend import Counter, PeopleBackend
from bridge.gateway.pulls_backend import PullsBackend, pull_state
from bridge.gateway.reports.reports_backend import ReportsBackend
from bridge.gateway.settings_backend import SettingsBackend, StartPorts
from bridge.gateway.shops_backend import ShopsBackend
from bridge.gateway.store_gateway import StoreGateway
from bridge.gateway.webhooks_backend import WebhooksBackend, list_troubles
from bridge.login_start import LoginStart
from bridge.paths import licences_folder
from bridge.power_on.this_system import make_power_on_switch
from service.store.engine.store import Store
from ui.backend.host_port import StartReport
from ui.backend.settings_port import Libraries


@dataclass(frozen=True, slots=True)
class WindowParts:
    """What a window asks, and what carries it out."""

    gateway: Gateway
    store_gateway: StoreGateway
    webhooks: WebhooksBackend

    def close(self) -> None:
        """Ends its workers and its test receiver. Long work is cancelled."""
        self.webhooks.stop_receiver()
        self.store_gateway.close()


def compose_window(
    parts: ServiceParts,
    at_counter: AtCounter,
    guard: AccessGuard,
    get_store: Callable[[], Store | None],
    report: StartReport,
) -> WindowParts:
    """Makes the backend of a window. `get_store` gives the open store, or None while there is
    none.
    """
    counter = Counter(at_counter, guard, parts.pins, parts.listeners.changed.notify)
    store_gateway = StoreGateway(get_store, at_counter.author)
    backends, listeners = _make_backends(parts, store_gateway, counter, report), parts.listeners
    gateway = Gateway(guard_backends(backends, guard), listeners.changed, listeners.host_changed, listeners.rings)
    return WindowParts(gateway, store_gateway, backends.webhooks)


def _make_backends(parts: ServiceParts, store_gateway: StoreGateway, counter: Counter, report: StartReport) -> Backends:
    dependencies, thread, listeners = parts.dependencies, parts.thread, parts.listeners
    folder, clock, secrets = dependencies.folder, dependencies.clock, parts.secrets.cache
    login = LoginStart.for_this_system(folder)
    support = make_support_port(folder, clock, thread, parts.secrets, parts.get_store, login.is_on)
    return Backends(
        shops=ShopsBackend(store_gateway, clock),
        host=HostBackend(
            store_gateway, clock, thread, parts.secrets, report, support, listeners.on_secrets_change, parts.updates
        ),
        overview=OverviewBackend(
            store_gateway,
            clock,
            pull_state=pull_state,
            troubles=list_troubles,
            starts_with_pc=login.is_on,
            backup_fault=parts.nightly.fault,
            update_status=parts.updates.status,
        ),
        orders=OrdersBackend(store_gateway, clock, thread),
        catalogue=CatalogueBackend(store_gateway, clock),
        keys=KeysBackend(store_gateway, clock),
        histories=HistoryBackend(store_gateway, clock),
        audit=AuditBackend(store_gateway, folder),
        pulls=PullsBackend(store_gateway, clock, folder, secrets, dependencies.speak_arabic),
        webhooks=WebhooksBackend(store_gateway, clock, thread, secrets),
        calls=CallsBackend(store_gateway, lambda: thread.status.own_address),
        marketplace=MarketplaceBackend(store_gateway, clock, thread),
        network=NetworkBackend(store_gateway, clock, thread, CertificateFolder(folder), listeners.changed.notify),
        people=PeopleBackend(store_gateway, counter),
        reports=ReportsBackend(store_gateway),
        alerts=AlertsBackend(store_gateway, clock, thread, secrets, ApprisePost, dependencies.speak),
        settings=SettingsBackend(
            store_gateway,
            folder,
            parts.make_backups(counter.person.make_origin),
            StartPorts(login, make_power_on_switch(folder, dependencies.environment)),
            listeners.on_settings_change,
            parts.ring_player,
            licences_folder(),
            lambda: Libraries(
                parts.versions.named,
                tuple(fault.sentence for fault in find_library_faults(parts.versions, clock.now())),
            ),
        ),
    )
