"""Ends the process at the end even if a thread hangs (in a keyring, on a network drive)."""

from __future__ import annotations

import logging
import os
import sys
import threading
import time

log = logging.getLogger(__name__)

LIMIT_S = 3.0


def wait_for_threads(limit_s: float = LIMIT_S) -> tuple[str, ...]:
    """Waits for every other thread that Python would wait for; returns the names of those still
    busy.
    """
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
