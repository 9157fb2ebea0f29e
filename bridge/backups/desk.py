"""Backups as the window and the command line ask for them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

from bridge.backups.copying import copy_database
from bridge.backups.keeping import to_drop
from bridge.paths import database_file
from bridge.secrets.desk import SecretsDesk
from service.domain.errors import Refused, Unavailable
from service.domain.settings import settings_from
from service.domain.times import Clock, Millis
from service.store.checks import integrity_check
from service.store.settings import read_settings
from service.store.store import Store
from service.version import VERSION
from ui.backend.progress import OnProgress, Progress
from ui.backend.settings import Backup, BackupContents

DAILY = "daily"
MANUAL = "manual"
_ENDING = ".cpbackup"


class BackupsDesk:
    """The backups of one data folder; each call may take its time."""

    def __init__(self, folder: Path, clock: Clock, store: Callable[[], Store | None], secrets: SecretsDesk) -> None:
        self._folder = folder
        self._clock = clock
        self._store = store
        self._secrets = secrets

    def list(self) -> tuple[Backup, ...]:
        """Newest first."""
        files = sorted(self._place().glob(f"counterpart-*{_ENDING}"), reverse=True)
        return tuple(self._described(file) for file in files)

    def back_up(self, path: str | None, progress: OnProgress) -> Backup:
        """To a file, or into the folder that the settings name. Raises Unavailable."""
        target = Path(path) if path else self._new_name(MANUAL)
        copy_database(database_file(self._folder), target, lambda done, total: progress(Progress(done, total)))
        return self._described(target)

    def back_up_nightly(self) -> Backup:
        """Into the folder, and drops what the rule no longer keeps."""
        target = self._new_name(DAILY)
        copy_database(database_file(self._folder), target, lambda _done, _total: None)
        nightly = {backup.at: backup for backup in self.list() if backup.kind == DAILY}
        for moment in to_drop(list(nightly)):
            Path(nightly[moment].path).unlink(missing_ok=True)
        return self._described(target)

    def inspect(self, path: str, passphrase: str | None) -> BackupContents:  # noqa: ARG002 - for encrypted ones
        """What a restore would bring back. Raises Unavailable where it is no sound backup."""
        file = Path(path)
        try:
            if integrity_check(file):
                raise Unavailable(f"{file.name} is damaged and cannot be brought back. Choose another backup.")
            with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as db:
                shops = tuple(row[0] for row in db.execute("SELECT name FROM shops WHERE staging = 0 ORDER BY name"))
                counts = [
                    int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # noqa: S608 - fixed names
                    for table in ("items", "orders", "calls", "targets")
                ]
        except sqlite3.Error as error:
            raise Unavailable(f"{file.name} is no backup of Counterpart. Choose another file.") from error
        items, orders, calls, targets = counts
        backup = self._described(file)
        return BackupContents(backup, shops, items, orders, calls, targets, has_secrets=False, version=VERSION)

    def restore(self, path: str, passphrase: str | None, progress: OnProgress) -> str:
        """Raises Refused while the service runs: what it holds open cannot be replaced."""
        self.inspect(path, passphrase)
        if self._store() is not None:
            raise Refused("running", "Close Counterpart first, then run `counterpart restore` with this file.")
        present = database_file(self._folder)
        kept = present.with_name(f"replaced-{self._stamp()}.db")
        if present.exists():
            copy_database(present, kept, lambda _done, _total: None)
        copy_database(Path(path), present, lambda done, total: progress(Progress(done, total)))
        return str(kept)

    def set_passphrase(self, passphrase: str | None) -> None:
        """Raises Refused where there is nowhere to keep it."""
        if passphrase:
            raise Refused("not_kept", "Backups are not encrypted in this version.")

    def _place(self) -> Path:
        store = self._store()
        chosen = "" if store is None else settings_from(store.submit_read(read_settings).result()).backup_folder
        return Path(chosen) if chosen else self._folder / "backups"

    def _new_name(self, kind: str) -> Path:
        return self._place() / f"counterpart-{self._stamp()}-{kind}{_ENDING}"

    def _stamp(self) -> str:
        return f"{datetime.fromtimestamp(self._clock.now() / 1000).astimezone():%Y%m%d-%H%M%S}"

    def _described(self, file: Path) -> Backup:
        facts = file.stat()
        kind = next((kind for kind in (DAILY, MANUAL) if f"-{kind}" in file.name), MANUAL)
        at: Millis = int(facts.st_mtime * 1000)
        return Backup(str(file), at, facts.st_size, verified=True, encrypted=False, kind=kind)
