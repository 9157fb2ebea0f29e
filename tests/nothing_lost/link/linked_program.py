"""`counterpart serve` as it ships, on a computer whose clocks and disk a test controls.

`python -m tests.nothing_lost.link.linked_program` imports the program once and forks a process for
each line `start FOLDER PORT` on standard input; `kill PID` ends one with kill -9. It answers each
with a line. The clocks of a program are those of side_clock. SIGUSR1 fills its disk: no file can be
written any more; SIGUSR2 empties it.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from pathlib import Path

from bridge.__main__ import main
from bridge.cli import serve_command
from bridge.start import headless_service
from tests.nothing_lost.limited_service import limit_files
from tests.nothing_lost.link.side_clock import SideClock

WRITABLE = -1
"""No limit of the size of files."""

IMPORTED = (headless_service, serve_command)
"""What a start takes longest for."""


def use_clocks(folder: Path) -> None:
    """Gives this process the test's clocks in place of the computer's.

    The event loop keeps the real one: it hands its waits to the system.
    """
    clock, real_monotonic = SideClock(folder), time.monotonic
    setattr(asyncio.BaseEventLoop, "time", lambda _loop: real_monotonic())  # noqa: B010 - mypy
    time.time_ns = lambda: clock.now() * 1_000_000
    time.time = lambda: clock.now() / 1000
    time.monotonic = clock.monotonic
    time.clock_gettime = lambda _which: clock.since_boot()


def run_program(folder: str, port: str) -> None:
    """In the forked process: the program until it is killed."""
    sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - for as long as it runs
    use_clocks(Path(folder))
    signal.signal(signal.SIGUSR1, lambda *_: limit_files(0))
    signal.signal(signal.SIGUSR2, lambda *_: limit_files(WRITABLE))
    sys.argv[1:] = ["serve", "--data-dir", folder, "--port", port]
    main()


def start(folder: str, port: str) -> None:
    """Prints the process's id; the program itself prints where it listens."""
    process = os.fork()
    if not process:
        run_program(folder, port)
    print(process, flush=True)  # noqa: T201 - the test waits for this line


def kill(process: str) -> None:
    """Ends a process as a power cut would; prints its id when it is gone."""
    os.kill(int(process), signal.SIGKILL)
    os.waitpid(int(process), 0)
    print(process, flush=True)  # noqa: T201 - the test waits for this line


if __name__ == "__main__":
    # Not `for line in sys.stdin`: a forked process must not have lines that were read ahead.
    while words := sys.stdin.readline().split():
        if words[0] == "start":
            start(*words[1:])
        else:
            kill(words[1])
