"""Runs modules of the project in processes of their own, quicker than `python -m` starts them.

Each process is forked from one that has imported the program and run nothing of it: to start Python
and to import takes most of a second of processor time, and some tests start the program many times.
On Windows, which cannot fork, each process imports by itself.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import runpy
import signal
import sys
from collections.abc import Mapping
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, SpawnContext
from pathlib import Path
from typing import Final, TextIO

ROOT: Final = Path(__file__).resolve().parents[1]

IMPORTED: Final = [
    "bridge.cli.serve_command",
    "bridge.cli.program",
    "bridge.start.headless_service",
    "bridge.secrets.vault_file",
    "sqlite_utils",
    "tests.child_program",
]
"""What a start takes longest for. A module that is started itself is not among them: it is run
again in each process, as `python -m` does.
"""


def _make_context() -> ForkServerContext | SpawnContext:
    if sys.platform == "win32":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(IMPORTED)
    return context


_CONTEXT: Final = _make_context()


class ChildProgram:
    """`python -m MODULE WORDS` in a process of its own, in the project's folder.

    `environment` replaces this process's. Its standard output is read in lines; its standard error
    goes nowhere if it is `quiet`.
    """

    def __init__(
        self, module: str, *words: str, environment: Mapping[str, str] | None = None, quiet: bool = False
    ) -> None:
        reading, writing = _CONTEXT.Pipe(duplex=False)
        values = dict(os.environ if environment is None else environment)
        self._process = _CONTEXT.Process(target=_run_module, args=(module, words, values, writing, quiet), daemon=True)
        with reading:
            self._process.start()
            writing.close()
            self.output: TextIO = os.fdopen(os.dup(reading.fileno()), encoding="utf-8")
        assert self._process.pid is not None
        self.pid: Final[int] = self._process.pid

    @property
    def runs(self) -> bool:
        """Whether it has not ended."""
        return self._process.exitcode is None

    def send_signal(self, number: signal.Signals) -> None:
        """Does nothing to one that has ended."""
        if self.runs:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Ends it as a power cut would, and returns when it is gone."""
        self._process.kill()
        self._process.join()

    def wait(self, limit_s: float) -> int:
        """Its exit code, as soon as it ends. Raises TimeoutError."""
        self._process.join(limit_s)
        code = self._process.exitcode
        if code is None:
            raise TimeoutError
        return code

    def close(self) -> None:
        """Kills it if it still runs."""
        self.kill()
        self._process.close()
        self.output.close()


def _run_module(
    module: str, words: tuple[str, ...], environment: dict[str, str], output: Connection, quiet: bool
) -> None:
    """In the new process, which ends with the tests."""
    if sys.platform == "linux":
        # PR_SET_PDEATHSIG. The parent is the server that forks.
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
        # That ends once the tests and what they started have closed this.
        os.close(forkserver._forkserver._forkserver_alive_fd)  # type: ignore[attr-defined]
    # Where a shell began the tests with `&`, every process of theirs ignores Ctrl-C at first.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(ROOT)
    os.dup2(output.fileno(), 1)
    output.close()
    if quiet:
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
    # The inherited objects believe that they write to the files of the process that was forked.
    sys.stdout, sys.stderr = (os.fdopen(number, "w", encoding="utf-8", closefd=False) for number in (1, 2))
    sys.argv = [module, *words]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
