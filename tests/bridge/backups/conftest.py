"""A data folder with a shop in it, and its backups."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bridge.backups.backup_fixture import BackupFixture


@pytest.fixture
def yard(tmp_path: Path) -> Iterator[BackupFixture]:
    made = BackupFixture.fresh(tmp_path)
    yield made
    made.close()
