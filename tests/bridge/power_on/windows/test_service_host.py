"""The process of the service: what it reports to Windows, and how it ends its child."""

from __future__ import annotations

import io
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest

from bridge.power_on.windows.service_host import (
    DONE,
    INTERROGATE,
    NOT_KNOWN,
    PRESHUTDOWN,
    SHUTDOWN,
    STOP,
    STOP_LIMIT_S,
    ServiceHost,
)
from bridge.watchdog.supervisor import Supervisor
from tests.bridge.power_on.windows.fake_report import FakeReport


class FakeProgram:
    """A child that ends with 1 where it is killed, and with `code` where its input is closed;
    `acts` runs while it is waited for.
    """

    def __init__(self, acts: Callable[[], object], code: int = 0, *, hangs: bool = False) -> None:
        self.stdin: IO[bytes] | None = io.BytesIO()
        self._acts, self._code, self._hangs = acts, code, hangs
        self.waits: list[float | None] = []
        self.killed = False

    def wait(self, timeout: float | None = None) -> int:
        self.waits.append(timeout)
        self._acts()
        if self.killed:
            return 1
        if self._hangs:
            raise subprocess.TimeoutExpired("counterpart", timeout or 0)
        return self._code

    def kill(self) -> None:
        self.killed = True


class Hosted:
    """A host with one child."""

    def __init__(self, folder: Path, *, code: int = 0, hangs: bool = False) -> None:
        self.report = FakeReport()
        self.said: list[str] = []
        self.acts: Callable[[], object] = lambda: None
        self.child = FakeProgram(self._act, code, hangs=hangs)
        supervisor = Supervisor(lambda: self.child, folder / "marker", say=self.said.append, stop_limit_s=STOP_LIMIT_S)
        self.host = ServiceHost(supervisor, self.report, self.said.append)

    def _act(self) -> None:
        self.acts()


@pytest.mark.parametrize("control", [STOP, SHUTDOWN, PRESHUTDOWN])
def test_every_way_to_stop_closes_the_childs_input(tmp_path: Path, control: int) -> None:
    hosted = Hosted(tmp_path)
    hosted.acts = lambda: hosted.host.on_control(control)
    hosted.host.run()
    assert hosted.child.stdin is not None
    assert hosted.child.stdin.closed
    assert hosted.report.states == ["starting", "running", "stopping", "stopped 0"]
    assert not hosted.child.killed


def test_a_child_that_does_not_end_is_killed_in_time_and_windows_leaves_it_stopped(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path, hangs=True)
    asked = iter([True])
    hosted.acts = lambda: hosted.host.on_control(STOP) if next(asked, False) else None
    hosted.host.run()
    assert hosted.child.killed
    assert hosted.child.waits == [1.0, STOP_LIMIT_S, STOP_LIMIT_S]
    assert 1.0 + STOP_LIMIT_S < 10
    assert hosted.report.states[-1] == "stopped 0", "with another code Windows would start it again"


def test_a_stop_while_the_child_is_being_started_is_not_lost(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path)
    hosted.host.on_control(STOP)
    hosted.host.run()
    assert hosted.child.stdin is not None
    assert hosted.child.stdin.closed


def test_an_end_by_itself_with_a_fault_lets_windows_start_it_again(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path, code=1)
    hosted.host.run()
    assert hosted.report.states == ["starting", "running", "stopped 1"]


def test_a_program_that_is_gone_is_said_and_reported(tmp_path: Path) -> None:
    report, said = FakeReport(), list[str]()

    def start() -> FakeProgram:
        raise FileNotFoundError("counterpart.exe")

    ServiceHost(Supervisor(start, tmp_path / "marker"), report, said.append).run()
    assert report.states[-1] == "stopped 1"
    assert "could not be started: counterpart.exe" in said[0]


def test_other_controls_are_answered(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path)
    assert hosted.host.on_control(INTERROGATE) == DONE
    assert hosted.host.on_control(2) == NOT_KNOWN
    assert hosted.report.states == []
