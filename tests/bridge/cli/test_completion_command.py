"""What shells are offered, from the words that they send."""

from __future__ import annotations

from pathlib import Path

import pytest

from bridge.cli.completion_command import answer_shell, completion_script
from bridge.cli.program import program
from tests.bridge.cli.cli_runner import Cli

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


def ask(capsys: pytest.CaptureFixture[str], shell: str) -> list[str]:
    assert answer_shell(program, f"{shell}_complete") == 0
    return capsys.readouterr().out.splitlines()


def set_words(monkeypatch: pytest.MonkeyPatch, words: str, word: str) -> None:
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", word)


@pytest.mark.parametrize(
    ("words", "place", "offered"),
    [
        ("counterpart it", 1, ["plain,items"]),
        ("counterpart items ", 2, ["plain,list", "plain,search", "plain,reorder", "plain,show"]),
        ("counterpart webhooks deli", 2, ["plain,deliveries"]),
        ("counterpart stock move P --cause ", 5, ["plain,sale", "plain,job", "plain,return", "plain,count"]),
        ("counterpart items list --lim", 3, ["plain,--limit"]),
        ("counterpart orders place ", 3, ["file,"]),
        ("counterpart nope ", 2, []),
    ],
)
def test_bash_is_offered_what_fits(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: str, place: int, offered: list[str]
) -> None:
    set_words(monkeypatch, words, str(place))
    found = ask(capsys, "bash")
    assert found[: len(offered)] == offered
    if words.endswith("nope "):
        assert all(not line.startswith("file") for line in found)


def test_zsh_and_fish_get_the_help_too(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    set_words(monkeypatch, "counterpart sam", "1")
    assert ask(capsys, "zsh") == ["plain", "sample", "Fill staging with a believable catalogue."]
    set_words(monkeypatch, "counterpart sam", "sam")
    assert ask(capsys, "fish") == ["plain,sample\tFill staging with a believable catalogue."]


@pytest.mark.parametrize(
    ("words", "word", "offered"),
    [
        ("counterpart\nsam", "sam", ["sample\tFill staging with a believable catalogue."]),
        ("counterpart\nmode\n", "", ["api_push\t", "webhooks\t", "scheduled_pull\t"]),
        ("counterpart\nstock\nmove\n'P 1'\n--cause\nsa", "sa", ["sale\t"]),
        ("counterpart\norders\nplace\n", "", [""]),
    ],
)
def test_powershell_is_offered_a_value_and_its_help(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: str, word: str, offered: list[str]
) -> None:
    set_words(monkeypatch, words, word)
    assert ask(capsys, "powershell")[: len(offered)] == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_each_script_calls_the_program_by_name(shell: str) -> None:
    script = completion_script(program, shell)
    assert f"{shell}_complete" in script
    assert "counterpart" in script
    assert "%(" not in script


def test_another_shell_has_no_script() -> None:
    with pytest.raises(ValueError, match="tcsh"):
        completion_script(program, "tcsh")
