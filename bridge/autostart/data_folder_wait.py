"""A service from power-on waits for a window's data folder, in place of failing again and again."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from bridge.autostart.service_words import VARIABLE
from bridge.system.instance_lock import AlreadyRunning, InstanceLock

LOOK_S = 2.0

Pause = Callable[[float], bool]
"""Waits that many seconds; True where the program is to end."""


def is_to_wait(environment: Mapping[str, str]) -> bool:
    """Whether the system started this program as its service."""
    return environment.get(VARIABLE) == "on"


def wait_for_data_folder(folder: Path, write: Callable[[str], object], pause: Pause) -> InstanceLock | None:
    """Waits, and says so once; None where the program is to end before. Raises Unavailable."""
    began = time.monotonic()
    is_said = False
    while True:
        try:
            instance = InstanceLock(folder)
        except AlreadyRunning as running:
            if not is_said:
                write(f"{running} This service waits until then.\n")
                is_said = True
        else:
            if is_said:
                write(f"The data folder is free after {time.monotonic() - began:.0f} s; this service starts.\n")
            return instance
        if pause(LOOK_S):
            return None


@contextmanager
def ending_by_signal() -> Iterator[Pause]:
    """A pause that a signal to end the program cuts short."""
    stop = threading.Event()
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGBREAK") if hasattr(signal, name)]
    before = {number: signal.signal(number, lambda *_: stop.set()) for number in numbers}
    try:
        yield stop.wait
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def has_output_file(environment: Mapping[str, str], platform: str) -> bool:
    """Whether output is a file that nothing shortens (launchd, Windows); journals have a bound."""
    return is_to_wait(environment) and platform != "linux"
