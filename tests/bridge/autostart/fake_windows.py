"""A service manager and the programs of a Windows computer, in memory."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence

from bridge.autostart.service_manager import NotAllowed, RunState, ServiceDefinition, StoredService
from bridge.autostart.windows_service import WindowsPorts

OWNER = "S-1-5-21-1-2-3-1001"


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
