"""The composition root of the window: wires service thread, gateway and panes once."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO

from bridge.alerts.alert_tasks import add_alert_tasks
from bridge.alerts.apprise_post import ApprisePost
from bridge.backups.backup_location import BackupLocation
from bridge.backups.backup_service import BackupService
from bridge.backups.nightly_backup import nightly_backup_task
from bridge.backups.nightly_outcome import NightlyOutcome
from bridge.certificate.certificate_folder import CertificateFolder
from bridge.desktop.order_notices import make_notices
from bridge.desktop.service_thread import ServiceThread
from bridge.desktop.support_port import make_support_port
from bridge.doctor.library_versions import read_library_versions
from bridge.gateway.alerts.alerts_backend import AlertsBackend
from bridge.gateway.audit.audit_backend import AuditBackend
from bridge.gateway.calls_backend import CallsBackend
from bridge.gateway.catalogue_backend import CatalogueBackend
from bridge.gateway.gateway import Backends, Gateway, Listeners, Ring
from bridge.gateway.history.history_backend import HistoryBackend
from bridge.gateway.host_backend import HostBackend
from bridge.gateway.keys_backend import KeysBackend
from bridge.gateway.marketplace_backend import MarketplaceBackend
from bridge.gateway.network_backend import NetworkBackend
from bridge.gateway.order_ringing import OrderRinging
from bridge.gateway.orders_backend import OrdersBackend
from bridge.gateway.overview_backend import OverviewBackend
from bridge.gateway.people.access_guard import AccessGuard
from bridge.gateway.people.at_counter import AtCounter
from bridge.gateway.people.guarded_backend import guard_backends
from bridge.gateway.people.people_backend import Counter, PeopleBackend
from bridge.gateway.people.pin_check import PinCheck
from bridge.gateway.pulls_backend import PullsBackend, pull_state
from bridge.gateway.reports.reports_backend import ReportsBackend
from bridge.gateway.settings_backend import SettingsBackend
from bridge.gateway.shops_backend import ShopsBackend
from bridge.gateway.store_gateway import StoreGateway
from bridge.gateway.webhooks_backend import WebhooksBackend, list_troubles
from bridge.login_start import LoginStart
from bridge.paths import database_file, licences_folder, sound_folder
from bridge.places.open_places import StoredPlaces
from bridge.practice.practice_marketplace import PracticeMarketplaces
from bridge.secrets.secret_service import SecretService
from bridge.sound.ring_player import RingPlayer
from bridge.sound.sound_system import sound_system_of
from bridge.tls_trust import system_ssl_context
from bridge.watchdog.heartbeat import beat
from service.domain.audit.audit_entry import Actor
from service.domain.changes import ChangeKind, Changes
from service.domain.host.host_state import HostState
from service.domain.host.library_faults import find_library_faults
from service.domain.sentences import Sentence
from service.domain.times import Clock
from service.schedule.periodic_task import PeriodicTask
from service.service import Service, ServiceOptions
from service.store.engine.store import Store
from ui.backend.host_port import HostStatus, StartReport
from ui.i18n.service_sentences import translate_sentence
from ui.shell.tray.order_notice import OrderNotices


@dataclass(frozen=True, slots=True)
class Program:
    """What the tray process starts, asks and stops."""

    thread: ServiceThread
    gateway: Gateway
    store_gateway: StoreGateway
    secrets: SecretService
    ring_player: RingPlayer
    notices: OrderNotices


@dataclass(frozen=True, slots=True)
class AppDependencies:
    """What the program is made of: the data folder, the clock, the environment, the findings of the
    start.
    """

    folder: Path
    clock: Clock
    environment: dict[str, str]
    report: StartReport
    trace: IO[str] | None = None
    """Where a hang is written to, if a watchdog starts the program again."""

    is_gui_alive: Callable[[], bool] = lambda: True
    """Whether the GUI thread answers."""

    is_support_view: bool = False
    """Whether the window begins in the support view."""


@dataclass(frozen=True, slots=True)
class _HostParts:
    """What several backends use, in addition to store and service."""

    secrets: SecretService
    backups: BackupService
    nightly: NightlyOutcome
    ring_player: RingPlayer
    counter: Counter


class _AppListeners:
    """Passes notices to the window. It exists before the gateway, as the service's thread needs it
    first.
    """

    def __init__(self) -> None:
        self.changed: Listeners[Changes] = Listeners()
        self.host_changed: Listeners[HostStatus] = Listeners()
        self.rings: Listeners[Ring] = Listeners()

    def on_settings_change(self) -> None:
        """A backup was made, or the system's own entry changed: no commit reports these."""
        self.changed.notify(Changes.of(ChangeKind.SETTINGS))

    def on_secrets_change(self) -> None:
        """The secret store was opened or asked again, which is no commit."""
        self.changed.notify(Changes.of(ChangeKind.SECRETS))

    def on_host_status(self, status: HostStatus) -> None:
        """A service that listens again may have other data than before: anything
        may be different.
        """
        self.host_changed.notify(status)
        if status.state is HostState.LISTENING:
            self.changed.notify(Changes.make_all())


def compose_program(dependencies: AppDependencies) -> Program:
    """Makes the program. Starts nothing and touches no file."""
    listeners = _AppListeners()
    secrets = SecretService(dependencies.folder, dependencies.environment)
    nightly = NightlyOutcome(listeners.on_settings_change)
    guard = AccessGuard(dependencies.clock.monotonic)
    at_counter = AtCounter(dependencies.clock, guard, is_support_view=dependencies.is_support_view)
    counter = Counter(at_counter, guard, PinCheck(dependencies.clock.monotonic), listeners.changed.notify)
    trace = dependencies.trace
    thread = ServiceThread(
        lambda: _make_service(dependencies, secrets, listeners, backups, nightly, thread.show_alarm, at_counter),
        dependencies.clock,
        listeners.on_host_status,
        None if trace is None else partial(beat, trace, is_other_alive=dependencies.is_gui_alive),
    )
    backups = BackupService(
        dependencies.folder,
        dependencies.clock,
        secrets.cache,
        thread.while_stopped,
        nightly.clear_fault,
        origin=at_counter.make_origin,
    )
    store_gateway = StoreGateway(lambda: _store_of(thread), at_counter.author)
    ring_player = RingPlayer(sound_folder(dependencies.folder), sound_system_of(sys.platform))
    parts = _HostParts(secrets, backups, nightly, ring_player, counter)
    gateway = Gateway(
        guard_backends(_make_backends(dependencies, thread, store_gateway, listeners, parts), guard),
        listeners.changed,
        listeners.host_changed,
        listeners.rings,
    )
    return Program(thread, gateway, store_gateway, secrets, ring_player, make_notices(sys.platform))


def _make_service(
    dependencies: AppDependencies,
    secrets: SecretService,
    listeners: _AppListeners,
    backups: BackupService,
    nightly: NightlyOutcome,
    on_alarm: Callable[[Sentence], None],
    at_counter: AtCounter,
) -> Service:
    tls = system_ssl_context()
    options = ServiceOptions(
        database_file(dependencies.folder),
        dependencies.clock,
        secrets=secrets.cache,
        certificate=CertificateFolder(dependencies.folder),
        tls=tls,
        on_alarm=on_alarm,
        practice=PracticeMarketplaces(dependencies.folder, dependencies.clock),
        actor=Actor.WINDOW,
        places=StoredPlaces(secrets.cache),
    )
    service = Service(options)
    at_counter.begin(service.store)
    service.store.subscribe(listeners.changed.notify)
    ringing = OrderRinging(service.store, dependencies.clock, listeners.rings.notify)
    service.add_task(PeriodicTask("Ringing for orders", dependencies.clock, ringing.step))
    add_alert_tasks(service, dependencies.clock, secrets.cache, tls, ApprisePost(), translate_sentence)
    service.add_task(
        nightly_backup_task(BackupLocation(dependencies.folder), backups, dependencies.clock, nightly.set_fault)
    )
    return service


def _store_of(thread: ServiceThread) -> Store | None:
    return None if thread.service is None else thread.service.store


def _make_backends(
    dependencies: AppDependencies,
    thread: ServiceThread,
    store_gateway: StoreGateway,
    listeners: _AppListeners,
    parts: _HostParts,
) -> Backends:
    versions = read_library_versions()
    clock, login = dependencies.clock, LoginStart.for_this_system(dependencies.folder)
    support = make_support_port(
        dependencies.folder, clock, thread, parts.secrets, lambda: _store_of(thread), login.is_on
    )
    return Backends(
        shops=ShopsBackend(store_gateway, clock),
        host=HostBackend(
            store_gateway, clock, thread, parts.secrets, dependencies.report, support, listeners.on_secrets_change
        ),
        overview=OverviewBackend(
            store_gateway,
            clock,
            pull_state=pull_state,
            troubles=list_troubles,
            starts_with_pc=login.is_on,
            backup_fault=parts.nightly.fault,
            library_faults=tuple(fault.sentence for fault in find_library_faults(versions)),
        ),
        orders=OrdersBackend(store_gateway, clock, thread),
        catalogue=CatalogueBackend(store_gateway, clock),
        keys=KeysBackend(store_gateway, clock),
        histories=HistoryBackend(store_gateway, dependencies.clock),
        audit=AuditBackend(store_gateway, dependencies.folder),
        pulls=PullsBackend(store_gateway, clock, dependencies.folder, parts.secrets.cache),
        webhooks=WebhooksBackend(store_gateway, clock, thread, parts.secrets.cache),
        calls=CallsBackend(store_gateway, lambda: thread.status.own_address),
        marketplace=MarketplaceBackend(store_gateway, clock, thread),
        network=NetworkBackend(
            store_gateway, clock, thread, CertificateFolder(dependencies.folder), listeners.changed.notify
        ),
        people=PeopleBackend(store_gateway, parts.counter),
        reports=ReportsBackend(store_gateway),
        alerts=AlertsBackend(store_gateway, clock, thread, parts.secrets.cache, ApprisePost, translate_sentence),
        settings=SettingsBackend(
            store_gateway,
            dependencies.folder,
            parts.backups,
            login,
            listeners.on_settings_change,
            parts.ring_player,
            licences_folder(),
            versions.named,
        ),
    )
