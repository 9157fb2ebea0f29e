"""Windows' own programs are named by their whole path."""

from __future__ import annotations

from bridge.autostart.service_manager import take_rights
from bridge.autostart.windows_api import name_system_program


def test_a_program_next_to_the_terminal_is_not_run_in_place_of_windows_own() -> None:
    words = name_system_program(take_rights(r"C:\data"), r"C:\Windows\System32")
    assert words[0] == r"C:\Windows\System32\icacls.exe"
    assert words[1:] == take_rights(r"C:\data")[1:]
