"""Ends a program whose event loop hangs, after writing what each thread did."""

from __future__ import annotations

import asyncio
import faulthandler
from collections.abc import Callable
from typing import IO

HANG_LIMIT_S = 60.0
INTERVAL_S = 5.0


async def beat(
    trace: IO[str],
    limit_s: float = HANG_LIMIT_S,
    interval_s: float = INTERVAL_S,
    is_other_alive: Callable[[], bool] = lambda: True,
) -> None:
    """Runs in the event loop until it is cancelled.

    A thread of the interpreter writes the traceback of every thread to `trace` and ends the process
    when the loop does not get here in time, also if Python itself is stuck, or when the other loop
    (`is_other_alive`) is not alive for as long.
    """
    try:
        while True:
            if is_other_alive():
                faulthandler.dump_traceback_later(limit_s, exit=True, file=trace)
            await asyncio.sleep(interval_s)
    finally:
        faulthandler.cancel_dump_traceback_later()
