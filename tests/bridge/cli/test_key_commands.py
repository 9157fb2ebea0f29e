"""`counterpart keys`."""

from __future__ import annotations

import shlex
from datetime import date
from pathlib import Path

from service.domain.keys import KeyForm, classify_key, get_prefix
from service.domain.times import DAY, compute_end_of_day, parse_moment
from tests.bridge.cli.cli_runner import Cli


def test_a_key_is_shown_whole_once(cli: Cli) -> None:
    made = cli.json("keys", "create", "Main till")
    assert list(made) == ["id", "name", "key"]
    assert (made["id"], made["name"], classify_key(made["key"])) == (1, "Main till", KeyForm.WELL_FORMED)
    assert made["key"].startswith("cp_live_")
    listed = cli.ok("keys", "list") + cli.ok("keys", "list", "--json")
    assert made["key"] not in listed
    assert get_prefix(made["key"]) in listed


def test_a_staging_key_says_so(cli: Cli) -> None:
    assert cli.json("keys", "create", "Till", "--staging")["key"].startswith("cp_test_")
    assert cli.json("keys", "list") == []


def test_for_people_the_key_is_alone_on_standard_output(cli: Cli) -> None:
    made = cli.run("keys", "create", "Till", "--expires", "2027-01-31")
    assert (made.exit_code, made.stdout.count("\n")) == (0, 1)
    assert classify_key(made.stdout.rstrip("\n")) is KeyForm.WELL_FORMED
    shown, expiry = made.stderr.splitlines()
    assert "shown this once only" in shown
    assert expiry.startswith("It works until 2027-01-3")


def test_list_has_these_fields(cli: Cli) -> None:
    cli.json("keys", "create", "Till")
    cli.clock.advance(1_000)
    cli.ok("keys", "revoke", "1")
    (key,) = cli.json("keys", "list")
    assert key == {
        "id": 1,
        "name": "Till",
        "prefix": key["prefix"],
        "created_at": "2026-11-20T12:00:00.000Z",
        "last_used_at": None,
        "last_used_from": None,
        "expires_at": None,
        "expired": False,
        "revoked_at": "2026-11-20T12:00:01.000Z",
        "rights": "all",
    }


def test_a_key_may_have_fewer_rights(cli: Cli) -> None:
    made = cli.json("keys", "create", "Stock board", "--rights", "read")
    assert made["rights"] == "read"
    assert [key["rights"] for key in cli.json("keys", "list")] == ["read"]
    assert "read" in cli.ok("keys", "list")
    assert "'--rights'" in cli.fails("keys", "create", "Board", "--rights", "write", code=2)


def test_revoking_tells_since_when_and_keeps_the_first_moment(cli: Cli) -> None:
    cli.json("keys", "create", "Till")
    first = cli.json("keys", "revoke", "1")
    cli.clock.advance(60_000)
    assert cli.json("keys", "revoke", "1") == first


def test_a_key_is_taken_by_its_name_and_the_one_that_works_goes_first(cli: Cli) -> None:
    for _ in range(2):
        cli.json("keys", "create", "Main till")
    both = "The ids 1 and 2 are both named main till; give the id of the key that you mean."
    assert cli.fails("keys", "revoke", "main till") == both
    cli.ok("keys", "revoke", "1")
    assert cli.ok("keys", "expiry", "main till", "never") == "Main till (id 2) does not expire.\n"
    assert cli.json("keys", "revoke", "Main till")["id"] == 2
    assert [bool(key["revoked_at"]) for key in cli.json("keys", "list")] == [True, True]


def test_faults_are_one_line(cli: Cli) -> None:
    assert cli.fails("keys", "revoke", "7") == "There is no key 7 here; `counterpart keys list` shows them."
    assert "1 to 60 characters" in cli.fails("keys", "create", " ")
    assert cli.fails("keys", "revoke", "x") == "There is no key 'x' here; `counterpart keys list` shows them."
    assert cli.fails("keys", "revoke", " ", code=2).startswith("'ID|NAME': Give an id or a name.")
    assert "create, list, expiry, pair or revoke" in cli.fails("keys", code=2)


def test_an_empty_list_says_what_to_do(cli: Cli) -> None:
    assert "keys create NAME" in cli.ok("keys", "list")


def test_what_to_do_next_is_for_the_same_shop_and_data(cli: Cli, tmp_path: Path) -> None:
    elsewhere = tmp_path / "other data"
    cli.ok("shops", "add", "Sitra Parts", "--data-dir", str(elsewhere))
    output = cli.ok("keys", "list", "--shop", "Sitra Parts", "--staging", "--data-dir", str(elsewhere))
    next_one = f"counterpart keys create NAME --shop 'Sitra Parts' --staging --data-dir '{elsewhere}'"
    assert f"`{next_one}`" in output
    cli.json(*shlex.split(next_one)[1:])


def test_a_key_with_a_last_day_says_so(cli: Cli) -> None:
    lines = cli.run("keys", "create", "Till", "--expires", "2026-11-30").output.splitlines()
    assert lines[2] == "It works until 2026-11-30 23:59:59."
    assert "2026-11-30 23:59:59" in cli.ok("keys", "list")
    made = cli.json("keys", "create", "Loan", "--expires", "2026-12-01")
    assert parse_moment(made["expires_at"]) == compute_end_of_day(date(2026, 12, 1))


def test_another_last_day_or_none(cli: Cli) -> None:
    cli.json("keys", "create", "Till", "--expires", "2026-11-21")
    cli.clock.advance(3 * DAY)
    assert cli.json("keys", "list")[0]["expired"] is True
    assert "(expired)" in cli.ok("keys", "list")
    assert cli.ok("keys", "expiry", "1", "2027-01-31").strip() == "Till (id 1) works until 2027-01-31 23:59:59."
    assert cli.json("keys", "list")[0]["expired"] is False
    assert cli.ok("keys", "expiry", "1", "never").strip() == "Till (id 1) does not expire."
    assert cli.json("keys", "expiry", "1", "never")["expires_at"] is None


def test_days_that_are_none_are_one_line(cli: Cli) -> None:
    cli.json("keys", "create", "Till")
    assert "today or a later day" in cli.fails("keys", "expiry", "1", "2026-11-01")
    assert "is no day; write it like 2027-01-31" in cli.fails("keys", "expiry", "1", "soon", code=2)
    assert "is no day; write it like 2027-01-31" in cli.fails("keys", "create", "T", "--expires", "x", code=2)
    assert "There is no key 9" in cli.fails("keys", "expiry", "9", "never")
