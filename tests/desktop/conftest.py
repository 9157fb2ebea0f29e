"""A desktop with the program on it, started for the first time."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desktop.day import Day
from tests.desktop.person import Person, Program, command_line
from tests.desktop.session import PROGRAMS, Session
from tests.programs import program


def free_port() -> int:
    """One that nobody listens on now."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


@pytest.fixture
def day(tmp_path: Path) -> Iterator[Day]:
    for name in PROGRAMS:
        program(name)
    folder, port = tmp_path / "home" / "shop data", free_port()
    with Session(tmp_path / "home") as session:
        told = command_line(session, folder, ["settings", "port", str(port)])
        assert told.returncode == 0, told.stderr
        running = Program(session, folder)
        try:
            yield Day(session, folder, f"http://127.0.0.1:{port}", running, Person(session, running))
        finally:
            running.close()
