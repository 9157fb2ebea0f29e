"""Backups as the window, the command line and the night ask for them; each call may take its time."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

from bridge.backups.keeping import kept_daily, to_drop
from bridge.backups.kept_secrets import KeptSecrets
from bridge.backups.label import DAILY, MANUAL, WEEKLY, Label, free_name, is_nightly, mark_of, stamp_of
from bridge.backups.looking import Opened, describe, described, opened
from bridge.backups.making import make_plain, make_sealed
from bridge.backups.place import SECRET_SETTING, Place, backups_in
from bridge.backups.replacing import replace_database
from bridge.backups.rescue import NOTE
from service.delivery.no_secrets import NoSecrets
from service.domain.errors import Refused, Unavailable
from service.domain.secrets import SecretStore
from service.domain.sentences import say
from service.domain.times import Clock
from service.store.copies import Stop, copy_database, drop_database, make_usable, never, parts_of, read_holdings
from service.store.database import prepare
from service.store.settings import write_setting
from service.store.transaction import Tx
from ui.backend.progress import OnProgress, Progress
from ui.backend.settings import Backup, BackupContents

log = logging.getLogger(__name__)

RunAlone = Callable[[Callable[[], None]], None]
"""Runs a piece of work while nothing else holds the database. Raises Refused, Unavailable."""


def _nobody() -> None:
    """Where nobody waits for a backup to be made."""


class BackupsDesk:
    """The backups of one data folder; `made` hears of each good one, on the thread that made it."""

    def __init__(
        self,
        folder: Path,
        clock: Clock,
        secrets: SecretStore,
        run_alone: RunAlone,
        made: Callable[[], None] = _nobody,
    ) -> None:
        self._place = Place(folder)
        self._clock = clock
        self._secrets = KeptSecrets(secrets)
        self._run_alone = run_alone
        self._made = made

    def list(self) -> tuple[Backup, ...]:
        """Newest first. Raises Unavailable where the folder is away."""
        found = sorted(described(backups_in(self._place.backup_folder())), key=lambda one: one.at, reverse=True)
        recent = kept_daily([one.at for one in found if one.kind == DAILY])
        return tuple(replace(one, kind=WEEKLY) if one.kind == DAILY and one.at not in recent else one for one in found)

    def newest_good(self) -> str:
        """The newest backup that is sound, also while the database itself cannot be asked; empty if there is none."""
        found = described(file for folder in self._place.known_folders() for file in _those_in(folder))
        for one in sorted(found, key=lambda one: one.at, reverse=True):
            if one.verified and (one.encrypted or self._is_sound(one)):
                return one.path
        return ""

    def back_up(self, path: str | None, progress: OnProgress, passphrase: str | None = None) -> Backup:
        """To a file, or into the folder that the settings name. Raises Unavailable."""
        with self._place.alone():
            return self._make(MANUAL, Path(path) if path else None, progress, never, passphrase)

    def back_up_nightly(self, stop: Stop = never) -> Backup:
        """Into the folder, and drops what the rule no longer keeps. Raises Unavailable, Stopped."""
        with self._place.alone():
            made = self._make(DAILY, None, lambda _: None, stop, None)
            self._tidy(Path(made.path).parent)
            return made

    def inspect(self, path: str, passphrase: str | None) -> BackupContents:
        """What a restore would bring back. Raises Refused, Unavailable."""
        with self._place.alone(), self._opened(path, passphrase) as found:
            return found.contents

    def restore(self, path: str, passphrase: str | None, progress: OnProgress, *, with_secrets: bool = True) -> str:
        """Puts a backup in the place of the data; gives where what it replaced is kept. Raises Refused, Unavailable."""
        present = self._place.database
        new = present.with_name(".being-restored.db")
        kept = present.with_name(f"replaced-{stamp_of(self._clock.now())}.db")
        with self._place.alone(), self._opened(path, passphrase) as found:
            try:
                copy_database(found.database, new, None, lambda done, total: progress(Progress(done, total)))
                prepare(new, keep=False)
                make_usable(new)
                if with_secrets:
                    self._secrets.store(found.secrets)
                self._run_alone(lambda: _replace(present, new, kept))
            finally:
                drop_database(new)
                new.with_suffix(".upgrade-lock").unlink(missing_ok=True)
        log.info("A backup was restored; what it replaced is kept")
        return str(kept) if kept.exists() else ""

    def choose_folder(self, folder: str) -> None:
        """Backups go there from now on; one that is not there is refused at once. Raises Refused, Unavailable."""
        self._place.choose_folder(folder)

    def set_passphrase(self, passphrase: str | None) -> None:
        """Encrypts backups from now on, or with None no longer. Raises Unavailable where it cannot be kept."""
        before = self._place.secret_name()
        name = self._secrets.keep_passphrase(passphrase) if passphrase else None

        def work(tx: Tx) -> None:
            write_setting(tx, SECRET_SETTING, name)
            write_setting(tx, "backup_encrypted", "on" if name else "off")

        self._place.write(work)
        if before:
            self._secrets.forget(before)

    def _make(self, kind: str, target: Path | None, progress: OnProgress, stop: Stop, passphrase: str | None) -> Backup:
        database = self._place.database
        if not database.exists():
            raise Unavailable(
                say("There is no data in {parent} yet, so there is nothing to back up.", parent=str(database.parent))
            )
        label, mark = Label(self._clock.now(), kind), mark_of(self._place.origin())
        if target is None:
            folder = self._place.backup_folder()
            _sweep(folder, mark)
            target = free_name(folder, mark, label)
        elif target.is_dir():
            raise Unavailable(say("{target} is a folder. Name a file in it.", target=str(target)))
        elif target.resolve() in {part.resolve() for part in parts_of(database)}:
            raise Unavailable(
                say(
                    "{target} is the program's own data. Choose another file to write the backup to.",
                    target=str(target),
                )
            )
        passphrase = passphrase or self._passphrase_in_force()

        def told(done: int, total: int) -> None:
            progress(Progress(done, total))

        if passphrase:
            secrets = self._secrets.read(read_holdings(database).secrets)
            make_sealed(database, target, label, passphrase, secrets, told, stop)
        else:
            make_plain(database, target, label, told, stop)
        self._made()
        return describe(target)

    def _passphrase_in_force(self) -> str | None:
        if not self._place.settings().backup_encrypted:
            return None
        name = self._place.secret_name()
        if not name:
            raise Unavailable(say("Backups are to be encrypted, but there is no passphrase. Set one in Settings."))
        return self._secrets.passphrase(name)

    def _opened(self, path: str, passphrase: str | None) -> AbstractContextManager[Opened]:
        file = Path(path)
        return opened(file, passphrase or self._known_passphrase(), self._place.folder, lambda _done, _total: None)

    def _known_passphrase(self) -> str | None:
        """That of the backups made now, so that it need not be typed; it may not be the one of the file."""
        try:
            name = self._place.secret_name()
            return self._secrets.passphrase(name) if name else None
        except Unavailable as error:
            log.info("The passphrase has to be typed: %s", error.message)
            return None

    def _tidy(self, folder: Path) -> None:
        """Drops only what this installation made itself, by name."""
        mark = mark_of(self._place.origin())
        own = {describe(file).at: file for file in backups_in(folder) if is_nightly(file, mark)}
        for moment in to_drop(list(own)):
            own[moment].unlink(missing_ok=True)

    def _is_sound(self, one: Backup) -> bool:
        try:
            with opened(Path(one.path), None, self._place.folder, lambda _done, _total: None):
                return True
        except (Refused, Unavailable) as error:
            log.warning("A backup cannot be used: %s", error.message)
            return False


def newest_good_of(folder: Path, clock: Clock) -> Callable[[], str]:
    """Names the newest good backup of a data folder; encrypted ones are judged without their passphrase."""
    return BackupsDesk(folder, clock, NoSecrets(), lambda work: work()).newest_good


def newest_backup(folder: Path, clock: Clock) -> Backup | None:
    """The newest one at a glance, None where there is none. Raises Unavailable where the folder is away."""
    found = BackupsDesk(folder, clock, NoSecrets(), lambda work: work()).list()
    return next((one for one in found if one.verified), None)


def _those_in(folder: Path) -> list[Path]:
    try:
        return backups_in(folder)
    except Unavailable as error:
        log.warning("%s", error.message)
        return []


def _sweep(folder: Path, mark: str) -> None:
    """What a backup that was cut off left behind."""
    for part in folder.glob(f".counterpart-{mark}-*.part*"):
        part.unlink(missing_ok=True)


def _replace(present: Path, new: Path, kept: Path) -> None:
    replace_database(present, new, kept)
    (present.parent / NOTE).unlink(missing_ok=True)
