"""Keeps the evidence of the file that was read last: each step of a set-up needs it again."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from service.files.evidence.file_scan import FileScan
from service.files.source import Source

_SETTLED_NS = 2_000_000_000
"""A file that changed less than two seconds ago may change again within one tick of its clock."""


_Stamp = tuple[Path, int, int, int]
"""The path, size in bytes, time of the last change in ns, and the number that the disk gives it."""


class ScanCache:
    """The evidence of one file, read in one way. It is used as long as the file has the same stamp.

    Two threads may both read the file at first; each gets a whole scan.
    """

    def __init__(self, now_ns: Callable[[], int] = time.time_ns) -> None:
        self._now_ns = now_ns
        self._last: tuple[_Stamp, Source, FileScan] | None = None

    def find(self, path: Path, source: Source, scan: Callable[[], FileScan]) -> FileScan:
        """The evidence of the file; `scan` reads it. Raises what `scan` raises, or OSError."""
        stamp, last = self._read_stamp(path), self._last
        if last is not None and stamp is not None and last[:2] == (stamp, source):
            return last[2]
        result = scan()
        if stamp is not None and stamp == self._read_stamp(path):
            self._last = (stamp, source, result)
        return result

    def _read_stamp(self, path: Path) -> _Stamp | None:
        """None if the stamp cannot tell two contents apart."""
        facts = path.stat()
        if self._now_ns() - facts.st_mtime_ns < _SETTLED_NS:
            return None
        return path.absolute(), facts.st_size, facts.st_mtime_ns, facts.st_ino
