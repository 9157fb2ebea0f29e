"""The clocks of one computer of a linked pair: faster than real ones, and set by the test in a file
that the program's process reads too.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from service.domain.times import Millis

FILE_NAME = "clock.json"
_real_time_ns = time.time_ns


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
