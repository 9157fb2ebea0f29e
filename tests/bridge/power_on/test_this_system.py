"""The service of this computer's system, and the commands that Settings shows."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bridge.power_on.this_system import make_power_on_switch, make_serve_command
from bridge.power_on.waiting_variable import VARIABLE
from ui.backend.settings_port import PowerOnState

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="systemd is on Linux only")

_SYSTEMCTL = """#!/bin/sh
[ "$1" = is-enabled ] && exit {enabled}
[ "$3" = is-active ] && echo inactive
exit 0
"""


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "programs"
    folder.mkdir()
    for name, text in (("systemctl", _SYSTEMCTL.format(enabled=1)), ("loginctl", "#!/bin/sh\necho no\n")):
        (folder / name).write_text(text, encoding="ascii")
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    return folder


def test_a_window_may_switch_and_the_service_itself_may_not(programs: Path, tmp_path: Path) -> None:
    variables = {"XDG_CONFIG_HOME": str(tmp_path)}
    window = make_power_on_switch(tmp_path / "my data", variables).read()
    assert (window.state, window.can_switch, window.command) == (PowerOnState.OFF, True, "")
    attached = make_power_on_switch(tmp_path / "my data", {**variables, VARIABLE: "on"}).read()
    assert not attached.can_switch
    assert attached.command.endswith(f" service install --data-dir '{tmp_path}/my data'")


def test_the_unit_of_the_system_counts(programs: Path, tmp_path: Path) -> None:
    (programs / "systemctl").write_text(_SYSTEMCTL.format(enabled=0), encoding="ascii")
    status = make_power_on_switch(tmp_path, {"XDG_CONFIG_HOME": str(tmp_path)}).read()
    assert (status.state, status.can_switch) == (PowerOnState.ON, False)
    assert status.command.startswith("sudo systemctl disable --now counterpart@")


def test_what_the_system_runs_names_a_folder_that_a_variable_moved(tmp_path: Path) -> None:
    assert make_serve_command(tmp_path, {})[-3:] == ["serve", "--data-dir", str(tmp_path)]
