"""The Windows service of a data folder, over a service manager in memory."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import PureWindowsPath

import pytest

from bridge.autostart.power_on_service import ServiceState
from bridge.autostart.service_manager import (
    NotAllowed,
    RunState,
    ServiceDefinition,
    StoredService,
    read_run_state,
    service_sid,
)
from bridge.autostart.windows_service import WindowsPorts, WindowsService
from service.domain.errors import Refused, Unavailable

OWNER = "S-1-5-21-1-2-3-1001"
PROGRAM = PureWindowsPath(r"C:\Users\Ali\AppData\Local\Programs\Counterpart\counterpart.exe")
DATA = PureWindowsPath(r"C:\Users\Ali\AppData\Local\Counterpart")
DEFINITION = ServiceDefinition(PROGRAM, DATA)
RUNS = ServiceState(installed=True, active=True, at_power_on=True)
ABSENT = ServiceState(installed=False, active=False, at_power_on=False)


class FakeManager:
    """One service. It runs or stops after it was asked for its state `delay` times."""

    def __init__(self) -> None:
        self.stored: StoredService | None = None
        self.owner = ""
        self.is_administrator = True
        self.delay = 0
        self.fails_to_start = False
        self.never_stops = False
        self.asked: list[str] = []
        self._left = 0
        self._becomes: RunState | None = None

    def find(self) -> StoredService | None:
        if self.stored is not None and self._becomes is not None:
            self._left -= 1
            if self._left < 0:
                self.set_state(self._becomes)
        return self.stored

    def register(self, definition: ServiceDefinition, owner: str) -> None:
        self._need_administrator()
        self.asked.append("register")
        self.stored, self.owner = StoredService(definition, RunState.STOPPED, automatic=True), owner

    def start(self) -> None:
        self.asked.append("start")
        if not self.is_running():
            end = RunState.STOPPED if self.fails_to_start else RunState.RUNNING
            self._change(RunState.START_PENDING, end)

    def stop(self) -> None:
        self.asked.append("stop")
        if self.is_running():
            self._change(RunState.STOP_PENDING, RunState.STOP_PENDING if self.never_stops else RunState.STOPPED)

    def delete(self) -> None:
        if not self.owner:
            self._need_administrator()
        self.asked.append("delete")
        self.stored = None

    def is_running(self) -> bool:
        return self.stored is not None and self.stored.state is RunState.RUNNING

    def set_state(self, state: RunState) -> None:
        if self.stored is not None:
            self.stored = StoredService(self.stored.definition, state, self.stored.automatic)
        self._becomes = None

    def _change(self, now: RunState, then: RunState) -> None:
        self.set_state(now)
        self._left, self._becomes = self.delay, then

    def _need_administrator(self) -> None:
        if not self.is_administrator:
            raise NotAllowed


class FakeComputer:
    """The ports of a WindowsService. An administrator registers the same definition."""

    def __init__(self, definition: ServiceDefinition) -> None:
        self.manager = FakeManager()
        self.ran: list[str] = []
        self.refuses = ""
        self.administrator_ran: list[str] = []
        self.administrator_code = 0
        self.paused = 0.0
        self._definition = definition
        self.ports = WindowsPorts(self.manager, self.run, lambda: OWNER, self.run_as_administrator, self.pause)

    def run(self, words: Sequence[str]) -> subprocess.CompletedProcess[str]:
        line = " ".join(words)
        self.ran.append(line)
        if self.refuses and self.refuses in line:
            return subprocess.CompletedProcess(words, 5, "", "Access is denied.\n")
        return subprocess.CompletedProcess(words, 0, "", "")

    def run_as_administrator(self, words: Sequence[str]) -> int:
        self.administrator_ran.append(" ".join(words))
        if not self.administrator_code:
            self.manager.is_administrator = True
            if words[0] == "register":
                self.manager.register(self._definition, words[1])
            else:
                self.manager.delete()
            self.manager.is_administrator = False
        return self.administrator_code

    def pause(self, seconds: float) -> None:
        self.paused += seconds


@pytest.fixture
def computer() -> FakeComputer:
    return FakeComputer(DEFINITION)


@pytest.fixture
def service(computer: FakeComputer) -> WindowsService:
    return WindowsService(DEFINITION, computer.ports)


def test_it_is_installed_runs_and_is_removed(service: WindowsService, computer: FakeComputer) -> None:
    computer.manager.delay = 3
    assert service.read_state() == ABSENT
    assert service.install() == RUNS
    assert computer.manager.owner == OWNER
    assert any(str(DATA) in line and service_sid() in line for line in computer.ran)
    assert any(str(PROGRAM.parent) in line and service_sid() in line for line in computer.ran)
    assert computer.paused > 0
    service.remove()
    assert service.read_state() == ABSENT
    assert sum("/remove:g" in line for line in computer.ran) == 2
    service.remove()
    assert computer.manager.asked == ["register", "start", "stop", "delete"]


def test_folders_that_were_closed_to_the_service_are_opened_after_the_data_folder(
    service: WindowsService, computer: FakeComputer
) -> None:
    service.install()
    data, inside = (line for line in computer.ran if str(DATA) in line)
    assert "/grant:r" in data
    assert inside.split() == ["icacls", f"{DATA}\\*", "/inheritance:e", "/T", "/Q"]


def test_an_owner_without_rights_asks_the_administrator_once(service: WindowsService, computer: FakeComputer) -> None:
    computer.manager.is_administrator = False
    assert service.install() == RUNS
    assert computer.administrator_ran == [f"register {OWNER}"]
    service.install()
    service.remove()
    assert len(computer.administrator_ran) == 1, "start, stop and removal need no administrator"


def test_where_the_owner_lost_the_right_to_delete_the_administrator_is_asked(
    service: WindowsService, computer: FakeComputer
) -> None:
    service.install()
    computer.manager.is_administrator, computer.manager.owner = False, ""
    service.remove()
    assert computer.administrator_ran == ["unregister"]
    assert service.read_state() == ABSENT


def test_an_administrators_part_that_fails_names_the_command(service: WindowsService, computer: FakeComputer) -> None:
    computer.manager.is_administrator, computer.administrator_code = False, 1
    with pytest.raises(Unavailable, match=f"counterpart service register {OWNER} --data-dir"):
        service.install()
    assert service.read_state() == ABSENT


def test_a_second_installation_starts_it_again(service: WindowsService, computer: FakeComputer) -> None:
    service.install()
    assert service.install() == RUNS
    assert computer.manager.asked == ["register", "start", "stop", "start"]


def test_one_that_does_not_start_is_not_left_registered(service: WindowsService, computer: FakeComputer) -> None:
    computer.manager.fails_to_start = True
    with pytest.raises(Unavailable, match=r"logs/service\.log"):
        service.install()
    assert service.read_state() == ABSENT


def test_one_that_does_not_stop_is_not_removed(service: WindowsService, computer: FakeComputer) -> None:
    service.install()
    computer.manager.never_stops = True
    with pytest.raises(Unavailable, match="did not end"):
        service.remove()
    assert computer.paused == pytest.approx(15, abs=0.5)
    assert service.read_state().installed


def test_rights_that_cannot_be_set_end_it_before_anything_is_registered(
    service: WindowsService, computer: FakeComputer
) -> None:
    computer.refuses = str(DATA)
    with pytest.raises(Unavailable, match=r"Access is denied\."):
        service.install()
    assert computer.manager.asked == []


def test_rights_that_stay_after_the_removal_are_no_fault(service: WindowsService, computer: FakeComputer) -> None:
    service.install()
    computer.refuses = "/remove:g"
    service.remove()
    assert service.read_state() == ABSENT


@pytest.mark.parametrize(
    "other",
    [None, ServiceDefinition(PROGRAM, PureWindowsPath(r"D:\other")),
     ServiceDefinition(PureWindowsPath(r"C:\Users\Sara\counterpart.exe"), DATA)],
)  # fmt: skip
def test_the_service_of_others_is_not_replaced(
    service: WindowsService, computer: FakeComputer, other: ServiceDefinition | None
) -> None:
    computer.manager.stored = StoredService(other, RunState.RUNNING, automatic=True)
    with pytest.raises(Refused):
        service.install()
    with pytest.raises(Refused):
        service.register(OWNER)
    assert computer.manager.asked == []
    assert computer.ran == []


def test_the_service_of_another_program_is_not_removed(service: WindowsService, computer: FakeComputer) -> None:
    computer.manager.stored = StoredService(None, RunState.RUNNING, automatic=True)
    service.remove()
    assert service.read_state() == ABSENT
    assert computer.manager.asked == []


def test_a_state_that_the_program_never_has_counts_as_running() -> None:
    assert [read_run_state(number) for number in (1, 4, 7)] == [RunState.STOPPED, RunState.RUNNING, RunState.RUNNING]
