"""Settings and backups for the window."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol, TypeVar

from bridge.gateway.access_guard import AT_SERVICE
from bridge.gateway.store_gateway import StoreBackend
from service.domain.errors import Refused
from service.domain.marketplace.ringing import RingSound
from service.domain.settings import SETTINGS, Card, Settings
from service.store.call_log.pruning import count_stored_bytes
from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from service.usecases.edit_settings import change_own_setting, change_setting, read_settings
from service.version import VERSION
from ui.backend.progress import OnProgress
from ui.backend.settings_port import (
    NO_LIBRARIES,
    Backup,
    BackupContents,
    Installation,
    Libraries,
    PowerOnStatus,
    RestoreOutcome,
    SoundState,
)

T = TypeVar("T")

_OWN_CALLS = frozenset({"port", "start_at_login", "backup_encrypted"})
"""What more than the database depends on: the listening, the system's own entry, the passphrase."""


_OF_SERVICE = frozenset({Card.BACKUPS, Card.COUNTERS, Card.UPDATES})
"""Cards whose settings a further counter cannot change."""


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

    def start_empty(self) -> None: ...

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


class SoundPort(Protocol):
    """The sound of the ring. Each call may take seconds and runs in a worker."""

    def read_state(self) -> SoundState: ...

    def try_sound(self, sound: RingSound, volume: int) -> SoundState: ...


@dataclass(frozen=True)
class SettingsBackend(StoreBackend):
    """Carries out ui.backend.settings_port.SettingsBackend. `on_change` reports to the panes what
    no commit reports; `licences` is None if the program was not installed.
    """

    folder: Path
    backup_files: BackupPort
    login: LoginStartPort
    power_switch: PowerOnPort
    on_change: Callable[[], None]
    sounds: SoundPort
    licences: Path | None = None
    read_libraries: Callable[[], Libraries] = lambda: NO_LIBRARIES

    def read(self) -> Future[Settings]:
        """Reads the login entry in a worker: no store thread waits for a file or the registry."""

        def work(store: Store, _is_cancelled: Callable[[], bool]) -> Settings:
            stored = store.submit_read(lambda db: read_settings(db, self.gateway.counter)).result()
            return replace(stored, start_at_login=self.login.is_on())

        return self.gateway.run_long(work)

    def installation(self) -> Future[Installation]:
        return self.gateway.read(
            lambda db: Installation(
                VERSION, str(self.folder), str(self.licences or ""), self.read_libraries(), count_stored_bytes(db)
            )
        )

    def change(self, before: Settings, after: Settings) -> Future[None]:
        """Raises Refused if a setting does not accept a value; then nothing is changed."""

        def work(tx: Tx) -> None:
            present = read_settings(tx, self.gateway.counter)
            for setting in SETTINGS:
                value = setting.value_in(after)
                if setting.name in _OWN_CALLS or value in (setting.value_in(before), setting.value_in(present)):
                    continue
                if self.gateway.counter and setting.card in _OF_SERVICE:
                    raise Refused("at_service", AT_SERVICE)
                text = setting.kind.text_of(value)
                if self.gateway.counter and setting.is_own:
                    change_own_setting(tx, self.gateway.counter, setting, text)
                else:
                    change_setting(tx, setting.name, text)

        return self.gateway.write(work)

    def set_start_at_login(self, on: bool) -> Future[None]:
        """That of this computer: a further counter sets its own, once this has let it."""
        return self._change(lambda: None if self.gateway.counter else self.login.set_on(on))

    def power_on(self) -> Future[PowerOnStatus]:
        return self.gateway.in_worker(self.power_switch.read)

    def set_power_on(self, on: bool) -> Future[None]:
        return self._change(lambda: self.power_switch.set_on(on))

    def sound_state(self) -> Future[SoundState]:
        return self.gateway.in_worker(self.sounds.read_state)

    def try_sound(self, sound: RingSound, volume: int) -> Future[SoundState]:
        return self.gateway.in_worker(lambda: self.sounds.try_sound(sound, volume))

    def set_backup_passphrase(self, passphrase: str | None) -> Future[None]:
        return self._change(lambda: self.backup_files.set_passphrase(passphrase))

    def choose_backup_folder(self, folder: str) -> Future[None]:
        return self._change(lambda: self.backup_files.choose_folder(folder))

    def backups(self) -> Future[tuple[Backup, ...]]:
        return self.gateway.in_worker(self.backup_files.list)

    def back_up(self, path: str | None, progress: OnProgress) -> Future[Backup]:
        return self._change(lambda: self.backup_files.back_up(path, progress))

    def start_empty(self) -> Future[None]:
        return self._change(self.backup_files.start_empty)

    def inspect(self, path: str, passphrase: str | None) -> Future[BackupContents]:
        return self.gateway.in_worker(lambda: self.backup_files.inspect(path, passphrase))

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
            lambda: self.backup_files.restore(path, passphrase, progress, with_secrets=with_secrets, keys=keys)
        )

    def _change(self, work: Callable[[], T]) -> Future[T]:
        """Makes a change outside the database, and then reports it to the panes."""

        def run() -> T:
            result = work()
            self.on_change()
            return result

        return self.gateway.in_worker(run)
