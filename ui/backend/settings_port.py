"""Settings, backups and restore."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from typing import Final, Protocol

from service.domain.host.backups import Backup, BackupContents, RestoreOutcome
from service.domain.host.power_on import PowerOnStatus
from service.domain.host.progress import OnProgress
from service.domain.host.sound_state import SoundState
from service.domain.host.update_rules import UpdateChoice
from service.domain.marketplace.ringing import RingSound
from service.domain.printing.papers import Paper
from service.domain.sentences import Sentence


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
    """The key of a size in `service.domain.printing.papers`."""
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
        self, path: str, passphrase: str | None, progress: OnProgress, *, with_secrets: bool
    ) -> Future[RestoreOutcome]:
        """Answers what happened to the earlier data. `with_secrets` copies the webhook secrets of
        an encrypted backup to this computer's keyring.
        """
        ...
