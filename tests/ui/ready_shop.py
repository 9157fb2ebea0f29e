"""The gateway over a small Gulf parts shop: a database that is made once and copied for each test.

A call is carried out when it is made, so that its answer is there at once.
"""

from __future__ import annotations

import atexit
import hashlib
import shutil
import tempfile
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import replace as replace_fields
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

from msgspec.structs import replace

from bridge.gateway.access_guard import AccessGuard
from bridge.gateway.at_counter import AtCounter
from bridge.gateway.keys_backend import KeysBackend
from bridge.gateway.people_backend import AuditBackend, Counter, OwnerProofs, PeopleBackend, PinCheck
from bridge.gateway.pulls_backend import PullsBackend
from bridge.gateway.settings_backend import SettingsBackend, StartPorts
from bridge.gateway.store_gateway import StoreGateway
from service.domain.audit import Actor, Origin, OwnerAction
from service.domain.call_log.calls import Call
from service.domain.changes import ChangeKind, Changes
from service.domain.settings import Settings, find_setting, parse_settings
from service.domain.shops import Mode
from service.domain.times import SECOND, Clock, Millis
from service.store import keys, shops
from service.store.audit_log import record_action
from service.store.call_log.calls import PackedBodies, add_calls
from service.store.engine.connection import FILE_NAME
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx, Tx
from service.store.settings import read_settings, write_setting
from service.store.staff import read_support_view, write_pin
from service.usecases.edit_people import add_person, set_active
from service.usecases.edit_settings import change_setting
from tests.bridge.secrets.fake_secret_stores import FakeSecretStore
from tests.fakes.new_database import new_store
from tests.ui.fake.answers import Answers
from tests.ui.fake.fake_clock import NOW, moment
from tests.ui.fake.fake_computer import FakeBackups, FakeComputer, FakeLogin, FakePowerOn, FakeSounds
from ui.backend.access import Access, access_of
from ui.backend.protocol import list_ports
from ui.i18n.language import open_arabic

T = TypeVar("T")
P = TypeVar("P")

WAIT_S = 20.0
LIVE, STAGING = 1, 2
MARYAM, ALI, OLD_HAND = 1, 2, 3
PIN = "4711"
PASSPHRASE = "four words of ours"
SHOP = "Sitra Auto Parts"
PUSHED = moment(15, 14, 27, 40)
"""When the ERP sent its rows."""


class ReadyKey(NamedTuple):
    """A key of the live shop."""

    name: str
    prefix: str
    made: Millis
    used: Millis
    address: str = ""
    ends: Millis | None = None


class ReadyEntry(NamedTuple):
    """What the audit says of a day."""

    at: Millis
    actor: Actor
    action: OwnerAction
    subject: str
    details: Mapping[str, str]
    is_of_shop: bool = True


KEYS = (
    ReadyKey("Till 1", "cp_live_8fK2", moment(2, 9, 5), moment(15, 14, 29, 7), "192.168.1.20"),
    ReadyKey("Till 2", "cp_live_Qm71", moment(2, 9, 5), moment(15, 14, 29, 4), "127.0.0.1"),
    ReadyKey("ERP", "cp_live_Xa9d", moment(8, 10, 0), PUSHED),
    ReadyKey(
        "Old tablet",
        "cp_live_t0Bz",
        moment(11, 10, 0, month=3),
        moment(3, 9, 0, month=10),
        ends=moment(31, 20, 59, month=12),
    ),
)
AUDIT = (
    ReadyEntry(
        moment(2, 9, 5), Actor.WINDOW, OwnerAction.KEY_MADE, "Till 1", {"number": "1", "begins": "cp_live_8fK2"}
    ),
    ReadyEntry(moment(2, 9, 6), Actor.WINDOW, OwnerAction.TARGET_ADDED, "https://hooks.example.com", {"number": "2"}),
    ReadyEntry(moment(8, 10, 0), Actor.COMMAND_LINE, OwnerAction.KEY_MADE, "ERP", {"number": "3", "until": "never"}),
    ReadyEntry(
        moment(9, 8, 0),
        Actor.WINDOW,
        OwnerAction.SETTING_CHANGED,
        "open_to_network",
        {"before": "off", "after": "on"},
        is_of_shop=False,
    ),
    ReadyEntry(moment(14, 18, 2), Actor.WINDOW, OwnerAction.MODE_SWITCHED, "scheduled_pull", {"state": "on"}),
    ReadyEntry(
        moment(15, 9, 30), Actor.PROGRAM, OwnerAction.RESTORED, "counterpart-daily.cpbackup", {}, is_of_shop=False
    ),
)


@cache
def make_template() -> Path:
    """The database that is copied, made by the first call."""
    folder = Path(tempfile.mkdtemp(prefix="counterpart-shop-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    store = new_store(folder)
    _Filler(store).fill()
    store.close()
    return folder / FILE_NAME


class _Filler:
    """Makes what the shop has, as its owner and its systems did."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def fill(self) -> None:
        made = moment(2, 9, 0)
        for name in (SHOP, "Riffa Tyres"):
            self._write(made, partial(shops.add_shop, name=name, now=made))
        for name, text in (("language", "en"), ("backup_folder", "D:\\Backups"), ("wizard_done", "on")):
            self._write(made, partial(write_setting, name=name, value=text))
        self._write(made, lambda tx: shops.set_mode(tx, LIVE, Mode.SCHEDULED_PULL, True))
        for key in KEYS:
            self._write(key.made, partial(self._add_key, key))
        self._write(NOW, self._add_calls)
        for entry in AUDIT:
            self._write(entry.at, partial(self._note, entry), entry.actor)

    def _add_key(self, key: ReadyKey, tx: Tx) -> None:
        added = keys.add_key(tx, LIVE, key.name, f"{key.prefix}{key.name:x>31}", key.made, key.ends)
        keys.record_use(tx, added.id, key.used, key.address)

    def _add_calls(self, tx: Tx) -> None:
        """So many of this day by each key, one a second."""
        for name, count in (("Till 1", 412), ("Till 2", 86), ("ERP", 13)):
            key = next(one for one in keys.list_keys(tx, LIVE) if one.name == name)
            read = Call(0, 0, LIVE, key.id, name, "127.0.0.1", "GET", "/v1/items", 200, 900, 0, 10)
            entries = [(replace(read, at=NOW - at * SECOND), PackedBodies(b"", b"")) for at in range(1, count + 1)]
            add_calls(tx, entries)
        erp = next(one for one in keys.list_keys(tx, LIVE) if one.name == "ERP")
        push = Call(0, PUSHED, LIVE, erp.id, "ERP", "127.0.0.1", "POST", "/v1/items", 200, 38_000, 184_000, 410)
        add_calls(tx, [(replace(push, facts='{"saved":998,"rejected":2}'), PackedBodies(b"", b""))])

    def _note(self, entry: ReadyEntry, tx: Tx) -> None:
        shop = shops.get_shop(tx, LIVE) if entry.is_of_shop else None
        record_action(tx, entry.action, entry.subject, shop=shop, **entry.details)

    def _write(self, at: Millis, work: Callable[[Tx], object], actor: Actor = Actor.WINDOW) -> None:
        self._store.for_origin(Origin(actor, lambda: at)).submit(work).result(WAIT_S)


class ReadyShop:
    """A copy of the shop, opened at the first question. `publish` gets word of each commit before
    the answer of the call that made it, in its thread.
    """

    def __init__(self, answers: Answers, clock: Clock, publish: Callable[[Changes], None]) -> None:
        self._answers = answers
        self.clock = clock
        self._publish = publish
        self._changes: list[Changes] = []
        self._closers: list[Callable[[], object]] = []
        self.guard = AccessGuard(clock.monotonic)
        self.at_counter = AtCounter(clock, self.guard)
        self._pins = PinCheck(clock.monotonic)
        self.computer = FakeComputer(lambda work: self.store.submit(work).result(WAIT_S))

    @cached_property
    def folder(self) -> Path:
        folder = Path(tempfile.mkdtemp(prefix="counterpart-window-"))
        self._closers.append(lambda: shutil.rmtree(folder))
        return folder

    @cached_property
    def store(self) -> Store:
        shutil.copyfile(make_template(), self.folder / FILE_NAME)
        store = Store(self.folder / FILE_NAME)
        self._closers.append(store.close)
        store.subscribe(self._changes.append)
        self.at_counter.begin(store)
        return store

    @cached_property
    def gateway(self) -> StoreGateway:
        gateway = StoreGateway(lambda: self.store, self.at_counter.author)
        self._closers.append(gateway.close)
        return gateway

    @cached_property
    def audit(self) -> AuditBackend:
        return self._serve("audit", AuditBackend(self.gateway, self.folder))

    @cached_property
    def keys(self) -> KeysBackend:
        return self._serve("keys", KeysBackend(self.gateway, self.clock))

    @cached_property
    def people(self) -> PeopleBackend:
        counter = Counter(self.at_counter, self.guard, self._pins, self._changes.append)
        return self._serve(
            "people", PeopleBackend(self.gateway, counter, OwnerProofs(lambda: PASSPHRASE, lambda: None))
        )

    @cached_property
    def pulls(self) -> PullsBackend:
        pulls = PullsBackend(self.gateway, self.clock, self.folder, FakeSecretStore(), open_arabic())
        return self._serve("pulls", pulls)

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
        """Sets PIN for these people; it is compared at once, and not in a tenth of a second."""
        computed = hashlib.scrypt(PIN.encode(), salt=b"salt", n=2, r=1, p=1, dklen=32)

        def write(tx: Tx) -> None:
            for person in people:
                write_pin(tx, person, f"scrypt$2$1$1${b'salt'.hex()}${computed.hex()}")

        self.change_people(write)

    def change_people(self, work: Callable[[Tx], object]) -> None:
        """As another window does; it counts here at once."""

        def change(tx: Tx) -> None:
            work(tx)
            tx.mark_changed(ChangeKind.PEOPLE)

        self.store.submit(change).result(WAIT_S)
        self.at_counter.follow(self.read(self.at_counter.find))
        self.write(lambda _tx: None)

    @cached_property
    def settings(self) -> SettingsBackend:
        computer = self.computer
        return self._serve(
            "settings",
            SettingsBackend(
                self.gateway,
                self.folder,
                FakeBackups(computer),
                StartPorts(FakeLogin(computer), FakePowerOn(computer)),
                lambda: self._changes.append(Changes.of(ChangeKind.SETTINGS)),
                FakeSounds(computer),
                licences=computer.licences,
                read_libraries=lambda: computer.libraries,
            ),
        )

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

    def use_key(self, name: str) -> None:
        """A system calls with the key of this name."""

        def use(tx: Tx) -> None:
            key = next(one for one in keys.list_keys(tx, LIVE) if one.name == name)
            keys.record_use(tx, key.id, self.clock.now(), "127.0.0.1")
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
        return cast("P", _ServedPort(name, port, self._answers, self._finish))

    def _finish(self, answer: Future[T]) -> T:
        """The answer, after all words of commits. The next write is done only after them."""
        try:
            return answer.result(WAIT_S)
        finally:
            self.store.submit(lambda _tx: None).result(WAIT_S)
            while self._changes:
                self._publish(self._changes.pop(0))


class _ServedPort:
    """Has the methods of a port. Each is carried out before it returns, unless the test holds or
    fails it.
    """

    def __init__(self, name: str, port: object, answers: Answers, finish: Callable[[Future[Any]], Any]) -> None:
        self._name, self._port, self._answers, self._finish = name, port, answers, finish

    def __getattr__(self, method: str) -> Callable[..., Any]:
        function = getattr(self._port, method)
        if method in ("on_pin_wanted", "give_up"):
            return cast("Callable[..., Any]", function)

        def call(*arguments: object, **named: object) -> Future[Any]:
            def carry_out() -> object:
                answer = function(*arguments, **named)
                return answer.result(WAIT_S) if self._reads(method) else self._finish(answer)

            given = [one for one in (*arguments, *named.values()) if not callable(one)]
            return self._answers.answer(f"{self._name}.{method}", carry_out, *given)

        return call

    def _reads(self, method: str) -> bool:
        return access_of(getattr(list_ports()[self._name], method)) is Access.READ
