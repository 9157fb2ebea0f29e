"""No output of a command controls a terminal or reverses a line."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from bridge.cli.command_errors import print_error
from bridge.cli.output import escape_controls, print_array, print_json
from service.domain.texts import escape_json
from tests.bridge.cli.cli_data import PAD, give_items, log_call, order_of
from tests.bridge.cli.cli_runner import Cli
from tests.bridge.cli.ready_data import ready_cli

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
HOSTILE = "A\u202egpj.exe\u2066\u2028\u0085\x1b[31m\ufeff\U000e0041"


def read_csv(text: str) -> list[dict[str, str]]:
    assert text.startswith("\ufeff")
    return list(csv.DictReader(text.removeprefix("\ufeff").splitlines()))


@pytest.fixture
def filled(tmp_path: Path) -> Cli:
    return ready_cli(Cli, tmp_path / "filled", fill_shop)


def fill_shop(cli: Cli) -> None:
    give_items(cli, {**PAD, "name": '=HYPERLINK("http://x")', "quantity": 2.5})
    cli.ok("orders", "place", "-", stdin=order_of())
    cli.json("keys", "create", "Till")
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


@pytest.mark.parametrize("form", [(), ("--csv",), ("--json",)])
def test_no_list_steers_the_terminal(cli: Cli, form: tuple[str, ...]) -> None:
    give_items(cli, {**PAD, "name": HOSTILE})
    log_call(cli, message=HOSTILE)
    for words in (("items", "list"), ("log", "list")):
        printed = cli.ok(*words, *form).removeprefix("\ufeff")
        assert "gpj.exe" in printed
        assert not [char for char in printed if char not in "\r\n" and not char.isprintable()]


def test_an_empty_list_is_an_empty_file(cli: Cli) -> None:
    assert cli.ok("items", "list", "--csv") == ""


def test_json_and_csv_exclude_each_other(cli: Cli) -> None:
    ended = cli.run("items", "list", "--csv", "--json")
    assert (ended.exit_code, json.loads(ended.stderr)["error"]) == (2, "usage")


@pytest.mark.parametrize("char", HOSTILE.replace("gpj.exe", "").replace("[31m", "").replace("A", "", 1))
def test_what_steers_is_made_visible(char: str) -> None:
    assert escape_controls(f"a{char}b").isprintable()
    assert escape_controls(f"a{char}b") != f"a{char}b"


def test_what_arabic_and_persian_need_stays() -> None:
    text = "می\u200cخواهم \u200fقطعة\u200e P-1"
    assert escape_controls(text) == text
    assert escape_json(text) == text


def test_json_says_the_same_and_holds_none_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    for show in (print_json, lambda value: print_array([value])):
        show({"sku": HOSTILE})
        printed = capsys.readouterr().out
        decoded = json.loads(printed)
        assert (decoded[0] if isinstance(decoded, list) else decoded) == {"sku": HOSTILE}
        assert all(char.isprintable() or char == "\n" for char in printed)


def test_an_error_holds_none_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    print_error(f"There is no item '{HOSTILE}'.")
    assert capsys.readouterr().err.rstrip("\n").isprintable()
