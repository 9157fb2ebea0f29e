"""A pull in a separate process, to be killed: `python -m tests.nothing_lost.pull_process FOLDER
FILE PLAN`.

Prints after each batch how many rows are saved.
"""

from __future__ import annotations

import sys
from pathlib import Path

from service.domain.pull.pulls import PullSetup
from service.domain.times import SystemClock
from service.pull.context import PullContext, PullRequest, StoreAccess
from service.pull.run_pull import run_pull
from service.store.engine.store import Store


def print_progress(done: int, total: int | None) -> None:
    if total is not None:
        print(done, flush=True)  # noqa: T201 - the test waits for these lines


def main(folder: Path, path: str, plan: str) -> None:
    store = Store(folder / "counterpart.db")
    context = PullContext(StoreAccess(store), SystemClock(), print_progress, wait=lambda _seconds: None)
    run_pull(context, 1, PullRequest(PullSetup(path, plan), "owner", even_if_unchanged=True))
    store.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3])
