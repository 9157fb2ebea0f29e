"""Lists as CSV: the fields of `--json`, and nothing that a spreadsheet would run."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tests.bridge.cli.framework.cli_data import PAD, give_items, log_call, order_of
from tests.bridge.cli.framework.cli_runner import Cli
from tests.bridge.cli.framework.ready_data import ready_cli

LISTS = (
    ("items", "list"),
    ("orders", "list"),
    ("keys", "list"),
    ("shops", "list"),
    ("branches", "list"),
    ("log", "list"),
    ("stock", "ledger", "PAD-1"),
    ("settings",),
)


def read_csv(text: str) -> list[dict[str, str]]:
    assert text.startswith("\ufeff")
    return list(csv.DictReader(text.removeprefix("\ufeff").splitlines()))


@pytest.fixture
def filled(tmp_path: Path) -> Cli:
    return ready_cli(Cli, tmp_path / "filled", fill_shop)


def fill_shop(cli: Cli) -> None:
    give_items(cli, {**PAD, "name": '=HYPERLINK("http://x")', "quantity": 2.5})
    cli.ok("orders", "place", "-", stdin=order_of())
    cli.ok("keys", "create", "Till")
    log_call(cli)


@pytest.mark.parametrize("words", LISTS, ids=" ".join)
def test_a_list_has_the_fields_and_rows_of_json(filled: Cli, words: tuple[str, ...]) -> None:
    rows, objects = read_csv(filled.ok(*words, "--csv")), filled.json(*words)
    assert len(rows) == len(objects) > 0
    for row, fields in zip(rows, objects, strict=True):
        assert list(row) == list(fields)
        for name, value in fields.items():
            if isinstance(value, list | dict):
                assert json.loads(row[name]) == value
            elif isinstance(value, bool):
                assert row[name] == str(value).lower()
            else:
                assert row[name].removeprefix("'") == ("" if value is None else str(value))


def test_no_cell_is_a_formula(filled: Cli) -> None:
    (item,) = read_csv(filled.ok("items", "list", "--csv"))
    assert (item["name"], item["quantity"]) == ('\'=HYPERLINK("http://x")', "2.5")


def test_an_empty_list_is_an_empty_file(cli: Cli) -> None:
    assert cli.ok("items", "list", "--csv") == ""


def test_json_and_csv_exclude_each_other(cli: Cli) -> None:
    ended = cli.run("items", "list", "--csv", "--json")
    assert (ended.exit_code, json.loads(ended.stderr)["error"]) == (2, "usage")
