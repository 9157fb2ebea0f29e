"""Measures the named rows, or all, and prints the table; `--write` stores it in
docs/performance.md.
"""

from __future__ import annotations

import argparse
import platform
import sqlite3
import sys
import tempfile
from pathlib import Path

import psutil

from tests.bench.bench import Bench
from tests.bench.children.child_processes import ROOT
from tests.bench.figure_table import Figure, as_lines, write_between_markers
from tests.bench.measurements import MEASUREMENTS

PAGE = ROOT / "docs" / "performance.md"


def main() -> int:
    """Answers 0 when everything could be measured, also beyond its bounds."""
    parser = argparse.ArgumentParser(prog="dev.py bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"rows to measure: {', '.join(MEASUREMENTS)}")
    parser.add_argument("--write", action="store_true", help="write the table into docs/performance.md")
    asked = parser.parse_args()
    unknown = [name for name in asked.names if name not in MEASUREMENTS]
    if unknown:
        parser.error(f"there is no row {unknown[0]}; there are {', '.join(MEASUREMENTS)}")
    if asked.write and asked.names:
        parser.error("--write keeps the whole table; leave the names out")
    figures = _measure(asked.names or list(MEASUREMENTS))
    lines = [_machine(), "", *as_lines(figures)]
    print("\n".join(lines), flush=True)
    if asked.write:
        write_between_markers(PAGE, lines)
    return 0


def _measure(names: list[str]) -> list[Figure]:
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="counterpart-bench-") as folder:
        bench = Bench(Path(folder), _say)
        for name in names:
            _say(f"measuring {name}")
            measured = MEASUREMENTS[name](bench)
            _say("\n".join(as_lines(measured)[2:]))
            figures += measured
    return figures


def _machine() -> str:
    memory = psutil.virtual_memory().total / 2**30
    return (
        f"{platform.system()} {platform.machine()}, {psutil.cpu_count()} cores, {memory:.0f} GiB, "
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    )


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
