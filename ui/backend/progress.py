"""The progress of a long piece of work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """`done` of `total` units (rows, bytes, entries), None while not known. `found` counts hits."""

    done: int
    total: int | None = None
    found: int = 0


OnProgress = Callable[[Progress], None]
