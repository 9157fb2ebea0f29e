"""What a system says of the service that it starts at power-on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class ServiceState:
    """`at_power_on`: whether it starts with the computer, and not only when its user logs in."""

    installed: bool
    active: bool
    at_power_on: bool


class PowerOnService(Protocol):
    """The service of one data folder as one system runs it. Every method raises Unavailable."""

    @property
    def place(self) -> str:
        """What the system has of it: the unit's file, or the name of the service."""
        ...

    def install(self) -> ServiceState:
        """Registers and starts it. After a fault it is not registered."""
        ...

    def remove(self) -> None:
        """Ends it and starts it no more; one that is not installed is no fault."""
        ...

    def read_state(self) -> ServiceState: ...
