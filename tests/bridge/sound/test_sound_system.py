"""Players of each system, and what they say about being muted."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from bridge.sound.sound_system import ProgramSoundSystem, run_program, sound_system_of, system_environment

WPCTL = ("wpctl", "get-volume")
PACTL = ("pactl", "get-sink-mute")
FILE = Path("bell.wav")


class FakePrograms:
    """Programs that are installed: each with its exit code and output, or an error."""

    def __init__(self, installed: Mapping[str, tuple[int, str] | Exception]) -> None:
        self._installed = installed
        self.lines: list[list[str]] = []

    def find(self, name: str) -> str | None:
        return f"/usr/bin/{name}" if name in self._installed else None

    def run(self, line: Sequence[str], limit_s: float) -> tuple[int, str]:
        assert 0 < limit_s <= 15
        self.lines.append(list(line))
        answer = self._installed[Path(line[0]).name]
        if isinstance(answer, Exception):
            raise answer
        return answer


def _system(programs: FakePrograms) -> ProgramSoundSystem:
    return ProgramSoundSystem((("paplay",), ("aplay", "-q")), (WPCTL, PACTL), programs.find, programs.run)


def test_the_first_player_that_works_plays_the_file() -> None:
    programs = FakePrograms({"paplay": (1, ""), "aplay": (0, "")})
    system = _system(programs)
    assert system.can_play()
    assert system.play(FILE)
    assert programs.lines == [["/usr/bin/paplay", "bell.wav"], ["/usr/bin/aplay", "-q", "bell.wav"]]


@pytest.mark.parametrize("failure", [(1, ""), OSError(), subprocess.TimeoutExpired("aplay", 15)])
def test_a_player_that_fails_or_hangs_is_no_error(failure: tuple[int, str] | Exception) -> None:
    assert not _system(FakePrograms({"aplay": failure})).play(FILE)


def test_without_a_player_nothing_can_play() -> None:
    system = _system(FakePrograms({}))
    assert not system.can_play()
    assert not system.play(FILE)
    assert not system.is_muted()


@pytest.mark.parametrize(
    ("installed", "muted"),
    [
        ({"wpctl": (0, "Volume: 0.40 [MUTED]\n")}, True),
        ({"wpctl": (0, "Volume: 0.00\n")}, True),
        ({"wpctl": (0, "Volume: 0.40\n")}, False),
        ({"wpctl": (1, ""), "pactl": (0, "Mute: yes\n")}, True),
        ({"pactl": (0, "Mute: no\n")}, False),
        ({"pactl": OSError()}, False),
    ],
)
def test_muted_is_what_the_system_says(installed: Mapping[str, tuple[int, str] | Exception], muted: bool) -> None:
    assert _system(FakePrograms(installed)).is_muted() is muted


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_every_platform_has_one(platform: str) -> None:
    assert hasattr(sound_system_of(platform), "play")


def test_a_real_program_answers_with_its_code_and_output() -> None:
    code, output = run_program([sys.executable, "-c", "print('muted: false')"], 60)
    assert (code, output.strip()) == (0, "muted: false")


def test_a_program_of_the_system_does_not_get_our_own_libraries() -> None:
    frozen = {"PATH": "/usr/bin", "LD_LIBRARY_PATH": "/opt/own", "LD_LIBRARY_PATH_ORIG": "/usr/local/lib"}
    environment = system_environment(frozen)
    assert environment["LD_LIBRARY_PATH"] == "/usr/local/lib"
    assert environment["LC_ALL"] == "C"
    assert system_environment({"LD_LIBRARY_PATH": "/owner"})["LD_LIBRARY_PATH"] == "/owner"
