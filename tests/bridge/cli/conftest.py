"""A command line on an empty data folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bridge.cli.framework.cli_runner import Cli


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    return Cli(tmp_path / "data")
