"""`counterpart service`, with programs of the name of systemd's on the path."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bridge.system.instance_lock import InstanceLock
from tests.bridge.cli.cli_runner import Cli

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="systemd is on Linux only")

_SYSTEMCTL = """#!/bin/sh
case "$*" in
    *restart*) touch "{state}/active" ;;
    *disable*) rm -f "{state}/active" ;;
    *is-active*) if [ -e "{state}/active" ]; then echo active; else echo inactive; fi ;;
esac
"""
_LOGINCTL = """#!/bin/sh
[ "$1" = show-user ] && echo no
exit 0
"""


@pytest.fixture(autouse=True)
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with the programs; the units go below `config`."""
    programs = tmp_path / "programs"
    programs.mkdir()
    for name, text in (("systemctl", _SYSTEMCTL), ("loginctl", _LOGINCTL)):
        (programs / name).write_text(text.format(state=programs), encoding="utf-8")
        (programs / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
    return programs


def test_it_is_installed_shown_and_removed(cli: Cli, tmp_path: Path) -> None:
    cli.environment["XDG_CONFIG_HOME"] = str(tmp_path / "config")
    unit = tmp_path / "config" / "systemd" / "user" / "counterpart.service"
    assert cli.json("service", "status") == {
        "installed": False,
        "active": False,
        "at_power_on": False,
        "place": str(unit),
    }
    said = cli.ok("service", "install")
    assert str(unit) in said
    assert "sudo loginctl enable-linger" in said
    assert f"--data-dir {cli.folder}" in unit.read_text("utf-8")
    assert cli.json("service", "status")["active"] is True
    assert cli.json("service", "remove")["installed"] is False
    assert not unit.exists()


def test_a_data_folder_that_a_variable_of_the_terminal_moved_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "moved"))
    variables = {"XDG_CONFIG_HOME": str(tmp_path / "config"), "XDG_DATA_HOME": str(tmp_path / "moved")}
    cli = Cli(tmp_path / "moved" / "counterpart", environment=variables)
    cli.ok("service", "install")
    unit = tmp_path / "config" / "systemd" / "user" / "counterpart.service"
    assert f"--data-dir {cli.folder}" in unit.read_text("utf-8")


def test_a_program_that_runs_is_quit_first(cli: Cli, tmp_path: Path) -> None:
    cli.environment["XDG_CONFIG_HOME"] = str(tmp_path / "config")
    lock = InstanceLock(cli.folder)
    try:
        assert "Quit it first" in cli.fails("service", "install")
    finally:
        lock.release()
    assert not (tmp_path / "config").exists()


def test_the_administrators_part_is_for_windows_and_takes_an_identifier_only(cli: Cli) -> None:
    assert "Only Windows" in cli.fails("service", "register", "S-1-5-21-1-2-3-1001")
    assert "Only Windows" in cli.fails("service", "unregister")
    for owner in ("ali", "S-1-5-21-1)(A;;GA;;;WD", "S-1"):
        assert "no security identifier" in cli.fails("service", "register", owner)
