"""A service manager that notes each state."""

from __future__ import annotations

from bridge.start.service_thread import STOP_LIMIT_S


class FakeReport:
    """The states, in order."""

    def __init__(self) -> None:
        self.states: list[str] = []

    def starting(self) -> None:
        self.states.append("starting")

    def running(self) -> None:
        self.states.append("running")

    def stopping(self, hint_ms: int) -> None:
        assert hint_ms > STOP_LIMIT_S * 1000
        self.states.append("stopping")

    def stopped(self, exit_code: int) -> None:
        self.states.append(f"stopped {exit_code}")
