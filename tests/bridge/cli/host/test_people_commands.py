"""The staff by command, and the computer's user in what commands do."""

from __future__ import annotations

import os

import pytest

from bridge.cli.framework.computer_user import find_user
from tests.bridge.cli.framework.cli_runner import USER, Cli


def test_names_are_added_listed_renamed_and_deactivated(cli: Cli) -> None:
    assert "no name yet" in cli.ok("people", "list")
    assert cli.ok("people", "add", " Maryam ") == "Maryam can be chosen at the top of the window now.\n"
    cli.ok("people", "rename", "maryam", "Maryam H.")
    assert cli.ok("people", "deactivate", "Maryam H.") == "Maryam H. can no longer be chosen.\n"
    assert cli.json("people", "list") == [{"id": 1, "name": "Maryam H.", "active": False}]
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
