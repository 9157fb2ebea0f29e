"""The fake's room for settings."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace

from service.domain.changes import Family
from tests.ui.fake.clock import moment
from tests.ui.fake.world import World
from ui.backend import OnProgress
from ui.backend.settings import Backup, BackupContents, Settings

BACKUPS = (
    Backup("D:\\Backups\\counterpart-2026-11-15.db", moment(15, 3, 0), 48 << 20, True, False, "daily"),
    Backup("D:\\Backups\\counterpart-2026-11-14.db", moment(14, 3, 0), 47 << 20, True, False, "daily"),
    Backup("D:\\Backups\\counterpart-week-45.db", moment(8, 3, 0), 44 << 20, True, False, "weekly"),
)


class FakeSettings:
    """Settings that are kept."""

    def __init__(self, world: World) -> None:
        self._world, self._answers = world, world.answers
        self.holds_secrets = False

    def read(self) -> Future[Settings]:
        return self._answers.give("settings.read", lambda: self._world.settings)

    def change(self, settings: Settings) -> Future[Settings]:
        def keep() -> Settings:
            self._world.settings = settings
            self._world.tell(Family.SETTINGS)
            return settings

        return self._answers.give("settings.change", keep, settings)

    def set_start_at_login(self, on: bool) -> Future[None]:
        def switch() -> None:
            self._world.settings = replace(self._world.settings, start_at_login=on)
            self._world.setup = replace(self._world.setup, starts_with_pc=on)
            self._world.tell(Family.SETTINGS)

        return self._answers.give("settings.set_start_at_login", switch, on)

    def set_backup_passphrase(self, passphrase: str | None) -> Future[None]:
        return self._answers.give("settings.set_backup_passphrase", lambda: None)

    def choose_backup_folder(self, folder: str) -> Future[None]:
        def choose() -> None:
            self._world.settings = replace(self._world.settings, backup_folder=folder)
            self._world.tell(Family.SETTINGS)

        return self._answers.give("settings.choose_backup_folder", choose, folder)

    def backups(self) -> Future[tuple[Backup, ...]]:
        return self._answers.give("settings.backups", lambda: BACKUPS)

    def back_up(self, path: str | None, progress: OnProgress) -> Future[Backup]:
        return self._answers.give("settings.back_up", lambda: BACKUPS[0], path)

    def inspect(self, path: str, passphrase: str | None) -> Future[BackupContents]:
        kept = self.holds_secrets
        contents = BackupContents(BACKUPS[0], ("Sitra Auto Parts",), 1243, 48, 42318, 4, kept, "1.0.0")
        return self._answers.give("settings.inspect", lambda: contents, path)

    def restore(self, path: str, passphrase: str | None, progress: OnProgress, *, with_secrets: bool) -> Future[str]:
        kept = "C:\\Users\\Maryam\\AppData\\Local\\Counterpart\\replaced-2026-11-15.db"
        return self._answers.give("settings.restore", lambda: kept, path, with_secrets)
