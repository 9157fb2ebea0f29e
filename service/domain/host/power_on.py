"""Whether the service runs without a login, as Settings shows it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class PowerOnState(StrEnum):
    """When the service starts."""

    OFF = "off"
    ON = "on"
    AT_LOGIN = "at_login"
    """It is installed, but waits for its user's login."""
    STOPPED = "stopped"
    """It is installed, but does not run."""


@dataclass(frozen=True, slots=True)
class PowerOnStatus:
    """`can_switch`: whether the window may change it. `command` is for a terminal, and does what
    the window cannot: it turns the service on or off, or lets it start before a login.
    """

    state: PowerOnState
    can_switch: bool = False
    command: str = ""
