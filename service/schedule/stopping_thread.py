"""Long work in a thread, which ends in short pieces when the program closes."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from typing import TypeVar

log = logging.getLogger(__name__)

T = TypeVar("T")


async def run_in_thread(work: Callable[[], T], stopping: threading.Event) -> T:
    """Runs long work in a thread. Cancelling sets `stopping` until the current piece ends."""
    running = asyncio.get_running_loop().run_in_executor(None, work)
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        stopping.set()
        try:
            await running
        except Exception:
            log.exception("Work in a thread did not end well while the program was closing")
        stopping.clear()
        raise
