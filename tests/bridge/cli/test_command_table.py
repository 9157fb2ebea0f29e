"""The table of commands matches the modules that it names, and a command imports no other one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bridge.cli.command_table import COMMAND_TABLE, LazyCommands
from bridge.system.paths import database_file
from tests.bridge.cli.cli_runner import Cli

ROOT = Path(__file__).parents[3]
HEAVY = (
    "PySide6", "aiohttp", "asyncio", "cryptography", "keyring", "lxml", "psutil", "securesystemslib", "sqlite_utils",
    "ssl", "tuf", "urllib3", "xlrd", "zeep", "bridge.desktop", "bridge.start.window_parts", "service.api",
    "service.link", "service.pull", "ui.backend.protocol", "ui.i18n",
    "ui.panes", "ui.printing", "ui.shell", "ui.theme", "ui.widgets", "ui.wizard",
)  # fmt: skip
"""What takes long to load, and what only other commands need."""

LIGHT = (
    "--version", "--help", "items list --help", "items list", "keys list", "orders list", "branches list", "shops list",
    "log list", "rfq list", "mode", "settings", "stock --help", "backup --help", "doctor --help", "update --help",
    "serve --help", "receive --help", "log --help",
)  # fmt: skip

RUN_ALL = """
import io, json, sys, contextlib
from bridge.cli.program import program
for words in json.loads(sys.argv[1]):
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        program.main(words.split())
print(json.dumps(sorted(sys.modules)))
"""


@pytest.mark.parametrize("name", COMMAND_TABLE)
def test_the_table_says_what_the_commands_help_says(name: str) -> None:
    command = LazyCommands()[name]
    assert command.name == name
    assert COMMAND_TABLE[name].summary == command.get_short_help_str(1_000)


def test_light_commands_load_no_heavy_module(cli: Cli) -> None:
    cli.ok("items", "list")
    assert database_file(cli.folder).exists()
    ended = subprocess.run(
        [sys.executable, "-c", RUN_ALL, json.dumps(LIGHT)],
        cwd=ROOT,
        env={**os.environ, "COUNTERPART_DATA_DIR": str(cli.folder)},
        capture_output=True,
        check=True,
        timeout=60,
    )
    loaded = json.loads(ended.stdout)
    assert "bridge.cli.item_commands" in loaded, "the commands ran"
    assert [module for module in loaded if module in HEAVY] == []


def test_a_name_that_is_not_in_the_table_is_no_command() -> None:
    assert "kyes" not in LazyCommands()
