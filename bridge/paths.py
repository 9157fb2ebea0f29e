"""Where the program stores its files: one data folder for each user of the computer."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from platformdirs import user_data_path

from service.domain.errors import Unavailable
from service.domain.sentences import message, os_reason
from service.store.engine.connection import FILE_NAME

DATA_DIR_VARIABLE = "COUNTERPART_DATA_DIR"
_PRIVATE_FOLDER = 0o700
_NOT_FOR_OTHERS = 0o077


def keep_files_private() -> None:
    """Makes new files of this process readable by its user only (POSIX; Windows protects profiles
    itself).
    """
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
        raise Unavailable(
            message(
                "The data folder {folder} cannot be found: the folder you are in is gone. Name its whole path.",
                folder=str(chosen),
            )
        ) from error


def make_data_folder(folder: Path) -> None:
    """Creates the data folder for its user only; an existing one is not changed. Raises
    Unavailable.
    """
    try:
        folder.mkdir(mode=_PRIVATE_FOLDER, parents=True, exist_ok=True)
    except OSError as error:
        raise Unavailable(
            message(
                "The data folder {folder} cannot be made: {reason}. Choose another with --data-dir.",
                folder=str(folder),
                reason=os_reason(error),
            )
        ) from error


def licences_folder() -> Path | None:
    """Where an installed program has its licence texts; None in a copy of the source."""
    folder = Path(__file__).parents[1] / "licences"
    return folder if folder.is_dir() else None


def database_file(folder: Path) -> Path:
    """The database in a data folder."""
    return folder / FILE_NAME


def sound_folder(folder: Path) -> Path:
    """The sounds of the ring, which the program makes, in a data folder."""
    return folder / "sounds"


def program_log(folder: Path) -> Path:
    """The program's own log in a data folder: tracebacks and facts for support, no bodies, no
    secrets.
    """
    return folder / "logs" / "counterpart.log"


def support_log(folder: Path) -> Path:
    """The same without the values in its lines, for the support bundle."""
    return folder / "logs" / "support.log"
