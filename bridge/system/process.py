"""What the program does to its own process: it ends on a signal, collects garbage at fit
times, runs work aside, and ends even if a thread hangs.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")
STARTUP_DONE_MS = 2_000
"""Milliseconds after which the window and its first pane are there."""

_SWITCH_INTERVAL_S = 0.001
_GC_THRESHOLD = 20_000
log = logging.getLogger(__name__)

LIMIT_S = 3.0


def stop_on_signals(stop: asyncio.Event) -> None:
    """Sets the event on SIGTERM, SIGINT (Ctrl-C) or, on Windows, Ctrl-Break."""
    loop = asyncio.get_running_loop()
    for name in ("SIGTERM", "SIGINT", "SIGBREAK"):
        number = getattr(signal, name, None)
        if number is None:
            continue
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:  # Windows: its loop handles no signals, the interpreter does
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))


def shorten_switch_interval() -> None:
    """Lets threads yield after 1 ms: a paint or a till's call waits for the interpreter often."""
    sys.setswitchinterval(_SWITCH_INTERVAL_S)


def freeze_startup_objects() -> None:
    """Excludes the objects of the start, which live as long as the program, from garbage
    collection.

    A full collection stopped the whole process for some 60 ms during uploads; later objects are
    few.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_GC_THRESHOLD, 10, 10)


def wait_for_threads(limit_s: float = LIMIT_S) -> tuple[str, ...]:
    """Waits for every thread that Python would wait for; returns the names of the busy ones."""
    until = time.monotonic() + limit_s
    others = [one for one in threading.enumerate() if one is not threading.current_thread() and not one.daemon]
    for one in others:
        one.join(max(0.0, until - time.monotonic()))
    return tuple(one.name for one in others if one.is_alive())


def exit_with_timeout(code: int, limit_s: float = LIMIT_S) -> int:
    """Returns the exit code, or ends the process with it if a thread would stop it from ending."""
    busy = wait_for_threads(limit_s)
    if not busy:
        return code
    log.warning("Ended while still busy with: %s", ", ".join(busy))
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    os._exit(code)


def run_aside(work: Callable[[], T], name: str) -> Future[T]:
    """Run it in a thread of its own; the future has its result or exception.

    Threads of a pool are waited for when the program ends, and an installation ends the program.
    """
    answer: Future[T] = Future()
    answer.set_running_or_notify_cancel()

    def run() -> None:
        try:
            result = work()
        except BaseException as error:  # noqa: BLE001 - the future has it
            answer.set_exception(error)
        else:
            answer.set_result(result)

    threading.Thread(target=run, name=name, daemon=True).start()
    return answer
