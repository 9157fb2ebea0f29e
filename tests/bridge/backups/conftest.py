"""A data folder with a shop in it and its backups, and one with rows in every table."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.system.paths import database_file
from tests.bridge.backups.backup_fixture import BackupFixture
from tests.bridge.cli.cli_runner import Cli
from tests.fakes.filled_database import fill_every_table
from tests.fakes.postgres_server import without_schema


@pytest.fixture
def yard(tmp_path: Path) -> Iterator[BackupFixture]:
    made = BackupFixture.fresh(tmp_path)
    yield made
    made.close()


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with rows in every table."""
    return fill_every_table(tmp_path_factory.mktemp("filled"))


@pytest.fixture
def address() -> Iterator[str]:
    """An empty database on PostgreSQL."""
    with without_schema() as one:
        yield one


def in_file(tmp_path: Path, filled: Path, name: str) -> Cli:
    """Commands in a data folder with these rows."""
    folder = tmp_path / name
    folder.mkdir()
    shutil.copyfile(filled, database_file(folder))
    return Cli(folder)
