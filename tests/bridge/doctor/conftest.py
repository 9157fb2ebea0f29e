"""A data folder with a shop in it, and its backups."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bridge.backups.yard import Yard


@pytest.fixture
def yard(tmp_path: Path) -> Iterator[Yard]:
    made = Yard.fresh(tmp_path)
    yield made
    made.close()
