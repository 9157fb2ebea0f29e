"""Whether the service listens, what uses its port, the keyring, the findings of the last start."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from service.domain.sentences import EMPTY, Sentence
from service.domain.times import Millis
from service.domain.update_rules import UpdateStatus
from service.domain.webhooks.webhook_secrets import Secret, SecretStoreState
from ui.backend.access import Access, at_service_only, needs
from ui.backend.local_file import SavedFile
from ui.backend.progress import OnProgress
from ui.backend.settings_port import Backup


class HostState(StrEnum):
    """What the service does now."""

    STARTING = "starting"
    LISTENING = "listening"
    PORT_TAKEN = "port_taken"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class PortHolder:
    """The program that uses the port. If `ours`, it is another Counterpart; `user` says whose."""

    program: str | None = None
    process: int | None = None
    user: str | None = None
    since: Millis | None = None
    ours: bool = False


class CheckState(StrEnum):
    """The result of one line of the self-test."""

    GOOD = "good"
    WARN = "warn"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class CheckLine:
    """One line of the self-test: what was checked, what the result is, and what to do about it."""

    code: str
    title: Sentence
    state: CheckState
    finding: Sentence
    fix: Sentence = EMPTY


@dataclass(frozen=True, slots=True)
class BundlePart:
    """One file of the support bundle, as it will be saved."""

    name: str
    size: int
    text: str


@dataclass(frozen=True, slots=True)
class HostStatus:
    """`address` is what tills call; `reason` says in a sentence why the service is stopped, `fault`
    why nothing can be saved although it listens.
    `can_start_here`: it was another process, and `try_again` starts one in the window's; or this
    is a further counter whose key is no longer taken, and `try_again` sets it up again.
    `can_update`: the service is of a newer version, and `try_again` installs that here.
    """

    state: HostState
    address: str
    port: int
    since: Millis | None = None
    holder: PortHolder | None = None
    reason: Sentence = EMPTY
    can_start_here: bool = False
    can_update: bool = False
    counter_of: str = ""
    """The name of the computer with the service, where this window is a further counter."""
    fault: Sentence = EMPTY

    @property
    def cannot_save(self) -> bool:
        """Whether it listens, and can only answer that nothing is saved."""
        return self.state is HostState.LISTENING and bool(self.fault)

    @property
    def own_address(self) -> str:
        """What a program on this computer calls: it need not know the certificate."""
        return f"http://127.0.0.1:{self.port}" if self.address.startswith("https:") else self.address

    @property
    def reference(self) -> str:
        """The interactive reference, for a local browser; "" while the service does not listen."""
        return f"http://127.0.0.1:{self.port}/docs" if self.state is HostState.LISTENING else ""


@dataclass(frozen=True, slots=True)
class KeyringStatus:
    """`name` is the keyring as its system calls it; `opened` is False until the file is opened."""

    state: SecretStoreState
    name: str = ""
    opened: bool = True


class StartEvent(StrEnum):
    """What the last start reports, once."""

    CLEAN = "clean"
    UNCLEAN_END = "unclean_end"
    LOG_LOST = "log_lost"
    RECOVERED = "recovered"
    DATABASE_DAMAGED = "database_damaged"
    DATABASE_TOO_NEW = "database_too_new"
    DATA_MISSING = "data_missing"
    """There is no database although there was one."""


@dataclass(frozen=True, slots=True)
class MissingDataReport:
    """The newest good backup of a database that is gone; its number of parts, None if not known."""

    newest: Backup | None
    items: int | None


@dataclass(frozen=True, slots=True)
class StartReport:
    """The findings of the start; `trace` is what an unclean end left, `set_aside` the damaged
    database's path. With `missing` there is no database, and nothing starts before the owner has
    decided.
    """

    event: StartEvent
    trace: str = ""
    set_aside: str = ""
    newest_backup: str = ""
    missing: MissingDataReport | None = None


@dataclass(frozen=True, slots=True)
class WaitingWork:
    """Work that would stay undone after quitting."""

    deliveries: int
    orders: int


class Host(Protocol):
    """The tray process and the service in it."""

    @needs(Access.READ)
    def status(self) -> Future[HostStatus]: ...

    @needs(Access.READ)
    def try_again(self) -> Future[None]:
        """Tries the same port once more; the next status has the result."""
        ...

    @at_service_only
    @needs(Access.PROTECTED)
    def change_port(self, port: int) -> Future[None]: ...

    @needs(Access.COUNTER)
    def test_call(self, shop: int, key: Secret | None = None) -> Future[int]:
        """Calls the health page, or with a key the parts as a till does; answers milliseconds."""
        ...

    @needs(Access.READ)
    def start_report(self) -> Future[StartReport]: ...

    @needs(Access.READ)
    def keyring(self) -> Future[KeyringStatus]: ...

    @needs(Access.READ)
    def retry_keyring(self) -> Future[None]:
        """Asks the keyring again, and sends what waited for a secret."""
        ...

    @at_service_only
    @needs(Access.COUNTER)
    def open_vault(self, passphrase: str) -> Future[None]:
        """Uses the encrypted file in place of the keyring, made at the first call."""
        ...

    @needs(Access.READ)
    def self_test(self, progress: OnProgress) -> Future[tuple[CheckLine, ...]]: ...

    @needs(Access.READ)
    def bundle_preview(self) -> Future[tuple[BundlePart, ...]]: ...

    @needs(Access.READ)
    def save_bundle(self, path: SavedFile) -> Future[None]: ...

    @needs(Access.READ)
    def save_description(self, path: SavedFile) -> Future[None]:
        """Saves the OpenAPI description as a file, with the address that tills call."""
        ...

    @needs(Access.READ)
    def waiting_work(self) -> Future[WaitingWork]: ...

    @needs(Access.READ)
    def update_status(self) -> Future[UpdateStatus]:
        """What is known of newer versions, without asking the feed."""
        ...

    @at_service_only
    @needs(Access.COUNTER)
    def look_for_update(self) -> Future[UpdateStatus]:
        """Asks the feed now, and downloads what is newer."""
        ...

    @at_service_only
    @needs(Access.PROTECTED)
    def install_update(self) -> Future[None]:
        """Installs the downloaded version, which ends this program and starts it again."""
        ...

    @needs(Access.COUNTER)
    def fill_sample(self, shop: int, progress: OnProgress) -> Future[int]:
        """Fills a staging shop with a realistic catalogue and orders; answers how many items."""
        ...
