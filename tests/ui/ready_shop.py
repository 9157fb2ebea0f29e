"""The window's backend over a small Gulf parts shop: a database that is made once and copied for
each test, with the real gateway and, without listening, the real service.

A call is carried out when it is made, so that its answer is there at once.
"""

from __future__ import annotations

import asyncio
import gc
import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from dataclasses import replace as replace_fields
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

from msgspec import json, structs

from bridge.gateway.access_guard import AccessGuard
from bridge.gateway.alerts_backend import AlertsBackend
from bridge.gateway.at_counter import AtCounter
from bridge.gateway.calls_backend import CallsBackend
from bridge.gateway.catalogue_backend import CatalogueBackend
from bridge.gateway.counters_backend import CountersBackend
from bridge.gateway.history_backend import HistoryBackend
from bridge.gateway.host_backend import HostBackend, SupportPort
from bridge.gateway.keys_backend import KeysBackend
from bridge.gateway.marketplace_backend import MarketplaceBackend
from bridge.gateway.network_backend import NetworkBackend
from bridge.gateway.orders_backend import OrdersBackend, ReportsBackend
from bridge.gateway.overview_backend import OverviewBackend
from bridge.gateway.people_backend import AuditBackend, OwnerProofs, PeopleBackend, PinCheck
from bridge.gateway.pulls_backend import PullsBackend
from bridge.gateway.settings_backend import SettingsBackend
from bridge.gateway.shops_backend import ShopsBackend
from bridge.gateway.store_gateway import StoreGateway
from bridge.gateway.webhooks_backend import WebhooksBackend
from bridge.remote.port_table import encode, make_port_table
from service.delivery.secret_stores import SecretCache
from service.domain.catalogue.items import Item, ItemQuery, ItemSource
from service.domain.changes import ChangeKind, Changes
from service.domain.history import CauseKind, WriteCause
from service.domain.link.link_state import Link
from service.domain.link.rehearsal import Change, RehearsalReport
from service.domain.marketplace.order_requests import LineRequest, OrderRequest
from service.domain.marketplace.orders import Action, ListedOrder, Order, OrderQuery, OrderSort
from service.domain.people import hash_pin
from service.domain.pull.file_inspection import FileInspection
from service.domain.pull.pull_choices import SetupChoices
from service.domain.pull.pulls import PlaceAccess, Run
from service.domain.sentences import message
from service.domain.settings import Settings, find_setting, parse_settings
from service.domain.shops import Mode, Shop
from service.domain.times import Millis
from service.domain.webhooks.webhook_secrets import Secret
from service.service import Service, ServiceOptions
from service.store import items, keys, orders, pulls, shops
from service.store.call_log.calls import add_calls
from service.store.engine.connection import FILE_NAME
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx, Tx
from service.store.item_details import get_source_id
from service.store.link import action_queue, links, mirror, pushed_items
from service.store.settings import read_settings
from service.store.staff import read_support_view, write_pin
from service.usecases.act_on_order import act_on_order
from service.usecases.edit_people import add_person, set_active
from service.usecases.edit_settings import change_setting
from service.usecases.edit_shop import ensure_first_shop
from service.usecases.place_order import place_order
from service.usecases.put_back import undo_upload
from service.usecases.upload_items import save_upload
from tests.fakes import new_database
from tests.fakes.alert_fixture import FakeAlertPost
from tests.fakes.certificates import make_folder
from tests.fakes.shop_fixture import parse
from tests.ui.fake.fake_clock import ZONE, FakeClock
from tests.ui.fake.fake_computer import FakeBackups, FakeComputer, FakeLogin, FakePowerOn, FakeSounds, make_done
from tests.ui.fake.fake_counters import FakeCounters
from tests.ui.ready_calls import TOTAL, make_call
from tests.ui.ready_data import LIVE, PRICES, WAIT_S, make_template, store_run
from ui.backend import BackendError
from ui.backend.access import Access, access_of
from ui.backend.host_port import HostStatus
from ui.backend.orders_port import OrderDetail
from ui.backend.protocol import Backend, Ports, list_ports
from ui.backend.pulls_port import PlaceTrial
from ui.i18n.language import open_arabic

T = TypeVar("T")
P = TypeVar("P")

Ring = Callable[[int, ListedOrder, bool], None]
MARYAM, ALI, OLD_HAND = 1, 2, 3
PIN = "4711"
PASSPHRASE = "four words of ours"


@dataclass
class Answers:
    """`asked` lists (name, arguments), and `listeners` the functions of the last request by name.
    `fail(name, error)` until `mend(name)`;
    `hold(name)` until `release(name)`: then it is carried out, with `is_done` it was before, and
    only the answer waits. All that has no error of its own fails with `error`.
    """

    asked: list[tuple[str, tuple[object, ...]]] = field(default_factory=list)
    listeners: dict[str, list[Callable[..., object]]] = field(default_factory=dict)
    error: BackendError | None = None
    _errors: dict[str, BackendError] = field(default_factory=dict)
    _on_hold: dict[str, list[Callable[[], None]]] = field(default_factory=dict)
    _done: set[str] = field(default_factory=set)
    _given: dict[str, Callable[..., object]] = field(default_factory=dict)

    def fail(self, name: str, error: BackendError) -> None:
        self._errors[name] = error

    def give(self, name: str, make: Callable[..., object]) -> None:
        """What is outside answers so: nothing is carried out."""
        self._given[name] = make

    def mend(self, name: str) -> None:
        del self._errors[name]

    def hold(self, name: str, *, is_done: bool = False) -> None:
        self._on_hold[name] = []
        self._done.discard(name)
        if is_done:
            self._done.add(name)

    def release(self, name: str) -> None:
        self._done.discard(name)
        for finish in self._on_hold.pop(name):
            finish()

    def names(self) -> list[str]:
        """What was asked, in order."""
        return [name for name, _arguments in self.asked]

    def last(self, name: str) -> tuple[object, ...]:
        """The arguments of the last request of that name."""
        return next(arguments for asked, arguments in reversed(self.asked) if asked == name)

    def answer(self, name: str, make: Callable[[], T], *arguments: object) -> Future[T]:
        """Answers one request."""
        self.asked.append((name, arguments))
        future: Future[T] = Future()
        if name in self._given:
            make = cast("Callable[[], T]", partial(self._given[name], *arguments))
        if name in self._done:
            made = make()
            make = lambda: made  # noqa: E731

        def finish() -> None:
            if future.cancelled():
                return
            error = self._errors.get(name, self.error)
            if error is not None:
                future.set_exception(error)
                return
            try:
                future.set_result(make())
            except BackendError as raised:
                future.set_exception(raised)

        if name in self._on_hold:
            self._on_hold[name].append(finish)
        else:
            finish()
        return future


MARKETPLACE_URL = "https://market.example"
REHEARSAL = RehearsalReport(
    8,
    3,
    120,
    4,
    [
        Change("BRK-2231", "price_fils", 45_000, 4_500),
        Change("FLT-0098", "quantity", 12.0, 0.0),
        Change("WPR-7", "price_fils", None, 2_500),
    ],
)


class _ServiceThread:
    """The service's loop, in a thread that begins with the first call. It does not listen."""

    def __init__(
        self, get_service: Callable[[], Service], computer: FakeComputer, publish: Callable[[HostStatus], None]
    ) -> None:
        self._get_service, self._computer, self._publish = get_service, computer, publish

    @property
    def status(self) -> HostStatus:
        return self._computer.host

    @status.setter
    def status(self, status: HostStatus) -> None:
        self._computer.host = status

    @cached_property
    def _loop(self) -> asyncio.AbstractEventLoop:
        loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=loop.run_forever, daemon=True)
        self._thread.start()
        return loop

    def call(self, work: Callable[[Service], Coroutine[Any, Any, T]]) -> Future[T]:
        return asyncio.run_coroutine_threadsafe(work(self._get_service()), self._loop)

    def try_again(self) -> Future[None]:
        self._publish(self.status)
        return make_done()

    def change_port(self, port: int) -> Future[None]:
        self._publish(replace_fields(self.status, address=f"http://127.0.0.1:{port}", port=port))
        return make_done()

    def close(self) -> None:
        if "_loop" in vars(self):
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()


@dataclass(slots=True)
class _Listening:
    """Ends a subscription. As the real one, it takes no weak reference."""

    end: Callable[[], None]

    def close(self) -> None:
        self.end()


class ReadyShop(Backend):
    """The backend over a copy of the shop, which is opened at the first question, or as the first
    start of the program makes it. Listeners get word of each commit before the answer of the call
    that made it, in its thread.
    """

    shops: ShopsBackend
    host: HostBackend
    overview: OverviewBackend
    orders: OrdersBackend
    catalogue: CatalogueBackend
    keys: KeysBackend
    audit: AuditBackend
    webhooks: WebhooksBackend
    people: PeopleBackend
    reports: ReportsBackend
    settings: SettingsBackend
    pulls: PullsBackend
    calls: CallsBackend
    marketplace: MarketplaceBackend
    network: NetworkBackend
    alerts: AlertsBackend
    histories: HistoryBackend
    counters: FakeCounters

    def __init__(self, clock: FakeClock | None = None, *, is_new: bool = False) -> None:
        self._is_new = is_new
        self.answers = Answers()
        self.clock = clock or FakeClock()
        self._listeners: list[Callable[[Changes], None]] = []
        self._host_listeners: list[Callable[[HostStatus], None]] = []
        self._rings: list[Ring] = []
        self.counters = FakeCounters(self.answers, self.tell)
        self._changes: list[Changes] = []
        self._closers: list[Callable[[], object]] = []
        self.guard = AccessGuard(self.clock.monotonic)
        self.at_counter = AtCounter(self.clock, self.guard)
        self._pins = PinCheck(self.clock.monotonic)
        self.computer = FakeComputer(lambda work: self.store.submit(work).result(WAIT_S))
        self.post = FakeAlertPost()
        self._thread = _ServiceThread(lambda: self._service, self.computer, self.publish_host)
        self._closers.append(self._thread.close)

    @cached_property
    def folder(self) -> Path:
        folder = Path(tempfile.mkdtemp(prefix="counterpart-window-"))
        self._closers.insert(0, lambda: shutil.rmtree(folder))
        return folder

    def _keep_widgets(self) -> None:
        """Until the shop is closed no thread of it collects garbage: widgets are deleted in the
        thread of the window only.
        """
        if gc.isenabled():
            gc.disable()
            self._closers.insert(0, gc.enable)

    @cached_property
    def _service(self) -> Service:
        self._keep_widgets()
        shutil.copyfile(new_database.make_template() if self._is_new else make_template(), self.folder / FILE_NAME)
        secrets, certificate = SecretCache(self.computer.secrets), make_folder(self.folder)
        service = Service(ServiceOptions(self.folder / FILE_NAME, self.clock, secrets=secrets, certificate=certificate))
        self._closers.append(service.store.close)
        if self._is_new:
            service.store.submit(lambda tx: ensure_first_shop(tx, self.clock.now())).result(WAIT_S)
        service.store.subscribe(self._changes.append)
        return service

    @cached_property
    def store(self) -> Store:
        """As the window uses it."""
        store = self._service.store.for_origin(self.at_counter.make_origin())
        self.at_counter.begin(store)
        return store

    @cached_property
    def gateway(self) -> StoreGateway:
        gateway = StoreGateway(lambda: self.store, self.clock, self.at_counter.author)
        self._closers.append(gateway.close)
        return gateway

    @cached_property
    def backends(self) -> Ports:
        """The ports, each of which answers as `answers` says."""
        ports = {name: getattr(self._made, name) for name in list_ports()}
        return Ports(**{name: port if name == "counters" else self._serve(name, port) for name, port in ports.items()})

    @cached_property
    def _made(self) -> Ports:
        return self._make_ports()

    def _make_ports(self) -> Ports:
        gateway, thread, computer = self.gateway, self._thread, self.computer
        secrets = SecretCache(computer.secrets)
        proofs = OwnerProofs(lambda: PASSPHRASE, lambda: None)
        login = FakeLogin(computer)
        return Ports(
            shops=ShopsBackend(gateway),
            host=HostBackend(
                gateway,
                thread,
                computer.secrets,
                computer.start_report,
                SupportPort(computer.self_test, computer.list_bundle, computer.saved.append),
                lambda: self._changes.append(Changes.of(ChangeKind.SECRETS)),
                computer.updates,
            ),
            overview=OverviewBackend(
                gateway,
                starts_with_pc=login.is_on,
                backup_fault=lambda: computer.backup_fault,
                update_status=computer.updates.status,
                zone=ZONE,
            ),
            orders=OrdersBackend(gateway),
            catalogue=CatalogueBackend(gateway),
            keys=KeysBackend(gateway),
            histories=HistoryBackend(gateway),
            audit=AuditBackend(gateway, self.folder),
            pulls=PullsBackend(gateway, self.folder, secrets, open_arabic(), ZONE),
            webhooks=WebhooksBackend(gateway, thread, secrets),
            calls=CallsBackend(gateway, lambda: thread.status.own_address),
            marketplace=MarketplaceBackend(gateway, thread),
            network=NetworkBackend(gateway, thread, lambda: make_folder(self.folder), self._changes.append),
            people=PeopleBackend(gateway, self.at_counter, self.guard, self._pins, proofs, self._changes.append),
            counters=cast("CountersBackend", self.counters),
            reports=ReportsBackend(gateway, ZONE),
            alerts=AlertsBackend(gateway, thread, secrets, lambda: self.post, str),
            settings=SettingsBackend(
                gateway,
                self.folder,
                FakeBackups(computer),
                login,
                FakePowerOn(computer),
                lambda: self._changes.append(Changes.of(ChangeKind.SETTINGS)),
                FakeSounds(computer),
                licences=computer.licences,
                read_libraries=lambda: computer.libraries,
            ),
        )

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - of the type above
        if name in list_ports():
            return getattr(self.backends, name)
        raise AttributeError(name)

    def in_service(self, work: Callable[[Service], Coroutine[Any, Any, T]]) -> T:
        """Runs `work` in the loop of the service."""
        return self._thread.call(work).result(WAIT_S)

    def make_certificate(self) -> None:
        """As when the service opens to the network."""
        self.in_service(lambda service: service.tls.prepare(wanted=True, allowed_hosts=()))

    def on_changes(self, listener: Callable[[Changes], None]) -> _Listening:
        self._listeners.append(listener)
        return _Listening(lambda: self._listeners.remove(listener))

    def on_host(self, listener: Callable[[HostStatus], None]) -> _Listening:
        self._host_listeners.append(listener)
        return _Listening(lambda: self._host_listeners.remove(listener))

    def on_ring(self, listener: Ring) -> _Listening:
        self._rings.append(listener)
        return _Listening(lambda: self._rings.remove(listener))

    def tell(self, *kinds: ChangeKind) -> None:
        """Word of a commit."""
        self._publish(Changes.of(*kinds))

    def _publish(self, changes: Changes) -> None:
        for listener in list(self._listeners):
            listener(changes)

    def publish_host(self, status: HostStatus) -> None:
        """The service begins to listen, stops, or meets a taken port."""
        self.computer.host = status
        for listener in list(self._host_listeners):
            listener(status)

    def ring(self, shop: int, order: ListedOrder, *, lapsing: bool = False) -> None:
        """A new order, or one about to lapse."""
        for listener in list(self._rings):
            listener(shop, order, lapsing)

    def ring_listener_count(self) -> int:
        """How many listen for orders."""
        return len(self._rings)

    @property
    def is_support_view(self) -> bool:
        return self.read(read_support_view)

    def add_staff(self) -> None:
        """Maryam and Ali at the counter, and one who has left."""

        def add(tx: Tx) -> None:
            for name in ("Maryam", "Ali", "Old hand"):
                add_person(tx, name)
            set_active(tx, OLD_HAND, active=False)

        self.change_people(add)

    def set_pin(self, *people: int) -> None:
        """Sets PIN for these people."""

        def write(tx: Tx) -> None:
            for person in people:
                write_pin(tx, person, hash_pin(PIN))

        self.change_people(write)

    def change_people(self, work: Callable[[Tx], object]) -> None:
        """As another window does; it counts here at once."""

        def change(tx: Tx) -> None:
            work(tx)
            tx.mark_changed(ChangeKind.PEOPLE)

        self.store.submit(change).result(WAIT_S)
        self.at_counter.follow(self.read(self.at_counter.find))
        self.write(lambda _tx: None)

    @property
    def settings_now(self) -> Settings:
        """The values in use."""
        stored = self.read(lambda db: parse_settings(read_settings(db)))
        return replace_fields(stored, start_at_login=self.computer.starts_at_login)

    def set(self, **values: object) -> None:
        """Sets settings by their names, as another window does."""
        self.computer.starts_at_login = bool(values.pop("start_at_login", self.computer.starts_at_login))

        def change(tx: Tx) -> None:
            for name, value in values.items():
                change_setting(tx, name, find_setting(name).kind.text_of(value))

        self.write(change)

    def upload(
        self, *rows: Mapping[str, object], shop: int = LIVE, call: int | None = None, at: Millis | None = None
    ) -> None:
        """The ERP sends rows, in the call of that number."""

        def upload(tx: Tx) -> None:
            where, now, why = shops.get_shop(tx, shop), at or self.clock.now(), WriteCause(CauseKind.CALL, call)
            assert save_upload(tx, where, parse(*rows).rows, by="ERP", now=now, why=why).result.errors == []

        self.write(upload)

    def edit_often(self, sku: str, count: int) -> None:
        """So many writes by hand, each of another price."""

        def edit(tx: Tx) -> None:
            shop, why = shops.get_shop(tx, LIVE), WriteCause(CauseKind.HAND)
            for price in range(count):
                row = {"sku": sku, "price_fils": 1000 + price}
                save_upload(tx, shop, parse(row).rows, by="owner", now=self.clock.now(), why=why)

        self.write(edit)

    def undo(self, call: int) -> None:
        """Another window undoes an upload."""
        self.write(lambda tx: undo_upload(tx, shops.get_shop(tx, LIVE), call, by="owner", now=self.clock.now()))

    def find_newest_write(self) -> int:
        return self.read(lambda db: int(db.scalar("SELECT max(id) FROM item_writes")))

    def give_to_till(self, *skus: str) -> None:
        """The first till writes these items last."""
        self._give(skus, ItemSource(key_id=1))

    def give_to_file(self, *skus: str) -> None:
        """The nightly file writes these items last."""
        self._give(skus, ItemSource(file="prices.xlsx"))

    def _give(self, skus: tuple[str, ...], source: ItemSource) -> None:
        def give(tx: Tx) -> None:
            number = get_source_id(tx, LIVE, source)
            tx.many("UPDATE items SET source_id = ? WHERE sku = ?", [(number, sku) for sku in skus])

        self.write(give)

    def keep_main_branch(self) -> None:
        """The shop has one branch."""

        def keep(tx: Tx) -> None:
            main = shops.get_main_branch(tx, LIVE).id
            for statement in ("DELETE FROM ledger", "DELETE FROM stock", "UPDATE orders SET branch_id = ?1"):
                tx.update(f"{statement} WHERE branch_id <> ?1", (main,))
            tx.update("DELETE FROM branches WHERE shop_id = ? AND id <> ?", (LIVE, main))

        self.write(keep)

    def empty(self) -> None:
        """Takes every item and order from the live shop."""

        def empty(tx: Tx) -> None:
            for table in ("order_lines", "order_history", "orders", "ledger", "stock", "items", "item_writes", "rfqs"):
                tx.update(f"DELETE FROM {table}")
            tx.update("UPDATE shops SET items_total = 0")
            tx.mark_changed(ChangeKind.ITEMS, ChangeKind.ORDERS)

        self.write(empty)

    def item(self, sku: str, shop: int = LIVE) -> Item:
        return next(iter(self.read(lambda db: items.find_items(db, shop, [sku])).values()))

    def order(self, reference: str, shop: int = LIVE) -> Order:
        return self.read(lambda db: orders.get_order(db, shop, reference))

    def listed_order(self, reference: str) -> ListedOrder:
        """As lists show it."""
        return self.read(lambda db: orders.search_orders(db, LIVE, OrderQuery(text=reference))[0])

    def place(self, sku: str) -> str:
        """The marketplace brings an order of one unit."""

        def place(tx: Tx) -> str:
            request = OrderRequest((LineRequest(sku, 1000),))
            return place_order(tx, shops.get_shop(tx, LIVE), request, by="marketplace", now=self.clock.now()).reference

        return self.write(place)

    def add_run(self, run: Run) -> int:
        """The nightly file was read once more."""
        return self.write(lambda tx: store_run(tx, run))

    def write_file(self, text: str = PRICES, name: str = "prices.csv") -> Path:
        """A file of the shop's system that nobody has just written."""
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        os.utime(path, (0, 0))
        return path

    def set_up_file(self, text: str = PRICES) -> Path:
        """The nightly file is one that is there."""
        path = self.write_file(text)
        self.pulls.save(LIVE, SetupChoices(str(path))).result()
        return path

    def give_place(self, trial: PlaceTrial | None = None) -> None:
        """A place that no test can reach: it has a file, or until its server is confirmed `trial`
        is what is found there.
        """

        def try_place(_shop: int, setup: SetupChoices, _password: Secret | None) -> PlaceTrial:
            if trial is not None and setup.access.trust != trial.fingerprint:
                return replace_fields(trial, setup=setup)
            name = "pos.db.jsonl" if setup.path.startswith("sqlite:") else "stock.csv"
            access = replace_fields(setup.access, secret_name="typed-1")
            return PlaceTrial(replace_fields(setup, access=access), name, 12_345)

        def look(shop: int, setup: SetupChoices) -> FileInspection:
            here = replace_fields(setup, path=str(self.write_file()), pattern=None, access=PlaceAccess())
            return self._made.pulls.preview(shop, here).result(WAIT_S)

        self.answers.give("pulls.try_place", try_place)
        self.answers.give("pulls.preview", look)
        self.answers.give("pulls.recognise", look)

    def hold_file(self) -> int:
        """The nightly file is one that was held back, as it has half of the rows; gives the run."""
        self.set_up_file()
        self.pulls.run(LIVE, lambda _progress: None).result()
        self.write_file("\n".join(PRICES.splitlines()[:2]) + "\n")
        self.pulls.run(LIVE, lambda _progress: None).result()
        return self.find_last_run().id

    def find_last_run(self) -> Run:
        last = self.read(lambda db: pulls.last_run(db, LIVE))
        assert last is not None
        return last

    def forget_runs(self) -> None:
        """The nightly file was never read."""
        for table in ("pull_rows", "pull_runs"):
            self.change(f"DELETE FROM {table}", kinds=(ChangeKind.PULLS,))

    def forget_pull(self) -> None:
        """No file is read at night, and none was."""

        def forget(tx: Tx) -> None:
            pulls.drop_source(tx, LIVE)
            shops.set_mode(tx, LIVE, Mode.SCHEDULED_PULL, on=False)

        self.write(forget)
        self.forget_runs()

    def link(self, report: RehearsalReport = REHEARSAL) -> None:
        """The live shop is linked, and the owner has not approved yet: two orders are the
        marketplace's, an item is refused, and two actions wait, of which one was not sent.
        """

        def link(tx: Tx) -> None:
            now = self.clock.now()
            links.put_link(tx, Link(LIVE, MARKETPLACE_URL, "link-1", True, False, False, False, now))
            values = {"last_answer_at": now, "full_read_at": now, "rehearsed_at": now, "event_feed": True}
            links.change_link(tx, LIVE, rehearsal=json.encode(report).decode(), **values)
            tx.update("UPDATE orders SET marketplace_reference = reference WHERE id IN (5, 8)")
            for number, action, tries in ((8, Action.ACCEPT, 0), (5, Action.DISPATCHED, 1)):
                order = orders.list_orders_by_id(tx, [number])[0]
                mirror.add_mirror(tx, order, order.status)
                action_queue.add_action(tx, LIVE, number, action, None, "Till 1", now)
                tx.update("UPDATE link_actions SET tries = ? WHERE order_id = ?", (tries, number))
            pushed_items.mark_waiting(tx, LIVE, [1, 2, 3, 4], now)
            pushed_items.park(tx, 1, message("quantity: cannot go below the 3 that open orders hold"), now)

        self.write(link)

    def want_outside_backup(self) -> None:
        """No folder for backups was chosen yet."""
        self.set(backup_folder="")

    def calm_targets(self) -> None:
        """No target refuses anything."""
        self.change("UPDATE targets SET failures = 0, trouble_since = NULL")

    def deliver(self) -> None:
        """The newest delivery arrives."""

        def deliver(tx: Tx) -> None:
            seq = tx.scalar("SELECT max(seq) FROM deliveries")
            tx.update(
                "INSERT INTO attempts (delivery_seq, number, at, status, duration_ms, answer) "
                "VALUES (?, 1, ?, 200, 23, x'')",
                (seq, self.clock.now()),
            )
            tx.update("UPDATE deliveries SET state = 'delivered', attempts = 1, tries = 1 WHERE seq = ?", (seq,))
            tx.mark_changed(ChangeKind.DELIVERIES)

        self.write(deliver)

    def forget_deliveries(self, target: int) -> None:
        """A target never got anything, and nothing waits for it."""
        found = "SELECT seq FROM deliveries WHERE target_id = ?"
        self.change(f"DELETE FROM attempts WHERE delivery_seq IN ({found})", target)
        self.change("DELETE FROM deliveries WHERE target_id = ?", target)

    def newest_secret(self) -> str:
        """The one that the keyring got last."""
        return list(self.computer.secrets.secrets.values())[-1].text

    def call(self, count: int = 1, *, number: int = TOTAL, quietly: bool = False) -> None:
        """Tills call, a millisecond after each other, as in that call of the log."""

        def add(tx: Tx) -> None:
            last = tx.scalar("SELECT coalesce(max(at), 0) FROM calls")
            first = max(self.clock.now(), last + 1)
            call, bodies = make_call(number, {key.name: key.id for key in keys.list_keys(tx, LIVE)}, LIVE)
            add_calls(tx, [(structs.replace(call, at=first + at), bodies) for at in range(count)])

        if quietly:
            self.store.submit(add).result(WAIT_S)
            self._wait_for_words()
            self._take_words()
        else:
            self.write(add)

    def unsee(self, *references: str) -> None:
        """Nobody has looked at these orders."""
        for reference in references:
            self.change("UPDATE orders SET seen = 0 WHERE reference = ?", reference)

    def list_unseen(self) -> list[str]:
        """The waiting orders that nobody has looked at."""
        return self.read(lambda db: [one.reference for _shop, one in orders.list_waiting_orders(db) if not one.seen])

    def shop(self, number: int = LIVE) -> Shop:
        return self.read(lambda db: shops.get_shop(db, number))

    def act(self, reference: str, action: Action, reason: str | None = None) -> None:
        """A system acts on an order."""

        def act(tx: Tx) -> None:
            shop, now = shops.get_shop(tx, LIVE), self.clock.now()
            assert act_on_order(tx, shop, reference, action, reason=reason, by="Till 1", now=now).refusal is None

        self.write(act)

    def change(self, statement: str, *values: object, kinds: tuple[ChangeKind, ...] = ()) -> None:
        """Changes rows as no use case does, such as those of another time."""

        def change(tx: Tx) -> None:
            tx.update(statement, values)
            tx.mark_changed(*kinds)

        self.write(change)

    def use_key(self, name: str) -> None:
        """A system calls with the key of this name."""

        def use(tx: Tx) -> None:
            key = next(one for one in keys.list_keys(tx, LIVE) if one.name == name)
            keys.record_use(tx, key.id, self.clock.now(), "127.0.0.1")
            call, bodies = make_call(TOTAL, {"Till 1": key.id}, LIVE)
            add_calls(tx, [(structs.replace(call, at=self.clock.now(), key=name), bodies)])
            tx.mark_changed(ChangeKind.KEYS, ChangeKind.CALLS)

        self.write(use)

    def remove_keys(self) -> None:
        """As in a shop that was just set up."""

        def remove(tx: Tx) -> None:
            tx.update("UPDATE calls SET key_id = NULL")
            tx.update("DELETE FROM api_keys")
            tx.mark_changed(ChangeKind.KEYS)

        self.write(remove)

    def write(self, work: Callable[[Tx], T]) -> T:
        """Changes the database, as another window or a system does."""
        return self._finish(self.store.submit(work))

    def read(self, work: Callable[[ReadTx], T]) -> T:
        return self.store.submit_read(work).result(WAIT_S)

    def close(self) -> None:
        while self._closers:
            self._closers.pop()()

    def _serve(self, name: str, port: P) -> P:
        return cast("P", _ServedPort(name, port, self.answers, self._finish))

    def _finish(self, answer: Future[T], *, is_read: bool = False) -> T:
        """The answer, after all words of commits."""
        try:
            return answer.result(WAIT_S)
        finally:
            if not is_read:
                self._wait_for_words()
            for changes in self._take_words():
                self._publish(changes)

    def _wait_for_words(self) -> None:
        """The next write is done only after the words of those before."""
        self.store.submit(lambda _tx: None).result(WAIT_S)

    def _take_words(self) -> list[Changes]:
        words, self._changes[:] = list(self._changes), []
        return words


class ReadyRecords(NamedTuple):
    """The live shop as tests of words and papers need it, with its orders newest first."""

    shop: Shop
    items: tuple[Item, ...]
    details: tuple[OrderDetail, ...]


@cache
def read_records() -> ReadyRecords:
    backend = ReadyShop()
    try:
        listed = backend.orders.find(LIVE, OrderQuery(sort=OrderSort.NEWEST), 0, 100).result().rows
        details = tuple(backend.orders.detail(LIVE, order.reference).result() for order in listed)
        items = backend.catalogue.page(LIVE, ItemQuery(), 0, 100).result().rows
        return ReadyRecords(backend.shop(), items, details)
    finally:
        backend.close()


class _ServedPort:
    """Has the methods of a port. Each is carried out before it returns, unless the test holds or
    fails it. What is asked and answered can travel to a window elsewhere.
    """

    def __init__(self, name: str, port: object, answers: Answers, finish: Callable[..., Any]) -> None:
        self._name, self._port, self._answers, self._finish = name, port, answers, finish

    def __getattr__(self, method: str) -> Callable[..., Any]:
        function = getattr(self._port, method)
        if method in ("on_pin_wanted", "give_up"):
            return cast("Callable[..., Any]", function)

        def call(*arguments: object, **named: object) -> Future[Any]:
            travel = make_port_table()[self._name][method]

            def carry_out() -> object:
                result = self._finish(function(*arguments, **named), is_read=self._reads(method))
                return travel.decode_result(encode(result))

            everything = (*arguments, *named.values())
            given = [one for one in everything if not callable(one)]
            travel.join_arguments(travel.decode_arguments(travel.split_arguments(arguments, named)[0]), lambda _: print)
            self._answers.listeners[f"{self._name}.{method}"] = [one for one in everything if callable(one)]
            return self._answers.answer(f"{self._name}.{method}", carry_out, *given)

        return call

    def _reads(self, method: str) -> bool:
        return access_of(getattr(list_ports()[self._name], method)) is Access.READ
