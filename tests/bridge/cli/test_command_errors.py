"""How a command ends: codes and sentences, as text and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest

from bridge.cli.command_errors import EXIT_CODES, error_code, report_error
from service.domain.errors import BadRequest, CounterpartError, NotFound, Refused, Unavailable, UpstreamUnavailable
from service.domain.sentences import verbatim
from tests.bridge.cli.cli_runner import NOON, Cli

SENTENCE = "It was refused."
KINDS = {
    "bad_request": BadRequest(SENTENCE),
    "not_found": NotFound(SENTENCE),
    "read_only": Refused("read_only", verbatim(SENTENCE)),
    "unavailable": Unavailable(verbatim(SENTENCE)),
    "upstream_unavailable": UpstreamUnavailable(verbatim(SENTENCE)),
    "failed": CounterpartError(SENTENCE),
}


@pytest.mark.parametrize(("code", "error"), KINDS.items())
def test_an_error_has_the_code_of_the_interface(code: str, error: CounterpartError) -> None:
    assert error_code(error) == code


def read_error(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    written = capsys.readouterr()
    assert (written.out, written.err.count("\n")) == ("", 1)
    decoded: dict[str, str] = json.loads(written.err)
    assert decoded.keys() == {"error", "message"}
    return decoded


@pytest.mark.parametrize(
    ("error", "code", "exit_code"),
    [
        (NotFound("There is no item 'X'\x1b[31m"), "not_found", 1),
        (click.UsageError("No such option '--nope'"), "usage", 2),
        (FileNotFoundError(2, "No such file or directory", "x.json"), "system", 1),
        (ZeroDivisionError("a fault"), "internal_error", 1),
        (click.ClickException("That is wrong"), "failed", 1),
    ],
)
def test_errors_as_json_are_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], error: Exception, code: str, exit_code: int
) -> None:
    assert report_error(error, tmp_path, NOON, as_json=True) == exit_code
    found = read_error(capsys)
    assert found["error"] == code
    assert found["message"].endswith((".", "explains it."))


def test_an_error_before_the_options_are_read_is_json_too(cli: Cli) -> None:
    for words in (["keys", "list", "--nope", "--json"], ["--json", "kyes"], ["keys", "create", "--json"]):
        ended = cli.run(*words)
        assert (ended.exit_code, ended.stdout) == (2, "")
        assert json.loads(ended.stderr)["error"] == "usage"
    assert cli.run("items", "show", "--", "--json").stderr.startswith("counterpart: ")


def test_the_help_lists_every_exit_code(cli: Cli) -> None:
    text = cli.ok("--help")
    listed = text.split("Exit codes:\n")[1].splitlines()
    assert [line.split()[0] for line in listed[: len(EXIT_CODES)]] == [str(code) for code in EXIT_CODES]
