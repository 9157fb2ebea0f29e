"""Where backups are, and what the database says of them; with or without a running program."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from filelock import FileLock, Timeout

from bridge.backups.backup_label import ENDING, installation_mark, is_own
from bridge.system.instance_lock import check_upgrade_allowed
from bridge.system.paths import database_file, has_database
from service.domain.audit import PROGRAM_ORIGIN, Origin
from service.domain.changes import ChangeKind
from service.domain.errors import Unavailable, UnavailableCode
from service.domain.sentences import Sentence, os_reason
from service.domain.settings import Settings, parse_settings
from service.store import settings as stored
from service.store import shops
from service.store.audit_log import read_head, store_head
from service.store.engine.connection import connect, open_database
from service.store.engine.data_folders import make_private_folder
from service.store.engine.migrations import STEPS, Steps
from service.store.engine.readers import run_read
from service.store.engine.sqlite_errors import as_unavailable
from service.store.engine.transaction import Connection, ReadTx, Tx
from service.store.recovery.copies import OnProgress, ShouldStop, delete_database, never_stop
from service.usecases.edit_settings import change_setting

if TYPE_CHECKING:
    from bridge.backups.shared_data import SharedData

_MARKER_TEXT = "Counterpart keeps its backups in this folder and knows it by this file. Leave it here.\n"
T = TypeVar("T")

SECRET_SETTING = "backup_secret"  # noqa: S105 - a setting's name
"""Prefix of a passphrase's name in the store. Each has a new one, as no name changes its value."""

_LAST_FOLDER_FILE = "backup-folder.txt"
BEING_MADE = ".backup-in-the-making.db"
BEING_READ = ".backup-being-read.db"
BEING_RESTORED = ".being-restored.db"
BEING_COPIED = ".being-copied.db"
BEING_MOVED = ".being-moved.db"
WORKING_FILES = (BEING_MADE, BEING_READ, BEING_RESTORED, BEING_COPIED, BEING_MOVED)
"""What a backup, a restore and a move keep next to the database while they run."""


class BackupFolderMissing(Unavailable):
    """The chosen folder is missing; what to do is the same for a stick, a disk and the network."""

    def __init__(self, message: Sentence) -> None:
        super().__init__(message, UnavailableCode.BACKUP_FOLDER_AWAY)


def missing_folder_error(folder: Path) -> BackupFolderMissing:
    return BackupFolderMissing.saying(
        "The folder for backups, {folder}, is not there. Plug the stick in, or choose another.", folder=str(folder)
    )


def empty_mount_error(folder: Path) -> BackupFolderMissing:
    """The error for a folder of that path that is not the chosen one."""
    return BackupFolderMissing.saying(
        "The stick or disk for backups is not there: {folder} is the empty folder where it belongs. Plug it in; "
        "if this is a new one, choose the folder again.",
        folder=str(folder),
    )


def marker_path(folder: Path, mark: str) -> Path:
    """The file by which an installation recognises its folder."""
    return folder / f".counterpart-{mark}.txt"


def is_recognised(folder: Path, mark: str) -> bool:
    """Whether the folder has something of this installation. Raises OSError."""
    return marker_path(folder, mark).exists() or any(is_own(file, mark) for file in folder.iterdir())


def write_marker(folder: Path, mark: str) -> None:
    """Marks the folder as this installation's. Raises OSError."""
    marker = marker_path(folder, mark)
    if not marker.exists():
        marker.write_text(_MARKER_TEXT, encoding="utf-8")


class BackupLocation:
    """One data folder."""

    def __init__(
        self,
        folder: Path,
        origin: Callable[[], Origin] = lambda: PROGRAM_ORIGIN,
        steps: Steps = STEPS,
        shared: SharedData | None = None,
    ) -> None:
        """`origin` is named in the audit; `shared` is the data where it is on PostgreSQL."""
        self._shared = shared
        self.folder = folder
        self._steps = steps
        self._origin = origin
        self.database = database_file(folder)

    def settings(self) -> Settings:
        """The values in use; the defaults while there is no database. Raises Unavailable."""
        return parse_settings(self._read_settings())

    def secret_name(self) -> str:
        """The name of the stored passphrase, empty if there is none."""
        return self._read_settings().get(SECRET_SETTING, "")

    def write(self, work: Callable[[Tx], T]) -> T:
        """Runs a small write in its own transaction. Raises Unavailable."""
        db = self._open()
        with closing(db):
            try:
                db.begin_write()
                tx = Tx(db, origin=self._origin())
                result = work(tx)
                head = read_head(tx) if ChangeKind.AUDIT in tx.changes.kinds else None
                db.commit(of_all=True)
            except Exception as error:
                if (fault := db.to_unavailable(error)) is not None:
                    raise fault from error
                raise
        if head is not None:
            store_head(self.folder, head)
        return result

    def _open(self) -> Connection:
        if self._shared is not None:
            return self._shared.open()
        return open_database(self.database, self._steps, check_upgrade=partial(check_upgrade_allowed, self.folder))

    @property
    def has_data(self) -> bool:
        return self._shared is not None or has_database(self.folder)

    def origin(self) -> int | None:
        """When the installation began, in Millis. Raises Unavailable."""
        return self.read(shops.read_beginning) if self.has_data else None

    def read(self, work: Callable[[ReadTx], T]) -> T:
        """Reads the database, which is there. Raises Unavailable."""
        if self._shared is not None:
            return self._shared.read(work)
        with as_unavailable(), closing(connect(self.database, writes=False)) as db:
            return run_read(db, work)

    @contextmanager
    def open_as_file(
        self, on_progress: OnProgress = lambda _done, _total: None, should_stop: ShouldStop = never_stop
    ) -> Iterator[Path]:
        """The database itself, or a copy until the block ends. Raises Unavailable, CopyStopped."""
        if self._shared is None:
            yield self.database
            return
        copy = self.folder / BEING_COPIED
        try:
            self._shared.save(copy, on_progress, should_stop)
            yield copy
        finally:
            delete_database(copy)

    def backup_folder(self) -> Path:
        """The backup folder. The owner's own choice is never created again: it may be an absent
        stick.

        Raises Unavailable.
        """
        chosen = self.settings().backup_folder
        if chosen:
            return self._check_chosen_folder(chosen, just_chosen=False)
        try:
            make_private_folder(self.default_folder)
        except OSError as error:
            raise _unusable_folder_error(self.default_folder, error) from error
        return self.default_folder

    def choose_folder(self, chosen: str) -> None:
        """Chooses the folder, also another stick at the same path. Raises Unavailable, Refused."""
        # otherwise the setting refuses it, before anything is written there
        if Path(chosen).is_absolute():
            self._check_chosen_folder(chosen, just_chosen=True)
        self.write(lambda tx: change_setting(tx, "backup_folder", chosen))

    @property
    def default_folder(self) -> Path:
        """The folder next to the data."""
        return self.folder / "backups"

    def known_folders(self) -> tuple[Path, ...]:
        """The possible backup folders, for when the database cannot be read."""
        last = self._last_folder()
        return (Path(last), self.default_folder) if last else (self.default_folder,)

    @contextmanager
    def exclusive_lock(self) -> Iterator[None]:
        """One backup or restore of all processes; a killed one's rest goes. Raises Unavailable."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with FileLock(self.folder / "backup.lock", timeout=0):
                for name in WORKING_FILES:
                    delete_database(self.folder / name)
                yield
        except Timeout:
            raise Unavailable.saying("A backup is being made or restored right now. Wait until that is done.") from None

    def _check_chosen_folder(self, chosen: str, *, just_chosen: bool) -> Path:
        """`just_chosen`: by the owner, just now, so any content is right. Raises Unavailable."""
        folder, origin = Path(chosen), self.origin()
        mark = None if origin is None else installation_mark(origin)
        try:
            if not folder.is_dir():
                raise missing_folder_error(folder)
            used_before = not just_chosen and self._last_folder() == chosen
            if used_before and mark is not None and not is_recognised(folder, mark):
                raise empty_mount_error(folder)
            if mark is not None:
                write_marker(folder, mark)
            if self._last_folder() != chosen:
                (self.folder / _LAST_FOLDER_FILE).write_text(chosen, encoding="utf-8")
        except OSError as error:
            raise _unusable_folder_error(folder, error) from error
        return folder

    def _last_folder(self) -> str:
        """The owner's folder that was last used, empty if there was none."""
        try:
            return (self.folder / _LAST_FOLDER_FILE).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return ""

    def _read_settings(self) -> dict[str, str]:
        return self.read(stored.read_settings) if self.has_data else {}


def _unusable_folder_error(folder: Path, error: OSError) -> Unavailable:
    return Unavailable.saying(
        "The folder for backups, {folder}, cannot be used: {reason}. Choose another.",
        folder=str(folder),
        reason=os_reason(error),
    )


def list_backup_files(folder: Path) -> list[Path]:
    """The backups in a folder. Raises Unavailable."""
    try:
        named = (file for file in folder.iterdir() if file.suffix == ENDING and not file.name.startswith("."))
        return [file for file in named if file.is_file()]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise Unavailable.saying(
            "The folder for backups, {folder}, cannot be read: {reason}.", folder=str(folder), reason=os_reason(error)
        ) from error
