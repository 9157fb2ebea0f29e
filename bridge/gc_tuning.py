"""Tunes a busy process: clicks stay quick during a busy service, and long work is fast."""

from __future__ import annotations

import gc
import sys

STARTUP_DONE_MS = 2_000
"""Milliseconds after which the window and its first pane are there."""

_SWITCH_INTERVAL_S = 0.001
_GC_THRESHOLD = 20_000


def shorten_switch_interval() -> None:
    """Lets computing threads yield after 1 ms: a paint takes the interpreter often, and waits each
    time.
    """
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
