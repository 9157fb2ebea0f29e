"""What keeps a process steady that has much to do:
clicks prompt beside a busy service, long work quick.
"""

from __future__ import annotations

import gc
import sys

STARTUP_DONE_MS = 2_000
"""By then the window and its first pane stand."""

_SWITCH_INTERVAL_S = 0.001
_GC_THRESHOLD = 20_000


def shorten_switch_interval() -> None:
    """Threads that compute give way after 1 ms:
    a paint takes the interpreter many times, and waits each time.
    """
    sys.setswitchinterval(_SWITCH_INTERVAL_S)


def freeze_startup_objects() -> None:
    """What the start has made lives as long as the program,
    so the collector need not walk through it again.

    A full collection held the whole process for some 60 ms beside uploads;
    what is made later is a small part of it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_GC_THRESHOLD, 10, 10)
