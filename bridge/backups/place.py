"""Where a data folder's backups lie, and what its database says of them; works whether or not the program runs."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

from filelock import FileLock, Timeout

from bridge.backups.label import ENDING, mark_of
from bridge.backups.stick import folder_away, is_known, put_marker, stick_away
from bridge.paths import database_file
from service.domain.errors import Unavailable
from service.domain.sentences import say, why
from service.domain.settings import Settings, settings_from
from service.store import settings as stored
from service.store.copies import read_origin
from service.store.database import connect, prepare
from service.store.faults import as_unavailable
from service.store.readers import read_on
from service.store.transaction import Tx
from service.usecases.edit_settings import change_setting

T = TypeVar("T")

SECRET_SETTING = "backup_secret"  # noqa: S105 - a setting's name
"""Under which name the secret store keeps the passphrase: a new one for each, as names never change their value."""

_LAST_FOLDER = "backup-folder.txt"


class Place:
    """One data folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = database_file(folder)

    def settings(self) -> Settings:
        """What is in force; the defaults while there is no database. Raises Unavailable."""
        return settings_from(self._stored())

    def secret_name(self) -> str:
        """Where the passphrase is kept, empty if none is."""
        return self._stored().get(SECRET_SETTING, "")

    def write(self, work: Callable[[Tx], T]) -> T:
        """Runs a small write in a transaction of its own. Raises Unavailable."""
        try:
            prepare(self.database)
            with closing(connect(self.database, writes=True)) as db:
                db.execute("BEGIN IMMEDIATE")
                result = work(Tx(db))
                db.execute("COMMIT")
                return result
        except sqlite3.Error as error:
            raise as_unavailable(error) or error from error

    def origin(self) -> int | None:
        """When the installation began, in Millis. Raises Unavailable."""
        try:
            return read_origin(self.database) if self.database.exists() else None
        except sqlite3.Error as error:
            raise as_unavailable(error) or error from error

    def backup_folder(self) -> Path:
        """Where backups go. The owner's own choice is never made anew: it may be a stick that is away.

        Raises Unavailable.
        """
        chosen = self.settings().backup_folder
        if chosen:
            return self._chosen_folder(chosen, anew=False)
        try:
            self.own_folder.mkdir(mode=0o700, exist_ok=True, parents=True)
        except OSError as error:
            raise _not_usable(self.own_folder, error) from error
        return self.own_folder

    def choose_folder(self, chosen: str) -> None:
        """From now on backups go there: also another stick at the same place. Raises Unavailable, Refused."""
        if Path(chosen).is_absolute():  # else the setting refuses it, before anything is written there
            self._chosen_folder(chosen, anew=True)
        self.write(lambda tx: change_setting(tx, "backup_folder", chosen))

    @property
    def own_folder(self) -> Path:
        """The one beside the data."""
        return self.folder / "backups"

    def known_folders(self) -> tuple[Path, ...]:
        """Where backups may lie, for when the database cannot be asked."""
        last = self._last_folder()
        return (Path(last), self.own_folder) if last else (self.own_folder,)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Lets one backup or restore run at a time, over all processes. Raises Unavailable."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with FileLock(self.folder / "backup.lock", timeout=0):
                yield
        except Timeout:
            raise Unavailable(say("A backup is being made or restored right now. Wait until that is done.")) from None

    def _chosen_folder(self, chosen: str, *, anew: bool) -> Path:
        """`anew` when the owner has just chosen it: then it is the right one whatever is in it. Raises Unavailable."""
        folder, origin = Path(chosen), self.origin()
        mark = None if origin is None else mark_of(origin)
        try:
            if not folder.is_dir():
                raise folder_away(folder)
            used_before = not anew and self._last_folder() == chosen
            if used_before and mark is not None and not is_known(folder, mark):
                raise stick_away(folder)
            if mark is not None:
                put_marker(folder, mark)
            if self._last_folder() != chosen:
                (self.folder / _LAST_FOLDER).write_text(chosen, encoding="utf-8")
        except OSError as error:
            raise _not_usable(folder, error) from error
        return folder

    def _last_folder(self) -> str:
        """The owner's folder that was last in use, empty if there was none."""
        try:
            return (self.folder / _LAST_FOLDER).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return ""

    def _stored(self) -> dict[str, str]:
        if not self.database.exists():
            return {}
        try:
            with closing(connect(self.database, writes=False)) as db:
                return read_on(db, stored.read_settings)
        except sqlite3.Error as error:
            raise as_unavailable(error) or error from error


def _not_usable(folder: Path, error: OSError) -> Unavailable:
    return Unavailable(
        say(
            "The folder for backups, {folder}, cannot be used: {reason}. Choose another.",
            folder=str(folder),
            reason=why(error),
        )
    )


def backups_in(folder: Path) -> list[Path]:
    """The backups that lie in a folder. Raises Unavailable."""
    try:
        named = (file for file in folder.iterdir() if file.suffix == ENDING and not file.name.startswith("."))
        return [file for file in named if file.is_file()]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise Unavailable(
            say("The folder for backups, {folder}, cannot be read: {reason}.", folder=str(folder), reason=why(error))
        ) from error
