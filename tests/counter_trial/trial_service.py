"""`counterpart serve` in a process of its own: it can be killed, and can hang."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tests.counter_trial.counter import Counter
from tests.desktop.screen_user import ROOT
from tests.desktop.wait_until import wait_until


class TrialService:
    """The process of the service, which is started again as systemd does it."""

    def __init__(self, counter: Counter) -> None:
        self._counter = counter
        self._said = counter.session.home / "service said.txt"
        self._process = self._start()
        self.wait_for_starts(1)

    def wait_for_starts(self, count: int) -> None:
        """Until it has listened so many times. One that was killed is started first."""
        if self._process.poll() is not None:
            self._process = self._start()
        wait_until(f"start {count} of the service", lambda: self.read_output().count("Listening on ") >= count)

    def read_output(self) -> str:
        return self._said.read_text(encoding="utf-8", errors="replace")

    def kill(self) -> None:
        """As a power cut for the service."""
        self._process.kill()
        self._process.wait()

    def pause(self) -> None:
        """It hangs: its sockets are open and nothing answers."""
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._process.send_signal(signal.SIGCONT)

    def stop(self) -> int:
        """Ends it as the system does; its exit code."""
        self._process.terminate()
        return self._process.wait(30)

    def end(self) -> None:
        """Ends it, also where a trial failed while it was paused."""
        if self._process.poll() is None:
            self.resume()
            self.stop()

    def _start(self) -> subprocess.Popen[bytes]:
        line = [sys.executable, "-m", "bridge", "--data-dir", str(self._counter.folder), "serve"]
        with self._said.open("ab") as said:
            return subprocess.Popen(
                line,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                env=self._counter.session.environment | {"PYTHONUNBUFFERED": "1"},
                cwd=ROOT,
            )


@contextmanager
def run_service(counter: Counter) -> Iterator[TrialService]:
    """The service of the counter's shop."""
    service = TrialService(counter)
    try:
        yield service
    finally:
        service.end()
