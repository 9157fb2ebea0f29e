"""What a command uses: the options that every command takes, the clock, and the database.

A command opens the database itself, whether or not the app is running, and holds no lock while it
prints or waits: each `read` and `write` is over before it returns.
"""

# ruff: noqa: PLC0415 - a command loads what it uses

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import Executor, Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from bridge.secrets.engine_choice import choose_database, find_address
from bridge.system.counter_file import refuse_on_counter
from bridge.system.instance_lock import OlderVersionRuns, check_upgrade_allowed, is_running, running_process_id
from bridge.system.paths import data_folder, database_file, find_user, has_database, make_data_folder, quote_word
from service.domain.actors import format_command_line
from service.domain.audit import Actor, Origin
from service.domain.changes import ChangeKind
from service.domain.errors import Unavailable, UnavailableCode
from service.domain.sentences import verbatim
from service.domain.shops import Shop
from service.domain.times import Clock, Millis, SystemClock
from service.store import shops
from service.store.audit_log import read_head, store_head
from service.store.engine.connection import open_database
from service.store.engine.migrations import STEPS, Steps
from service.store.engine.readers import run_read
from service.store.engine.sqlite_errors import DATABASE_LOCKED
from service.store.engine.transaction import Connection, ReadTx, Tx
from service.usecases.edit_settings import read_settings
from service.usecases.edit_shop import ensure_first_shop
from ui.backend.backend_errors import BackendError

if TYPE_CHECKING:
    from bridge.backups.shared_data import SharedData
    from bridge.gateway.pulls_backend import PullsBackend
    from bridge.gateway.store_gateway import StoreGateway
    from bridge.secrets.shared_secrets import SharedStore
    from service.domain.marketplace.orders import Action, Decision
    from service.domain.settings import Settings
    from service.domain.webhooks.webhook_secrets import SecretStore
    from service.service import Service
    from service.store.engine.store import Store
    from service.store.engine.text_index import TextIndex
    from ui.backend.alerts_port import Alerts
    from ui.backend.catalogue_port import Catalogue
    from ui.backend.history_port import Histories
    from ui.backend.keys_port import Keys
    from ui.backend.marketplace_port import Marketplace
    from ui.backend.orders_port import Orders
    from ui.backend.overview_port import Reports
    from ui.backend.people_port import Audit
    from ui.backend.shops_port import Shops
    from ui.backend.webhooks_port import Webhooks

T = TypeVar("T")

SHOP_VARIABLE = "COUNTERPART_SHOP"
_UPGRADE_LOOKS = 40
_UPGRADE_LOOK_S = 0.5
"""How often, and after which pauses, a command looks whether the program of an older version has
ended: an upgrade of the package ends it.
"""
_LOOK_S = 0.2
LOOPBACK = "127.0.0.1"
logging.getLogger("bridge.gateway").addHandler(logging.NullHandler())
"""A command reports each error itself (`command_errors`)."""


@dataclass(slots=True)
class CommonOptions:
    """The options that every command takes, if given."""

    data_dir: Path | None = None
    shop: str | None = None
    staging: bool = False
    as_json: bool = False
    as_csv: bool = False


@dataclass
class Session:
    """One run of the command line."""

    clock: Clock = field(default_factory=SystemClock)
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    options: CommonOptions = field(default_factory=CommonOptions)
    pause: Callable[[float], None] = time.sleep
    user: str = field(default_factory=find_user)
    """The name of the computer's user who runs the command."""
    steps: Steps = STEPS
    _connection: Connection | None = None
    _is_held: bool = False
    """Whether another program held the database while the command waited to open it."""

    @property
    def as_json(self) -> bool:
        return self.options.as_json

    @property
    def shop_name(self) -> str | None:
        """The shop that is named: by `--shop`, or else by the environment."""
        return self.options.shop or self.environment.get(SHOP_VARIABLE) or None

    @property
    def folder(self) -> Path:
        return data_folder(self.options.data_dir, self.environment)

    @property
    def author(self) -> str:
        """What histories store for what this command does."""
        return format_command_line(self.user)

    def origin(self) -> Origin:
        """What the audit stores for what this command does."""
        return Origin(Actor.COMMAND_LINE, self.now, self.user)

    def now(self) -> Millis:
        return self.clock.now()

    def read(self, work: Callable[[ReadTx], T]) -> T:
        """One consistent view of the installation. Raises what `work` raises, or Unavailable."""
        return run_read(self._open(), work)

    def write(self, work: Callable[[Tx], T]) -> T:
        """In a durable transaction. Raises what `work` raises, or Unavailable: nothing changed."""
        connection = self._open()
        try:
            connection.begin_write()
            tx = Tx(connection, origin=self.origin())
            result = work(tx)
            head = read_head(tx) if ChangeKind.AUDIT in tx.changes.kinds else None
            connection.commit()
            if head is not None:
                store_head(self.folder, head)
        except Exception as error:
            if (fault := connection.to_unavailable(error)) is not None:
                raise fault from error
            raise
        finally:
            connection.rollback()
        return result

    def read_shop(self, work: Callable[[ReadTx, Shop], T]) -> T:
        """The same for the shop of `--shop` and `--staging`. Raises NotFound for none."""
        return self.read(lambda db: work(db, self.find_shop(db)))

    def write_shop(self, work: Callable[[Tx, Shop], T]) -> T:
        """The same for a write."""
        return self.write(lambda tx: work(tx, self.find_shop(tx)))

    @property
    def shop(self) -> Shop:
        """The shop that is chosen. Raises NotFound."""
        return self.read(self.find_shop)

    def find_shop(self, db: ReadTx) -> Shop:
        """The shop of the options, or of the environment. Raises NotFound."""
        return shops.find_shop(db, self.shop_name, staging=self.options.staging)

    @cached_property
    def secrets(self) -> SecretStore:
        """What has the secrets: this computer's keyring or encrypted file, or the database."""
        from service.delivery.secret_stores import SecretCache

        return SecretCache(self.shared_secrets)

    @cached_property
    def shared_secrets(self) -> SharedStore:
        """The same without a cache; its `own` is this computer's."""
        from bridge.secrets.chosen_store import open_secret_store
        from bridge.secrets.shared_secrets import SharedStore

        return SharedStore(open_secret_store(self.folder, self.environment), CommandStore(self))

    @property
    def is_shared(self) -> bool:
        """Whether the data is where several services may write it. Raises Refused, Unavailable."""
        return find_address(None, self.environment, self.folder) is not None

    @cached_property
    def backend(self) -> LocalBackend:
        """What the window asks too."""
        return LocalBackend(self)

    def ask(self, answer: Future[T]) -> T:
        """The backend's answer. Raises the error behind one that a pane would display."""
        try:
            return answer.result()
        except BackendError as error:
            raise error.__cause__ or error from None

    def command(self, words: str) -> str:
        """A command line to run next, for the same shop and data, ready to copy."""
        chosen = self.options
        options = [
            *(["--shop", chosen.shop] if chosen.shop else []),
            *(["--staging"] if chosen.staging else []),
            *(["--data-dir", str(chosen.data_dir)] if chosen.data_dir else []),
        ]
        return " ".join(["counterpart", words, *(quote_word(option) for option in options)])

    def open_store(self) -> Store:
        """A store for work that a transaction is too short for; the caller closes it."""
        from service.store.engine.store import Store

        return Store(database_file(self.folder), choose_database(None, self.environment, self.folder))

    def find_shared(self) -> SharedData | None:
        """The data where it is on PostgreSQL, with connections of its own. Raises Refused."""
        if (database := choose_database(None, self.environment, self.folder)) is None:
            return None
        from bridge.backups.shared_data import SharedData

        return SharedData(database)

    def close(self) -> None:
        if "backend" in vars(self):
            self.backend.close()
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _open(self) -> Connection:
        """The connection. The first one creates the folder, the database and the first shop if they
        are missing. A database that another program holds is waited for once.
        """
        if self._is_held:
            raise Unavailable(DATABASE_LOCKED, UnavailableCode.DATABASE_LOCKED)
        if self._connection is None:
            try:
                self._connection = self._open_first()
            except Unavailable as error:
                self._is_held = error.code is UnavailableCode.DATABASE_LOCKED
                raise
            if not self.read(shops.list_shops):
                self.write(lambda tx: ensure_first_shop(tx, self.now()))
        return self._connection

    def _open_first(self) -> Connection:
        refuse_on_counter(self.folder)
        make_data_folder(self.folder)
        if (engine := choose_database(None, self.environment, self.folder)) is not None:
            engine.check()
            return engine.writers[0]
        path = database_file(self.folder)
        if not has_database(self.folder):
            from bridge.backups.backup_service import check_data_there
            from bridge.backups.damaged_database import read_damage_note

            if note := read_damage_note(self.folder):
                # Data written into an empty database would be lost by the restore that the note
                # asks for.
                raise Unavailable(verbatim(note))
            check_data_there(self.folder, self.clock)
        check = partial(check_upgrade_allowed, self.folder)
        for _ in range(_UPGRADE_LOOKS):
            with suppress(OlderVersionRuns):
                return open_database(path, self.steps, check_upgrade=check)
            self.pause(_UPGRADE_LOOK_S)
        return open_database(path, self.steps, check_upgrade=check)


def find_running_port(session: Session) -> int | None:
    """The port at which the running program answers, whichever that is; None if none does."""
    if not is_running(session.folder):
        return None
    from bridge.system.port_holder import answers_as_counterpart, listening_ports

    process, port = running_process_id(session.folder), set_port(session)
    served = () if process is None else listening_ports(process)
    for candidate in dict.fromkeys((*served, *((port,) if port else ()))):
        if answers_as_counterpart(LOOPBACK, candidate):
            return int(candidate)
    return None


def set_port(session: Session) -> int:
    """The port in the settings; 0 where the database cannot be read."""
    try:
        return session.read(read_settings).port
    except Unavailable:
        return 0


def run_now(work: Callable[[], T]) -> Future[T]:
    """The answer of work that is done at once."""
    answer: Future[T] = Future()
    try:
        answer.set_result(work())
    except Exception as error:  # noqa: BLE001 - who asks gets every exception
        answer.set_exception(error)
    return answer


class AtOnce(Executor):
    """Runs work in the command's thread, which has the connection."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:  # noqa: ANN401 - Executor's
        return run_now(lambda: fn(*args, **kwargs))


class CommandStore:
    """What a backend uses of an open store, on the command's connection."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @cached_property
    def text_index(self) -> TextIndex:
        from service.store.engine.text_index import FILE_NAME, TextIndex

        return TextIndex(self._session.folder / FILE_NAME)

    @property
    def is_shared(self) -> bool:
        return self._session.is_shared

    def submit_read(self, work: Callable[[ReadTx], T]) -> Future[T]:
        return run_now(lambda: self._session.read(work))

    def submit(self, work: Callable[[Tx], T]) -> Future[T]:
        return run_now(lambda: self._session.write(work))

    async def read(self, work: Callable[[ReadTx], T]) -> T:
        return self._session.read(work)

    async def write(self, work: Callable[[Tx], T]) -> T:
        return self._session.write(work)

    def close(self) -> None:
        if "text_index" in vars(self):
            self.text_index.close()


class LateSecrets:
    """The computer's secret store, opened with its first use: the keyring takes a while to load."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - a method of the store
        return getattr(self._session.secrets, name)


class CommandService:
    """What a backend uses of a running service."""

    def __init__(self, session: Session, store: CommandStore) -> None:
        self._session, self.store = session, store
        self.secrets = cast("SecretStore", LateSecrets(session))

    @property
    def gate(self) -> CommandService:
        return self

    @property
    def settings(self) -> Settings:
        return self._session.read(read_settings)

    def call(self, work: Callable[[Service], Coroutine[Any, Any, T]]) -> Future[T]:
        """Runs work that needs a loop."""
        import asyncio

        return run_now(lambda: asyncio.run(work(cast("Service", self))))

    async def act(
        self, shop_id: int, reference: str, action: Action, *, reason: str | None, by: str, at: Millis
    ) -> Decision:
        """Waits ten seconds at most for the marketplace's answer to the running program."""
        from service.usecases.act_on_order import act_on_order

        session = self._session
        decision = session.write(
            lambda tx: act_on_order(tx, shops.get_shop(tx, shop_id), reference, action, reason=reason, by=by, now=at)
        )
        return decision if decision.waits_for is None else self._wait_for_marketplace(shop_id, decision)

    def _wait_for_marketplace(self, shop_id: int, decision: Decision) -> Decision:
        from service.link.action_gate import PATIENCE_S, settled

        session = self._session
        until = session.clock.monotonic() + PATIENCE_S
        while decision.waits_for is not None and session.clock.monotonic() < until:
            session.pause(_LOOK_S)
            decision = session.read(lambda db: settled(db, shop_id, decision))  # noqa: B023 - runs at once
        return decision


class LocalBackend:
    """The ports of the window by their names in `ui.backend.protocol`, over the command's own
    connection. It is the same with and without a running program (contract §8.4): no window's lock
    asks a command for a PIN, and the program notices within half a second what a command changed.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._store = CommandStore(session)
        self.service = CommandService(session, self._store)

    @cached_property
    def gateway(self) -> StoreGateway:
        """What the ports read and write with."""
        from bridge.gateway.store_gateway import StoreGateway

        return StoreGateway(
            lambda: cast("Store", self._store), self._session.clock, lambda: self._session.author, workers=AtOnce()
        )

    @property
    def alerts(self) -> Alerts:
        from bridge.alerts.alert_language import AlertLanguage
        from bridge.alerts.apprise_post import ApprisePost
        from bridge.gateway.alerts_backend import AlertsBackend

        speak = AlertLanguage(lambda: self.service.settings.language).speak
        return AlertsBackend(self.gateway, self.service, self.service.secrets, ApprisePost, speak)

    @property
    def audit(self) -> Audit:
        from bridge.gateway.people_backend import AuditBackend

        return AuditBackend(self.gateway, self._session.folder)

    @property
    def catalogue(self) -> Catalogue:
        from bridge.gateway.catalogue_backend import CatalogueBackend

        return CatalogueBackend(self.gateway)

    @property
    def histories(self) -> Histories:
        from bridge.gateway.history_backend import HistoryBackend

        return HistoryBackend(self.gateway)

    @property
    def keys(self) -> Keys:
        from bridge.gateway.keys_backend import KeysBackend

        return KeysBackend(self.gateway)

    @property
    def marketplace(self) -> Marketplace:
        from bridge.gateway.marketplace_backend import MarketplaceBackend

        return MarketplaceBackend(self.gateway, self.service)

    @property
    def orders(self) -> Orders:
        from bridge.gateway.orders_backend import OrdersBackend

        return OrdersBackend(self.gateway, self.service)

    @cached_property
    def pulls(self) -> PullsBackend:
        from bridge.gateway.pulls_backend import PullsBackend

        session = self._session
        return PullsBackend(self.gateway, session.folder, self.service.secrets, str)

    @property
    def reports(self) -> Reports:
        from bridge.gateway.orders_backend import ReportsBackend

        return ReportsBackend(self.gateway)

    @property
    def shops(self) -> Shops:
        from bridge.gateway.shops_backend import ShopsBackend

        return ShopsBackend(self.gateway)

    @property
    def webhooks(self) -> Webhooks:
        from bridge.gateway.webhooks_backend import WebhooksBackend

        return WebhooksBackend(self.gateway, self.service, self.service.secrets)

    def close(self) -> None:
        """Closes what a port has opened."""
        if "pulls" in vars(self):
            self.pulls.close()
        self._store.close()
