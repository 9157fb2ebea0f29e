"""How each system plays a WAV file, and how it says that it is muted."""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

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
"""Runs a command line within seconds; returns its exit code and output. Raises OSError,
TimeoutExpired.
"""


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
    """The environment for a program of the system: English answers, and not the libraries of our
    own package, which a frozen program puts first.
    """
    environment = {name: text for name, text in present.items() if name not in ("LD_LIBRARY_PATH", "LC_ALL")}
    own = present.get("LD_LIBRARY_PATH_ORIG")
    if own is None and not hasattr(sys, "_MEIPASS"):
        own = present.get("LD_LIBRARY_PATH")
    if own:
        environment["LD_LIBRARY_PATH"] = own
    environment["LC_ALL"] = "C"
    return environment
