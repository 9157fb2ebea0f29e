"""The service of a user, over a fake of systemd's programs."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from configparser import ConfigParser
from pathlib import Path

import pytest

from bridge.autostart.power_on_service import ServiceState, run_program
from bridge.autostart.systemd_service import UserService, format_command, make_system_unit, make_user_unit
from bridge.start.service_thread import STOP_LIMIT_S
from service.domain.errors import Unavailable

COMMAND = ["/usr/bin/counterpart", "serve"]


class FakeReport:
    """The states, in order."""

    def __init__(self) -> None:
        self.states: list[str] = []

    def starting(self) -> None:
        self.states.append("starting")

    def running(self) -> None:
        self.states.append("running")

    def stopping(self, hint_ms: int) -> None:
        assert hint_ms > STOP_LIMIT_S * 1000
        self.states.append("stopping")

    def stopped(self, exit_code: int) -> None:
        self.states.append(f"stopped {exit_code}")


def parse(unit: str) -> ConfigParser:
    parsed = ConfigParser(interpolation=None, delimiters=("=",))
    parsed.optionxform = str  # type: ignore[assignment,method-assign]
    parsed.read_string(unit)
    return parsed


def test_a_unit_starts_again_after_a_fault_and_stops_within_ten_seconds() -> None:
    for unit in map(parse, (make_user_unit(COMMAND), make_system_unit(COMMAND))):
        service = unit["Service"]
        assert service["ExecStart"] == "/usr/bin/counterpart serve"
        assert service["Restart"] == "on-failure"
        assert service["RestartSec"] == "5s"
        assert (service["WatchdogSec"], service["NotifyAccess"]) == ("60s", "main"), "85 s of SIGSTOP are noticed"
        assert unit["Unit"]["StartLimitIntervalSec"] == "0", "a disk that is there later is tried again and again"
        assert service["TimeoutStopSec"] == "10s"
        assert service["UMask"] == "0077"
        assert service["Environment"] == "COUNTERPART_WAITS_FOR_DATA=on", "a window may have the data folder"
        assert service["EnvironmentFile"].startswith("-"), "no passphrase file is no fault"


def test_a_unit_whose_program_was_removed_is_not_tried_again_and_again() -> None:
    for unit in map(parse, (make_user_unit(COMMAND), make_system_unit(COMMAND))):
        assert unit["Unit"]["ConditionFileIsExecutable"] == "/usr/bin/counterpart"
    elsewhere = make_user_unit(["/media/disk/counterpart", "serve"])
    assert "Condition" not in elsewhere, "a disk that is there later is tried again and again"


def test_the_unit_of_the_system_runs_as_the_user_in_its_name() -> None:
    system, own = parse(make_system_unit(COMMAND)), parse(make_user_unit(COMMAND))
    assert system["Service"]["User"] == "%i"
    assert system["Install"]["WantedBy"] == "multi-user.target"
    assert "User" not in own["Service"]
    assert own["Service"]["EnvironmentFile"] == "-%h/.config/counterpart/service.env"
    assert system["Service"]["EnvironmentFile"] == "-/etc/counterpart/%i.env", "root's home is nobody's place"
    assert own["Install"]["WantedBy"] == "default.target"


@pytest.mark.parametrize(
    ("word", "written"),
    [
        ("/usr/bin/counterpart", "/usr/bin/counterpart"),
        ("/home/ali/my data", '"/home/ali/my data"'),
        ("/srv/100%", '"/srv/100%%"'),
        ("/srv/$HOME", '"/srv/$$HOME"'),
        ('/srv/a"b\\c', '"/srv/a\\"b\\\\c"'),
        ("/srv/a\nExecStop=/bin/x", '"/srv/a\\nExecStop=/bin/x"'),
        ("/srv/قطع", "/srv/قطع"),
        ("", '""'),
    ],
)
def test_a_word_of_the_command_stays_one_word(word: str, written: str) -> None:
    assert format_command([word]) == written


class FakeSystemd:
    """What `systemctl --user` and `loginctl` do."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.active = self.lingers = False
        self.may_linger = True
        self.fails_at = ""

    def __call__(self, words: Sequence[str]) -> subprocess.CompletedProcess[str]:
        line = " ".join(words)
        self.asked.append(line)
        if self.fails_at and self.fails_at in line:
            return subprocess.CompletedProcess(words, 1, "", "Warning\nUnit is masked.\n")
        match list(words):
            case ["systemctl", "--user", "restart", "counterpart.service"]:
                self.active = True
            case ["systemctl", "--user", "disable", "--now", "counterpart.service"]:
                self.active = False
            case ["loginctl", "enable-linger", "ali"]:
                self.lingers = self.may_linger
            case [*_, "is-active", _]:
                return subprocess.CompletedProcess(words, 0, "active\n" if self.active else "inactive\n", "")
            case ["loginctl", "show-user", "ali", *_]:
                return subprocess.CompletedProcess(words, 0, "yes\n" if self.lingers else "no\n", "")
        return subprocess.CompletedProcess(words, 0, "", "")


@pytest.fixture
def systemd() -> FakeSystemd:
    return FakeSystemd()


@pytest.fixture
def service(tmp_path: Path, systemd: FakeSystemd) -> UserService:
    return UserService(tmp_path / "systemd" / "user", COMMAND, "ali", systemd)


def test_it_is_installed_runs_and_lingers(service: UserService, systemd: FakeSystemd) -> None:
    assert service.read_state() == ServiceState(installed=False, active=False, at_power_on=False)
    assert service.install() == ServiceState(installed=True, active=True, at_power_on=True)
    assert "ExecStart=/usr/bin/counterpart serve\n" in service.file.read_text("utf-8")
    wanted = ["systemctl --user daemon-reload", "systemctl --user enable counterpart.service"]
    assert systemd.asked[2:4] == wanted


def test_it_is_removed_and_a_second_time_too(service: UserService) -> None:
    service.install()
    service.remove()
    service.remove()
    assert not service.file.exists()
    assert service.read_state() == ServiceState(installed=False, active=False, at_power_on=True)


def test_where_lingering_is_for_administrators_it_still_runs(service: UserService, systemd: FakeSystemd) -> None:
    systemd.may_linger = False
    assert service.install() == ServiceState(installed=True, active=True, at_power_on=False)


def test_what_systemd_refuses_is_said_in_its_words(service: UserService, systemd: FakeSystemd) -> None:
    systemd.fails_at = "enable counterpart"
    with pytest.raises(Unavailable, match=r"systemctl --user enable counterpart.service failed: Unit is masked\."):
        service.install()
    assert not service.file.exists()


@pytest.mark.parametrize("fails_at", ["enable counterpart", "restart", "daemon-reload", "systemctl"])
def test_a_failed_installation_leaves_neither_unit_nor_link(
    service: UserService, systemd: FakeSystemd, fails_at: str
) -> None:
    link = service.file.parent / "default.target.wants" / "counterpart.service"
    link.parent.mkdir(parents=True)
    link.symlink_to(service.file)
    systemd.fails_at = fails_at
    with pytest.raises(Unavailable, match="Unit is masked"):
        service.install()
    assert not service.file.exists()
    assert not link.is_symlink()
    assert systemd.asked[-1] == "systemctl --user daemon-reload"


def test_an_installation_without_systemd_leaves_nothing(tmp_path: Path) -> None:
    def run(words: Sequence[str]) -> subprocess.CompletedProcess[str]:
        return run_program([f"counterpart-no-such-{words[0]}"])

    service = UserService(tmp_path / "user", COMMAND, "ali", run)
    with pytest.raises(Unavailable, match="counterpart serve"):
        service.install()
    assert not service.file.exists()


def test_a_removal_takes_away_a_link_whose_unit_is_gone(service: UserService) -> None:
    link = service.file.parent / "default.target.wants" / "counterpart.service"
    link.parent.mkdir(parents=True)
    link.symlink_to(service.file)
    service.remove()
    assert not link.is_symlink()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, systemd: FakeSystemd) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Unavailable, match="cannot be written"):
        UserService(tmp_path / "file" / "user", COMMAND, "ali", systemd).install()
    assert systemd.asked == []


def test_a_computer_without_systemd_gets_the_command() -> None:
    with pytest.raises(Unavailable, match="counterpart serve"):
        run_program(["counterpart-no-such-program"])
