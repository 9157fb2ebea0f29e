"""One program for each data folder."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from filelock import FileLock

from bridge.system.instance_lock import (
    END_LIMIT_S,
    IS_ENDING,
    AlreadyRunning,
    InstanceLock,
    is_running,
    lock_after_end,
    running_process_id,
)
from service.domain.sentences import Sentence


def test_the_second_is_told_who_has_the_folder(tmp_path: Path) -> None:
    first = InstanceLock(tmp_path)
    with pytest.raises(AlreadyRunning, match=r"already running \(process \d+\)"):
        InstanceLock(tmp_path)
    first.release()
    InstanceLock(tmp_path).release()


def test_whether_one_runs_is_seen_without_taking_hold(tmp_path: Path) -> None:
    assert not is_running(tmp_path)
    first = InstanceLock(tmp_path)
    assert is_running(tmp_path)
    first.release()
    assert not is_running(tmp_path)


@pytest.mark.parametrize(
    "left", ["", "what", "999999999\n", f"{os.getpid()}\n"], ids=["empty", "words", "nobody", "this process"]
)
def test_what_a_killed_program_left_is_no_running_one_though_its_number_is_used_again(
    tmp_path: Path, left: str
) -> None:
    InstanceLock(tmp_path).release()
    (tmp_path / "counterpart.pid").write_text(left, encoding="ascii")
    assert (tmp_path / "counterpart.lock").exists()
    assert not is_running(tmp_path)


def test_a_look_refuses_no_one_who_starts_meanwhile(tmp_path: Path) -> None:
    look = FileLock(tmp_path / "counterpart.lock", thread_local=False)
    look.acquire()
    over = threading.Thread(target=look.release)
    over.start()
    begun = InstanceLock(tmp_path)
    over.join()
    assert is_running(tmp_path)
    begun.release()
    assert not is_running(tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="Windows deletes no file that is open")
def test_deleting_the_lock_file_lets_no_second_program_in(tmp_path: Path) -> None:
    first = InstanceLock(tmp_path)
    (tmp_path / "counterpart.lock").unlink()
    assert is_running(tmp_path)
    with pytest.raises(AlreadyRunning):
        InstanceLock(tmp_path)
    first.release()
    InstanceLock(tmp_path).release()
    (tmp_path / "counterpart.lock").unlink(missing_ok=True)
    assert not is_running(tmp_path)


class Start:
    """A start, what it says, and how long it waits; the other ends at the look `ends_at`."""

    def __init__(self, other: InstanceLock, ends_at: int = 0) -> None:
        self.said: list[Sentence] = []
        self.paused_s = 0.0
        self._other, self._left = other, ends_at

    def pause(self, seconds: float) -> None:
        self.paused_s += seconds
        self._left -= 1
        if not self._left:
            self._other.release()


def test_a_start_waits_for_a_program_that_is_ending_and_says_so_once(tmp_path: Path) -> None:
    ending = InstanceLock(tmp_path)
    ending.mark_ending()
    assert running_process_id(tmp_path) == os.getpid()
    start = Start(ending, ends_at=3)
    lock_after_end(tmp_path, start.said.append, start.pause).release()
    assert start.said == [IS_ENDING]


def test_a_start_does_not_wait_for_a_program_that_runs(tmp_path: Path) -> None:
    running = InstanceLock(tmp_path)
    start = Start(running)
    with pytest.raises(AlreadyRunning, match="already running"):
        lock_after_end(tmp_path, start.said.append, start.pause)
    assert (start.said, start.paused_s) == ([], 0)
    running.release()


def test_a_program_that_never_ends_is_waited_for_30_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bridge.system.instance_lock._LOCK_WAIT_S", 0.0)
    ending = InstanceLock(tmp_path)
    ending.mark_ending()
    start = Start(ending)
    with pytest.raises(AlreadyRunning):
        lock_after_end(tmp_path, start.said.append, start.pause)
    assert start.paused_s == pytest.approx(END_LIMIT_S)
    ending.release()


def test_a_killed_program_that_the_system_still_clears_away_is_waited_for(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as killed:
        killed.wait()
    held = InstanceLock(tmp_path)
    (tmp_path / "counterpart.pid").write_text(f"{killed.pid}\n", encoding="ascii")
    start = Start(held, ends_at=1)
    lock_after_end(tmp_path, start.said.append, start.pause).release()
    assert start.said == [IS_ENDING]
