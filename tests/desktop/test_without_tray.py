"""A desktop without a tray that gets one later; the end of a session (desktop §3.3)."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from tests.desktop.conftest import free_port
from tests.desktop.desktop_context import DesktopContext
from tests.desktop.desktop_session import PROGRAMS, DesktopSession
from tests.desktop.screen_user import Program, ScreenUser, run_command
from tests.desktop.wait_until import wait_until
from tests.programs import program

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.slow,
    pytest.mark.usefixtures("only_desktop"),
    pytest.mark.skipif(sys.platform != "linux", reason="the real desktop is Debian's"),
]


def test_the_window_comes_in_its_place_and_the_icon_when_it_can(tmp_path: Path) -> None:
    for name in PROGRAMS:
        program(name)
    folder, port = tmp_path / "home" / "data", free_port()
    with DesktopSession(tmp_path / "home", tray=False) as session:
        assert run_command(session, folder, ["settings", "port", str(port)]).returncode == 0
        running = Program(session, folder, "--hidden")
        try:
            day = DesktopContext(session, folder, f"http://127.0.0.1:{port}", running, ScreenUser(session, running))
            day.owner.wait_for("Overview", "QAbstractButton")
            session.start_tray()
            wait_until("the icon", lambda: "Counterpart" in day.windows_in_the_tray())
            running.child.send_signal(signal.SIGTERM)
            assert running.child.wait(60) == 0
            assert running.said.read_text(encoding="utf-8") == ""
            assert day.database_is_whole()
            assert not (folder / "running").exists()
        finally:
            running.close()
