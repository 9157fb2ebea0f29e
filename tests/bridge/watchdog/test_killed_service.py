"""The real program, killed: it listens again, and a stop stops both processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


def start(folder: Path) -> subprocess.Popen[str]:
    """`counterpart serve` under its watchdog."""
    environment = {**os.environ, "COUNTERPART_WATCHDOG": "on"}
    line = [sys.executable, "-m", "bridge", "serve", "--port", "0", "--data-dir", str(folder)]
    return subprocess.Popen(
        line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, text=True, env=environment
    )


def read_address(program: subprocess.Popen[str]) -> str:
    """The address of the next line that says where it listens."""
    assert program.stdout is not None
    line = program.stdout.readline()
    assert line.startswith("Listening on http://127.0.0.1:")
    return line.split()[-1]


def child_of(folder: Path) -> int:
    return int((folder / "counterpart.pid").read_text())


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_killed_service_listens_again_and_a_stop_ends_both(tmp_path: Path) -> None:
    program = start(tmp_path)
    try:
        read_address(program)
        first = child_of(tmp_path)
        os.kill(first, signal.SIGKILL)
        read_address(program)
        second = child_of(tmp_path)
        assert second not in (first, program.pid)
        program.terminate()
        assert program.wait(30) == 0
        assert not is_alive(second)
    finally:
        program.kill()
        program.communicate(timeout=30)


def test_the_service_ends_with_its_watchdog(tmp_path: Path) -> None:
    program = start(tmp_path)
    try:
        read_address(program)
        program.kill()
        assert program.stdout is not None
        # The pipe closes when the last process that writes to it has ended.
        assert program.stdout.read() == ""
        assert not (tmp_path / "running").exists()
    finally:
        program.kill()
        program.communicate(timeout=30)
