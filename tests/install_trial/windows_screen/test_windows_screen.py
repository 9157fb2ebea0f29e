"""What the Windows trial sees: the elements that the program reports, and a set-up's controls."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest
from PySide6.QtWidgets import QCheckBox, QDialog, QPushButton, QVBoxLayout, QWidget

from tests.install_trial.windows_screen import sitecustomize
from tests.install_trial.windows_screen.program_reader import ProgramReader
from tests.install_trial.windows_screen.set_up_reader import parse_controls

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from installer.windows.wine_prefix import WinePrefix


pytestmark = pytest.mark.qt_log_ignore(r"This plugin does not support propagateSizeHints")


def window_with_buttons(qtbot: QtBot, window: QWidget) -> None:
    layout = QVBoxLayout(window)
    stored = QCheckBox("I have stored it")
    stored.setChecked(True)
    done = QPushButton("Done")
    done.setEnabled(False)
    hidden = QPushButton("Not in sight")
    for one in (stored, done, hidden):
        layout.addWidget(one)
    hidden.hide()
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()


def test_the_program_reports_what_is_in_sight_with_its_state_and_place(qtbot: QtBot) -> None:
    window = QWidget()
    window_with_buttons(qtbot, window)
    found = {one["text"]: one for one in sitecustomize.read_windows()}
    assert (found["I have stored it"]["role"], found["I have stored it"]["checked"]) == ("CheckBox", True)
    assert found["Done"]["enabled"] is False
    assert found["Done"]["bounds"][2] > 0
    assert "Not in sight" not in found


def test_a_dialog_that_has_to_be_answered_comes_last(qtbot: QtBot) -> None:
    dialog, window = QDialog(), QWidget()
    dialog.setModal(True)
    window_with_buttons(qtbot, window)
    window_with_buttons(qtbot, dialog)
    done = [one["bounds"] for one in sitecustomize.read_windows() if one["text"] == "Done"]
    corner = dialog.mapToGlobal(dialog.rect().topLeft())
    assert len(done) == 2
    assert done[-1][0] >= corner.x()


def test_the_installed_program_gets_the_reporting_module_and_where_to_connect(tmp_path: Path) -> None:
    (tmp_path / "drive_c").mkdir()
    path_file = tmp_path / "runtime" / "python313._pth"
    path_file.parent.mkdir()
    path_file.write_text("python313.zip\n", encoding="ascii")
    reader = ProgramReader(cast("WinePrefix", SimpleNamespace(prefix=tmp_path)), tmp_path)
    assert path_file.read_text(encoding="ascii") == "python313.zip\nC:\\trial\nimport site\n"
    trial = tmp_path / "drive_c" / "trial"
    assert (trial / "sitecustomize.py").exists()
    element = {"text": "\u2068Go on\u2069", "role": "Button", "bounds": [1, 2, 3, 4], "enabled": True, "checked": False}
    port = int((trial / sitecustomize.PORT_FILE).read_text(encoding="ascii"))
    with socket.create_connection(("127.0.0.1", port)) as program:
        program.sendall(json.dumps([element]).encode() + b"\n")
        found = reader.find("Go on", "push button")
    reader.close()
    assert found is not None
    assert found.bounds == (1, 2, 3, 4)


def test_a_control_of_the_set_up_is_named_without_its_letter_for_the_keyboard() -> None:
    listed = "#32770\t0\t0\t500\t400\t1\tCounterpart Setup\r\nButton\t300\t370\t75\t23\t0\t&Next >\r\nnot a control\n"
    window, button = parse_controls(listed)
    assert (window.text, window.role) == ("Counterpart Setup", "#32770")
    assert (button.text, button.role, button.enabled) == ("Next >", "push button", False)
