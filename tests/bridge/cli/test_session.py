"""A command of a newer version, while the program of an older version has the data."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bridge.backups.backup_location import BackupLocation
from bridge.cli.session import Session
from bridge.system.instance_lock import InstanceLock, OlderVersionRuns
from bridge.system.paths import database_file
from service.domain.shops import Shop
from service.store import shops
from service.store.engine.connection import prepare_database
from service.store.engine.migrations import SCHEMA_VERSION, read_schema_version
from tests.fakes.clock import FakeClock
from tests.fakes.new_database import NEXT_STEPS


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """A data folder of this version; the commands are those of the next one."""
    folder = tmp_path / "data"
    folder.mkdir()
    prepare_database(database_file(folder))
    return folder


def version_in(folder: Path) -> int:
    with closing(sqlite3.connect(database_file(folder))) as db:
        return read_schema_version(db)


def list_shops(folder: Path, pause: Callable[[float], None]) -> list[Shop]:
    session = Session(FakeClock(), {"COUNTERPART_DATA_DIR": str(folder)}, pause=pause, steps=NEXT_STEPS)
    try:
        return session.read(shops.list_shops)
    finally:
        session.close()


def test_a_command_does_not_upgrade_the_data_of_a_program_that_runs(older: Path) -> None:
    running, pauses = InstanceLock(older), list[float]()
    with pytest.raises(OlderVersionRuns, match=r"Nothing was changed\. End it, then try again\."):
        list_shops(older, pauses.append)
    assert (version_in(older), sum(pauses)) == (SCHEMA_VERSION, 20)
    with pytest.raises(OlderVersionRuns):
        BackupLocation(older, steps=NEXT_STEPS).write(lambda _: None)
    assert version_in(older) == SCHEMA_VERSION
    running.release()


def test_a_command_waits_for_the_end_of_the_older_program(older: Path) -> None:
    running = InstanceLock(older)
    assert list_shops(older, lambda _: running.release())
    assert version_in(older) == SCHEMA_VERSION + 1


def test_a_command_works_on_data_of_its_own_version_while_a_program_runs(older: Path) -> None:
    prepare_database(database_file(older), NEXT_STEPS)
    running = InstanceLock(older)
    pauses = list[float]()
    assert list_shops(older, pauses.append)
    assert pauses == []
    running.release()
