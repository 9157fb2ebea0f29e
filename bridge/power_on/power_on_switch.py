"""The switch in Settings for the service that runs without a login."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bridge.power_on.service_state import PowerOnService, ServiceState
from service.domain.errors import Refused
from service.domain.sentences import message
from ui.backend.settings_port import PowerOnState, PowerOnStatus


@dataclass(frozen=True, slots=True)
class PowerOnCommands:
    """What a person runs in a terminal; `linger` lets a user's service start before a login, and
    `disable` turns off the one that an administrator turned on.
    """

    install: str
    remove: str
    linger: str = ""
    disable: str = ""


class PowerOnSwitch:
    """Over the service of one data folder. Every method raises Unavailable."""

    def __init__(
        self,
        find_service: Callable[[], PowerOnService],
        commands: PowerOnCommands,
        *,
        can_switch: bool,
        is_by_administrator: Callable[[], bool] = lambda: False,
    ) -> None:
        """`is_by_administrator` says whether an administrator has turned on a service for this
        user.
        """
        self._find_service, self._commands = find_service, commands
        self._can_switch, self._is_by_administrator = can_switch, is_by_administrator

    def read(self) -> PowerOnStatus:
        state = self._find_service().read_state()
        if not state.installed and self._is_by_administrator():
            return PowerOnStatus(PowerOnState.ON, command=self._commands.disable)
        found = _name_state(state)
        return PowerOnStatus(found, self._can_switch, self._find_command(found))

    def set_on(self, on: bool) -> None:
        """Raises Refused too, where only a terminal can change it."""
        if not self._can_switch:
            command = self._commands.install if on else self._commands.remove
            raise Refused("power_on", message("Run this in a terminal: {command}", command=command))
        if on:
            self._find_service().install()
        else:
            self._find_service().remove()

    def _find_command(self, state: PowerOnState) -> str:
        if state is PowerOnState.AT_LOGIN:
            return self._commands.linger
        if self._can_switch:
            return ""
        return self._commands.remove if state is PowerOnState.ON else self._commands.install


def _name_state(state: ServiceState) -> PowerOnState:
    if not state.installed:
        return PowerOnState.OFF
    if not state.active:
        return PowerOnState.STOPPED
    return PowerOnState.ON if state.at_power_on else PowerOnState.AT_LOGIN
