"""A pull in a process of its own, to be killed: `python -m tests.nothing_lost.pull FOLDER FILE PLAN`.

Prints after each batch how many rows are saved.
"""

from __future__ import annotations

import sys
from pathlib import Path

from service.domain.pulls import PullSetup
from service.domain.times import SystemClock
from service.store.store import Store
from service.usecases.pull_access import StoreAccess
from service.usecases.pull_ground import PullGround, PullOrder
from service.usecases.run_pull import run_pull


def tell(done: int, total: int | None) -> None:
    if total is not None:
        print(done, flush=True)  # noqa: T201 - whoever started it waits for these lines


def main(folder: Path, path: str, plan: str) -> None:
    store = Store(folder / "counterpart.db")
    ground = PullGround(StoreAccess(store), SystemClock(), tell)
    run_pull(ground, 1, PullOrder(PullSetup(path, plan), "owner", even_if_unchanged=True))
    store.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3])
