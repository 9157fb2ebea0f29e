"""The backend of one window: its requests with its own PIN, lock and person at the counter.

The window is in this process, or attached from another one while it is connected.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PureWindowsPath
from typing import TypeVar

from bridge.alerts.apprise_post import ApprisePost
from bridge.autostart.login_start import LoginStart
from bridge.autostart.power_on import make_power_on_switch
from bridge.autostart.windows_api import find_system_folder, is_administrator, run_as_administrator
from bridge.doctor.doctor_service import DoctorService, ListenState
from bridge.doctor.library_faults import find_library_faults
from bridge.gateway.access_guard import AccessGuard, guard_backends
from bridge.gateway.alerts_backend import AlertsBackend
from bridge.gateway.at_counter import AtCounter
from bridge.gateway.calls_backend import CallsBackend
from bridge.gateway.catalogue_backend import CatalogueBackend
from bridge.gateway.counters_backend import CountersBackend, OtherService
from bridge.gateway.history_backend import HistoryBackend
from bridge.gateway.host_backend import HostBackend, SupportPort
from bridge.gateway.keys_backend import KeysBackend
from bridge.gateway.listeners import Listeners, ListenerSubscription, Ring
from bridge.gateway.marketplace_backend import MarketplaceBackend
from bridge.gateway.network_backend import NetworkBackend
from bridge.gateway.orders_backend import OrdersBackend, ReportsBackend
from bridge.gateway.overview_backend import OverviewBackend
from bridge.gateway.people_backend import AuditBackend, OwnerProofs, PeopleBackend
from bridge.gateway.pulls_backend import PullsBackend
from bridge.gateway.settings_backend import SettingsBackend
from bridge.gateway.shops_backend import ShopsBackend
from bridge.gateway.store_gateway import StoreGateway
from bridge.gateway.webhooks_backend import WebhooksBackend
from bridge.remote.counters import join_service, look_at_service
from bridge.remote.nearby import find_nearby
from bridge.start.service_parts import ServiceParts
from bridge.system.counter_file import CounterFile
from bridge.system.paths import licences_folder
from bridge.system.process import run_aside
from service.domain.changes import Changes
from service.domain.errors import Refused, Unavailable, UnavailableCode
from service.domain.marketplace.orders import ListedOrder
from service.domain.sentences import message
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx
from ui.backend.host_port import HostState, HostStatus, StartReport
from ui.backend.protocol import Backend
from ui.backend.settings_port import Libraries
from ui.backend.webhooks_port import Webhooks

T = TypeVar("T")

_ASKING_S = 180.0
"""How long the system's own question for the administrator may stay open."""
_CANNOT_ASK = message(
    "This computer cannot ask for its administrator here. Use the passphrase of the backups, or let the administrator "
    "run: {command}",
    command="counterpart people reset-pin",
)


def make_support_port(parts: ServiceParts, starts_at_login: Callable[[], bool]) -> SupportPort:
    """The port over a doctor that reads the running service's database."""
    dependencies, thread = parts.dependencies, parts.thread

    def listen_state() -> ListenState:
        return ListenState(thread.status.state is HostState.LISTENING, thread.status.port)

    def read_database(work: Callable[[ReadTx], T]) -> T:
        opened = parts.get_store()
        if opened is None:
            raise Unavailable(message("The service is not running."), UnavailableCode.SERVICE_STOPPED)
        return opened.submit_read(work).result()

    doctor = DoctorService(
        dependencies.folder,
        dependencies.clock,
        listen_state,
        parts.secrets.cache,
        read_database,
        starts_at_login,
        find_shared=parts.find_shared,
    )
    return SupportPort(doctor.self_test, doctor.bundle_parts, doctor.save_bundle)


@dataclass(eq=False)
class Gateway(Backend):
    """Carries out ui.backend.protocol.Backend."""

    changed: Listeners[Changes]
    host_changed: Listeners[HostStatus]
    rings: Listeners[Ring]

    def on_changes(self, listener: Callable[[Changes], None]) -> ListenerSubscription[Changes]:
        return self.changed.add(listener)

    def on_host(self, listener: Callable[[HostStatus], None]) -> ListenerSubscription[HostStatus]:
        return self.host_changed.add(listener)

    def on_ring(self, listener: Callable[[int, ListedOrder, bool], None]) -> ListenerSubscription[Ring]:
        return self.rings.add(lambda ring: listener(*ring))


@dataclass(frozen=True, slots=True)
class WindowParts:
    """What a window asks, and what carries it out."""

    gateway: Gateway
    store_gateway: StoreGateway
    webhooks: Webhooks

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
    """Makes a window's backend. `get_store` gives the open store, or None without one."""
    store_gateway = StoreGateway(
        get_store, parts.dependencies.clock, at_counter.author, at_counter.counter, shared=parts.listeners.reads
    )
    gateway = _make_gateway(parts, store_gateway, at_counter, guard, report)
    return WindowParts(guard_backends(gateway, guard), store_gateway, gateway.webhooks)


def _make_gateway(
    parts: ServiceParts, store: StoreGateway, at_counter: AtCounter, guard: AccessGuard, report: StartReport
) -> Gateway:
    dependencies, thread, listeners = parts.dependencies, parts.thread, parts.listeners
    folder, has_window, notify = dependencies.folder, dependencies.has_window, listeners.changed.notify
    secrets, backups = parts.secrets.cache, parts.make_backups(at_counter.make_origin)
    login, certificate = LoginStart.for_this_system(folder), parts.make_certificate()
    other = OtherService(look_at_service, join_service if has_window else refuse_to_join, find_nearby)
    proofs = OwnerProofs(
        backups.stored_passphrase, lambda: ask_administrator(ask_system if has_window else refuse_to_ask)
    )

    def read_libraries() -> Libraries:
        faults = find_library_faults(parts.versions, dependencies.clock.now())
        return Libraries(parts.versions.named, tuple(fault.sentence for fault in faults))

    return Gateway(
        shops=ShopsBackend(store),
        host=HostBackend(
            store,
            thread,
            parts.secrets,
            report,
            make_support_port(parts, login.is_on),
            listeners.on_secrets_change,
            parts.updates,
        ),
        overview=OverviewBackend(
            store,
            starts_with_pc=login.is_on,
            backup_fault=parts.nightly.fault,
            update_status=parts.updates.status,
        ),
        orders=OrdersBackend(store, thread),
        catalogue=CatalogueBackend(store),
        keys=KeysBackend(store),
        histories=HistoryBackend(store),
        audit=AuditBackend(store, folder),
        pulls=PullsBackend(store, folder, secrets, dependencies.speak_arabic),
        webhooks=WebhooksBackend(store, thread, secrets),
        calls=CallsBackend(store, lambda: thread.status.own_address),
        marketplace=MarketplaceBackend(store, thread),
        network=NetworkBackend(store, thread, lambda: certificate.files, notify),
        counters=CountersBackend(store, thread, folder, other),
        people=PeopleBackend(store, at_counter, guard, parts.pins, proofs, notify),
        reports=ReportsBackend(store),
        alerts=AlertsBackend(store, thread, secrets, ApprisePost, dependencies.speak),
        settings=SettingsBackend(
            store,
            folder,
            backups,
            login,
            make_power_on_switch(folder, dependencies.environment),
            listeners.on_settings_change,
            parts.ring_player,
            licences_folder(),
            read_libraries,
        ),
        changed=listeners.changed,
        host_changed=listeners.host_changed,
        rings=listeners.rings,
    )


def refuse_to_join(*_: str) -> CounterFile:
    """In place of joining another service: the window that asks is not in this process."""
    raise Refused.saying(
        "service_runs",
        "The service of this computer runs without a window and would go on with its own data. End it first, or "
        "remove it: {command}",
        command="counterpart service remove",
    )


def refuse_to_ask() -> None:
    """In place of the system's question, which nobody would see. Raises Unavailable."""
    raise Unavailable(_CANNOT_ASK)


def ask_administrator(ask: Callable[[], None], limit_s: float = _ASKING_S) -> None:
    """Lets the system ask for its administrator, in a thread of its own: on Windows nothing ends
    the question. Raises Refused after a No, and Unavailable where nobody can be asked or answers.
    """
    try:
        run_aside(ask, "administrator").result(limit_s)
    except (OSError, TimeoutError, subprocess.TimeoutExpired) as fault:
        raise Unavailable(_CANNOT_ASK) from fault


def ask_system() -> None:
    """Runs a program that does nothing, which the system allows to its administrator only."""
    if sys.platform == "win32":
        if not is_administrator():
            run_as_administrator(str(PureWindowsPath(find_system_folder(), "cmd.exe")), ("/c", "exit", "0"))
    elif os.geteuid() == 0:
        return
    elif sys.platform == "darwin":
        words = ("osascript", "-e", 'do shell script "true" with administrator privileges')
        ask_with(words, lambda done: b"-128" in done.stderr)
    else:
        ask_with(("pkexec", "true"), lambda done: done.returncode == 126)


def ask_with(command: Sequence[str], is_no: Callable[[subprocess.CompletedProcess[bytes]], bool]) -> None:
    """The same with a command that ends with 0 after a Yes. Raises OSError, TimeoutExpired too."""
    done = subprocess.run(command, check=False, timeout=_ASKING_S, capture_output=True)
    if done.returncode and is_no(done):
        raise Refused.saying("administrator", "The administrator did not agree, so nothing was changed.")
    if done.returncode:
        raise Unavailable(_CANNOT_ASK)


class AttachedWindow:
    """Has a person at the counter of its own, who is named in histories and the audit."""

    def __init__(self, parts: ServiceParts, report: StartReport, counter: int = 0) -> None:
        """`counter` is the number of the further counter, 0 for a window of this computer."""
        self._parts = parts
        guard = AccessGuard(parts.dependencies.clock.monotonic, is_elsewhere=bool(counter))
        # Until the database says whether a window that opens is locked.
        guard.is_locked = True
        self._at_counter = AtCounter(parts.dependencies.clock, guard, counter=counter)
        self._window = compose_window(parts, self._at_counter, guard, self._get_store, report)
        self._opened: Store | None = None
        self._own: Store | None = None
        self._subscription: ListenerSubscription[Changes] | None = None
        self._get_store()

    @property
    def backend(self) -> Gateway:
        return self._window.gateway

    @property
    def status(self) -> HostStatus:
        return self._parts.thread.status

    def close(self) -> None:
        """Ends what only this window used."""
        if self._subscription is not None:
            self._subscription.close()
        self._window.close()

    def _get_store(self) -> Store | None:
        """The store under this window's name; another one after the service started again."""
        store = self._parts.get_store()
        if store is None:
            return None
        if store is not self._opened or self._own is None:
            self._own = store.for_window(self._at_counter.make_origin())
            self._opened = store
            self._at_counter.begin(self._own, self._subscribe)
        return self._own

    def _subscribe(self, listener: Callable[[Changes], None]) -> None:
        if self._subscription is not None:
            self._subscription.close()
        self._subscription = self._parts.listeners.changed.add(listener)
