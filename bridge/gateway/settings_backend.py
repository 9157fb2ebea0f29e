"""Settings and backups for the window."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol, TypeVar

from bridge.gateway.store_gateway import StoreGateway, joined_results
from service.domain.marketplace.ringing import RingSound
from service.domain.printing import Paper
from service.domain.settings import SETTINGS, parse_settings
from service.domain.update_rules import UpdateChoice
from service.store.call_log.pruning import count_stored_bytes
from service.store.engine.transaction import ReadTx, Tx
from service.store.settings import read_settings
from service.usecases.edit_settings import change_setting
from service.version import VERSION
from ui.backend.progress import OnProgress
from ui.backend.settings_port import (
    NO_LIBRARIES,
    Backup,
    BackupContents,
    Libraries,
    PowerOnStatus,
    RestoreOutcome,
    Settings,
    SoundState,
)

T = TypeVar("T")

_MIB = 1024 * 1024
_SYSTEM = "system"


class BackupPort(Protocol):
    """Backups as files. Each call may take long and runs in a worker."""

    def list(self) -> tuple[Backup, ...]: ...

    def back_up(self, path: str | None, progress: OnProgress) -> Backup: ...

    def inspect(self, path: str, passphrase: str | None) -> BackupContents: ...

    def restore(
        self,
        path: str,
        passphrase: str | None,
        progress: OnProgress,
        *,
        with_secrets: bool,
        keys: frozenset[int] | None,
    ) -> RestoreOutcome: ...

    def choose_folder(self, folder: str) -> None: ...

    def set_passphrase(self, passphrase: str | None) -> None: ...


class LoginStartPort(Protocol):
    """Whether the program starts when its user logs in."""

    def is_on(self) -> bool: ...

    def set_on(self, on: bool) -> None: ...


class PowerOnPort(Protocol):
    """The service that runs without a login. Each call may take seconds and runs in a worker."""

    def read(self) -> PowerOnStatus: ...

    def set_on(self, on: bool) -> None: ...


@dataclass(frozen=True, slots=True)
class StartPorts:
    """What starts by itself: the program at login, the service before it."""

    login: LoginStartPort
    power_on: PowerOnPort


class SoundPort(Protocol):
    """The sound of the ring. Each call may take seconds and runs in a worker."""

    def read_state(self) -> SoundState: ...

    def try_sound(self, sound: RingSound, volume: int) -> SoundState: ...


class SettingsBackend:
    """Carries out ui.backend.settings_port.SettingsBackend."""

    def __init__(
        self,
        store_gateway: StoreGateway,
        folder: Path,
        backups: BackupPort,
        starts: StartPorts,
        on_change: Callable[[], None],
        sounds: SoundPort,
        licences: Path | None = None,
        read_libraries: Callable[[], Libraries] = lambda: NO_LIBRARIES,
    ) -> None:
        """`on_change` reports to the panes what no commit reports.

        `licences` is None if the program was not installed.
        """
        self._store_gateway = store_gateway
        self._read_libraries = read_libraries
        self._folder = folder
        self._backups = backups
        self._login = starts.login
        self._power_on = starts.power_on
        self._on_change = on_change
        self._sounds = sounds
        self._licences = "" if licences is None else str(licences)

    def read(self) -> Future[Settings]:
        return self._with_login(self._store_gateway.read(self._read_settings))

    def change(self, before: Settings, after: Settings) -> Future[None]:
        """Writes the changed values. Raises Refused if a setting does not accept a value; then
        nothing is changed.
        """
        old, new = _settings_values(before), _settings_values(after)

        def work(tx: Tx) -> None:
            present = parse_settings(read_settings(tx))
            for setting in SETTINGS:
                value = new.get(setting.name)
                if value != old.get(setting.name) and value != getattr(present, setting.name):
                    change_setting(tx, setting.name, setting.kind.text_of(value))

        return self._store_gateway.write(work)

    def set_start_at_login(self, on: bool) -> Future[None]:
        return self._change(lambda: self._login.set_on(on))

    def power_on(self) -> Future[PowerOnStatus]:
        return self._store_gateway.in_worker(self._power_on.read)

    def set_power_on(self, on: bool) -> Future[None]:
        return self._change(lambda: self._power_on.set_on(on))

    def sound_state(self) -> Future[SoundState]:
        return self._store_gateway.in_worker(self._sounds.read_state)

    def try_sound(self, sound: RingSound, volume: int) -> Future[SoundState]:
        return self._store_gateway.in_worker(lambda: self._sounds.try_sound(sound, volume))

    def set_backup_passphrase(self, passphrase: str | None) -> Future[None]:
        return self._change(lambda: self._backups.set_passphrase(passphrase))

    def choose_backup_folder(self, folder: str) -> Future[None]:
        return self._change(lambda: self._backups.choose_folder(folder))

    def backups(self) -> Future[tuple[Backup, ...]]:
        return self._store_gateway.in_worker(self._backups.list)

    def back_up(self, path: str | None, progress: OnProgress) -> Future[Backup]:
        return self._change(lambda: self._backups.back_up(path, progress))

    def inspect(self, path: str, passphrase: str | None) -> Future[BackupContents]:
        return self._store_gateway.in_worker(lambda: self._backups.inspect(path, passphrase))

    def restore(
        self,
        path: str,
        passphrase: str | None,
        progress: OnProgress,
        *,
        with_secrets: bool,
        keys: frozenset[int] | None = None,
    ) -> Future[RestoreOutcome]:
        return self._change(
            lambda: self._backups.restore(path, passphrase, progress, with_secrets=with_secrets, keys=keys)
        )

    def _change(self, work: Callable[[], T]) -> Future[T]:
        """Makes a change outside the database, and then reports it to the panes."""

        def run() -> T:
            result = work()
            self._on_change()
            return result

        return self._store_gateway.in_worker(run)

    def _with_login(self, stored: Future[Settings]) -> Future[Settings]:
        """The settings with the login entry, read in a worker: no thread of the store waits for a
        file or the registry.
        """
        return joined_results(
            stored, self._store_gateway.in_worker(self._login.is_on), lambda one, on: replace(one, start_at_login=on)
        )

    def _read_settings(self, db: ReadTx) -> Settings:
        present = parse_settings(read_settings(db))
        return Settings(
            language="" if present.language == _SYSTEM else present.language,
            scheme="" if present.scheme == _SYSTEM else present.scheme,
            sound=present.sound,
            ring_sound=RingSound(present.ring_sound),
            ring_volume=present.ring_volume,
            port=present.port,
            open_to_network=present.open_to_network,
            network_http=present.network_http,
            allowed_hosts=present.allowed_hosts,
            allowed_origins=present.allowed_origins,
            log_days=present.log_days,
            log_bytes=present.log_bytes,
            log_bytes_used=count_stored_bytes(db),
            backup_folder=present.backup_folder,
            backup_encrypted=present.backup_encrypted,
            backup_time=present.backup_time,
            data_folder=str(self._folder),
            licences_folder=self._licences,
            version=VERSION,
            libraries=self._read_libraries(),
            wizard_done=present.wizard_done,
            wizard_step=present.wizard_step,
            told_running=present.told_running,
            paper=Paper(present.paper),
            label_size=present.label_size,
            lock_minutes=present.lock_minutes,
            updates=UpdateChoice(present.updates),
        )


def _settings_values(settings: Settings) -> dict[str, object]:
    """What the pane can change, with the names and units of service.domain.settings.

    Encryption with its passphrase, and starting at login with the system's own entry, have their
    own calls.
    """
    return {
        "language": settings.language or _SYSTEM,
        "scheme": settings.scheme or _SYSTEM,
        "sound": settings.sound,
        "ring_sound": settings.ring_sound.value,
        "ring_volume": settings.ring_volume,
        "open_to_network": settings.open_to_network,
        "network_http": settings.network_http,
        "allowed_hosts": settings.allowed_hosts,
        "allowed_origins": settings.allowed_origins,
        "log_days": settings.log_days,
        "log_mib": max(1, settings.log_bytes // _MIB),
        "backup_folder": settings.backup_folder,
        "backup_time": settings.backup_time,
        "wizard_done": settings.wizard_done,
        "wizard_step": settings.wizard_step,
        "told_running": settings.told_running,
        "paper": settings.paper.value,
        "label_size": settings.label_size,
        "lock_minutes": settings.lock_minutes,
        "updates": settings.updates.value,
    }
