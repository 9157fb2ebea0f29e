"""A desktop with the program on it, started for the first time."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desktop.desktop_context import DesktopContext
from tests.desktop.desktop_session import PROGRAMS, DesktopSession
from tests.desktop.screen_user import Program, ScreenUser, run_command
from tests.programs import program


def free_port() -> int:
    """One that nobody listens on now."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@pytest.fixture
def only_desktop() -> Iterator[None]:
    """One desktop at a time, also where the tests run in several processes."""
    # The marks leave these tests out on other systems, which have no such lock.
    import fcntl  # noqa: PLC0415

    with Path(__file__).open(encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@pytest.fixture
def day(tmp_path: Path) -> Iterator[DesktopContext]:
    for name in PROGRAMS:
        program(name)
    folder, port = tmp_path / "home" / "shop data", free_port()
    with DesktopSession(tmp_path / "home") as session:
        process = run_command(session, folder, ["settings", "port", str(port)])
        assert process.returncode == 0, process.stderr
        running = Program(session, folder)
        try:
            yield DesktopContext(session, folder, f"http://127.0.0.1:{port}", running, ScreenUser(session, running))
        finally:
            running.close()
