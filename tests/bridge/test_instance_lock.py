"""One program for each data folder."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest
from filelock import FileLock

from bridge.instance_lock import AlreadyRunning, InstanceLock, is_running


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
