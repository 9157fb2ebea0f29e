"""A second start shows the window of the first."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

from pytestqt.qtbot import QtBot

from bridge.desktop.single_instance import SingleInstanceServer, channel_name, show_running_window

WAIT_MS = 20_000


def test_a_second_start_is_heard_and_after_the_end_no_more(qtbot: QtBot, tmp_path: Path) -> None:
    rung: list[int] = []
    bell = SingleInstanceServer(tmp_path, lambda: rung.append(1))
    heard: list[bool] = []
    second = threading.Thread(target=lambda: heard.append(show_running_window(tmp_path)))
    second.start()
    qtbot.waitUntil(lambda: bool(rung) and bool(heard), timeout=WAIT_MS)
    second.join()
    assert (rung, heard) == ([1], [True])
    bell.close()
    assert not show_running_window(tmp_path)


def test_nobody_there_is_told_at_once(tmp_path: Path) -> None:
    assert not show_running_window(tmp_path)


def test_each_folder_has_its_own_channel_however_it_is_written(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    assert channel_name(tmp_path / "a") != channel_name(tmp_path)
    assert channel_name(tmp_path / "a" / "..") == channel_name(tmp_path)


def test_a_channel_that_a_crash_left_is_taken_over(qtbot: QtBot, tmp_path: Path) -> None:
    crash = (
        "import os, sys; from pathlib import Path; from PySide6.QtCore import QCoreApplication;"
        "from bridge.desktop.single_instance import SingleInstanceServer; app = QCoreApplication([]);"
        "bell = SingleInstanceServer(Path(sys.argv[1]), print); os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", crash, str(tmp_path)], check=False).returncode == 9
    rung: list[int] = []
    bell = SingleInstanceServer(tmp_path, lambda: rung.append(1))
    second = threading.Thread(target=show_running_window, args=(tmp_path,))
    second.start()
    qtbot.waitUntil(lambda: bool(rung), timeout=WAIT_MS)
    second.join()
    bell.close()
