"""What the Windows trial sees: the elements that the program reports, and a set-up's controls."""

from __future__ import annotations

import json
import re
import socket
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

from tests.install_trial.windows_screen import ProgramReader, parse_controls

if TYPE_CHECKING:
    from installer.windows.wine_prefix import WinePrefix


def test_the_installed_program_gets_the_reporting_module_and_where_to_connect(tmp_path: Path) -> None:
    (tmp_path / "drive_c").mkdir()
    path_file = tmp_path / "runtime" / "python313._pth"
    path_file.parent.mkdir()
    path_file.write_text("python313.zip\n", encoding="ascii")
    reader = ProgramReader(cast("WinePrefix", SimpleNamespace(prefix=tmp_path)), tmp_path)
    assert path_file.read_text(encoding="ascii") == "python313.zip\nC:\\trial\nimport site\n"
    trial = tmp_path / "drive_c" / "trial"
    assert (trial / "inspection.py").exists()
    reporter = (trial / "sitecustomize.py").read_text(encoding="ascii")
    compile(reporter, "sitecustomize.py", "exec")
    (port,) = re.findall(r'"127.0.0.1", (\d+)', reporter)
    with socket.create_connection(("127.0.0.1", int(port))) as program:
        program.sendall(json.dumps([{"words": ["Continue"]}]).encode() + b"\n")
        assert reader.read_widgets()[0]["words"] == ["Continue"]
    reader.close()


def test_a_control_of_the_set_up_is_named_without_its_letter_for_the_keyboard() -> None:
    listed = "#32770\t0\t0\t500\t400\t1\tCounterpart Setup\r\nButton\t300\t370\t75\t23\t0\t&Next >\r\nnot a control\n"
    window, button = parse_controls(listed)
    assert (window["words"], window["kinds"]) == (["Counterpart Setup"], ["#32770"])
    assert (button["words"], button["kinds"], button["enabled"]) == (["Next >"], ["QAbstractButton"], False)
