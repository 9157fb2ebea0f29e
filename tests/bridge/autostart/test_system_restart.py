"""A loop that hangs is noticed by the system; one that answers goes on."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bridge.autostart.system_restart import (
    HANG_LIMIT_S,
    NO_WATCHDOG,
    beat,
    is_watched,
    make_beat,
    notify_systemd,
    register_with_windows,
)

HANG = """
import asyncio, faulthandler, sys, time
from functools import partial
from bridge.autostart.system_restart import beat

async def hang_in_the_loop():
    trace = open(sys.argv[1], "w")
    arm = partial(faulthandler.dump_traceback_later, 0.3, exit=True, file=trace)
    task = asyncio.create_task(beat(arm, faulthandler.cancel_dump_traceback_later, interval_s=0.05))
    await asyncio.sleep(0.1)
    while True:
        time.sleep(0.01)

asyncio.run(hang_in_the_loop())
"""
WORKING = b"WATCHDOG_USEC=60000000\nWATCHDOG=1"


def test_a_hang_leaves_a_traceback_and_ends_the_process(tmp_path: Path) -> None:
    trace = tmp_path / "trace.txt"
    ended = subprocess.run([sys.executable, "-c", HANG, str(trace)], timeout=60, check=False)
    assert ended.returncode == 1
    assert "hang_in_the_loop" in trace.read_text()


async def test_it_tells_only_while_the_other_loop_is_alive_and_rests_at_its_end() -> None:
    told, alive, looked = list[str](), [True, True, False, False], asyncio.Event()

    def is_alive() -> bool:
        if len(alive) == 1:
            looked.set()
        return alive.pop(0) if alive else False

    task = asyncio.create_task(beat(lambda: told.append("works"), lambda: told.append("rests"), is_alive, 0))
    await looked.wait()
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    assert told == ["works", "works", "rests"]


def test_where_nobody_starts_it_again_nothing_beats() -> None:
    assert make_beat({}, sys.stderr, lambda: True, ends_itself=False) is None
    assert make_beat({}, None, lambda: True, ends_itself=True) is None
    assert make_beat({}, sys.stderr, lambda: True, ends_itself=True) is not None


class FakeSystemd:
    """The socket on which systemd hears its services."""

    def __init__(self, folder: Path) -> None:
        self.channel = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.channel.bind(str(folder / "notify"))
        self.channel.settimeout(30)
        self.environment = {
            "NOTIFY_SOCKET": str(folder / "notify"),
            "WATCHDOG_USEC": f"{HANG_LIMIT_S * 1_000_000:.0f}",
            "WATCHDOG_PID": str(os.getpid()),
        }

    def hear(self) -> bytes:
        return self.channel.recv(1_000)

    def drain(self) -> None:
        """Forgets what was said."""
        self.channel.setblocking(False)
        with suppress(BlockingIOError):
            while True:
                self.channel.recv(1_000)


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[FakeSystemd]:
    if sys.platform == "win32":
        pytest.skip("systemd is on Linux only")
    fake = FakeSystemd(tmp_path)
    with fake.channel:
        yield fake


async def test_systemd_hears_that_the_loop_works_and_when_it_need_not_watch(systemd: FakeSystemd) -> None:
    made = make_beat(systemd.environment, None, lambda: True, ends_itself=False)
    assert made is not None
    task = asyncio.create_task(made())
    assert await asyncio.to_thread(systemd.hear) == WORKING
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    assert systemd.hear() == NO_WATCHDOG.encode()


def test_a_child_of_the_watched_process_and_a_socket_that_is_gone_say_nothing(systemd: FakeSystemd) -> None:
    assert not is_watched(systemd.environment | {"WATCHDOG_PID": "1"})
    notify_systemd(systemd.environment | {"WATCHDOG_PID": "1"}, "WATCHDOG=1")
    notify_systemd(systemd.environment | {"NOTIFY_SOCKET": "/none"}, "WATCHDOG=1")
    notify_systemd(systemd.environment, "STATUS=a")
    assert systemd.hear() == b"STATUS=a"


SERVE = """
import os, sys
import bridge.autostart.system_restart as restart
restart.INTERVAL_S = 0.05
restart.beat.__defaults__ = (restart.beat.__defaults__[0], 0.05)
os.environ["WATCHDOG_PID"] = str(os.getpid())
sys.argv = ["counterpart", "serve", "--port", "0", "--data-dir", sys.argv[1]]
from bridge.__main__ import main
main()
"""


def test_a_service_that_stands_still_tells_systemd_no_more(systemd: FakeSystemd, tmp_path: Path) -> None:
    environment = {**os.environ, **systemd.environment}
    line = [sys.executable, "-c", SERVE, str(tmp_path / "data")]
    with subprocess.Popen(line, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as program:
        try:
            assert systemd.hear() == NO_WATCHDOG.encode(), "a long start is no hang"
            assert systemd.hear() == WORKING
            program.send_signal(signal.SIGSTOP)
            os.waitid(os.P_PID, program.pid, os.WSTOPPED)
            systemd.drain()
            systemd.channel.settimeout(1)
            with pytest.raises(TimeoutError):
                systemd.hear()
            systemd.channel.settimeout(30)
            program.send_signal(signal.SIGCONT)
            assert systemd.hear() == WORKING
            program.terminate()
            assert program.wait(30) == 0
        finally:
            program.kill()


class FakeKernel:
    def __init__(self) -> None:
        self.registered: list[tuple[str, int]] = []

    def RegisterApplicationRestart(self, line: Any, flags: int) -> int:  # noqa: N802, ANN401 - Windows' own
        self.registered.append((line.value, flags))
        return 0


def test_windows_starts_the_window_again_as_it_was_started() -> None:
    kernel = FakeKernel()
    register_with_windows(["--hidden", "--data-dir", r"C:\a folder"], kernel)
    assert kernel.registered == [(r'--hidden --data-dir "C:\a folder"', 12)]
    register_with_windows([])
