"""A test run in a forked process, with limits: a mutant may loop for ever or fill the memory."""

from __future__ import annotations

import os
import resource
import select
import shutil
import signal
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

PASSED = 7
"""The exit code of a run in which all tests passed: no accident ends with it."""
_MEMORY = 4 << 30


@dataclass(frozen=True, slots=True)
class RunLimits:
    """Seconds of the processor, and seconds of waiting."""

    processor_s: int
    wall_s: float


def make_limits(duration_s: float, patience: int = 1) -> RunLimits:
    """Limits for tests that take `duration_s` without a mutant, with room for a busy computer;
    `patience` is how many times as long may be waited.
    """
    return RunLimits(processor_s=3 + round(3 * duration_s), wall_s=patience * (8.0 + 6 * duration_s))


def run_forked(run: Callable[[], int], limits: RunLimits) -> int | None:
    """The exit code of `run` in a process of its own, negative after a signal, None when it was
    out of time. Its temporary files, and the processes it left, are removed.
    """
    folder = Path(tempfile.mkdtemp(prefix="counterpart-mutant-"))
    pid = os.fork()
    if pid == 0:
        _run_child(run, folder, limits)
    try:
        return _wait(pid, limits.wall_s)
    finally:
        _end_group(pid)
        shutil.rmtree(folder, ignore_errors=True)


def _run_child(run: Callable[[], int], folder: Path, limits: RunLimits) -> None:
    code = 1
    try:
        os.setsid()
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        tempfile.tempdir = os.environ["TMPDIR"] = os.environ["PYTEST_DEBUG_TEMPROOT"] = str(folder)
        resource.setrlimit(resource.RLIMIT_CPU, (limits.processor_s, limits.processor_s + 1))
        resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, _MEMORY))
        code = run()
    finally:
        # Nothing of the parent is to be ended or flushed here.
        os._exit(code)


def _wait(pid: int, wall_s: float) -> int | None:
    """Waits by a descriptor of the process, which is ready when it ends."""
    watched = os.pidfd_open(pid) if hasattr(os, "pidfd_open") else None
    try:
        ended = _poll(pid, wall_s) if watched is None else bool(select.select([watched], [], [], wall_s)[0])
    finally:
        if watched is not None:
            os.close(watched)
    if not ended:
        os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status) if ended else None


def _poll(pid: int, wall_s: float) -> bool:
    """The same where processes have no descriptor (macOS)."""
    until = time.monotonic() + wall_s
    while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        if time.monotonic() > until:
            return False
        time.sleep(0.005)
    return True


def _end_group(pid: int) -> None:
    """Ends what a test started and a mutant did not stop."""
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    except PermissionError:
        # macOS says so of a group whose processes have all ended.
        pass
