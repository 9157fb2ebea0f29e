"""Alternates floor and work, so that a busy moment of the machine slows both alike."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from statistics import median

WARM_UP = 3


def turns(*works: Callable[[int], object], rounds: int, most_s: float = 30.0) -> list[float]:
    """Runs A B A B … and gives the median seconds of each;
    a work gets its round, the first WARM_UP don't count.

    Ends early, though never before five counted rounds, once `most_s` are over.
    """
    taken: list[list[float]] = [[] for _ in works]
    ends = time.monotonic() + most_s
    for turn in range(rounds + WARM_UP):
        for work, times in zip(works, taken, strict=True):
            started = time.perf_counter()
            work(turn)
            times.append(time.perf_counter() - started)
        if time.monotonic() > ends and turn >= WARM_UP + 5:
            break
    return [median(times[WARM_UP:]) for times in taken]


def percentile(values: Sequence[float], share: float) -> float:
    """The value that `share` of all stay at or below."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
