"""The fake's port for settings."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import fields, replace

from service.domain.changes import ChangeKind
from service.domain.marketplace.ringing import RingSound
from tests.ui.fake.fake_clock import moment
from tests.ui.fake.fake_data import FakeData
from ui.backend import OnProgress
from ui.backend.settings_port import (
    Backup,
    BackupContents,
    BackupKey,
    PowerOnState,
    PowerOnStatus,
    RestoreOutcome,
    Settings,
    SoundState,
)

BACKUPS = (
    Backup("D:\\Backups\\counterpart-2026-11-15.db", moment(15, 3, 0), 48 << 20, True, False, "daily"),
    Backup("D:\\Backups\\counterpart-2026-11-14.db", moment(14, 3, 0), 47 << 20, True, False, "daily"),
    Backup("D:\\Backups\\counterpart-week-45.db", moment(8, 3, 0), 44 << 20, True, False, "weekly"),
)


class FakeSettings:
    """Settings that are kept."""

    def __init__(self, data: FakeData) -> None:
        self._data, self._answers = data, data.answers
        self.holds_secrets = False
        self.missing_orders: tuple[str, ...] = ()
        self.keys_to_confirm: tuple[BackupKey, ...] = ()
        self.sound = SoundState.READY
        self.power_on_status = PowerOnStatus(PowerOnState.OFF, can_switch=True)

    def read(self) -> Future[Settings]:
        return self._answers.answer("settings.read", lambda: self._data.settings)

    def change(self, before: Settings, after: Settings) -> Future[None]:
        names = [field.name for field in fields(Settings)]
        differing = {name: getattr(after, name) for name in names if getattr(after, name) != getattr(before, name)}

        def keep() -> None:
            self._data.settings = replace(self._data.settings, **differing)
            self._data.publish(ChangeKind.SETTINGS)

        return self._answers.answer("settings.change", keep, before, after)

    def set_start_at_login(self, on: bool) -> Future[None]:
        def switch() -> None:
            self._data.settings = replace(self._data.settings, start_at_login=on)
            self._data.setup = replace(self._data.setup, starts_with_pc=on)
            self._data.publish(ChangeKind.SETTINGS)

        return self._answers.answer("settings.set_start_at_login", switch, on)

    def power_on(self) -> Future[PowerOnStatus]:
        return self._answers.answer("settings.power_on", lambda: self.power_on_status)

    def set_power_on(self, on: bool) -> Future[None]:
        def switch() -> None:
            state = PowerOnState.ON if on else PowerOnState.OFF
            self.power_on_status = replace(self.power_on_status, state=state)
            self._data.publish(ChangeKind.SETTINGS)

        return self._answers.answer("settings.set_power_on", switch, on)

    def sound_state(self) -> Future[SoundState]:
        return self._answers.answer("settings.sound_state", lambda: self.sound)

    def try_sound(self, sound: RingSound, volume: int) -> Future[SoundState]:
        return self._answers.answer("settings.try_sound", lambda: self.sound, sound, volume)

    def set_backup_passphrase(self, passphrase: str | None) -> Future[None]:
        def keep() -> None:
            self._data.settings = replace(self._data.settings, backup_encrypted=passphrase is not None)
            self._data.publish(ChangeKind.SETTINGS)

        return self._answers.answer("settings.set_backup_passphrase", keep)

    def choose_backup_folder(self, folder: str) -> Future[None]:
        def choose() -> None:
            self._data.settings = replace(self._data.settings, backup_folder=folder)
            self._data.publish(ChangeKind.SETTINGS)

        return self._answers.answer("settings.choose_backup_folder", choose, folder)

    def backups(self) -> Future[tuple[Backup, ...]]:
        return self._answers.answer("settings.backups", lambda: BACKUPS)

    def back_up(self, path: str | None, progress: OnProgress) -> Future[Backup]:
        def make() -> Backup:
            self._data.publish(ChangeKind.SETTINGS)
            return BACKUPS[0]

        return self._answers.answer("settings.back_up", make, path)

    def inspect(self, path: str, passphrase: str | None) -> Future[BackupContents]:
        kept = self.holds_secrets
        asked = self.keys_to_confirm
        contents = BackupContents(BACKUPS[0], ("Sitra Auto Parts",), 1243, 48, 42318, 4, kept, "1.0.0", asked)
        return self._answers.answer("settings.inspect", lambda: contents, path)

    def restore(
        self,
        path: str,
        passphrase: str | None,
        progress: OnProgress,
        *,
        with_secrets: bool,
        keys: frozenset[int] | None = None,
    ) -> Future[RestoreOutcome]:
        kept = "C:\\Users\\Maryam\\AppData\\Local\\Counterpart\\replaced-2026-11-15.db"

        def restore() -> RestoreOutcome:
            self._data.publish(ChangeKind.SETTINGS)
            return RestoreOutcome(kept, self.missing_orders)

        return self._answers.answer("settings.restore", restore, path, with_secrets, *([] if keys is None else [keys]))
