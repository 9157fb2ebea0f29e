"""A service whose data folder a window has."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from bridge.autostart.data_folder_wait import (
    LOOK_S,
    ending_by_signal,
    has_output_file,
    is_to_wait,
    wait_for_data_folder,
)
from bridge.autostart.service_words import VARIABLE
from bridge.system.instance_lock import InstanceLock


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_a_service_of_windows_or_a_mac_prints_into_a_file(platform: str) -> None:
    assert has_output_file({VARIABLE: "on"}, platform)
    assert not has_output_file({}, platform)


def test_a_service_of_systemd_prints_into_the_journal() -> None:
    assert not has_output_file({VARIABLE: "on"}, "linux")


class Waiting:
    """What is said, and how often is looked; the window ends at the look number `ends_at`."""

    def __init__(self, window: InstanceLock | None = None, ends_at: int = 0, *, is_stopped: bool = False) -> None:
        self.said: list[str] = []
        self.looks: list[float] = []
        self._window, self._ends_at, self._is_stopped = window, ends_at, is_stopped

    def pause(self, seconds: float) -> bool:
        self.looks.append(seconds)
        if self._window is not None and len(self.looks) == self._ends_at:
            self._window.release()
        return self._is_stopped


def test_a_free_folder_is_taken_without_a_word(tmp_path: Path) -> None:
    waiting = Waiting()
    instance = wait_for_data_folder(tmp_path, waiting.said.append, waiting.pause)
    assert instance is not None
    instance.release()
    assert (waiting.said, waiting.looks) == ([], [])


def test_it_says_once_that_it_waits_and_starts_when_the_window_has_ended(tmp_path: Path) -> None:
    waiting = Waiting(InstanceLock(tmp_path), ends_at=3)
    instance = wait_for_data_folder(tmp_path, waiting.said.append, waiting.pause)
    assert instance is not None
    instance.release()
    assert waiting.looks == [LOOK_S] * 3
    waits, starts = waiting.said
    assert f"(process {os.getpid()}) with the data in {tmp_path}" in waits
    assert "This service waits until then." in waits
    assert "is free" in starts


def test_a_service_that_is_stopped_while_it_waits_has_no_lock(tmp_path: Path) -> None:
    window = InstanceLock(tmp_path)
    waiting = Waiting(is_stopped=True)
    assert wait_for_data_folder(tmp_path, waiting.said.append, waiting.pause) is None
    assert len(waiting.said) == 1
    window.release()


@pytest.mark.skipif(os.name != "posix", reason="Windows ends a process by another way")
def test_a_signal_cuts_the_wait_short_and_is_handled_as_before_afterwards() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with ending_by_signal() as pause:
        assert not pause(0)
        signal.raise_signal(signal.SIGTERM)
        assert pause(60)
    assert signal.getsignal(signal.SIGTERM) is before


def test_only_a_service_waits() -> None:
    assert is_to_wait({VARIABLE: "on"})
    assert not is_to_wait({})
