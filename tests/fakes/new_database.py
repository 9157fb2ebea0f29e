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
from service.store.engine.store import Database as StoreDatabase
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
    return _copy_template(folder / FILE_NAME)


def _copy_template(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(make_template(), path)
    return path


def find_engine(path: Path) -> StoreDatabase | None:
    """What opens the database of a file, an empty one if it is not there, in the engine that pytest
    was given.
    """
    if engine.is_postgres:
        from tests.fakes.postgres_server import open_at  # noqa: PLC0415 - the driver is loaded where it is used

        return open_at(path)
    if not path.exists():
        _copy_template(path)
    return None


def new_store(folder: Path) -> Store:
    """Opens the database in a folder, an empty one if it has none."""
    path = folder / FILE_NAME
    return Store(path, find_engine(path))
