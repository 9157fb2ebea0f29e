"""`counterpart log list --follow`: calls are printed in the order in which they were logged."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence

import pytest
from click.testing import CliRunner, Result

from bridge.cli.framework.cli_session import Session
from bridge.cli.program import program
from tests.bridge.cli.framework.cli_data import log_call, log_many
from tests.bridge.cli.framework.cli_runner import NOON, Cli


def follow(cli: Cli, *words: str, during: Sequence[Callable[[], object]] = ()) -> Result:
    """Runs it; each pause does the next of `during`, and after the last the owner ends it."""
    steps = iter(during)

    def pause(_seconds: float) -> None:
        step = next(steps, None)
        if step is None:
            raise KeyboardInterrupt
        step()

    session = Session(cli.clock, {"COUNTERPART_DATA_DIR": str(cli.folder)}, pause=pause)
    ended = CliRunner().invoke(program, list(words), obj=session)
    assert (ended.exit_code, ended.stderr) == (130, "")
    return ended


def ids(ended: Result) -> list[int]:
    return [json.loads(line)["id"] for line in ended.stdout.splitlines()]


def test_the_last_calls_come_first_then_every_new_one(cli: Cli) -> None:
    log_many(cli, 5)
    ended = follow(
        cli, "log", "list", "--follow", "--limit", "2", "--json",
        during=[lambda: log_call(cli), lambda: None, lambda: log_many(cli, 2)],
    )  # fmt: skip
    assert ids(ended) == [4, 5, 6, 7, 8]


def test_a_call_that_took_long_is_not_missed(cli: Cli) -> None:
    log_call(cli, at=NOON + 60_000)
    ended = follow(cli, "log", "list", "--follow", "--json", during=[lambda: log_call(cli, at=NOON)])
    assert ids(ended) == [1, 2]


def test_more_than_a_page_of_new_calls_is_printed_whole(cli: Cli) -> None:
    ended = follow(cli, "log", "--follow", "--json", during=[lambda: log_many(cli, 1_203)])
    assert ids(ended) == list(range(1, 1_204))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--status", "4xx"), [2]),
        (("--status", "404"), []),
        (("--path", "orders"), [3]),
        (("--key", "Till"), [4]),
        (("--since", "2026-11-20T12:00:01Z"), [5]),
        (("--until", "2026-11-20T12:00:01Z"), [1, 2, 3, 4]),
        (("--staging",), []),
    ],
)
def test_the_options_of_the_list_narrow_what_follows(cli: Cli, words: tuple[str, ...], expected: list[int]) -> None:
    key = cli.json("keys", "create", "Till")["id"]

    def log_some() -> None:
        log_call(cli)
        log_call(cli, status=422)
        log_call(cli, path="/v1/orders")
        log_call(cli, key=(key, "Till"))
        log_call(cli, at=NOON + 1_000)

    assert ids(follow(cli, "log", "list", "--follow", "--json", *words, during=[log_some])) == expected


def test_calls_without_a_shop_are_followed_by_live_shops_only(cli: Cli) -> None:
    def log_unknown() -> None:
        log_call(cli, unknown=True, status=401)

    assert ids(follow(cli, "log", "--follow", "--json", during=[log_unknown])) == [1]
    assert ids(follow(cli, "log", "--follow", "--json", "--staging", during=[log_unknown])) == []


def test_people_get_a_line_and_spreadsheets_csv(cli: Cli) -> None:
    log_call(cli, path="/v1/items?x=\x1b[31m")
    (line,) = follow(cli, "log", "--follow").stdout.splitlines()
    assert line.startswith("1  2026-11-20 ")
    assert "\x1b" not in line
    rows = list(csv.DictReader(follow(cli, "log", "list", "--follow", "--csv").stdout.splitlines()))
    assert [row["status"] for row in rows] == ["200"]
