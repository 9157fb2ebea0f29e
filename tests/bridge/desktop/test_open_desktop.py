"""The service starts before the panes are loaded, and can be ended from then on."""

from __future__ import annotations

import os
import subprocess
import sys

from installer.places import ROOT

_PROGRAM = """
import signal
import sys
from pathlib import Path
from types import SimpleNamespace
from PySide6.QtGui import QGuiApplication
from bridge.desktop.open_desktop import open_desktop
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
