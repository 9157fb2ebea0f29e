"""The ring: made once, played with the chosen volume, no error without a sound device."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from bridge.sound.ring_player import RingPlayer
from bridge.sound.ring_tones import make_ring
from service.domain.marketplace.ringing import RingSound
from ui.backend.settings_port import SoundState

WAIT_S = 20


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
