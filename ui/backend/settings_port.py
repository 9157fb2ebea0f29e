"""Settings, backups and restore."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from service.domain.marketplace.ringing import RingSound
from service.domain.sentences import Sentence
from service.domain.settings import SETTINGS, Settings
from service.domain.times import Millis
from ui.backend.access import Access, at_service_only, needs
from ui.backend.progress import OnProgress


@dataclass(frozen=True, slots=True)
class Backup:
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
    """What a restore brings back: the live shops', and parts and orders of staging.

    `keys_to_confirm` are its API keys where nothing here says which of them were revoked since: the
    owner has to.
    """

    backup: Backup
    shops: tuple[str, ...]
    items: int
    orders: int
    calls: int
    targets: int
    has_secrets: bool
    version: str
    test_items: int = 0
    test_orders: int = 0
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

BACKUP_RETRY_MINUTES: Final = 10
"""When a nightly backup that failed is tried again."""


@dataclass(frozen=True, slots=True)
class Installation:
    """What the Settings pane shows and nobody sets."""

    version: str = ""
    data_folder: str = ""
    licences_folder: str = ""
    """The folder of the licence texts; empty if the program runs from its source."""
    libraries: Libraries = NO_LIBRARIES
    log_bytes_used: int = 0
    """What the call log takes now."""


def access_for_settings(before: Settings, after: Settings) -> Access:
    """The window's own notes need no PIN."""
    changed = (one for one in SETTINGS if one.value_in(before) != one.value_in(after))
    return Access.NOTE if all(one.card is None for one in changed) else Access.PROTECTED


class SettingsBackend(Protocol):
    @needs(Access.READ)
    def read(self) -> Future[Settings]:
        """The values in use; `start_at_login` as the system has it."""
        ...

    @needs(Access.READ)
    def installation(self) -> Future[Installation]: ...

    @needs(access_for_settings)
    def change(self, before: Settings, after: Settings) -> Future[None]:
        """Stores what differs between the two, so that what changed meanwhile stays.

        The port is changed by `Host.change_port`.
        """
        ...

    @needs(Access.PROTECTED)
    def set_start_at_login(self, on: bool) -> Future[None]: ...

    @needs(Access.READ)
    def power_on(self) -> Future[PowerOnStatus]:
        """Whether the service runs without a login, as the system says."""
        ...

    @at_service_only
    @needs(Access.PROTECTED)
    def set_power_on(self, on: bool) -> Future[None]: ...

    @needs(Access.READ)
    def sound_state(self) -> Future[SoundState]:
        """Whether a ring would be heard, as far as the system says."""
        ...

    @needs(Access.READ)
    def try_sound(self, sound: RingSound, volume: int) -> Future[SoundState]:
        """Plays a ring once; answers after its end."""
        ...

    @at_service_only
    @needs(Access.PROTECTED)
    def set_backup_passphrase(self, passphrase: str | None) -> Future[None]: ...

    @at_service_only
    @needs(Access.PROTECTED)
    def choose_backup_folder(self, folder: str) -> Future[None]:
        """Also takes the same folder again, for a new stick; refused if the folder is missing."""
        ...

    @needs(Access.READ)
    def backups(self) -> Future[tuple[Backup, ...]]: ...

    @at_service_only
    @needs(Access.COUNTER)
    def back_up(self, path: str | None, progress: OnProgress) -> Future[Backup]: ...

    @at_service_only
    @needs(Access.PROTECTED)
    def start_empty(self) -> Future[None]:
        """Makes an empty database where the data is missing, and starts the service with it."""
        ...

    @at_service_only
    @needs(Access.READ)
    def inspect(self, path: str, passphrase: str | None) -> Future[BackupContents]: ...

    @at_service_only
    @needs(Access.PROTECTED)
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
