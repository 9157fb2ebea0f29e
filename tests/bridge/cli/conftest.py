"""A command line on a shop without items."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bridge.cli.cli_runner import Cli
from tests.bridge.cli.ready_data import ready_cli


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    return ready_cli(Cli, tmp_path / "data")
