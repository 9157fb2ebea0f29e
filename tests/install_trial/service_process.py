"""A service that a trial started: waited for, measured, and ended."""

from __future__ import annotations

import signal
import socket
import subprocess
import time
from typing import TYPE_CHECKING, Final, Self

import psutil

from tests.install_trial.api_caller import ApiCaller
from tests.install_trial.trial_checks import wait_until

if TYPE_CHECKING:
    from types import TracebackType

_END_S: Final = 15.0


def _find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServiceProcess:
    """Waits until it answers; ends it by SIGTERM, unless it has ended before."""

    port: Final = str(_find_free_port())
    """One that no other program of this computer listens on: the packages come from the network, so
    that the trial has no loopback of its own yet.
    """
    address: Final = f"http://127.0.0.1:{port}"

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.code: int | None = None
        self.seconds = 0.0

    def __enter__(self) -> Self:
        began = time.monotonic()
        wait_until("the service answers", lambda: ApiCaller(self.address).is_up() or self._process.poll() is not None)
        self.seconds = time.monotonic() - began
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        self.wait()

    def memory(self) -> int:
        """What it holds in memory, in bytes (resident)."""
        return int(psutil.Process(self._process.pid).memory_info().rss)

    def wait(self) -> int:
        """Its exit code, once it has ended by itself."""
        self.code = self._process.wait(_END_S)
        return self.code
