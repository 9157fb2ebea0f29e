"""Data folders that are filled once for all tests and copied for each.

A first command takes every migration, and filling a shop takes several commands. Most tests begin
after that.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

from tests.bridge.cli.cli_runner import Cli

C = TypeVar("C", bound=Cli)


def add_first_shop(cli: Cli) -> None:
    """What the first command of all does."""
    cli.ok("shops", "list")


def ready_cli(kind: Callable[[Path], C], folder: Path, fill: Callable[[C], None] = add_first_shop) -> C:
    """A command line on a copy of the data that `fill` made. It runs once for all tests, so it
    gives each the same data.
    """
    shutil.copytree(_template(kind, fill), folder)
    return kind(folder)


@cache
def _template(kind: Callable[[Path], C], fill: Callable[[C], None]) -> Path:
    parent = Path(tempfile.mkdtemp(prefix="counterpart-template-"))
    atexit.register(shutil.rmtree, parent, ignore_errors=True)
    cli = kind(parent / "data")
    fill(cli)
    return cli.folder
