"""A run in a process of its own."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.mutants.fork_run import PASSED, RunLimits, make_limits, run_forked

pytestmark = pytest.mark.skipif(os.name != "posix", reason="mutants are forked")
LIMITS = RunLimits(processor_s=5, wall_s=30.0)


def test_its_exit_code_is_the_answer_and_its_files_are_removed(tmp_path: Path) -> None:
    note = tmp_path / "note"

    def run() -> int:
        Path(tempfile.mkdtemp(), "left").write_text("x")
        note.write_text(tempfile.gettempdir())
        return PASSED

    assert run_forked(run, LIMITS) == PASSED
    assert Path(note.read_text()).parent == Path(tempfile.gettempdir())
    assert not Path(note.read_text()).exists()


def test_one_that_raises_or_ends_by_itself_has_not_passed() -> None:
    def fail() -> int:
        raise ValueError

    assert run_forked(fail, LIMITS) == 1
    assert run_forked(lambda: os._exit(0), LIMITS) == 0


def test_one_that_never_ends_is_ended_in_time() -> None:
    def wait() -> int:
        signal.pause()
        return PASSED

    assert run_forked(wait, RunLimits(5, 0.05)) is None


def test_what_it_started_ends_with_it() -> None:
    read, write = os.pipe()
    os.set_inheritable(write, True)

    def run() -> int:
        subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"], close_fds=False)
        return PASSED

    assert run_forked(run, LIMITS) == PASSED
    os.close(write)
    # The end of the pipe is read when no process has its other side any more.
    assert select.select([read], [], [], 20)[0]
    assert os.read(read, 1) == b""
    os.close(read)


def test_limits_grow_with_the_time_of_the_tests() -> None:
    assert make_limits(0.0) == RunLimits(3, 8.0)
    assert make_limits(10.0) == RunLimits(33, 68.0)
    assert make_limits(10.0, patience=15) == RunLimits(33, 1020.0), "waiting takes no processor"
