"""Further counters: windows on other computers, each with a key of its own (docs/counters.md)."""

from __future__ import annotations

from dataclasses import dataclass

from service.domain.times import Millis

PORT = 8711
"""Where a service waits for further counters, once the setting `counters` is on."""
MAX_COUNTERS = 20


@dataclass(frozen=True, slots=True)
class FurtherCounter:
    """What is stored of a counter; of its key only a digest is."""

    id: int
    name: str
    created_at: Millis
    last_used_at: Millis | None = None
    last_used_from: str | None = None
    """The network address of that connection."""
    revoked_at: Millis | None = None


def format_counter_address(host: str, port: int = PORT) -> str:
    """An address as it is shown and typed: without the port where that is the usual one."""
    return host if port == PORT else f"{host}:{port}"
