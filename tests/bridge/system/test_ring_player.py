"""Players of each system, and what they say about being muted."""

from __future__ import annotations

import array
import io
import subprocess
import sys
import threading
import wave
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from bridge.system.ring_player import (
    RATE,
    ProgramSoundSystem,
    RingPlayer,
    make_ring,
    run_program,
    sound_system_of,
    system_environment,
)
from service.domain.marketplace.ringing import RingSound
from ui.backend.settings_port import SoundState

WAIT_S = 20
WPCTL = ("wpctl", "get-volume")
PACTL = ("pactl", "get-sink-mute")
FILE = Path("bell.wav")


def _samples(file: bytes) -> list[int]:
    with wave.open(io.BytesIO(file)) as reader:
        assert (reader.getnchannels(), reader.getsampwidth(), reader.getframerate()) == (1, 2, RATE)
        return list(array.array("h", reader.readframes(reader.getnframes())))


@pytest.mark.parametrize("sound", RingSound)
def test_a_ring_is_a_short_sound_that_starts_and_ends_in_silence(sound: RingSound) -> None:
    samples = _samples(make_ring(sound, 100))
    assert 1.0 < len(samples) / RATE < 2.0
    assert max(abs(sample) for sample in samples) == 32_000
    assert abs(samples[0]) < 100
    assert abs(samples[-1]) < 500


def test_the_sounds_differ() -> None:
    assert len({make_ring(sound, 100) for sound in RingSound}) == len(RingSound) >= 4


def test_a_higher_volume_is_louder() -> None:
    peaks = [max(abs(sample) for sample in _samples(make_ring(RingSound.KNOCK, volume))) for volume in (10, 40, 100)]
    assert peaks == [320, 5120, 32_000]


class FakeSoundSystem:
    """Notes what it played."""

    def __init__(self) -> None:
        self.works = True
        self.installed = True
        self.muted = False
        self.played: list[str] = []
        self.may_end = threading.Event()
        self.may_end.set()
        self.began = threading.Event()

    def can_play(self) -> bool:
        return self.installed

    def play(self, file: Path) -> bool:
        self.began.set()
        assert self.may_end.wait(WAIT_S)
        self.played.append(file.name)
        return self.works

    def is_muted(self) -> bool:
        return self.muted


@pytest.fixture
def system() -> FakeSoundSystem:
    return FakeSoundSystem()


@pytest.fixture
def player(tmp_path: Path, system: FakeSoundSystem) -> RingPlayer:
    return RingPlayer(tmp_path / "sounds", system)


def test_the_test_plays_the_sound_and_says_what_hinders_it(
    player: RingPlayer, system: FakeSoundSystem, tmp_path: Path
) -> None:
    assert player.try_sound(RingSound.KNOCK, 42) is SoundState.READY
    assert (tmp_path / "sounds" / "knock-40.wav").read_bytes() == make_ring(RingSound.KNOCK, 40)
    system.muted = True
    assert player.try_sound(RingSound.KNOCK, 1000) is SoundState.MUTED
    system.works = False
    assert player.try_sound(RingSound.BELL, 0) is SoundState.NO_DEVICE
    assert system.played == ["knock-40.wav", "knock-100.wav", "bell-5.wav"]


def test_the_state_is_known_without_playing(player: RingPlayer, system: FakeSoundSystem) -> None:
    assert player.read_state() is SoundState.READY
    system.muted = True
    assert player.read_state() is SoundState.MUTED
    system.installed = False
    assert player.read_state() is SoundState.NO_DEVICE
    assert system.played == []


def test_two_rings_at_once_are_one_sound(player: RingPlayer, system: FakeSoundSystem) -> None:
    silent: list[int] = []
    system.may_end.clear()
    player.ring(RingSound.KNOCK, 40, lambda: silent.append(1))
    assert system.began.wait(WAIT_S)
    player.ring(RingSound.KNOCK, 100, lambda: silent.append(2))
    _join_rings(but_first=True)
    system.may_end.set()
    _join_rings()
    assert system.played == ["knock-40.wav"]
    assert silent == []


def test_a_ring_that_nothing_plays_says_so(player: RingPlayer, system: FakeSoundSystem) -> None:
    system.works = False
    silent = threading.Event()
    player.ring(RingSound.KNOCK, 40, silent.set)
    assert silent.wait(WAIT_S)


def test_a_data_folder_that_takes_no_file_is_no_error(tmp_path: Path, system: FakeSoundSystem) -> None:
    (tmp_path / "sounds").write_text("a file in the way")
    assert RingPlayer(tmp_path / "sounds", system).try_sound(RingSound.KNOCK, 40) is SoundState.NO_DEVICE
    assert system.played == []


def _join_rings(*, but_first: bool = False) -> None:
    rings = [thread for thread in threading.enumerate() if thread.name == "ring"]
    for thread in rings[1:] if but_first else rings:
        thread.join(WAIT_S)


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
