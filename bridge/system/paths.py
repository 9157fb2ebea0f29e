"""Where the program stores its files, how a private one is written, and how a command line
names them.

One data folder for each user of the computer.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from platformdirs import user_data_path

from service.domain.errors import Unavailable
from service.domain.sentences import os_reason
from service.store.engine.connection import FILE_NAME
from service.store.engine.data_folders import sync_folder

DATA_DIR_VARIABLE = "COUNTERPART_DATA_DIR"
_PRIVATE_FOLDER = 0o700
_NOT_FOR_OTHERS = 0o077


def replace_private_file(path: Path, data: bytes) -> None:
    """Replaces the file; the new one is on the disk before it is renamed. Raises OSError."""
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    with contextlib.suppress(FileNotFoundError):
        new.unlink()
    try:
        number = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        with os.fdopen(number, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def keep_files_private() -> None:
    """Makes new files readable by their user only (POSIX; Windows protects profiles itself)."""
    if os.name == "posix":
        os.umask(_NOT_FOR_OTHERS)


def data_folder(chosen: Path | None, environment: Mapping[str, str]) -> Path:
    """The chosen folder, else the environment's, else this system's default (contract §8.1).

    Raises Unavailable if the path is relative to a folder that is gone.
    """
    named = environment.get(DATA_DIR_VARIABLE)
    if chosen is None and named:
        chosen = Path(named)
    if chosen is None:
        return user_data_path("counterpart" if os.name == "posix" else "Counterpart", appauthor=False)
    try:
        # Neither call raises for a missing home folder, nor follows links that the owner set.
        return Path(os.path.abspath(os.path.expanduser(chosen)))  # noqa: PTH100, PTH111
    except FileNotFoundError as error:
        raise Unavailable.saying(
            "The data folder {folder} cannot be found: the folder you are in is gone. Name its whole path.",
            folder=str(chosen),
        ) from error


def make_data_folder(folder: Path) -> None:
    """Creates it for its user only; an existing one is not changed. Raises Unavailable."""
    try:
        folder.mkdir(mode=_PRIVATE_FOLDER, parents=True, exist_ok=True)
    except OSError as error:
        raise Unavailable.saying(
            "The data folder {folder} cannot be made: {reason}. Choose another with --data-dir.",
            folder=str(folder),
            reason=os_reason(error),
        ) from error


def licences_folder() -> Path | None:
    """Where an installed program has its licence texts; None in a copy of the source."""
    folder = Path(__file__).parents[2] / "licences"
    return folder if folder.is_dir() else None


def database_file(folder: Path) -> Path:
    return folder / FILE_NAME


def has_database(folder: Path) -> bool:
    """Whether there is a database. A file of 0 bytes is what is left of one that was cut."""
    database = database_file(folder)
    return database.exists() and database.stat().st_size > 0


def sound_folder(folder: Path) -> Path:
    """The sounds of the ring, which the program makes, in a data folder."""
    return folder / "sounds"


def program_log(folder: Path) -> Path:
    """The program's own log: tracebacks and facts for support, no bodies, no secrets."""
    return folder / "logs" / "counterpart.log"


def support_log(folder: Path) -> Path:
    """The same without the values in its lines, for the support bundle."""
    return folder / "logs" / "support.log"


def quote_word(word: str) -> str:
    """A word, in quotation marks if it needs them."""
    return shlex.quote(word) if os.name == "posix" else subprocess.list2cmdline([word])


def data_dir_option(folder: Path) -> str:
    """`--data-dir` for the end of a line, with a leading space; empty for the default folder."""
    return "" if folder == data_folder(None, {}) else f" --data-dir {quote_word(str(folder))}"


def find_user() -> str:
    """The user's name as the system has it, not as the environment says; "" if it has none."""
    try:
        if sys.platform == "win32":
            return os.getlogin()
        import pwd  # noqa: PLC0415 - Windows has no such module

        return pwd.getpwuid(os.geteuid()).pw_name
    except (OSError, KeyError):
        return ""
