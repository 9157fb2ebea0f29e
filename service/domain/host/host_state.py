"""Whether the service listens, and which program uses its port where it cannot."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from service.domain.times import Millis


class HostState(StrEnum):
    """What the service does now."""

    STARTING = "starting"
    LISTENING = "listening"
    PORT_TAKEN = "port_taken"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class PortHolder:
    """The program that uses the port. If `ours`, it is another Counterpart and
    `user` says whose.
    """

    program: str | None = None
    process: int | None = None
    user: str | None = None
    since: Millis | None = None
    ours: bool = False
