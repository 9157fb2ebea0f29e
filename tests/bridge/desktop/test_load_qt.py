"""Qt is loaded without a hook that reads the source of each module."""

from __future__ import annotations

import subprocess
import sys

from installer.surroundings import ROOT

PROGRAM = """
import builtins
from bridge.desktop.load_qt import load_qt
before = builtins.__import__
load_qt()
import bridge.desktop.run_desktop
import ui.panes
from PySide6.QtWidgets import QLabel
from shibokensupport.feature import pyside_feature_dict
assert builtins.__import__ is before, "the hook is there"
read = sorted(name for name in pyside_feature_dict if name.startswith(("bridge.", "service.", "ui.", "aiohttp")))
assert not read, read[:5]
print(QLabel.__name__)
"""


def test_no_module_is_read_for_the_spellings_of_pyside() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stdout.strip()) == (0, "QLabel"), done.stderr
