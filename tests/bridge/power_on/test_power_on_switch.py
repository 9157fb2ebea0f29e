"""What Settings shows of the service that runs without a login."""

from __future__ import annotations

import pytest

from bridge.power_on.power_on_switch import PowerOnCommands, PowerOnSwitch
from bridge.power_on.service_state import ServiceState
from service.domain.errors import Refused
from ui.backend.settings_port import PowerOnState, PowerOnStatus

COMMANDS = PowerOnCommands("install", "remove", "linger", "disable")
ABSENT = ServiceState(installed=False, active=False, at_power_on=True)
RUNS = ServiceState(installed=True, active=True, at_power_on=True)


class FakeService:
    """A service that is installed and removed at once."""

    place = "fake"

    def __init__(self, state: ServiceState) -> None:
        self.state = state

    def install(self) -> ServiceState:
        self.state = RUNS
        return self.state

    def remove(self) -> None:
        self.state = ABSENT

    def read_state(self) -> ServiceState:
        return self.state


def make(state: ServiceState, *, can_switch: bool = True, by_administrator: bool = False) -> PowerOnSwitch:
    service = FakeService(state)
    return PowerOnSwitch(lambda: service, COMMANDS, can_switch=can_switch, is_by_administrator=lambda: by_administrator)


@pytest.mark.parametrize(
    ("state", "found", "in_window", "in_terminal"),
    [
        (ABSENT, PowerOnState.OFF, "", "install"),
        (RUNS, PowerOnState.ON, "", "remove"),
        (ServiceState(installed=True, active=True, at_power_on=False), PowerOnState.AT_LOGIN, "linger", "linger"),
        (ServiceState(installed=True, active=False, at_power_on=True), PowerOnState.STOPPED, "", "install"),
    ],
)
def test_each_state_has_its_command(state: ServiceState, found: PowerOnState, in_window: str, in_terminal: str) -> None:
    assert make(state).read() == PowerOnStatus(found, True, in_window)
    assert make(state, can_switch=False).read() == PowerOnStatus(found, False, in_terminal)


def test_the_service_of_an_administrator_is_turned_off_by_one() -> None:
    assert make(ABSENT, by_administrator=True).read() == PowerOnStatus(PowerOnState.ON, False, "disable")
    assert make(RUNS, by_administrator=True).read().can_switch, "this user's own"


def test_it_is_switched() -> None:
    switch = make(ABSENT)
    switch.set_on(True)
    assert switch.read().state is PowerOnState.ON
    switch.set_on(False)
    assert switch.read().state is PowerOnState.OFF


def test_what_only_a_terminal_can_do_is_refused_with_its_command() -> None:
    switch = make(ABSENT, can_switch=False)
    with pytest.raises(Refused, match="Run this in a terminal: install"):
        switch.set_on(True)
    with pytest.raises(Refused, match="remove"):
        switch.set_on(False)
    assert switch.read().state is PowerOnState.OFF
