"""A program that cannot start shows the reason to a user who clicked its icon."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from bridge.desktop.run_desktop import LIMIT_S, GuiPulse, WaitNotice, run_with_service, show_start_failure
from bridge.secrets.engine_choice import write_engine_file
from bridge.system.instance_lock import IS_ENDING, AlreadyRunning
from installer.surroundings import ROOT
from service.domain.errors import Unavailable

_PROGRAM = """
import signal
import sys
from pathlib import Path
from typing import Any
from types import SimpleNamespace
from PySide6.QtGui import QGuiApplication
from bridge.desktop.run_desktop import open_desktop
from bridge.desktop.session_end import Application

class Thread:
    def start(self):
        reachable = [window for window in QGuiApplication.allWindows() if window.winId()]
        handles = signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL
        print(f"started, panes {'ui.panes' in sys.modules}, windows {len(reachable)}, handles a signal {handles}")

    def stop(self, limit_s):
        print(f"stopped within {limit_s:.0f} s")
        return True

app = Application([])
try:
    open_desktop(app, SimpleNamespace(thread=Thread(), gateway=None), None, Path("x"), hidden=True)
except AttributeError:
    print("no window")
"""


def test_a_service_whose_window_cannot_be_made_is_stopped_again() -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM], capture_output=True, text=True, check=False, cwd=ROOT, env=environment
    )
    assert done.stdout.splitlines() == [
        "started, panes False, windows 1, handles a signal True",
        "stopped within 10 s",
        "no window",
    ], done.stderr


def test_it_is_alive_until_its_timer_no_longer_runs(qtbot: QtBot) -> None:
    now = [100.0]
    pulse = GuiPulse(lambda: now[0])
    now[0] += 1_000
    assert pulse.is_alive(), "it was not started"
    pulse.start()
    now[0] += LIMIT_S - 0.1
    assert pulse.is_alive()
    now[0] += 0.2
    assert not pulse.is_alive()
    qtbot.waitUntil(pulse.is_alive)
    now[0] += 2 * LIMIT_S
    pulse.stop()
    assert pulse.is_alive(), "it was stopped"


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (AlreadyRunning(Path("/data"), "7"), "already running (process 7) with the data in /data."),
        (PermissionError(errno.EACCES, "Permission denied", "/data/running"), "/data/running: "),
    ],
)
def test_it_is_shown_with_what_to_do(qtbot: QtBot, qapp: QApplication, error: Exception, words: str) -> None:
    shown: list[str] = []
    show_start_failure(qapp, error, shown.append)  # type: ignore[arg-type]
    assert words in shown[0]
    assert "Traceback" not in shown[0]


def test_nobody_is_kept_waiting_where_no_screen_is(qtbot: QtBot, qapp: QApplication) -> None:
    show_start_failure(qapp, AlreadyRunning(Path("/data"), ""))


def test_a_start_that_waits_says_so_until_it_goes_on(
    qtbot: QtBot, qapp: QApplication, capsys: pytest.CaptureFixture[str]
) -> None:
    with WaitNotice(qapp) as notice:
        notice.show(IS_ENDING)
        notice.pause(0.01)
        box = notice.box
        assert box is not None
        qtbot.addWidget(box)
        assert (box.isVisible(), box.text()) == (True, "Counterpart is ending; waiting for it.")
    assert not box.isVisible()
    assert capsys.readouterr().err == "Counterpart is ending; waiting for it.\n"


def test_the_window_does_not_start_on_the_data_that_was_moved_to_postgres(tmp_path: Path) -> None:
    write_engine_file(tmp_path, "postgresql://counterpart@127.0.0.1/shop")
    nothing: Any = None
    with pytest.raises(Unavailable, match="Start counterpart serve here"):
        run_with_service(nothing, tmp_path, nothing, hidden=False, read_only=False)
    assert [file.name for file in tmp_path.iterdir()] == ["engine.json"]
