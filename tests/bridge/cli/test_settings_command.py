"""`counterpart settings`, and that docs/settings.md names every setting."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from service.domain.settings import SETTINGS
from tests.bridge.cli.cli_runner import Cli

DOCUMENT = Path(__file__).parents[3] / "docs" / "settings.md"


def test_every_setting_is_documented() -> None:
    written = re.findall(r"^\| `.*$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    assert "\n".join(written) == "\n".join(
        f"| `{setting.name}` | {setting.kind.text_of(setting.default) or '(empty)'} | {setting.kind.rule} "
        f"| {setting.explanation} |"
        for setting in SETTINGS
    )


def test_all_are_listed_with_what_they_are(cli: Cli) -> None:
    listed = cli.json("settings")
    assert [entry["name"] for entry in listed] == [setting.name for setting in SETTINGS]
    assert listed[0] == {"name": "port", "value": 8710, "default": 8710, "explanation": str(SETTINGS[0].explanation)}
    assert len(cli.ok("settings").splitlines()) == len(SETTINGS) + 1


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("port", "8080", 8080),
        ("open-to-network", "ON", True),
        ("allowed_hosts", "Shop-PC.local, 10.0.0.5 ::1", ["shop-pc.local", "10.0.0.5", "::1"]),
        ("allowed_origins", "https://ERP.example.com/", ["https://erp.example.com"]),
        ("log_days", "30", 30),
        ("language", "ar", "ar"),
        ("backup_time", "23:05", "23:05"),
        ("backup_folder", "D:\\Backups", "D:\\Backups"),
    ],
)
def test_a_setting_is_kept_and_set_back(cli: Cli, name: str, text: str, value: object) -> None:
    before = cli.json("settings", name)["value"]
    assert cli.json("settings", name, text)["value"] == value
    assert cli.json("settings", name)["value"] == value
    assert cli.json("settings", name, "--default")["value"] == before


def test_a_folder_for_backups_that_is_not_there_is_told(cli: Cli, tmp_path: Path) -> None:
    away = tmp_path / "away"
    assert f"There is no folder {away} now" in cli.ok("settings", "backup_folder", str(away))
    assert "There is no folder" not in cli.ok("settings", "backup_folder", str(tmp_path))


def test_a_file_is_no_folder_for_backups(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "passwd"
    file.write_text("x", encoding="ascii")
    assert "is a file. Name a folder" in cli.fails("settings", "backup_folder", str(file))
    assert cli.json("settings", "backup_folder")["value"] == ""


def test_a_list_is_emptied_by_an_empty_value(cli: Cli) -> None:
    cli.ok("settings", "allowed_hosts", "a.local")
    assert cli.json("settings", "allowed_hosts", "")["value"] == []


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("port", "0", "from 1 to 65535"),
        ("port", "٨٠", "a whole number"),
        ("port", "9" * 5000, "a whole number"),
        ("sound", "loud", "on or off"),
        ("language", "fr", "system, en, ar"),
        ("allowed_hosts", "http://x", "without scheme"),
        ("allowed_hosts", "*", "host names"),
        ("allowed_origins", "https://x/y", "like https://erp.example.com"),
        ("allowed_origins", "null", "origins"),
        ("backup_time", "24:00", "23:59"),
        ("backup_folder", "here", "whole path"),
        ("log_mib", "1", "from 16"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(cli: Cli, name: str, text: str, expected: str) -> None:
    before = cli.json("settings")
    assert expected in cli.fails("settings", name, text)
    assert cli.json("settings") == before


def test_an_unknown_name_lists_what_there_is(cli: Cli) -> None:
    message = cli.fails("settings", "prot")
    assert all(setting.name in message for setting in SETTINGS)
    assert "not both" in cli.fails("settings", "port", "1", "--default", code=2)
    assert "which setting" in cli.fails("settings", "--default", code=2)
