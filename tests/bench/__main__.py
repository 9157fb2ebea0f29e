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

from tests.bench.bench import Bench, RowFunction
from tests.bench.children.child_processes import ROOT
from tests.bench.measured import (
    attached_pages,
    desktop,
    feed_reading,
    growth,
    item_pages,
    link_cost,
    many_callers,
    memory,
    postgres,
    postgres_services,
    pull_runs,
    start_times,
    upload_rows,
    webhook_sending,
)
from tests.bench.timing import Figure, Quietness, as_lines, write_between_markers

MEASUREMENTS: dict[str, RowFunction] = {
    "new": upload_rows.new_rows,
    "changed": upload_rows.changed_rows,
    "unchanged": upload_rows.unchanged_rows,
    "many": upload_rows.with_many_held,
    "history": upload_rows.history_cost,
    "pages": item_pages.pages,
    "since": item_pages.since_revisions,
    "feed": feed_reading.latency,
    "held": feed_reading.held_calls,
    "tills": feed_reading.beside_tills,
    "action": many_callers.order_action,
    "mixed": many_callers.many_callers,
    "during": many_callers.calls_during_uploads,
    "drain": webhook_sending.draining,
    "dead": webhook_sending.dead_target,
    "waiting": webhook_sending.beside_waiting,
    "memory": memory.memory,
    "memory of pages": memory.memory_of_pages,
    "starts": start_times.starts,
    "commands": start_times.commands,
    "log": item_pages.call_log,
    "search": item_pages.part_search,
    "desktop": desktop.desktop,
    "attached": attached_pages.attached_pages,
    "counter": attached_pages.counter_pages,
    "counters": attached_pages.tills_beside_counters,
    "link": link_cost.cost,
    "link idle": link_cost.idle,
    "link rings": link_cost.rings,
    "link first": link_cost.first_upload,
    "link paced": link_cost.paced_upload,
    "growth": growth.growth,
    "csv": pull_runs.csv_file,
    "xlsx": pull_runs.xlsx_file,
    "postgres": postgres.uploads,
    "postgres shop": postgres.one_shop,
    "postgres move": postgres.move,
    "postgres services": postgres_services.four_services,
    "postgres line": postgres_services.accept_over_a_line,
    "postgres shops": postgres_services.many_shops,
    "postgres calls": postgres_services.cost_of_calls,
}
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
    before = Quietness.look()
    figures = _measure(asked.names or list(MEASUREMENTS))
    lines = [_machine(), "", before.describe(Quietness.look()), "", *as_lines(figures)]
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
