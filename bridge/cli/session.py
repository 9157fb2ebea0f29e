"""What a command uses: the options that every command takes, the clock, and the database.

A command opens the database itself, whether or not the app is running, and holds no lock while it
prints or waits: each `read` and `write` is over before it returns.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

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
from service.domain.webhooks.webhook_secrets import SecretStore
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
    from bridge.cli.local_backend import LocalBackend
    from bridge.secrets.shared_secrets import SharedStore
    from service.store.engine.store import Store

T = TypeVar("T")

SHOP_VARIABLE = "COUNTERPART_SHOP"
_UPGRADE_LOOKS = 40
_UPGRADE_LOOK_S = 0.5
"""How often, and after which pauses, a command looks whether the program of an older version has
ended: an upgrade of the package ends it.
"""
LOOPBACK = "127.0.0.1"


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
        """The data folder."""
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
        """Runs `work` on one consistent view of the whole installation.
        Raises what it raises, or Unavailable.
        """
        return run_read(self._open(), work)

    def write(self, work: Callable[[Tx], T]) -> T:
        """Runs `work` in a durable transaction.
        Raises what it raises, or Unavailable; then nothing was changed.
        """
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
        """The same for the shop that `--shop` and `--staging` choose.
        Raises NotFound where there is none.
        """
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

    @property
    def secrets(self) -> SecretStore:
        """What has the secrets: this computer's keyring or encrypted file, or the database."""
        from service.delivery.secret_stores import SecretCache  # noqa: PLC0415 - as below

        return SecretCache(self.shared_secrets)

    @cached_property
    def shared_secrets(self) -> SharedStore:
        """The same without a cache; its `own` is this computer's."""
        from bridge.cli.local_backend import CommandStore  # noqa: PLC0415 - as below
        from bridge.secrets.chosen_store import open_secret_store  # noqa: PLC0415 - the keyring takes a while to load
        from bridge.secrets.shared_secrets import SharedStore  # noqa: PLC0415 - as above

        return SharedStore(open_secret_store(self.folder, self.environment), CommandStore(self))

    @property
    def is_shared(self) -> bool:
        """Whether the data is where several services may write it. Raises Refused, Unavailable."""
        return find_address(None, self.environment, self.folder) is not None

    @cached_property
    def backend(self) -> LocalBackend:
        """What the window asks too."""
        from bridge.cli.local_backend import LocalBackend  # noqa: PLC0415 - `--help` starts without it

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
        from service.store.engine.store import Store  # noqa: PLC0415 - asyncio takes longer to load than most commands run

        return Store(database_file(self.folder), choose_database(None, self.environment, self.folder))

    def find_shared(self) -> SharedData | None:
        """The data where it is on PostgreSQL, with connections of its own. Raises Refused."""
        if (database := choose_database(None, self.environment, self.folder)) is None:
            return None
        from bridge.backups.shared_data import SharedData  # noqa: PLC0415 - the driver is loaded where it is used

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
            return engine.writer
        path = database_file(self.folder)
        if not has_database(self.folder):
            from bridge.backups.backup_service import check_data_there  # noqa: PLC0415 - needed where there is no data
            from bridge.backups.damaged_database import read_damage_note  # noqa: PLC0415 - as above

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
    from bridge.system.port_holder import answers_as_counterpart, listening_ports  # noqa: PLC0415 - looks into processes

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
