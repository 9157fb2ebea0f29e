"""Waits for another process by a condition."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def wait_until(what: str, look: Callable[[], T | None], *, seconds: float = 60.0) -> T:
    """The first true answer. Raises AssertionError with what never came."""
    ends = time.monotonic() + seconds
    while True:
        if answer := look():
            return answer
        if time.monotonic() > ends:
            raise AssertionError(f"After {seconds:g} s there was still no sign of {what}.")
        time.sleep(0.03)
