"""A program that cannot start shows the reason to a user who clicked its icon."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from bridge.desktop.start_failure import WaitNotice, show_start_failure
from bridge.instance_lock import IS_ENDING, AlreadyRunning


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
