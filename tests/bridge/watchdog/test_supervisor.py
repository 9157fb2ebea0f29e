"""The watchdog: what it starts again, what it leaves alone, and when it gives up."""

from __future__ import annotations

import io
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event
from typing import IO

import pytest

from bridge.watchdog.supervision import Supervision, begin_supervision, current_supervision
from bridge.watchdog.supervisor import STOP_LIMIT_S, VARIABLE, Supervisor, is_to_be_supervised


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], True),
        (["--hidden"], True),
        (["--read-only"], True),
        (["--data-dir", "x", "--hidden"], True),
        (["--data-dir=x"], True),
        (["serve"], True),
        (["serve", "--port", "0", "--data-dir", "x"], True),
        (["--shop", "A", "serve"], True),
        (["--data-dir", "serve", "keys", "list"], False),
        (["keys", "list"], False),
        (["orders", "place", "-"], False),
        (["serve", "--no-watchdog"], False),
        (["--no-watchdog"], False),
        (["serve", "--help"], False),
        (["--version"], False),
        (["--odd", "serve"], False),
    ],
)
def test_only_the_service_and_the_window_are_supervised(words: list[str], expected: bool) -> None:
    assert is_to_be_supervised(words, {}, "linux") is expected
    assert not is_to_be_supervised(words, {}, "win32")
    assert not is_to_be_supervised(words, {VARIABLE: "/x"}, "linux")
    assert not is_to_be_supervised(words, {"COUNTERPART_WATCHDOG": "off"}, "linux")


class FakeChild:
    """A program that ends with a code; `acts` runs when it does."""

    def __init__(self, code: int, acts: Callable[[], object]) -> None:
        self.stdin: IO[bytes] | None = io.BytesIO()
        self._code, self._acts = code, acts
        self.killed = False

    def wait(self, timeout: float | None = None) -> int:
        if self._code == 999 and not self.killed:
            self._acts()
            raise subprocess.TimeoutExpired("counterpart", timeout or 0)
        self._acts()
        return -9 if self.killed else self._code

    def kill(self) -> None:
        self.killed = True


class Runs:
    """One supervisor and the children that it starts, one after the other."""

    def __init__(self, marker: Path, children: Sequence[tuple[int, bool]]) -> None:
        self._left = list(children)
        self._marker = marker
        self.pauses: list[float] = []
        self.said: list[str] = []
        self.started = 0
        self.at_end: Callable[[], object] = lambda: None
        self.answers: list[bool] = []
        """What the user answers when the watchdog has given up."""
        self.supervisor = Supervisor(
            self._start, marker, now=lambda: 0.0, say=self.said.append, ask_again=lambda _stop: self.answers.pop(0)
        )

    def _start(self) -> FakeChild:
        code, crashes = self._left.pop(0)
        self.started += 1

        def end() -> None:
            if crashes:
                self._marker.write_text("")
            self.at_end()

        return FakeChild(code, end)

    def run(self) -> int:
        return self.supervisor.run(lambda _stop, seconds: self.pauses.append(seconds))


def test_a_crash_is_followed_by_another_start_and_a_clean_end_is_not(tmp_path: Path) -> None:
    runs = Runs(tmp_path / "running", [(-9, True), (1, True), (0, False)])
    assert runs.run() == 0
    assert (runs.started, runs.pauses) == (3, [1, 2])
    assert runs.said[0] == "The program ended (signal 9) and starts again in 1 s."
    assert not (tmp_path / "running").exists()


@pytest.mark.parametrize(("code", "given"), [(0, 0), (1, 1), (2, 2), (-15, 143)])
def test_a_program_that_never_ran_or_ended_by_itself_keeps_its_exit_code(tmp_path: Path, code: int, given: int) -> None:
    runs = Runs(tmp_path / "running", [(code, False)])
    assert (runs.run(), runs.started, runs.said) == (given, 1, [])


def test_after_five_restarts_it_gives_up_and_says_so(tmp_path: Path) -> None:
    runs = Runs(tmp_path / "running", [(-11, True)] * 9)
    runs.answers = [False]
    assert runs.run() == 1
    assert (runs.started, runs.pauses) == (6, [1, 2, 4, 8, 16])
    assert "is not started again" in runs.said[-1]


def test_the_user_may_have_it_started_again_after_it_gave_up(tmp_path: Path) -> None:
    runs = Runs(tmp_path / "running", [*[(-11, True)] * 7, (0, False)])
    runs.answers = [True]
    assert runs.run() == 0
    assert (runs.started, runs.pauses) == (8, [1, 2, 4, 8, 16, 0, 1])


def test_a_program_that_is_stopped_is_not_started_again_whatever_it_left(tmp_path: Path) -> None:
    runs = Runs(tmp_path / "running", [(-9, True), (0, False)])
    runs.at_end = runs.supervisor.stop
    assert (runs.run(), runs.started) == (137, 1)


def test_a_stop_during_the_pause_starts_nothing(tmp_path: Path) -> None:
    runs = Runs(tmp_path / "running", [(-9, True), (0, False)])
    assert runs.supervisor.run(lambda _stop, _seconds: runs.supervisor.stop()) == 0
    assert runs.started == 1


def test_a_program_that_does_not_end_is_killed(tmp_path: Path) -> None:
    runs = Runs(tmp_path / "running", [(999, True)])
    runs.at_end = runs.supervisor.stop
    assert (runs.run(), runs.started) == (137, 1)


def test_a_stop_in_the_middle_of_a_wait_leaves_the_child_its_whole_time(tmp_path: Path) -> None:
    """A child that was killed at the end of that wait lost what it was closing."""
    waits: list[float | None] = []

    class Child(FakeChild):
        def wait(self, timeout: float | None = None) -> int:
            waits.append(timeout)
            if len(waits) == 1:
                supervisor.stop()
                raise subprocess.TimeoutExpired("counterpart", timeout or 0)
            return 0

    child = Child(0, lambda: None)
    supervisor = Supervisor(lambda: child, tmp_path / "running")
    assert supervisor.run() == 0
    assert not child.killed
    assert waits == [1.0, STOP_LIMIT_S]


def test_the_child_makes_its_marker_and_removes_it_at_a_clean_end(tmp_path: Path) -> None:
    marker = tmp_path / "folder" / "running"
    marker.parent.mkdir()
    environment = {VARIABLE: str(marker), "HOME": "/"}
    supervision = begin_supervision(environment)
    try:
        assert environment == {"HOME": "/"}
        assert current_supervision() is supervision
        assert supervision.is_on
        supervision.mark_running()
        assert marker.exists()
        supervision.mark_ended()
        assert not marker.parent.exists()
        supervision.mark_running()
        assert not supervision.is_on
    finally:
        assert not begin_supervision({}).is_on


def test_the_child_stops_when_the_pipe_closes(tmp_path: Path) -> None:
    stopped = Event()
    answers = [b"x", b""]
    Supervision(tmp_path / "running").stop_with_parent(lambda: answers.pop(0), stopped.set)
    assert stopped.wait(5)
    never: list[int] = []
    Supervision().stop_with_parent(lambda: b"", lambda: never.append(1))
    assert never == []
