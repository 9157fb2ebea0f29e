"""Starting at login, on each system's files and on a fake registry."""

from __future__ import annotations

import os
import plistlib
import subprocess
from pathlib import Path

import pytest

from bridge.autostart.login_start import (
    DesktopEntry,
    LaunchAgent,
    LoginEntry,
    LoginStart,
    RunKey,
    login_entry_for,
    program_command,
)
from installer.macos.disk_image import IDENTIFIER
from service.domain.errors import Unavailable
from tests.bridge.cli.cli_runner import Cli
from tests.programs import program


class FakeRegistry:
    """The Run key in memory."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {"OneDrive": "another program's"}

    def get(self, name: str) -> str | None:
        return self.values.get(name)

    def set(self, name: str, value: str) -> None:
        self.values[name] = value

    def delete(self, name: str) -> None:
        self.values.pop(name, None)


def entries(folder: Path) -> list[LoginEntry]:
    return [DesktopEntry(folder), LaunchAgent(folder), RunKey(FakeRegistry())]


def test_an_entry_that_cannot_be_read_is_off_and_keeps_no_settings_from_being_shown(tmp_path: Path) -> None:
    file = tmp_path / "autostart" / "counterpart.desktop"
    file.parent.mkdir()
    file.write_bytes(b"Name=\xff\xfe")
    start = LoginStart(DesktopEntry(tmp_path), ["/opt/counterpart"])
    assert not start.is_on()
    start.set_on(True)
    assert start.is_on()

    class Refuses(FakeRegistry):
        def get(self, name: str) -> str | None:
            raise PermissionError(13, "Access is denied")

    assert not LoginStart(RunKey(Refuses()), ["counterpart"]).is_on()


def test_systemd_starts_the_program_of_the_login_again_after_a_crash_or_a_hang(tmp_path: Path) -> None:
    entry = DesktopEntry(tmp_path)
    entry.write(["/opt/counterpart"])
    added = tmp_path / "systemd/user/app-counterpart@autostart.service.d/restart.conf"
    text = added.read_text(encoding="utf-8")
    assert "Restart=on-abnormal\n" in text, "a program that says why it does not start is not started again"
    assert "WatchdogSec=60s\nNotifyAccess=main\n" in text
    entry.remove()
    assert not added.parent.exists()


def test_launchd_starts_the_program_of_the_login_again_after_a_crash_only(tmp_path: Path) -> None:
    LaunchAgent(tmp_path).write(["/opt/counterpart"])
    agent = plistlib.loads((tmp_path / "counterpart.plist").read_bytes())
    assert agent["KeepAlive"] == {"Crashed": True}


@pytest.mark.parametrize("which", range(3))
def test_on_off_and_twice_each(tmp_path: Path, which: int) -> None:
    start = LoginStart(entries(tmp_path)[which], ["/opt/counterpart"])
    assert not start.is_on()
    for on in (True, True, False, False, True):
        start.set_on(on)
        assert start.is_on() is on


def test_linux_starts_it_hidden_whatever_is_in_the_path(tmp_path: Path) -> None:
    LoginStart(DesktopEntry(tmp_path), ["/opt/My $hop/100%/counterpart", "--data-dir", '/srv/a"b']).set_on(True)
    text = (tmp_path / "autostart" / "counterpart.desktop").read_text(encoding="utf-8")
    assert 'Exec="/opt/My \\\\$hop/100%%/counterpart" --data-dir "/srv/a\\\\"b" --hidden\n' in text
    assert text.startswith("[Desktop Entry]\nType=Application\nName=Counterpart\n")


def test_linux_a_removed_program_is_passed_over_and_the_entry_is_valid(tmp_path: Path) -> None:
    """The package's removal leaves each user's own files alone."""
    start = LoginStart(DesktopEntry(tmp_path), ["/opt/My \\shop/counterpart", "--data-dir", "/srv/a b"])
    start.set_on(True)
    file = tmp_path / "autostart" / "counterpart.desktop"
    assert "\nTryExec=/opt/My \\\\shop/counterpart\n" in file.read_text(encoding="utf-8")
    subprocess.run([program("desktop-file-validate"), file], check=True)


@pytest.mark.parametrize("off", ["Hidden=true", "X-GNOME-Autostart-enabled=false"])
def test_linux_what_the_desktops_own_settings_switched_off_is_off(tmp_path: Path, off: str) -> None:
    start = LoginStart(DesktopEntry(tmp_path), ["/opt/counterpart"])
    start.set_on(True)
    file = tmp_path / "autostart" / "counterpart.desktop"
    file.write_text(file.read_text(encoding="utf-8").replace("X-GNOME-Autostart-enabled=true", off), encoding="utf-8")
    assert not start.is_on()


def test_windows_quotes_paths_and_leaves_other_programs_alone() -> None:
    registry = FakeRegistry()
    start = LoginStart(RunKey(registry), [r"C:\Users\Abu Ali\AppData\Counterpart\counterpart.exe"])
    start.set_on(True)
    assert registry.values["Counterpart"] == r'"C:\Users\Abu Ali\AppData\Counterpart\counterpart.exe" --hidden'
    start.set_on(False)
    assert registry.values == {"OneDrive": "another program's"}


def test_macos_runs_it_at_load(tmp_path: Path) -> None:
    LoginStart(LaunchAgent(tmp_path), ["/Applications/Counterpart"]).set_on(True)
    agent = plistlib.loads((tmp_path / "counterpart.plist").read_bytes())
    assert (agent["ProgramArguments"], agent["RunAtLoad"]) == (["/Applications/Counterpart", "--hidden"], True)
    assert agent["AssociatedBundleIdentifiers"] == [IDENTIFIER]


@pytest.mark.parametrize("content", [b"", b"no plist", plistlib.dumps({"Disabled": True}), plistlib.dumps(["x"])])
def test_macos_an_entry_that_is_switched_off_or_no_entry_is_off(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "counterpart.plist").write_bytes(content)
    assert not LoginStart(LaunchAgent(tmp_path), ["/Applications/Counterpart"]).is_on()


def test_each_system_has_its_own() -> None:
    kinds = {name: type(login_entry_for(name)) for name in ("win32", "darwin", "linux")}
    assert kinds == {"win32": RunKey, "darwin": LaunchAgent, "linux": DesktopEntry}
    assert program_command()


@pytest.mark.skipif(os.name != "posix", reason="links as Debian's package has them")
def test_the_name_that_stays_over_versions_is_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program_file = tmp_path / "lib" / "0.1.0" / "counterpart"
    program_file.parent.mkdir(parents=True)
    program_file.touch(0o755)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "counterpart").symlink_to(program_file)
    monkeypatch.setattr("sys.executable", str(program_file))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert program_command() == [str(tmp_path / "bin" / "counterpart")]
    monkeypatch.setenv("PATH", str(tmp_path / "elsewhere"))
    assert program_command() == [str(program_file)]


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "autostart").write_text("in the way", encoding="utf-8")
    with pytest.raises(Unavailable, match="could not be changed"):
        LoginStart(DesktopEntry(tmp_path), ["x"]).set_on(True)


def test_another_data_folder_goes_with_it(tmp_path: Path) -> None:
    start = LoginStart.for_this_system(tmp_path / "elsewhere")
    assert start._command[-2:] == ["--data-dir", str(tmp_path / "elsewhere")]
    assert "--data-dir" not in LoginStart.for_this_system()._command


@pytest.mark.skipif(os.name != "posix", reason="writes where the tests' own environment points")
def test_the_setting_acts_on_it(cli: Cli) -> None:
    entry = Path(os.environ["XDG_CONFIG_HOME"]) / "autostart" / "counterpart.desktop"
    assert cli.json("settings", "start_at_login", "on")["value"] is True
    assert "--hidden" in entry.read_text(encoding="utf-8")
    assert str(cli.folder) in entry.read_text(encoding="utf-8")
    assert "on or off" in cli.fails("settings", "start_at_login", "perhaps")
    assert entry.exists()
    LoginStart.for_this_system().set_on(False)
    assert "start_at_login: off" in cli.ok("settings", "start_at_login"), "switched off in the window, say"
    LoginStart.for_this_system().set_on(True)
    assert next(one["value"] for one in cli.json("settings") if one["name"] == "start_at_login") is True
    assert cli.json("settings", "start_at_login", "--default")["value"] is False
    assert not entry.exists()


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    return Cli(tmp_path / "data")
