"""An empty database in a few milliseconds: a copy of one that was made once for all tests.

Creating one takes every migration, which most tests do not need to see. `NEXT_STEPS` are those of a
version after this one.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sqlite_utils import Database

from service.store.engine.connection import FILE_NAME, prepare_database
from service.store.engine.migrations import STEPS
from service.store.engine.store import Store


def add_colour(db: Database) -> None:
    """A step of the next version."""
    db.execute("ALTER TABLE items ADD COLUMN colour TEXT")


NEXT_STEPS = (*STEPS, add_colour)


@dataclass
class Engine:
    """The engine of new stores: `pytest --engine postgres`."""

    is_postgres: bool = False


engine = Engine()


@cache
def make_template() -> Path:
    """The database that is copied, made by the first call."""
    folder = Path(tempfile.mkdtemp(prefix="counterpart-template-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    prepare_database(folder / FILE_NAME)
    return folder / FILE_NAME


def new_database(folder: Path) -> Path:
    """Puts an empty database into a folder that has none; gives its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / FILE_NAME
    shutil.copyfile(make_template(), path)
    return path


def new_store(folder: Path) -> Store:
    """Opens an empty database in a folder that has none, of the engine that pytest was given."""
    if not engine.is_postgres:
        return Store(new_database(folder))
    from tests.fakes.postgres_server import OwnDatabase  # noqa: PLC0415 - the driver is loaded where it is used

    return Store(folder / FILE_NAME, OwnDatabase())
