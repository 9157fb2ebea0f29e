"""`counterpart serve` in a process of its own with its watchdog: it can be killed and can hang."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bridge.watchdog.supervisor import SWITCH_VARIABLE
from tests.counter_trial.counter import Counter
from tests.desktop.screen_user import ROOT
from tests.desktop.wait_until import wait_until


class WatchedService:
    """The process that was started only watches its child, which serves."""

    def __init__(self, counter: Counter) -> None:
        line = [sys.executable, "-m", "bridge", "--data-dir", str(counter.folder), "serve"]
        self._said = counter.session.home / "service said.txt"
        with self._said.open("wb") as said:
            self._watchdog = subprocess.Popen(
                line,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                env=counter.session.environment | {SWITCH_VARIABLE: "on", "PYTHONUNBUFFERED": "1"},
                cwd=ROOT,
            )
        self.wait_for_starts(1)

    def wait_for_starts(self, count: int) -> None:
        """Until it has listened so many times."""
        wait_until(f"start {count} of the service", lambda: self.read_output().count("Listening on ") >= count)

    def read_output(self) -> str:
        return self._said.read_text(encoding="utf-8", errors="replace")

    def kill(self) -> None:
        """As a power cut for the process that serves; the watchdog starts another one."""
        os.kill(self._find_serving(), signal.SIGKILL)

    def pause(self) -> None:
        """It hangs: its sockets are open and nothing answers."""
        os.kill(self._find_serving(), signal.SIGSTOP)

    def resume(self) -> None:
        os.kill(self._find_serving(), signal.SIGCONT)

    def stop(self) -> int:
        """Ends it as the system does; its exit code."""
        self._watchdog.send_signal(signal.SIGTERM)
        return self._watchdog.wait(30)

    def end(self) -> None:
        """Ends what still runs of it, also where a trial failed while it was paused."""
        if self._watchdog.poll() is None:
            self.resume()
            self.stop()

    def _find_serving(self) -> int:
        children = Path(f"/proc/{self._watchdog.pid}/task/{self._watchdog.pid}/children")
        return int(wait_until("the process that serves", lambda: children.read_text(encoding="ascii").split())[0])


@contextmanager
def run_service(counter: Counter) -> Iterator[WatchedService]:
    """The service of the counter's shop."""
    service = WatchedService(counter)
    try:
        yield service
    finally:
        service.end()
