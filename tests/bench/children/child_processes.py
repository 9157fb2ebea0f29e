"""The processes of a run: the service, the bare server to compare with, and separate callers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import psutil

LISTENING = "Listening on "
_PATIENCE_S = 30.0
ROOT = Path(__file__).parents[3]


class Process:
    """A child that prints where it listens, ended when its block is left."""

    def __init__(self, line: Sequence[str], environment: dict[str, str] | None = None) -> None:
        self.began = time.perf_counter()
        self._child = subprocess.Popen(
            line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT, env=environment
        )
        self.address = self._wait_for_address()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    def stop(self) -> None:
        """Ends it as a system would, and waits."""
        self._child.send_signal(signal.SIGTERM)
        try:
            self._child.wait(_PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
        if self._child.stdout is not None:
            self._child.stdout.close()

    def memory(self) -> int:
        """Bytes of RAM it holds now."""
        return int(psutil.Process(self._child.pid).memory_info().rss)

    def count_threads(self) -> int:
        """Threads of the process now."""
        return int(psutil.Process(self._child.pid).num_threads())

    def measure_cpu(self, seconds: float) -> float:
        """The part of one core that it takes over so many seconds."""
        process = psutil.Process(self._child.pid)
        before = process.cpu_times()
        time.sleep(seconds)
        after = process.cpu_times()
        return float(after.user - before.user + after.system - before.system) / seconds

    def cpu_seconds(self) -> float:
        """Processor time that it has used since its start."""
        used = psutil.Process(self._child.pid).cpu_times()
        return float(used.user + used.system)

    def _wait_for_address(self) -> str:
        assert self._child.stdout is not None
        for line in self._child.stdout:
            if line.startswith(LISTENING):
                return line.removeprefix(LISTENING).strip()
        raise RuntimeError(f"A process ended with {self._child.wait()} before it listened: {self._child.args!r}")


def server(kind: str, *words: str, environment: dict[str, str] | None = None) -> Process:
    """One of tests/bench/children/servers.py."""
    return Process([sys.executable, "-m", "tests.bench.children.servers", kind, *words], environment)


def service_process(folder: Path) -> Process:
    """The service on a data folder, its rate lifted."""
    return server("service", str(folder))


def linked_service(folder: Path) -> Process:
    """The service on a data folder, its rate lifted, with the secrets of its links."""
    return server("service", str(folder), environment=with_vault())


def ahead_service(folder: Path, hours: int) -> Process:
    """`counterpart serve` on a computer whose clock is so many hours ahead."""
    return Process([sys.executable, "-m", "tests.bench.children.ahead_service", str(folder), str(hours)])


def feedless_relay(address: str) -> Process:
    """Passes calls on to a marketplace and hides its event feed."""
    return server("feedless", address)


def with_vault() -> dict[str, str]:
    """The environment of programs that keep secrets in an encrypted file."""
    return {**os.environ, "COUNTERPART_VAULT_PASSPHRASE": "only for the bench"}


def bare_server() -> Process:
    """An aiohttp application that reads each call and answers with a small fixed body."""
    return server("bare")


def polling_tills(address: str, keys: Sequence[str], tills: int) -> Process:
    """So many tills that wait for events, each on a connection of its own; there when all wait."""
    return Process([sys.executable, "-m", "tests.bench.children.polling_tills", address, str(tills), *keys])


def serve_command(folder: Path) -> Process:
    """`counterpart serve`, as users start it."""
    return Process([sys.executable, "-m", "bridge", *_serve(folder)], with_vault())


def dev_py_process(folder: Path) -> Process:
    """`python3 dev.py run serve` in a checkout that is set up."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("VIRTUAL_ENV")}
    return Process([sys.executable, str(ROOT / "dev.py"), "run", *_serve(folder)], environment)


def _serve(folder: Path) -> list[str]:
    return ["serve", "--data-dir", str(folder), "--port", "0"]
