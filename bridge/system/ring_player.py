"""The ring for orders: its sounds, which it makes itself, and how each system plays them."""

from __future__ import annotations

import array
import io
import logging
import math
import os
import shutil
import subprocess
import sys
import threading
import wave
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from service.domain.marketplace.ringing import LEAST_VOLUME, MOST_VOLUME, RingSound
from ui.backend.settings_port import SoundState

RATE = 16_000
"""Samples in a second; one sample has 16 bits, one channel."""

_PEAK = 32_000
_ATTACK_S = 0.004
_RELEASE_S = 0.02
log = logging.getLogger(__name__)

_PLAY_LIMIT_S = 15.0
_ASK_LIMIT_S = 3.0
_LINUX_PLAYERS = (("pw-play",), ("paplay",), ("aplay", "-q"))
_MAC_PLAYERS = (("afplay",),)
_LINUX_QUESTIONS = (
    ("wpctl", "get-volume", "@DEFAULT_AUDIO_SINK@"),
    ("pactl", "get-sink-mute", "@DEFAULT_SINK@"),
)
_MAC_QUESTIONS = (("osascript", "-e", "output muted of (get volume settings)"),)
_MUTED_ANSWERS = ("[muted]", "volume: 0.00", "mute: yes", "true")

FindProgram = Callable[[str], str | None]
RunProgram = Callable[[Sequence[str], float], tuple[int, str]]
"""Runs a command line within seconds: exit code and output. Raises OSError, TimeoutExpired."""
_STEP = 5
"""Volumes are rounded to steps of 5, so that the folder holds few files."""


@dataclass(frozen=True, slots=True)
class _Note:
    """A tone: start and length in seconds, partials (Hz, share), decay (per second)."""

    start: float
    length: float
    partials: tuple[tuple[float, float], ...]
    decay: float


def _bell(start: float, pitch: float) -> _Note:
    return _Note(start, 0.9, ((pitch, 0.6), (pitch * 2.0, 0.25), (pitch * 2.76, 0.15)), 4.0)


def _soft(start: float, pitch: float) -> _Note:
    return _Note(start, 0.7, ((pitch, 0.8), (pitch * 3.0, 0.2)), 5.0)


def _knock(start: float) -> _Note:
    return _Note(start, 0.16, ((196.0, 0.5), (420.0, 0.3), (910.0, 0.2)), 28.0)


def _buzz(start: float) -> _Note:
    return _Note(start, 0.05, ((1320.0, 0.6), (1760.0, 0.4)), 1.0)


def _beep(start: float, pitch: float) -> _Note:
    return _Note(start, 0.17, ((pitch, 0.7), (pitch * 3.0, 0.2), (pitch * 5.0, 0.1)), 0.5)


_NOTES: dict[RingSound, tuple[_Note, ...]] = {
    RingSound.BELL: (_bell(0.0, 988.0), _bell(0.35, 784.0)),
    RingSound.CHIME: (_soft(0.0, 523.0), _soft(0.18, 659.0), _soft(0.36, 784.0), _soft(0.54, 1047.0)),
    RingSound.KNOCK: (_knock(0.0), _knock(0.22), _knock(0.44), _knock(0.9), _knock(1.12)),
    RingSound.PHONE: tuple(_buzz(start + step * 0.06) for start in (0.0, 0.75) for step in range(8)),
    RingSound.ALARM: tuple(_beep(step * 0.2, (880.0, 1175.0)[step % 2]) for step in range(8)),
}


def make_ring(sound: RingSound, volume: int) -> bytes:
    """A WAV file of one ring; `volume` is 0 to 100 percent of the loudest."""
    samples = _mix(_NOTES[sound])
    highest = max(abs(sample) for sample in samples)
    # The ear hears a quarter of the amplitude as about half as loud.
    scale = _PEAK * (min(volume, MOST_VOLUME) / MOST_VOLUME) ** 2 / highest
    pcm = array.array("h", (round(sample * scale) for sample in samples))
    if sys.byteorder == "big":
        pcm.byteswap()
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(2)
        writer.setframerate(RATE)
        writer.writeframes(pcm.tobytes())
    return file.getvalue()


def _mix(notes: Sequence[_Note]) -> list[float]:
    mixed = [0.0] * round(max(note.start + note.length for note in notes) * RATE)
    for note in notes:
        first = round(note.start * RATE)
        for place, sample in enumerate(_sound_note(note), first):
            if place < len(mixed):
                mixed[place] += sample
    return mixed


def _sound_note(note: _Note) -> list[float]:
    """The samples of one note; it starts and ends at zero, so that nothing clicks."""
    steps = [(share, 2.0 * math.pi * pitch / RATE) for pitch, share in note.partials]
    samples = []
    for place in range(round(note.length * RATE)):
        at = place / RATE
        envelope = min(1.0, at / _ATTACK_S, (note.length - at) / _RELEASE_S) * math.exp(-note.decay * at)
        samples.append(envelope * sum(share * math.sin(step * place) for share, step in steps))
    return samples


class SoundSystem(Protocol):
    """Plays files. Each call may take seconds and runs in a worker."""

    def can_play(self) -> bool:
        """Whether there is something that could play a file."""
        ...

    def play(self, file: Path) -> bool:
        """Plays a file to its end; False if nothing could play it."""
        ...

    def is_muted(self) -> bool:
        """Whether the system says that it is muted; False where it does not say."""
        ...


class ProgramSoundSystem:
    """Linux and macOS: the system's own programs."""

    def __init__(
        self,
        players: Sequence[Sequence[str]],
        questions: Sequence[Sequence[str]],
        find: FindProgram = shutil.which,
        run: RunProgram | None = None,
    ) -> None:
        self._players, self._questions = players, questions
        self._find, self._run = find, run or run_program

    def can_play(self) -> bool:
        return any(self._find(player[0]) for player in self._players)

    def play(self, file: Path) -> bool:
        """Tries each player that is installed, until one has played the file."""
        return any(self._ask((*player, str(file)), _PLAY_LIMIT_S) is not None for player in self._players)

    def is_muted(self) -> bool:
        answers = (self._ask(question, _ASK_LIMIT_S) for question in self._questions)
        answer_text = next((answer.lower() for answer in answers if answer is not None), "")
        return any(word in answer_text for word in _MUTED_ANSWERS)

    def _ask(self, line: Sequence[str], limit_s: float) -> str | None:
        """The output of a program; None if it is missing, fails or hangs."""
        program = self._find(line[0])
        if program is None:
            return None
        try:
            code, output = self._run((program, *line[1:]), limit_s)
        except (OSError, subprocess.TimeoutExpired) as error:
            log.info("%s could not be used for the ring: %s", line[0], type(error).__name__)
            return None
        return output if code == 0 else None


class WindowsSoundSystem:
    """Windows plays a file by itself. It does not say whether it is muted without COM."""

    def can_play(self) -> bool:
        return True

    def play(self, file: Path) -> bool:
        if sys.platform == "win32":
            import winsound  # noqa: PLC0415 - exists on Windows only

            try:
                winsound.PlaySound(str(file), winsound.SND_FILENAME | winsound.SND_NODEFAULT)
            except RuntimeError as error:  # no sound card
                log.info("The ring could not be played: %s", error)
                return False
            return True
        return False

    def is_muted(self) -> bool:
        return False


def sound_system_of(platform: str) -> SoundSystem:
    """What plays on a platform, as `sys.platform` names it."""
    if platform == "win32":
        return WindowsSoundSystem()
    if platform == "darwin":
        return ProgramSoundSystem(_MAC_PLAYERS, _MAC_QUESTIONS)
    return ProgramSoundSystem(_LINUX_PLAYERS, _LINUX_QUESTIONS)


def run_program(line: Sequence[str], limit_s: float) -> tuple[int, str]:
    """Runs a program of the system and returns its exit code and what it printed."""
    done = subprocess.run(
        line,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=system_environment(os.environ),
        timeout=limit_s,
        check=False,
    )
    return done.returncode, done.stdout.decode("utf-8", "replace")


def system_environment(present: Mapping[str, str]) -> dict[str, str]:
    """For the system's programs: English, without the libraries of our own frozen package."""
    environment = {name: text for name, text in present.items() if name not in ("LD_LIBRARY_PATH", "LC_ALL")}
    own = present.get("LD_LIBRARY_PATH_ORIG")
    if own is None and not hasattr(sys, "_MEIPASS"):
        own = present.get("LD_LIBRARY_PATH")
    if own:
        environment["LD_LIBRARY_PATH"] = own
    environment["LC_ALL"] = "C"
    return environment


class RingPlayer:
    """`folder` takes the made files; at most 95 of 50 KB each."""

    def __init__(self, folder: Path, system: SoundSystem) -> None:
        self._folder, self._system = folder, system
        self._playing = threading.Lock()

    def ring(self, sound: RingSound, volume: int, on_silent: Callable[[], None]) -> None:
        """Plays in a thread and returns at once; it calls `on_silent` if nothing could play."""
        threading.Thread(target=self._ring, args=(sound, volume, on_silent), name="ring", daemon=True).start()

    def try_sound(self, sound: RingSound, volume: int) -> SoundState:
        """Plays to the end, and says what the owner could not hear."""
        with self._playing:
            if not self._play(sound, volume):
                return SoundState.NO_DEVICE
        return self.read_state()

    def read_state(self) -> SoundState:
        """Whether a ring would be heard, as far as the system says."""
        if not self._system.can_play():
            return SoundState.NO_DEVICE
        return SoundState.MUTED if self._system.is_muted() else SoundState.READY

    def _ring(self, sound: RingSound, volume: int, on_silent: Callable[[], None]) -> None:
        if not self._playing.acquire(blocking=False):
            # Two orders that ring in the same second make one sound.
            return
        try:
            if not self._play(sound, volume):
                log.info("The ring could not be played: no sound device or no program that plays WAV files")
                on_silent()
        finally:
            self._playing.release()

    def _play(self, sound: RingSound, volume: int) -> bool:
        steps = round(min(max(volume, LEAST_VOLUME // 2), MOST_VOLUME) / _STEP) * _STEP
        file = self._folder / f"{sound.value}-{steps}.wav"
        try:
            if not file.exists():
                self._write(file, make_ring(sound, steps))
        except OSError as error:
            log.warning("The ring could not be written to the data folder: %s", error.strerror)
            return False
        return self._system.play(file)

    def _write(self, file: Path, content: bytes) -> None:
        """Writes under another name first: a file that is cut off must not be played later."""
        self._folder.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part")
        part.write_bytes(content)
        part.replace(file)
