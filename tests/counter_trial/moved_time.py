"""Brings the end of an order's time near, as nobody waits half an hour for a trial."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing

from tests.counter_trial.counter import Counter


def set_time_left(counter: Counter, reference: str, seconds: int) -> None:
    """From now on so much time is left to accept the order."""
    with closing(sqlite3.connect(next(counter.folder.glob("*.db")), timeout=30.0)) as database, database:
        changed = database.execute(
            "UPDATE orders SET accept_by = ? WHERE reference = ?", (round((time.time() + seconds) * 1000), reference)
        )
        assert changed.rowcount == 1, reference
