"""The staff by command, and the computer's user in what commands do."""

from __future__ import annotations

import os

import pytest

from bridge.system.paths import find_user
from tests.bridge.cli.cli_runner import USER, Cli


def test_names_are_added_listed_renamed_and_deactivated(cli: Cli) -> None:
    assert "no name yet" in cli.ok("people", "list")
    assert cli.ok("people", "add", " Maryam ") == "Maryam can be chosen at the top of the window now.\n"
    cli.ok("people", "rename", "maryam", "Maryam H.")
    assert cli.ok("people", "deactivate", "Maryam H.") == "Maryam H. can no longer be chosen.\n"
    assert cli.json("people", "list") == [{"id": 1, "name": "Maryam H.", "active": False, "pin": False}]
    assert cli.json("people", "activate", "maryam h.")["active"] is True
    assert "no person 'Ali'" in cli.fails("people", "deactivate", "Ali")


def test_the_audit_names_the_computers_user(cli: Cli) -> None:
    cli.ok("people", "add", "Maryam")
    entry = cli.json("audit", "list")[0]
    assert (entry["actor"], entry["person"], entry["subject"]) == ("command line", USER, "Maryam")
    assert f"command line: {USER}" in cli.ok("audit", "list")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such users")
def test_the_user_is_the_systems_not_the_environments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "somebody")
    monkeypatch.setenv("USER", "somebody")
    assert find_user() not in ("", "somebody")


def test_a_pin_is_set_and_reset_by_command(cli: Cli) -> None:
    cli.ok("people", "add", "Maryam")
    assert "Set the owner's PIN first" in cli.fails("people", "set-pin", "Maryam", "--pin-stdin", stdin="123456")
    assert cli.ok("people", "reset-pin") == "There was no PIN.\n"
    assert cli.ok("people", "set-pin", "--pin-stdin", stdin="987654\n") == "The PIN is set.\n"
    cli.ok("people", "set-pin", "maryam", "--pin-stdin", stdin="123456")
    assert cli.json("people", "list")[0]["pin"] is True
    assert "A PIN has 4 to 12 digits" in cli.fails("people", "set-pin", "--pin-stdin", stdin="12")
    assert cli.ok("people", "reset-pin").startswith("The PIN is removed.")
    assert cli.json("people", "list")[0]["pin"] is False


def test_a_pin_is_in_plain_nowhere(cli: Cli) -> None:
    cli.ok("people", "set-pin", "--pin-stdin", stdin="975310864\n")
    cli.ok("people", "reset-pin")
    cli.ok("people", "set-pin", "--pin-stdin", stdin="975310864\n")
    actions = [entry["action"] for entry in cli.json("audit", "list")]
    assert actions == ["pin_set", "pin_removed", "pin_set"]
    cli.ok("backup", str(cli.folder / "all.cpbackup"))
    files = [path for path in cli.folder.rglob("*") if path.is_file()]
    assert any(path.suffix == ".cpbackup" for path in files)
    assert not [path for path in files if b"975310864" in path.read_bytes()]
    assert "975310864" not in cli.ok("audit", "list") + cli.ok("people", "list") + cli.ok("settings")


def test_the_support_view_is_switched_by_command(cli: Cli) -> None:
    assert cli.ok("people", "support-view") == "The window is as always.\n"
    assert cli.ok("people", "support-view", "on") == "Nothing can be changed in the window.\n"
    assert cli.json("people", "support-view") == {"support_view": True}
    cli.ok("people", "support-view", "on")
    assert cli.json("people", "support-view", "off") == {"support_view": False}
    switched = [one["subject"] for one in cli.json("audit", "list") if one["action"] == "support_view_switched"]
    assert switched == ["off", "on"]
