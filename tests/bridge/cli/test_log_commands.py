"""`counterpart log`."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bridge.cli.program import program
from bridge.cli.session import Session
from bridge.system.export_file import write_lines
from service.domain.times import HOUR
from tests.bridge.cli.cli_data import log_call, log_many
from tests.bridge.cli.cli_runner import NOON, Cli


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


def test_an_entry_has_the_fields_of_the_contract(cli: Cli) -> None:
    made = cli.json("keys", "create", "Till")
    log_call(
        cli, status=422, key=(made["id"], "Till"), message="My shop is read-only.", request=b"{}", response=b"{...}"
    )
    assert cli.json("log", "list") == [
        {
            "id": 1,
            "at": "2026-11-20T12:00:00.000Z",
            "shop": "My shop",
            "key": "Till",
            "remote": "127.0.0.1",
            "method": "POST",
            "path": "/v1/items",
            "status": 422,
            "duration_ms": 1.234,
            "request_bytes": 2,
            "response_bytes": 5,
            "error": "refused",
            "message": "My shop is read-only.",
            "notes": ["fields ignored: price_fil"],
        }
    ]


def test_show_adds_the_bodies(cli: Cli) -> None:
    log_call(cli, request='{"name": "فحمات"}'.encode(), response=b"\xff\x00")
    printed = cli.json("log", "show", "1")
    assert (printed["request"], printed["request_is_base64"]) == ('{"name": "فحمات"}', False)
    assert (printed["response"], printed["response_is_base64"], printed["response_cut"]) == ("/wA=", True, False)
    assert "Response (base64):\n/wA=" in cli.ok("log", "show", "1")


def test_filters_narrow_the_list(cli: Cli) -> None:
    made = cli.json("keys", "create", "Till")
    log_call(cli, status=200, at=NOON - HOUR, key=(made["id"], "Till"))
    log_call(cli, status=404, path="/v1/orders/ORD-1/accept")
    log_call(cli, status=401, unknown=True, path="/v1/items?limit=5")

    def ids(*words: str) -> list[int]:
        return [entry["id"] for entry in cli.json("log", "list", *words)]

    assert ids() == [3, 2, 1]
    assert ids("--status", "404") == [2]
    assert ids("--status", "4xx") == [3, 2]
    assert ids("--path", "ORDERS") == [2]
    assert ids("--key", "Till") == [1]
    assert ids("--since", "2026-11-20T12:00:00Z") == [3, 2]
    assert ids("--until", "2026-11-20T12:00:00Z") == [1]
    assert ids("--limit", "1") == [3]
    assert ids("--staging") == []


def test_what_cannot_be_looked_for_is_told(cli: Cli) -> None:
    assert "4xx" in cli.fails("log", "list", "--status", "bad", code=2)
    assert "write it like 2026-11-20" in cli.fails("log", "list", "--since", "yesterday", code=2)
    assert "no key called 'Nobody'" in cli.fails("log", "list", "--key", "Nobody")
    assert "no call 9" in cli.fails("log", "show", "9")


def test_export_by_ending_is_csv_or_json_lines(cli: Cli, tmp_path: Path) -> None:
    log_many(cli, 1_203, "=cmd()")
    table = tmp_path / "calls.csv"
    assert cli.ok("log", "export", str(table)) == f"1203 calls written to {table}.\n"
    with table.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["id"]) for row in rows] == list(range(1_203, 0, -1))
    assert rows[-1]["message"] == "'=cmd()"
    assert rows[-1]["duration_ms"] == "1.234"
    lines = tmp_path / "calls.jsonl"
    assert cli.json("log", "export", str(lines), "--since", "2026-11-20T12:00:01Z") == {
        "file": str(lines),
        "calls": 203,
    }
    entries = [json.loads(text) for text in lines.read_text(encoding="utf-8").splitlines()]
    assert [entry["id"] for entry in entries] == list(range(1_203, 1_000, -1))
    assert cli.json("log", "list", "--limit", "203") == entries


def test_export_goes_to_standard_output_too(cli: Cli) -> None:
    log_call(cli)
    assert json.loads(cli.ok("log", "export", "-", "--format", "jsonl"))["id"] == 1
    assert "csv or jsonl" in cli.fails("log", "export", "-", code=2)


def test_a_failed_export_leaves_what_was_there(tmp_path: Path) -> None:
    def breaking() -> Iterator[str]:
        yield "half\n"
        raise OSError(28, "No space left on device")

    file = tmp_path / "calls.csv"
    file.write_text("before", encoding="utf-8")
    with pytest.raises(OSError, match="No space"):
        write_lines(file, breaking())
    assert [path.name for path in tmp_path.iterdir()] == ["calls.csv"]
    assert file.read_text(encoding="utf-8") == "before"


def test_an_export_that_cannot_be_written_names_the_file_that_was_asked_for(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "no folder" / "calls.csv"
    assert cli.fails("log", "export", str(file)).startswith(f"{file}: ")


def test_the_command_that_lists_the_keys_is_for_the_same_shop(cli: Cli) -> None:
    assert "`counterpart keys list --staging`" in cli.fails("log", "list", "--key", "Nope", "--staging")


def test_a_link_keeps_pointing_and_a_device_is_never_replaced(tmp_path: Path) -> None:
    real, link = tmp_path / "real.csv", tmp_path / "link.csv"
    real.write_text("before", encoding="utf-8")
    link.symlink_to(real)
    assert write_lines(link, ["after\n"]) == 1
    assert link.is_symlink()
    assert real.read_text(encoding="utf-8") == "after\n"
    write_lines(Path("/dev/null"), ["gone\n"])
    assert Path("/dev/null").is_char_device()
