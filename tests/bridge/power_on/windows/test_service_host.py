"""The process of the service: what it reports to Windows, and how it ends."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bridge.power_on.windows.service_host import DONE, INTERROGATE, NOT_KNOWN, PRESHUTDOWN, SHUTDOWN, STOP, ServiceHost
from tests.bridge.power_on.windows.fake_report import FakeReport


class Hosted:
    """A host; `acts` runs while it serves, which ends with `code`."""

    def __init__(self, code: int = 0) -> None:
        self.report = FakeReport()
        self.stops = 0
        self.acts: Callable[[], object] = lambda: None
        self._code = code
        self.host = ServiceHost(self._serve, self._stop, self.report)

    def _serve(self) -> int:
        self.acts()
        return self._code

    def _stop(self) -> None:
        self.stops += 1


@pytest.mark.parametrize("control", [STOP, SHUTDOWN, PRESHUTDOWN])
def test_every_way_to_stop_ends_it_and_windows_leaves_it_stopped(control: int) -> None:
    hosted = Hosted(code=1)
    hosted.acts = lambda: hosted.host.on_control(control)
    hosted.host.run()
    assert hosted.report.states == ["starting", "running", "stopping", "stopped 0"]
    assert hosted.stops == 1


def test_an_end_by_itself_with_a_fault_lets_windows_start_it_again() -> None:
    hosted = Hosted(code=1)
    hosted.host.run()
    assert hosted.report.states == ["starting", "running", "stopped 1"]


def test_what_nobody_foresaw_is_reported_as_a_fault() -> None:
    hosted = Hosted()

    def fail() -> None:
        raise RuntimeError

    hosted.acts = fail
    with pytest.raises(RuntimeError):
        hosted.host.run()
    assert hosted.report.states[-1] == "stopped 1"


def test_other_controls_are_answered() -> None:
    hosted = Hosted()
    assert hosted.host.on_control(INTERROGATE) == DONE
    assert hosted.host.on_control(2) == NOT_KNOWN
    assert hosted.report.states == []
