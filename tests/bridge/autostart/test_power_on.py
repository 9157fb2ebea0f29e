"""The service of this computer's system, and the commands that Settings shows."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bridge.autostart.power_on import PowerOnCommands, PowerOnSwitch, make_power_on_switch, make_serve_command
from bridge.autostart.power_on_service import ServiceState
from bridge.autostart.service_words import VARIABLE
from service.domain.errors import Refused
from ui.backend.settings_port import PowerOnState, PowerOnStatus

COMMANDS = PowerOnCommands("install", "remove", "linger", "disable")
ABSENT = ServiceState(installed=False, active=False, at_power_on=True)
RUNS = ServiceState(installed=True, active=True, at_power_on=True)
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="systemd is on Linux only")

_SYSTEMCTL = """#!/bin/sh
[ "$1" = is-enabled ] && exit {enabled}
[ "$3" = is-active ] && echo inactive
exit 0
"""


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


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "programs"
    folder.mkdir()
    for name, text in (("systemctl", _SYSTEMCTL.format(enabled=1)), ("loginctl", "#!/bin/sh\necho no\n")):
        (folder / name).write_text(text, encoding="ascii")
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    return folder


def test_a_window_may_switch_and_the_service_itself_may_not(programs: Path, tmp_path: Path) -> None:
    variables = {"XDG_CONFIG_HOME": str(tmp_path)}
    window = make_power_on_switch(tmp_path / "my data", variables).read()
    assert (window.state, window.can_switch, window.command) == (PowerOnState.OFF, True, "")
    attached = make_power_on_switch(tmp_path / "my data", {**variables, VARIABLE: "on"}).read()
    assert not attached.can_switch
    assert attached.command.endswith(f" service install --data-dir '{tmp_path}/my data'")


def test_the_unit_of_the_system_counts(programs: Path, tmp_path: Path) -> None:
    (programs / "systemctl").write_text(_SYSTEMCTL.format(enabled=0), encoding="ascii")
    status = make_power_on_switch(tmp_path, {"XDG_CONFIG_HOME": str(tmp_path)}).read()
    assert (status.state, status.can_switch) == (PowerOnState.ON, False)
    assert status.command.startswith("sudo systemctl disable --now counterpart@")


def test_what_the_system_runs_names_a_folder_that_a_variable_moved(tmp_path: Path) -> None:
    assert make_serve_command(tmp_path, {})[-3:] == ["serve", "--data-dir", str(tmp_path)]
