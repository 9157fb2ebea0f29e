"""Stops a program with an event loop on a signal."""

from __future__ import annotations

import asyncio
import signal


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
