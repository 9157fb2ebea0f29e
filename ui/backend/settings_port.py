"""Settings, backups and restore."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from service.domain.marketplace.ringing import RingSound
from service.domain.printing import Paper
from service.domain.sentences import Sentence
from service.domain.times import Millis
from service.domain.update_rules import UpdateChoice
from ui.backend.progress import OnProgress


@dataclass(frozen=True, slots=True)
class Backup:
    """One backup: its time, its size, whether it was verified, and its contents."""

    path: str
    at: Millis
    size: int
    verified: bool
    encrypted: bool
    kind: str
    """daily, weekly, manual or before_upgrade."""


@dataclass(frozen=True, slots=True)
class BackupKey:
    """An API key that a restore would bring back."""

    id: int
    shop: str
    name: str
    prefix: str
    last_used_at: Millis | None


@dataclass(frozen=True, slots=True)
class BackupContents:
    """What a restore brings back. `keys_to_confirm` are its API keys where nothing here says which
    of them were revoked since: the owner has to.
    """

    backup: Backup
    shops: tuple[str, ...]
    items: int
    orders: int
    calls: int
    targets: int
    has_secrets: bool
    version: str
    keys_to_confirm: tuple[BackupKey, ...] = ()


@dataclass(frozen=True, slots=True)
class RestoreOutcome:
    """The result of a restore. `replaced_path` is where the earlier data is now, empty if there was
    none.

    `missing_orders` are the references of live orders that only the earlier data has, oldest first.
    """

    replaced_path: str
    missing_orders: tuple[str, ...] = ()


class PowerOnState(StrEnum):
    """When the service starts."""

    OFF = "off"
    ON = "on"
    AT_LOGIN = "at_login"
    """It is installed, but waits for its user's login."""
    STOPPED = "stopped"
    """It is installed, but does not run."""


@dataclass(frozen=True, slots=True)
class PowerOnStatus:
    """`can_switch`: whether the window may change it. `command` is for a terminal, and does what
    the window cannot: it turns the service on or off, or lets it start before a login.
    """

    state: PowerOnState
    can_switch: bool = False
    command: str = ""


class SoundState(StrEnum):
    """`READY` also where the system does not say whether it is muted (Windows)."""

    READY = "ready"
    MUTED = "muted"
    NO_DEVICE = "no_device"


@dataclass(frozen=True, slots=True)
class Libraries:
    """Each library below the program with its version, and what is known to be wrong with them."""

    named: tuple[tuple[str, str], ...] = ()
    faults: tuple[Sentence, ...] = ()


NO_LIBRARIES: Final = Libraries()


@dataclass(frozen=True, slots=True)
class Settings:
    """What the Settings pane displays and changes. Sizes in bytes, `language` "" follows the
    system, `backup_time` is local, `hh:mm`.
    """

    language: str = ""
    scheme: str = ""
    start_at_login: bool = False
    sound: bool = True
    ring_sound: RingSound = RingSound.BELL
    ring_volume: int = 70
    """In percent, for an order's last 5 minutes."""
    port: int = 8710
    open_to_network: bool = False
    network_http: bool = False
    """Whether calls from the network may be unencrypted."""
    allowed_hosts: tuple[str, ...] = ()
    allowed_origins: tuple[str, ...] = ()
    log_days: int = 90
    log_bytes: int = 1 << 30
    log_bytes_used: int = 0
    backup_folder: str = ""
    backup_encrypted: bool = False
    backup_time: str = "01:30"
    data_folder: str = ""
    licences_folder: str = ""
    """The folder of the licence texts; empty if the program runs from its source."""
    version: str = ""
    libraries: Libraries = NO_LIBRARIES
    wizard_done: bool = False
    wizard_step: int = 0
    """The step at which the first-start wizard was closed, from 0."""
    told_running: bool = False
    """Whether the window's first closing has said that the program goes on."""
    paper: Paper = Paper.A4
    label_size: str = "50x25"
    """The key of a size in `service.domain.printing`."""
    lock_minutes: int = 0
    """Minutes without a key or a click until the window locks; 0 is never."""
    updates: UpdateChoice = UpdateChoice.LOOK


class SettingsBackend(Protocol):
    """Settings and backups."""

    def read(self) -> Future[Settings]: ...

    def change(self, before: Settings, after: Settings) -> Future[None]:
        """Stores what differs between the two, so that what changed meanwhile stays.

        The port is changed by `Host.change_port`.
        """
        ...

    def set_start_at_login(self, on: bool) -> Future[None]: ...

    def power_on(self) -> Future[PowerOnStatus]:
        """Whether the service runs without a login, as the system says."""
        ...

    def set_power_on(self, on: bool) -> Future[None]: ...

    def sound_state(self) -> Future[SoundState]:
        """Whether a ring would be heard, as far as the system says."""
        ...

    def try_sound(self, sound: RingSound, volume: int) -> Future[SoundState]:
        """Plays a ring once; answers after its end."""
        ...

    def set_backup_passphrase(self, passphrase: str | None) -> Future[None]: ...

    def choose_backup_folder(self, folder: str) -> Future[None]:
        """Also takes the same folder again, for a new stick; refused if the folder is missing."""
        ...

    def backups(self) -> Future[tuple[Backup, ...]]: ...

    def back_up(self, path: str | None, progress: OnProgress) -> Future[Backup]: ...

    def inspect(self, path: str, passphrase: str | None) -> Future[BackupContents]: ...

    def restore(
        self,
        path: str,
        passphrase: str | None,
        progress: OnProgress,
        *,
        with_secrets: bool,
        keys: frozenset[int] | None = None,
    ) -> Future[RestoreOutcome]:
        """Answers what happened to the earlier data. `with_secrets` copies the webhook secrets of
        an encrypted backup to this computer's keyring. Of `keys_to_confirm` those in `keys` go on.
        """
        ...
