"""The composition root of the window: service thread, gateway and rooms, put together once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bridge.backups.desk import BackupsDesk
from bridge.backups.nightly import nightly_beat
from bridge.backups.outcome import NightlyOutcome
from bridge.backups.place import Place
from bridge.desktop.service_thread import ServiceThread
from bridge.doctor.desk import support_of
from bridge.gateway.asking import Asking
from bridge.gateway.backend import Gateway, Listeners, Ring, Rooms
from bridge.gateway.calls import CallsRoom
from bridge.gateway.catalogue import CatalogueRoom
from bridge.gateway.host import HostRoom
from bridge.gateway.keys import KeysRoom
from bridge.gateway.orders import OrdersRoom
from bridge.gateway.overview import OverviewRoom
from bridge.gateway.pulls import PullsRoom, pull_state
from bridge.gateway.ringing import Ringing
from bridge.gateway.settings import SettingsRoom
from bridge.gateway.shops import ShopsRoom
from bridge.gateway.webhooks import WebhooksRoom, troubles_of
from bridge.login_start import LoginStart
from bridge.paths import database_file, licences_folder
from bridge.secrets.desk import SecretsDesk
from bridge.trust import system_trust
from service.domain.changes import Changes, Family
from service.domain.times import Clock
from service.schedule.beats import Beat
from service.service import Service, ServiceOptions
from service.store.store import Store
from ui.backend.host import HostState, HostStatus, StartReport


@dataclass(frozen=True, slots=True)
class Program:
    """What the tray process starts, asks and stops."""

    thread: ServiceThread
    gateway: Gateway
    asking: Asking
    secrets: SecretsDesk


@dataclass(frozen=True, slots=True)
class Around:
    """What the program is put together with: where its data lies, the time, the environment, what the start found."""

    folder: Path
    clock: Clock
    environment: dict[str, str]
    report: StartReport


class _Hearing:
    """Who hears of what: it stands before the gateway does, as the service's thread needs it first."""

    def __init__(self) -> None:
        self.changed: Listeners[Changes] = Listeners()
        self.host_changed: Listeners[HostStatus] = Listeners()
        self.rang: Listeners[Ring] = Listeners()

    def host_spoke(self, status: HostStatus) -> None:
        """A service that listens anew may have other data than the one before: anything may be different."""
        self.host_changed.tell(status)
        if status.state is HostState.LISTENING:
            self.changed.tell(Changes.everything())


def put_together(around: Around) -> Program:
    """Nothing is started and no file is touched yet."""
    hearing = _Hearing()
    secrets = SecretsDesk(around.folder, around.environment)
    nightly = NightlyOutcome(lambda: hearing.changed.tell(Changes.of(Family.SETTINGS)))
    thread = ServiceThread(
        lambda: _service(around, secrets, hearing, backups, nightly), around.clock, hearing.host_spoke
    )
    backups = BackupsDesk(around.folder, around.clock, secrets.cache, thread.while_stopped, nightly.made)
    asking = Asking(lambda: _store_of(thread))
    gateway = Gateway(
        _rooms(around, thread, asking, secrets, backups, nightly), hearing.changed, hearing.host_changed, hearing.rang
    )
    return Program(thread, gateway, asking, secrets)


def _service(
    around: Around, secrets: SecretsDesk, hearing: _Hearing, backups: BackupsDesk, nightly: NightlyOutcome
) -> Service:
    options = ServiceOptions(database_file(around.folder), around.clock, secrets=secrets.cache, tls=system_trust())
    service = Service(options)
    service.store.subscribe(hearing.changed.tell)
    ringing = Ringing(service.store, around.clock, hearing.rang.tell)
    service.take_up(Beat("Ringing for orders", around.clock, ringing.step))
    service.take_up(nightly_beat(Place(around.folder), backups, around.clock, nightly.tell))
    return service


def _store_of(thread: ServiceThread) -> Store | None:
    return None if thread.service is None else thread.service.store


def _rooms(
    around: Around,
    thread: ServiceThread,
    asking: Asking,
    secrets: SecretsDesk,
    backups: BackupsDesk,
    nightly: NightlyOutcome,
) -> Rooms:
    clock, login = around.clock, LoginStart.of_this_system(around.folder)
    support = support_of(around.folder, clock, thread, secrets, lambda: _store_of(thread))
    return Rooms(
        shops=ShopsRoom(asking, clock),
        host=HostRoom(asking, clock, thread, secrets, around.report, support),
        overview=OverviewRoom(
            asking,
            clock,
            pull_state=pull_state,
            troubles=troubles_of,
            starts_with_pc=login.is_on,
            backup_fault=nightly.fault,
        ),
        orders=OrdersRoom(asking, clock),
        catalogue=CatalogueRoom(asking, clock),
        keys=KeysRoom(asking, clock),
        pulls=PullsRoom(asking, clock),
        webhooks=WebhooksRoom(asking, clock, thread, secrets.cache),
        calls=CallsRoom(asking, lambda: thread.status.address),
        settings=SettingsRoom(asking, around.folder, backups, login, licences_folder()),
    )
