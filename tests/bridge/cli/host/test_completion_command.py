"""`counterpart completion`: a script for each shell."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bridge.cli.framework.cli_runner import Cli

REGISTERED = {
    "bash": "complete -o nosort -F _counterpart_completion counterpart",
    "zsh": "#compdef counterpart",
    "fish": "complete --no-files --command counterpart",
    "powershell": "Register-ArgumentCompleter -Native -CommandName counterpart",
}


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    """A command line whose data folder is not there yet."""
    return Cli(tmp_path / "data")


@pytest.mark.parametrize(("shell", "line"), REGISTERED.items())
def test_the_script_registers_the_program_with_the_shell(cli: Cli, shell: str, line: str) -> None:
    script = cli.ok("completion", shell)
    assert line in script
    assert not cli.folder.exists()
    assert shell != "zsh" or script.startswith(line), "zsh reads the first line"


def test_another_shell_is_refused(cli: Cli) -> None:
    assert "'tcsh' is not one of" in cli.fails("completion", "tcsh", code=2)
