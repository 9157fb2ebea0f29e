"""How a package is installed, on which system, and faults."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bridge.autostart.service_words import VARIABLE
from bridge.system.installation import Installation
from bridge.updates.packages import (
    check_in_use,
    has_built_feed,
    install_package,
    is_windows_service,
    need_set_up,
    needs_owner,
    package_command,
)
from service.domain.errors import CounterpartError

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows runs the set-up")


def write_script(folder: Path, name: str, body: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    (folder / name).chmod(0o755)


@pytest.mark.parametrize(
    ("code", "reason"),
    [(2, "could not be written. Make room on the disk"), (6, "the version before is in use"), (9, "ended with 9")],
)
def test_a_set_up_that_fails_is_a_sentence(tmp_path: Path, code: int, reason: str) -> None:
    write_script(tmp_path, "setup.exe", f"exit {code}")
    with pytest.raises(CounterpartError, match=rf"^The newer version was not installed: .*{reason}.*\.$"):
        install_package(tmp_path / "setup.exe")


def test_a_set_up_that_was_ended_too_early_is_a_sentence(tmp_path: Path) -> None:
    installation = Installation(tmp_path)
    installation.point("0.2.0~2", None)
    with pytest.raises(CounterpartError, match=r"ended too early\. 0\.2\.0~2 is in use"):
        check_in_use("0.2.1", installation)
    check_in_use("0.2.0", installation)
    check_in_use("0.2.0", None)


@pytest.mark.parametrize(("platform", "said"), [("linux", "sudo apt install"), ("darwin", "disk image")])
def test_another_system_says_what_installs_a_version(platform: str, said: str) -> None:
    with pytest.raises(CounterpartError, match=said):
        need_set_up(platform)


def test_only_debian_has_a_command_for_it() -> None:
    assert package_command("linux").endswith("sudo apt install counterpart")
    assert package_command("win32") == ""


def test_a_copy_of_the_source_has_no_feed() -> None:
    assert not has_built_feed()


def test_only_what_windows_starts_at_power_on_is_its_service(tmp_path: Path) -> None:
    as_service = {VARIABLE: "on"}
    assert is_windows_service(as_service, "nt")
    assert not is_windows_service({}, "nt"), "the window of the owner installs by itself"
    assert not is_windows_service(as_service, "posix")
    assert str(tmp_path / "setup.exe") in str(needs_owner(tmp_path / "setup.exe"))
