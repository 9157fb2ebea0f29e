"""Backups for the window, the command line and the nightly task. Each call may take long."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shutil
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing
from dataclasses import astuple, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from bridge.backups.backup_file import (
    BackupDescriptions,
    OpenedBackup,
    changed_by_disk,
    create_encrypted,
    create_plain,
    damaged_refusal,
    describe,
    open_backup,
)
from bridge.backups.backup_label import (
    DAILY,
    MANUAL,
    WEEKLY,
    Label,
    free_name,
    installation_mark,
    is_nightly,
    name_replaced,
    select_daily,
    select_expired,
)
from bridge.backups.backup_location import (
    BEING_RESTORED,
    SECRET_SETTING,
    BackupLocation,
    list_backup_files,
)
from bridge.backups.damaged_database import NOTE_FILE
from bridge.system.paths import data_dir_option, quote_word
from service.delivery.secret_stores import NoSecretStore
from service.domain.audit import Actor, AuditHead, Origin, OwnerAction
from service.domain.errors import Refused, Unavailable
from service.domain.sentences import Sentence, message, os_reason
from service.domain.times import Clock, Millis, format_rfc3339
from service.domain.webhooks.webhook_secrets import (
    Secret,
    SecretMissing,
    SecretStore,
    SecretsUnavailable,
    new_secret_name,
)
from service.schedule.database_watch import RESCUED_FILE
from service.store.audit_log import is_in_chain, read_head, read_head_file, record_action, store_head
from service.store.engine.checkpoints import empty_log
from service.store.engine.connection import connect, prepare_database
from service.store.engine.data_folders import sync_folder
from service.store.engine.sqlite_errors import is_corruption, to_unavailable
from service.store.engine.transaction import Tx
from service.store.recovery.continuity import continue_after, knows_what_ended
from service.store.recovery.copies import OnProgress as OnCopyProgress
from service.store.recovery.copies import (
    ShouldStop,
    check_free_space,
    delete_database,
    list_database_files,
    merge_wal,
    never_stop,
    read_contents,
)
from service.store.recovery.rebuild import ForeignDatabase, rebuild_database
from service.store.settings import write_setting
from service.store.trusted_clock import read_believed_time, read_cutoff
from service.store.webhooks.event_feed import begin_epoch
from ui.backend.progress import OnProgress, Progress
from ui.backend.settings_port import Backup, BackupContents, BackupKey, RestoreOutcome

if TYPE_CHECKING:
    from bridge.backups.shared_data import SharedData

log = logging.getLogger(__name__)

_PREFIX = "backup-"
KEYS_UNCONFIRMED = "keys_unconfirmed"
_KEYS_UNCONFIRMED = message(
    "Nothing on this computer says which keys were revoked after this backup. Look at its keys, and say which of them "
    "stay valid."
)
_SET_ASIDE = ("damaged-*.db", "recovered-*.db", "replaced-*.db", RESCUED_FILE)
RunExclusively = Callable[[Callable[[], None]], None]
"""Runs work while nothing else uses the database. Raises Refused, Unavailable."""


@dataclass(frozen=True, slots=True)
class GoodBackup:
    """A sound backup with its number of parts; None for an encrypted one, which was not opened."""

    backup: Backup
    items: int | None


@dataclass(frozen=True, slots=True)
class MissingData:
    """A folder whose database is gone, and the newest good backup of it."""

    folder: Path
    newest: GoodBackup | None

    @property
    def sentence(self) -> Sentence:
        """What happened, then what to do on the command line."""
        if (self.folder / RESCUED_FILE).exists():
            return message(
                "Your data is missing: {folder} has no database. The program saved a copy of all of it when it was "
                "deleted. Start the program: it uses that copy.",
                folder=str(self.folder),
            )
        option = data_dir_option(self.folder)
        empty = f"counterpart restore --empty{option}"
        if self.newest is None:
            return message(
                "Your data is missing: {folder} has no database, and no good backup was found. Put the file back, "
                "or start empty with `{empty}`.",
                folder=str(self.folder),
                empty=empty,
            )
        return message(
            "Your data is missing: {folder} has no database. Newest backup: {backup}. Restore it with `{restore}`, "
            "or start empty with `{empty}`.",
            folder=str(self.folder),
            backup=self._describe(self.newest),
            restore=f"counterpart restore {quote_word(self.newest.backup.path)}{option}",
            empty=empty,
        )

    def _describe(self, newest: GoodBackup) -> Sentence:
        at = f"{datetime.fromtimestamp(newest.backup.at / 1000, UTC).astimezone():%Y-%m-%d %H:%M}"
        if newest.items is None:
            return message("{at}, encrypted", at=at)
        if newest.items == 1:
            return message("{at}, 1 part", at=at)
        return message("{at}, {n} parts", at=at, n=newest.items)


class BackupSecrets:
    """Uses the secret store from threads without an event loop."""

    def __init__(self, store: SecretStore) -> None:
        self._store = store

    def store_passphrase(self, passphrase: str) -> str:
        """Stores the passphrase under a new name, which is returned. Raises SecretsUnavailable."""
        name = _PREFIX + new_secret_name()
        asyncio.run(self._store.store(name, Secret(passphrase)))
        return name

    def read_passphrase(self, name: str) -> str:
        """The passphrase. Raises Unavailable if it cannot be read: an encrypted backup needs it."""
        try:
            return asyncio.run(self._store.read(name)).text
        except SecretMissing:
            raise Unavailable.saying(
                "The passphrase for backups is not kept on this computer. Set it again in Settings, under Backups."
            ) from None
        except SecretsUnavailable as error:
            raise Unavailable.saying(
                "The passphrase for backups cannot be read: {message}.", message=error.sentence
            ) from None

    def remove_passphrase(self, name: str) -> None:
        """Removes a passphrase. One that cannot be reached stays; nothing names it any more."""
        try:
            asyncio.run(self._store.remove(name))
        except SecretsUnavailable as error:
            log.info("A passphrase that is no longer used stays in the secret store: %s", error.message)

    def read(self, names: Collection[str]) -> dict[str, str]:
        """The secrets that exist. Raises SecretsUnavailable if the store cannot be asked."""
        return asyncio.run(self._read_all(names))

    def store(self, secrets: Mapping[str, str], *, is_restored: bool = False) -> None:
        """Raises Unavailable, which says if `is_restored`; secrets stored before it do no harm."""
        try:
            asyncio.run(self._store_all(secrets))
        except SecretsUnavailable as error:
            text = error.sentence
            raise Unavailable(
                message(
                    "The data was restored, but its webhook secrets cannot be kept: {message}. Mend that and restore "
                    "again.",
                    message=text,
                )
                if is_restored
                else message(
                    "The webhook secrets in the backup cannot be kept here: {message}. Nothing was replaced.",
                    message=text,
                )
            ) from None

    async def _read_all(self, names: Collection[str]) -> dict[str, str]:
        texts = {}
        for name in sorted(names):
            try:
                texts[name] = (await self._store.read(name)).text
            except SecretMissing:
                log.warning("The secret of a target is not in the secret store, and so not in the backup")
        return texts

    async def _store_all(self, secrets: Mapping[str, str]) -> None:
        for name, text in secrets.items():
            await self._store.store(name, Secret(text))


def replace_database(present: Path, new: Path, replaced: Path) -> Path | None:
    """Puts `new` in the place of `present`, which is moved to `replaced`. Raises Unavailable, also
    if others use it.

    Returns the path of the old one, None if there was none.
    """
    try:
        there = present.exists()
        if there:
            _keep_replaced(present, replaced)
        # SQLite would replay the log of the old database into the new one.
        for log in list_database_files(present)[1:]:
            log.unlink(missing_ok=True)
        os.replace(new, present)  # noqa: PTH105 - atomic
        sync_folder(present.parent)
        delete_database(new)
    except OSError as error:
        raise Unavailable.saying(
            "The data in {parent} could not be replaced: {reason}. It is as it was.",
            parent=str(present.parent),
            reason=os_reason(error),
        ) from error
    return replaced if there else None


def _keep_replaced(present: Path, replaced: Path) -> None:
    """Makes a second link to the file, if the disk can do that, else a copy."""
    try:
        merge_wal(present)
    except sqlite3.Error as error:
        held = to_unavailable(error)
        if held is not None and not is_corruption(error):
            raise held from error
        # A damaged one has its log next to it.
    for part, target in zip(list_database_files(present)[:2], list_database_files(replaced)[:2], strict=True):
        if not part.exists() or (part != present and part.stat().st_size == 0):
            continue
        try:
            os.link(part, target)
        except OSError:
            check_free_space(part, target.parent)
            shutil.copy2(part, target)


def record_restore(restored: Path, folder: Path, backup: Path, made_at: Millis, origin: Origin) -> AuditHead:
    """Adds the restore to the coming database; gives the chain's new head. Raises sqlite3.Error."""
    with closing(connect(restored, writes=True)) as db:
        db.execute("BEGIN IMMEDIATE")
        tx = Tx(db, origin=origin)
        stored = read_head_file(folder)
        made = format_rfc3339(made_at)
        if stored is None or is_in_chain(tx, stored):
            record_action(tx, OwnerAction.RESTORED, backup.name, made_at=made)
        else:
            lost, last = str(stored.id), stored.hash.hex()
            record_action(tx, OwnerAction.RESTORED, backup.name, made_at=made, missing_id=lost, missing_hash=last)
        db.execute("COMMIT")
        head = read_head(tx)
        empty_log(db)
    return head


def _ignore_made() -> None:
    """Ignores that a backup was made."""


class BackupService:
    """One folder's backups; `made` is called with each good one, on the thread that made it."""

    def __init__(
        self,
        folder: Path,
        clock: Clock,
        secrets: SecretStore,
        run_exclusively: RunExclusively,
        on_made: Callable[[], None] = _ignore_made,
        *,
        origin: Callable[[], Origin] | None = None,
        shared: SharedData | None = None,
    ) -> None:
        """`origin` is named in the audit, by default the program; `shared`: data on PostgreSQL."""
        self._origin = origin or (lambda: Origin(Actor.PROGRAM, clock.now))
        self._location = BackupLocation(folder, self._origin, shared=shared)
        self._shared = shared
        self._clock = clock
        self._secrets = BackupSecrets(secrets)
        self._run_exclusively = run_exclusively
        self._on_made = on_made
        self._descriptions = BackupDescriptions()

    def list(self) -> tuple[Backup, ...]:
        """The backups, newest first. Raises Unavailable if the folder is absent."""
        described = self._descriptions.describe_all(list_backup_files(self._location.backup_folder()))
        backups = sorted(described, key=lambda one: one.at, reverse=True)
        recent = select_daily([one.at for one in backups if one.kind == DAILY])
        return tuple(
            replace(one, kind=WEEKLY) if one.kind == DAILY and one.at not in recent else one for one in backups
        )

    def newest_good(self) -> str:
        """The path of `find_newest_good`; empty if there is none."""
        newest = self.find_newest_good()
        return "" if newest is None else newest.backup.path

    def find_newest_good(self) -> GoodBackup | None:
        """The newest sound backup, also while the database cannot be read."""
        for one in sorted(self._describe_known(), key=lambda one: one.at, reverse=True):
            if one.verified and one.encrypted:
                return GoodBackup(one, None)
            if one.verified and (items := self._count_sound(one)) is not None:
                return GoodBackup(one, items)
        return None

    def find_missing_data(self) -> MissingData | None:
        """What a database that is gone left: its audit's head, backups, or databases set aside."""
        folder = self._location.folder
        if self._location.has_data:
            return None
        set_aside = [file for name in _SET_ASIDE for file in folder.glob(name)]
        if not set_aside and read_head_file(folder) is None and not self._describe_known():
            return None
        return MissingData(folder, self.find_newest_good())

    def check_data_there(self) -> None:
        """Raises Unavailable before an empty database takes the place of one that is gone."""
        missing = self.find_missing_data()
        if missing is not None:
            raise Unavailable(missing.sentence)

    def _describe_known(self) -> Sequence[Backup]:
        files = [file for folder in self._location.known_folders() for file in _list_readable(folder)]
        return BackupDescriptions().describe_all(files)

    def back_up(self, path: str | None, progress: OnProgress, passphrase: str | None = None) -> Backup:
        """Makes a backup to a file, or in the folder of the settings. Raises Unavailable."""
        with self._location.exclusive_lock():
            return self._make(MANUAL, Path(path) if path else None, progress, never_stop, passphrase)

    def back_up_nightly(self, stop: ShouldStop = never_stop) -> Backup:
        """Makes a backup in the folder, and deletes those that the rule no longer retains. The one
        that was made is there and readable at the end. Raises Unavailable, CopyStopped.
        """
        with self._location.exclusive_lock():
            made = Path(self._make(DAILY, None, lambda _: None, stop, None).path)
            self._delete_expired(made)
            return _find_again(made)

    def inspect(self, path: str, passphrase: str | None) -> BackupContents:
        """What a restore would bring back. Raises Refused, Unavailable."""
        with (
            self._location.exclusive_lock(),
            self._open_backup(path, passphrase) as opened,
            self._location.open_as_file() as present,
        ):
            return replace(opened.contents, keys_to_confirm=_find_keys_to_confirm(opened, present))

    def restore(
        self,
        path: str,
        passphrase: str | None,
        progress: OnProgress,
        *,
        with_secrets: bool = True,
        keys: Collection[int] | None = None,
    ) -> RestoreOutcome:
        """Replaces the data with the rows of a backup. What was revoked, removed or closed after
        the backup stays so. Where the present data does not tell, of the API keys only `keys` go on
        working, and None is refused if there are any. Raises Refused, Unavailable.
        """
        database = self._location.database
        new = database.with_name(BEING_RESTORED)
        replaced = name_replaced(database, self._clock.now())
        missing: tuple[str, ...] = ()

        def on_progress(done: int, total: int) -> None:
            progress(Progress(done, total))

        def replace() -> None:
            nonlocal missing
            missing = continue_after(new, present, self._clock.now(), keys or ())
            head = record_restore(new, self._location.folder, Path(path), opened.backup.at, self._origin())
            put_in_place(new)
            store_head(self._location.folder, head)

        with (
            self._location.exclusive_lock(),
            self._open_backup(path, passphrase) as opened,
            self._hold_present(replaced, on_progress) as (present, put_in_place),
        ):
            if keys is None and _find_keys_to_confirm(opened, present):
                raise Refused(KEYS_UNCONFIRMED, _KEYS_UNCONFIRMED)
            try:
                rebuild_database(opened.database, new, on_progress)
                with closing(connect(new, writes=True)) as db:
                    begin_epoch(Tx(db))
                secrets = _select_secrets(opened, present) if with_secrets else {}
                if self._shared is None:
                    self._secrets.store(secrets)
                self._run_exclusively(replace)
            except ForeignDatabase as error:
                raise damaged_refusal(Path(path)) from error
            finally:
                delete_database(new)
                new.with_suffix(".upgrade-lock").unlink(missing_ok=True)
        log.info("A backup was restored; what it replaced is kept")
        if self._shared is not None:
            # They are in the database, which nothing wrote until now.
            self._secrets.store(secrets, is_restored=True)
        if missing:
            log.warning("%d orders came after the backup and are not in it: %s", len(missing), ", ".join(missing))
        return RestoreOutcome(str(replaced) if replaced.exists() else "", missing)

    @contextlib.contextmanager
    def _hold_present(
        self, replaced: Path, on_progress: OnCopyProgress
    ) -> Iterator[tuple[Path, Callable[[Path], object]]]:
        """The present data as a file, and what puts another file in its place; then `replaced` is
        what was there. Raises Unavailable.
        """
        if self._shared is None:
            database = self._location.database
            yield database, lambda new: _replace_and_clear_note(database, new, replaced)
        else:
            with self._shared.hold(replaced, on_progress) as put_in_place:
                yield replaced, put_in_place

    def start_empty(self) -> None:
        """Makes an empty database where there is none. Raises Refused, Unavailable."""
        with self._location.exclusive_lock():
            self._run_exclusively(self._make_empty if self._shared is None else self._shared.make_schema)

    def _make_empty(self) -> None:
        prepare_database(self._location.database)
        (self._location.folder / NOTE_FILE).unlink(missing_ok=True)

    def choose_folder(self, folder: str) -> None:
        """Chooses the folder; a missing one is refused at once. Raises Refused, Unavailable."""
        self.check_data_there()
        self._location.choose_folder(folder)

    def set_passphrase(self, passphrase: str | None) -> None:
        """Encrypts later backups; None: no longer. Raises Unavailable if it cannot be stored."""
        before = self._location.secret_name()
        name = self._secrets.store_passphrase(passphrase) if passphrase else None

        self.check_data_there()

        def work(tx: Tx) -> None:
            write_setting(tx, SECRET_SETTING, name)
            write_setting(tx, "backup_encrypted", "on" if name else "off")
            record_action(tx, OwnerAction.SETTING_CHANGED, "backup_encrypted", after="on" if name else "off")

        self._location.write(work)
        if before:
            self._secrets.remove_passphrase(before)

    def _make(
        self, kind: str, target: Path | None, progress: OnProgress, stop: ShouldStop, passphrase: str | None
    ) -> Backup:
        database = self._location.database
        if not self._location.has_data:
            raise Unavailable.saying(
                "There is no data in {parent} yet, so there is nothing to back up.", parent=str(database.parent)
            )
        head = self._location.read(read_head)
        label = Label(self._clock.now(), kind, audit_id=head.id, audit_hash=head.hash.hex())
        mark = installation_mark(self._location.origin())
        if target is None:
            folder = self._location.backup_folder()
            _delete_partial_files(folder, mark)
            target = free_name(folder, mark, label)
        elif target.is_dir():
            raise Unavailable.saying("{target} is a folder. Name a file in it.", target=str(target))
        elif target.resolve() in {part.resolve() for part in list_database_files(database)}:
            raise Unavailable.saying(
                "{target} is the program's own data. Choose another file to write the backup to.", target=str(target)
            )
        passphrase = passphrase or self._active_passphrase()

        def on_progress(done: int, total: int) -> None:
            progress(Progress(done, total))

        with self._location.open_as_file(on_progress, stop) as present:
            if passphrase:
                secrets = self._secrets.read(read_contents(present).secrets)
                create_encrypted(present, target, label, passphrase, secrets, on_progress, stop)
            else:
                create_plain(present, target, label, on_progress, stop)
        made = _find_again(target)
        self._on_made()
        return made

    def _active_passphrase(self) -> str | None:
        if not self._location.settings().backup_encrypted:
            return None
        name = self._location.secret_name()
        if not name:
            raise Unavailable.saying("Backups are to be encrypted, but there is no passphrase. Set one in Settings.")
        return self._secrets.read_passphrase(name)

    def _open_backup(self, path: str, passphrase: str | None) -> AbstractContextManager[OpenedBackup]:
        file = Path(path)
        return open_backup(
            file, passphrase or self.stored_passphrase(), self._location.folder, lambda _done, _total: None
        )

    def stored_passphrase(self) -> str | None:
        """That of present backups, so that it need not be typed. A file may have another."""
        try:
            name = self._location.secret_name()
            return self._secrets.read_passphrase(name) if name else None
        except Unavailable as error:
            log.info("The passphrase has to be typed: %s", error.message)
            return None

    def _delete_expired(self, made: Path) -> None:
        """Deletes only what this installation made itself, by name, and only whole ones: a damaged
        one replaces no other. Nothing while the clock is in doubt.
        """
        cutoff = self._location.read(lambda db: read_cutoff(db, 0))
        if cutoff is None:
            return
        mark = installation_mark(self._location.origin())
        nightly = (describe(file) for file in list_backup_files(made.parent) if is_nightly(file, mark))
        own = {one.at: Path(one.path) for one in nightly if one.verified}
        for moment in select_expired(list(own), cutoff):
            if own[moment] != made:
                own[moment].unlink(missing_ok=True)

    def _count_sound(self, one: Backup) -> int | None:
        """The parts of a sound backup, None for another."""
        try:
            with open_backup(Path(one.path), None, self._location.folder, lambda _done, _total: None) as opened:
                return opened.holdings.items
        except (Refused, Unavailable) as error:
            log.warning("A backup cannot be used: %s", error.message)
            return None


def _find_keys_to_confirm(opened: OpenedBackup, present: Path) -> tuple[BackupKey, ...]:
    if not opened.holdings.keys or knows_what_ended(opened.database, present):
        return ()
    return tuple(BackupKey(*astuple(key)) for key in opened.holdings.keys)


def _select_secrets(opened: OpenedBackup, present: Path) -> dict[str, str]:
    """Those of a backup, without those that the present data no longer uses."""
    if not knows_what_ended(opened.database, present):
        return opened.secrets
    used = read_contents(present).secrets
    return {name: text for name, text in opened.secrets.items() if name in used}


def newest_good_finder(folder: Path, clock: Clock) -> Callable[[], str]:
    """Makes a finder of the newest good backup; encrypted ones are checked without passphrase."""
    return _make_reader(folder, clock).newest_good


def find_missing_data(folder: Path, clock: Clock) -> MissingData | None:
    """None where nothing is missing: there is a database, or there never was one."""
    return _make_reader(folder, clock).find_missing_data()


def check_data_there(folder: Path, clock: Clock) -> None:
    """Raises Unavailable before an empty database would take the place of one that is gone."""
    _make_reader(folder, clock).check_data_there()


def _make_reader(folder: Path, clock: Clock, shared: SharedData | None = None) -> BackupService:
    return BackupService(folder, clock, NoSecretStore(), lambda work: work(), shared=shared)


def newest_backup(folder: Path, clock: Clock, shared: SharedData | None = None) -> Backup | None:
    """The newest backup by its label, None if there is none; one from the future says nothing.
    `shared` is the data where it is on PostgreSQL. Raises Unavailable if the folder is absent.
    """
    backups = _make_reader(folder, clock, shared).list()
    now, location = clock.now(), BackupLocation(folder, shared=shared)
    if location.has_data:
        with contextlib.suppress(Unavailable):
            now = location.read(lambda db: read_believed_time(db, clock.now()))
    return next((one for one in backups if one.verified and one.at <= now), None)


def _find_again(made: Path) -> Backup:
    """A backup that was just made. Raises Unavailable where its folder does not have it."""
    try:
        found = describe(made)
    except OSError:
        found = None
    if found is None or not found.verified:
        raise changed_by_disk(made)
    return found


def _list_readable(folder: Path) -> list[Path]:
    try:
        return list_backup_files(folder)
    except Unavailable as error:
        log.warning("%s", error.message)
        return []


def _delete_partial_files(folder: Path, mark: str) -> None:
    for part in folder.glob(f".counterpart-{mark}-*.part*"):
        part.unlink(missing_ok=True)


def _replace_and_clear_note(present: Path, new: Path, replaced: Path) -> None:
    replace_database(present, new, replaced)
    (present.parent / NOTE_FILE).unlink(missing_ok=True)
