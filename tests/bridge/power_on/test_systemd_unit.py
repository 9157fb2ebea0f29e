"""The text of the units that run `serve` from power-on."""

from __future__ import annotations

from configparser import ConfigParser

import pytest

from bridge.power_on.systemd_unit import format_command, make_system_unit, make_user_unit

COMMAND = ["/usr/bin/counterpart", "serve"]


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
