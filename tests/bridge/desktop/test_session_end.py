"""The end of the session: what the system does to the application, in separate processes."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMainWindow

from bridge.desktop.session_end import block_shutdown, make_reachable
from service.store.engine.store import Store
from service.store.settings import write_setting
from tests.fakes.free_port import free_port
from tests.fakes.shop_fixture import WAIT_S

_QUIT = """
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtWidgets import QMainWindow
from bridge.desktop.session_end import Application

class Window(QMainWindow):
    def closeEvent(self, event):
        event.ignore()

app = Application([])
app.setQuitOnLastWindowClosed(False)
window = Window()
window.show()
if {listens}:
    app.quit_asked.connect(window.hide)
app.aboutToQuit.connect(lambda: print("closed in time"))
QTimer.singleShot(0, lambda: QCoreApplication.sendEvent(app, QEvent(QEvent.Type.Quit)))
QTimer.singleShot(0, lambda: print("still asked"))
QTimer.singleShot(200, lambda: app.exit(3))
print(app.exec())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals between processes")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_program_with_everything_closed(tmp_path: Path, number: signal.Signals) -> None:
    port = free_port()
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


def _run(script: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=WAIT_S, check=False
    )


@pytest.mark.usefixtures("qapp")
def test_a_window_that_is_not_shown_can_be_reached_by_the_system() -> None:
    window = QMainWindow()
    assert window.windowHandle() is None
    make_reachable(window)
    assert window.windowHandle() is not None
    assert not window.isVisible()


def test_a_window_that_only_hides_does_not_keep_the_system_from_quitting() -> None:
    said = _run(_QUIT.format(listens=True)).stdout.split("\n")
    assert "closed in time" in said
    assert said[-2] == "0"


def test_without_a_word_before_it_would() -> None:
    assert _run(_QUIT.format(listens=False)).stdout.split("\n")[-2] == "3"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows waits")
def test_where_there_is_no_windows_nothing_is_held() -> None:
    assert not block_shutdown(0, "Finishing")


_HANG = """
import logging, sys, threading
from bridge.system.process import exit_with_timeout
logging.basicConfig(stream=sys.stdout, format="%(message)s")
threading.Thread(target=threading.Event().wait, name="a keyring that hangs").start()
exit_with_timeout(5, 0.1)
"""


def test_a_thread_that_hangs_does_not_keep_the_process() -> None:
    done = _run(_HANG)
    assert done.returncode == 5
    assert done.stdout == "Ended while still busy with: a keyring that hangs\n"


def test_without_one_the_exit_code_goes_its_way() -> None:
    script = (
        "import sys; from bridge.system.process import exit_with_timeout as leave; print('left'); sys.exit(leave(4))"
    )
    done = _run(script)
    assert (done.returncode, done.stdout) == (4, "left\n")
