"""One take-over at a time in an installation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

from service.domain.errors import CounterpartError

LOCK: Final = "take-over.lock"
"""Next to `current`. The system releases it when the process ends in any way."""


class AnotherTakesOver(CounterpartError):
    """Another process upgrades the same installation."""

    def __init__(self) -> None:
        super().__init__("Another upgrade is at work. Nothing was changed. Wait for its end, then try again.")


@contextmanager
def hold_take_over(root: Path, wait_s: float = 0.0) -> Iterator[None]:
    """No other process changes the installation in `root` meanwhile. Raises AnotherTakesOver,
    OSError.
    """
    lock = FileLock(root / LOCK)
    try:
        lock.acquire(timeout=wait_s)
    except Timeout:
        raise AnotherTakesOver from None
    try:
        yield
    finally:
        lock.release()
