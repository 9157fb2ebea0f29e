"""The service with everything that it needs of this computer, once for each process."""

from __future__ import annotations

import asyncio
import logging
import ssl
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import IO, TYPE_CHECKING

from bridge.alerts.apprise_post import ApprisePost
from bridge.autostart.data_folder_wait import is_to_wait
from bridge.autostart.system_restart import make_beat
from bridge.backups.backup_location import BackupLocation
from bridge.backups.backup_service import BackupService, check_data_there
from bridge.backups.nightly_backup import NightlyBackup, NightlyOutcome
from bridge.doctor.library_faults import LibraryVersions, read_library_versions
from bridge.gateway.listeners import GatheredChanges, Listeners, OrderRinging, Ring, SharedReads
from bridge.gateway.people_backend import PinCheck
from bridge.practice_marketplace import PracticeMarketplaces
from bridge.remote.counters import CounterDoor
from bridge.remote.nearby import Announcement
from bridge.remote.window_server import WindowBackend, WindowServer
from bridge.secrets.chosen_store import SecretService
from bridge.secrets.shared_secrets import SharedCertificate, SharedStore
from bridge.sources.open_sources import StoredSources
from bridge.start.service_thread import ServiceThread
from bridge.system.network_names import find_addresses, find_host_name
from bridge.system.paths import database_file, sound_folder
from bridge.system.ring_player import RingPlayer, sound_system_of
from bridge.system.tls_trust import system_ssl_context
from bridge.updates.update_watch import UpdateWatch, add_update_task, make_update_watch
from service.alerts import AlertSender, AlertWatch, HeartbeatCaller, call_address
from service.api.http_server import LOOPBACK
from service.api.server_tls import CHECK_EVERY, LoadedCertificate
from service.domain.alerts import AlertPost
from service.domain.audit import Actor, Origin
from service.domain.changes import ChangeKind, Changes
from service.domain.counters import PORT as COUNTER_PORT
from service.domain.errors import Refused
from service.domain.times import HOUR, Clock, Millis
from service.domain.webhooks.webhook_secrets import SecretReader, SecretsUnavailable
from service.service import Service, ServiceOptions
from service.store.engine.store import Store
from service.usecases.edit_alerts import Speak
from service.version import full_version
from ui.backend.host_port import HostState, HostStatus, StartEvent, StartReport

if TYPE_CHECKING:
    from bridge.backups.shared_data import SharedData
    from bridge.system.certificate import CertificateFolder
    from service.store.postgres.database import PostgresDatabase

log = logging.getLogger(__name__)

_COUNTERS_END_S = 1.0
METRICS_VARIABLE = "COUNTERPART_METRICS"
MAX_PORT = 65_535


def add_alert_tasks(
    service: Service, secrets: SecretReader, tls: ssl.SSLContext, post: AlertPost, speak: Speak
) -> None:
    """Adds the watch, sender and heartbeat. `speak` puts a sentence into the owner's language."""
    store, guard = service.led_store, service.guard
    watch = AlertWatch(store, guard)
    sender = AlertSender(store, guard, secrets, post, speak)
    heartbeat = HeartbeatCaller(store, guard, secrets, lambda url: call_address(url, tls))
    for name, step in (
        ("Looking for alerts", watch.step),
        ("Sending alerts", sender.step),
        ("The heartbeat", heartbeat.step),
    ):
        service.add_task(name, step, is_of_leader=True)


@dataclass(frozen=True, slots=True)
class ServiceDependencies:
    """What the program is made of: the data folder, the clock, the environment."""

    folder: Path
    clock: Clock
    environment: dict[str, str]
    speak: Speak
    """Puts alerts into the language of the owner."""
    speak_arabic: Speak
    """Puts a sentence into Arabic, for files that an Arabic window exports."""
    actor: Actor = Actor.PROGRAM
    trace: IO[str] | None = None
    """Where a hang is written to."""
    is_damaged: Callable[[], bool] = lambda: False
    """Whether the look through the database after the start has met damage."""
    is_other_alive: Callable[[], bool] = lambda: True
    """Whether the other thread that matters answers: the window's."""
    listen_at: tuple[str | None, int | None] = (None, None)
    """A host and a port in place of those in the settings."""
    open_engine: Callable[[], PostgresDatabase | None] = lambda: None
    """Gives the database of another engine than the data folder's file."""
    on_end: Callable[[], object] = lambda: None
    """The program is ending: a stop of its service is the last."""
    counters_at: tuple[str, int] = ("", COUNTER_PORT)
    """Where it waits for further counters: in every network, at the usual port."""

    @property
    def has_window(self) -> bool:
        """Whether the window is in this process, so that the system can ask its user."""
        return self.actor is Actor.WINDOW


class ServiceListeners:
    """Passes notices to windows; exists before the gateway, as the service's thread needs it."""

    def __init__(self, clock: Clock) -> None:
        self.changed: Listeners[Changes] = Listeners()
        self.host_changed: Listeners[HostStatus] = Listeners()
        self.rings: Listeners[Ring] = Listeners()
        self.reads = SharedReads(clock.monotonic)
        self.changed.add(self.reads.forget)

    def on_settings_change(self) -> None:
        """A backup was made, or the system's own entry changed: no commit reports these."""
        self.changed.notify(Changes.of(ChangeKind.SETTINGS))

    def on_secrets_change(self) -> None:
        """The secret store was opened or asked again, which is no commit."""
        self.changed.notify(Changes.of(ChangeKind.SECRETS))

    def on_host_status(self, status: HostStatus) -> None:
        """When the service listens again it can have another database: reports all as changed."""
        self.host_changed.notify(status)
        if status.state is HostState.LISTENING:
            self.changed.notify(Changes.make_all())


class LazyCertificate:
    """A data folder's certificate. Its library takes 8 MB, so that the first use loads it."""

    def __init__(self, folder: Path, shared: SharedStore) -> None:
        self._folder = folder
        self._shared = shared

    @cached_property
    def files(self) -> CertificateFolder:
        from bridge.system.certificate import CertificateFolder  # noqa: PLC0415 - as above

        return CertificateFolder(self._folder, SharedCertificate(self._shared))

    def load(self, allowed_hosts: Sequence[str], now: Millis) -> LoadedCertificate:
        """The files' own. Blocks. Raises Unavailable."""
        return self.files.load(allowed_hosts, now)


@dataclass(frozen=True, slots=True)
class ServiceParts:
    """What the backends of all windows share."""

    dependencies: ServiceDependencies
    thread: ServiceThread
    listeners: ServiceListeners
    secrets: SecretService
    nightly: NightlyOutcome
    ring_player: RingPlayer
    pins: PinCheck
    versions: LibraryVersions
    updates: UpdateWatch

    def make_backups(self, origin: Callable[[], Origin] | None = None, clock: Clock | None = None) -> BackupService:
        """Backups under the name that `origin` gives, by default the program's."""
        dependencies = self.dependencies
        return BackupService(
            dependencies.folder,
            clock or dependencies.clock,
            self.secrets.cache,
            self.thread.while_stopped,
            self.nightly.clear_fault,
            origin=origin,
            shared=self.find_shared(),
        )

    def make_certificate(self) -> LazyCertificate:
        """The certificate, with the keys of all services where there are several."""
        return LazyCertificate(self.dependencies.folder, self.secrets.shared)

    def find_shared(self) -> SharedData | None:
        """The data where it is on PostgreSQL, with connections of its own."""
        if (database := self.dependencies.open_engine()) is None:
            return None
        from bridge.backups.shared_data import SharedData  # noqa: PLC0415 - the driver is loaded where it is used

        return SharedData(database)

    def get_store(self) -> Store | None:
        service = self.thread.service
        return None if service is None else service.store


def _ignore_store(_store: Store) -> None:
    """Nobody is at a counter of this process."""


def compose_service(
    dependencies: ServiceDependencies, on_store: Callable[[Store], None] = _ignore_store
) -> ServiceParts:
    """Starts nothing and touches no file. `on_store` gets each store before its service starts."""
    listeners = ServiceListeners(dependencies.clock)
    environment = dependencies.environment
    thread = ServiceThread(
        lambda: make_service(parts, on_store),
        dependencies.clock,
        listeners.on_host_status,
        make_beat(environment, dependencies.trace, dependencies.is_other_alive, ends_itself=is_to_wait(environment)),
        dependencies.listen_at,
        dependencies.on_end,
    )
    parts = ServiceParts(
        dependencies,
        thread,
        listeners,
        SecretService(dependencies.folder, dependencies.environment),
        NightlyOutcome(listeners.on_settings_change),
        RingPlayer(sound_folder(dependencies.folder), sound_system_of(sys.platform)),
        PinCheck(dependencies.clock.monotonic),
        read_library_versions(),
        make_update_watch(dependencies.folder, dependencies.clock, listeners.on_settings_change),
    )
    return parts


def read_metrics_address(environment: Mapping[str, str]) -> tuple[str, int] | None:
    """Where metrics are read: `9710` at this computer alone, or `HOST:9710`. Raises Refused."""
    written = environment.get(METRICS_VARIABLE, "")
    if not written:
        return None
    host, _, port = written.rpartition(":")
    if not port.isdecimal() or not 0 <= int(port) <= MAX_PORT:
        raise Refused.saying("bad_address", "{name} is a port, or an address with one.", name=METRICS_VARIABLE)
    return host.strip("[]") or LOOPBACK, int(port)


def make_service(parts: ServiceParts, on_store: Callable[[Store], None] = _ignore_store) -> Service:
    """A service with all its tasks, which are not started."""
    dependencies, listeners, secrets = parts.dependencies, parts.listeners, parts.secrets.cache
    folder, clock, tls = dependencies.folder, dependencies.clock, system_ssl_context()
    engine = dependencies.open_engine()
    if engine is None:
        check_data_there(folder, clock)
    options = ServiceOptions(
        database_file(folder),
        clock,
        secrets=secrets,
        certificate=parts.make_certificate(),
        tls=tls,
        on_alarm=parts.thread.show_alarm,
        on_fault=parts.thread.show_fault,
        is_damaged=dependencies.is_damaged,
        practice=PracticeMarketplaces(folder, clock),
        actor=dependencies.actor,
        places=StoredSources(secrets),
        metrics_at=read_metrics_address(dependencies.environment),
        computer=find_host_name(),
        engine=engine,
    )
    service = Service(options)
    parts.secrets.use_database(service.store)
    on_store(service.store)
    service.store.subscribe(listeners.reads.forget)
    service.store.subscribe(GatheredChanges(listeners.changed.notify).add)
    guard = service.guard
    service.add_task("Ringing for orders", OrderRinging(service.store, guard, listeners.rings.notify_any).step)
    add_alert_tasks(service, secrets, tls, ApprisePost(), dependencies.speak)
    location = BackupLocation(folder, shared=parts.find_shared())
    nightly = NightlyBackup(location, parts.make_backups(clock=guard), guard, on_result=parts.nightly.set_fault)
    service.add_task("The nightly backup", nightly.step, is_of_leader=True)
    if engine is not None:
        add_sharing_task(service, parts.secrets)
    add_update_task(service, parts.updates)
    add_counter_windows(service, parts)
    return service


def add_sharing_task(service: Service, secrets: SecretService) -> None:
    """Adds the task that stores in the database what this computer alone has, and that goes on with
    what waits for a secret once the computer has joined.
    """
    has_key = True

    async def step() -> Millis:
        nonlocal has_key
        try:
            await secrets.shared.share_own()
        except SecretsUnavailable as error:
            if has_key:
                log.warning("Secrets are not shared: %s", error.message)
            has_key = False
        else:
            if not has_key:
                service.on_secrets_changed()
            has_key = True
        return service.guard.now() + HOUR

    service.add_task("Sharing secrets", step, frozenset({ChangeKind.SETTINGS}))


def add_counter_windows(service: Service, parts: ServiceParts) -> None:
    """Adds the task that waits for further counters while the setting is on, and the one that
    disconnects revoked ones also while a certificate is made.
    """
    door = CounterDoor(
        parts.thread,
        full_version(),
        find_host_name() or "Counterpart",
        parts.dependencies.counters_at,
        lambda: service.counters.tls.context,
    )

    def open_window(counter: int) -> WindowBackend:
        from bridge.start.window_parts import (  # noqa: PLC0415 - 5 MB that a service without windows saves
            AttachedWindow,
        )

        return AttachedWindow(parts, StartReport(StartEvent.CLEAN), counter)

    windows = WindowServer(door, open_window)
    host, port = parts.dependencies.counters_at
    announcement = Announcement(find_host_name() or "Counterpart", port)

    async def announce() -> None:
        if not host:
            await asyncio.to_thread(announcement.start, find_addresses())

    async def stop() -> None:
        await windows.stop(_COUNTERS_END_S)
        await asyncio.to_thread(announcement.stop)

    async def step() -> Millis:
        await service.counters.prepare()
        if service.counters.tls.context is not None:
            door.known_addresses = await service.counters.list_addresses()
            await windows.start()
            await announce()
        elif windows.is_started:
            await stop()
        return service.guard.now() + CHECK_EVERY

    async def end_revoked() -> Millis:
        await asyncio.to_thread(windows.end_counters, await service.counters.list_revoked())
        return service.guard.now() + CHECK_EVERY

    service.add_task("Disconnecting revoked counters", end_revoked, frozenset({ChangeKind.KEYS}))
    service.add_task("Waiting for further counters", step, frozenset({ChangeKind.SETTINGS}), stop)
