"""The whole program in a separate process, offscreen: it starts, and a signal ends it cleanly."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from service.store.engine.store import Store
from service.store.settings import write_setting
from tests.fakes.shop_fixture import WAIT_S


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals between processes")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_program_with_everything_closed(tmp_path: Path, number: signal.Signals) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    store = Store(tmp_path / "counterpart.db")
    store.submit(lambda tx: write_setting(tx, "port", str(port))).result(WAIT_S)
    store.close()
    environment = {**os.environ, "COUNTERPART_DATA_DIR": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    program = subprocess.Popen(
        [sys.executable, "-m", "bridge"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        _until(lambda: _answers(port) or program.poll() is not None)
        program.send_signal(number)
        _, said = program.communicate(timeout=WAIT_S)
    finally:
        program.kill()
    assert program.returncode == 0, said
    assert "Traceback" not in said
    assert not (tmp_path / "running").exists()
    assert not (tmp_path / "counterpart.pid").exists()
    assert not (tmp_path / "counterpart.db-wal").exists()


def _answers(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT_S)
    try:
        connection.request("GET", "/health", headers={"Connection": "close"})
        return connection.getresponse().status == 200
    except ConnectionError:
        return False
    finally:
        connection.close()


def _until(is_so: Callable[[], bool]) -> None:
    """Asks the port itself again and again: another process has no signal to wait for."""
    for _ in range(200_000):
        if is_so():
            return
    raise AssertionError("It never came up")
