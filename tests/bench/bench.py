"""What the rows of one run share: a folder, databases that are filled once, and child processes
that make load.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from tests.bench.children.call_load import Load, LoadResult
from tests.bench.children.child_processes import ROOT
from tests.bench.data.databases import FEW, MANY, BenchDatabase, make_data
from tests.bench.timing import Figure


class Bench:
    """One run; everything it makes is in its folder and goes with it."""

    def __init__(self, folder: Path, say: Callable[[str], None]) -> None:
        self.folder = folder
        self._say = say
        self._many: BenchDatabase | None = None

    def fresh(self, items: int = FEW, *, keys: int = 1) -> BenchDatabase:
        """A data folder of one's own."""
        return make_data(self.scratch(), items, keys=keys)

    def many(self) -> BenchDatabase:
        """The data folder with 1,000,000 items, filled at its first use; rows only add to it."""
        if self._many is None:
            self._say(f"filling a database with {MANY:,} items")
            self._many = make_data(self.scratch(), MANY)
        return self._many

    def scratch(self) -> Path:
        """An empty folder."""
        return Path(tempfile.mkdtemp(dir=self.folder))

    def load(
        self, address: str, calls: Sequence[bytes], *, callers: int, seconds: float, pause_s: float = 0.0
    ) -> LoadResult:
        """Lets callers in a process of their own call."""
        plan = self.scratch() / "load"
        plan.write_bytes(msgspec.msgpack.encode(Load(address, list(calls), callers, seconds, pause_s)))
        line = [sys.executable, "-m", "tests.bench.children.call_load", str(plan)]
        done = subprocess.run(line, check=True, stdout=subprocess.PIPE, cwd=ROOT)
        seen = msgspec.json.decode(done.stdout, type=LoadResult)
        if seen.refused:
            raise RuntimeError(f"{seen.refused} calls of the load were not answered with 200.")
        return seen


RowFunction = Callable[[Bench], list[Figure]]
"""Measures one or more lines of the table, within a few minutes."""
