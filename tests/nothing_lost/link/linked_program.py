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
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from bridge.__main__ import main
from bridge.cli import serve_command
from bridge.start import headless_service
from service.domain.times import Millis
from tests.nothing_lost.limited_service import limit_files

FILE_NAME = "clock.json"
_real_time_ns = time.time_ns
WRITABLE = -1
"""No limit of the size of files."""

IMPORTED = (headless_service, serve_command)
"""What a start takes longest for."""


@dataclass(frozen=True, slots=True)
class ClockFile:
    """`began` is the moment from which time runs `rate` times as fast as it really does.

    `passed` is time that went by at once on every clock, `slept` the part of it for which this
    computer slept, `set_by` what somebody set the wall clock ahead by. All in milliseconds.
    """

    began: Millis
    rate: int
    passed: Millis = 0
    slept: Millis = 0
    set_by: Millis = 0


class SideClock:
    """Implements service.domain.times.Clock over the file in a data folder."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME
        self._read_at = -1
        self._file = ClockFile(0, 1)

    def write(self, **changes: Any) -> None:  # noqa: ANN401 - the fields of ClockFile
        """Changes the file in one step; `began` and `rate` make it."""
        before = asdict(self._read()) if self._path.exists() else {}
        part = self._path.with_suffix(".part")
        part.write_bytes(msgspec.json.encode({**before, **changes}))
        part.replace(self._path)

    def sleep(self, span: Millis) -> None:
        """The computer slept so long; its monotonic clock stopped."""
        file = self._read()
        self.write(passed=file.passed + span, slept=file.slept + span)

    def advance(self, span: Millis) -> None:
        """So much time passed while the computer was awake."""
        self.write(passed=self._read().passed + span)

    def set_ahead(self, by: Millis) -> None:
        """The wall clock is ahead by so much of what is true; back with a negative number."""
        self.write(set_by=by)

    def now(self) -> Millis:
        file = self._read()
        return file.began + self._elapsed(file) + file.set_by

    def monotonic(self) -> float:
        file = self._read()
        return (self._elapsed(file) - file.slept) / 1000

    def since_boot(self) -> float:
        return self._elapsed(self._read()) / 1000

    def _elapsed(self, file: ClockFile) -> Millis:
        return (_real_time_ns() // 1_000_000 - file.began) * file.rate + file.passed

    def _read(self) -> ClockFile:
        written = self._path.stat().st_mtime_ns
        if written != self._read_at:
            self._file = replace(self._file, **msgspec.json.decode(self._path.read_bytes()))
            self._read_at = written
        return self._file


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
