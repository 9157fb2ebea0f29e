"""What Windows gets of the service: its line, identifier, access lists."""

from __future__ import annotations

import re
from pathlib import PureWindowsPath

import pytest

from bridge.autostart.service_manager import (
    PRIVILEGES,
    ServiceDefinition,
    data_rights,
    make_access_list,
    parse_command_line,
    program_rights,
    service_sid,
    take_rights,
)

OWNER = "S-1-5-21-1-2-3-1001"


@pytest.mark.parametrize(
    ("program", "folder", "line"),
    [
        (
            r"C:\Counterpart\counterpart.exe",
            r"C:\data",
            r'"C:\Counterpart\counterpart.exe" windows-service --data-dir C:\data',
        ),
        (
            r"C:\My Shop\counterpart.exe",
            r"D:\my data",
            r'"C:\My Shop\counterpart.exe" windows-service --data-dir "D:\my data"',
        ),
        (r"C:\قطع\counterpart.exe", "D:\\", '"C:\\قطع\\counterpart.exe" windows-service --data-dir D:\\'),
    ],
)
def test_the_line_names_program_and_data_and_is_read_back(program: str, folder: str, line: str) -> None:
    definition = ServiceDefinition(PureWindowsPath(program), PureWindowsPath(folder))
    assert definition.command_line == line
    assert parse_command_line(line) == definition


@pytest.mark.parametrize(
    "line",
    ["", r"C:\windows\system32\notepad.exe", r'"C:\a\counterpart.exe" serve', r'"C:\a.exe" windows-service'],
)
def test_a_line_of_another_program_is_not_ours(line: str) -> None:
    assert parse_command_line(line) is None


def test_the_program_is_in_quotes_without_spaces_too() -> None:
    definition = ServiceDefinition(PureWindowsPath(r"C:\a\counterpart.exe"), PureWindowsPath("C:\\b"))
    assert definition.command_line.startswith('"')


def test_the_identifier_of_an_account_is_the_one_that_windows_computes() -> None:
    installer = "S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464"
    assert service_sid("TrustedInstaller") == installer
    assert service_sid("trustedinstaller") == installer
    assert service_sid() == service_sid("COUNTERPART")


def test_the_owner_may_start_stop_and_delete_the_service_and_not_change_it() -> None:
    entries = re.findall(r"\(A;;(\w+);;;([\w-]+)\)", make_access_list(OWNER))
    rights = {who: set(re.findall("..", what)) for what, who in entries}
    change, permissions, take_over = "DC", "WD", "WO"
    assert {"RP", "WP", "SD", "LC"} <= rights[OWNER]
    assert not {change, permissions, take_over} & rights[OWNER], "it would make the owner an administrator"
    assert not {"RP", "WP", "SD", change} & rights["IU"], "every other person only looks"
    assert {change, permissions, take_over} <= rights["BA"]


def test_the_data_is_for_owner_service_windows_and_administrators_alone() -> None:
    line = " ".join(data_rights(r"C:\data", OWNER))
    assert "/inheritance:r" in line
    assert set(re.findall(r"\*(S[\d-]+):\(OI\)\(CI\)(\w+)", line)) == {
        (OWNER, "F"), ("S-1-5-18", "F"), ("S-1-5-32-544", "F"), (service_sid(), "M"),
    }  # fmt: skip


def test_the_service_reads_the_program_and_does_not_change_it() -> None:
    line = " ".join(program_rights(r"C:\program"))
    assert f"*{service_sid()}:(OI)(CI)RX" in line
    assert "inheritance" not in line
    assert f"/remove:g *{service_sid()}" in " ".join(take_rights(r"C:\program"))


def test_the_account_keeps_no_privilege_with_which_it_could_become_another() -> None:
    assert PRIVILEGES == ("SeChangeNotifyPrivilege",)
