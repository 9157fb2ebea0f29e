"""A small program in place of the one that plays sounds: it notes each file's loudness."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.counter_trial.counter import Counter
from tests.desktop.wait_until import wait_until

_PLAYER: Final = """#!{python} -S
import array, json, os, sys, time, wave
with wave.open(sys.argv[-1]) as file:
    samples = array.array("h", file.readframes(file.getnframes()))
loudness = max(abs(sample) for sample in samples)
name = os.path.basename(sys.argv[-1]).split("-")[0]
with open({notes!r}, "a") as notes:
    notes.write(json.dumps([name, loudness, time.time()]) + "\\n")
"""
_MUTE_ANSWER: Final = """#!/bin/sh
echo "Volume: 0.70$(cat {state})"
"""


@dataclass(frozen=True, slots=True)
class PlayedSound:
    """`loudness` is the highest sample, up to 32767; `at` is in seconds."""

    name: str
    loudness: int
    at: float


class SoundRecorder:
    """Comes first in the PATH of the session, so it must be made before the program starts."""

    def __init__(self, counter: Counter) -> None:
        folder = counter.session.home / "sound"
        folder.mkdir()
        self._notes, self._state = folder / "played", folder / "state"
        self._notes.touch()
        self._state.touch()
        _write_program(folder / "pw-play", _PLAYER.format(python=sys.executable, notes=str(self._notes)))
        _write_program(folder / "wpctl", _MUTE_ANSWER.format(state=self._state))
        path = counter.session.environment.get("PATH", os.defpath)
        counter.session.environment["PATH"] = f"{folder}{os.pathsep}{path}"

    def read(self) -> list[PlayedSound]:
        """All that was played, the first one first."""
        return [PlayedSound(*json.loads(line)) for line in self._notes.read_text(encoding="utf-8").splitlines()]

    def wait_for_next(self, before: int, *, seconds: float = 90.0) -> PlayedSound:
        """The first sound after so many."""
        return wait_until("a sound", lambda: self.read()[before : before + 1], seconds=seconds)[0]

    def remove(self) -> None:
        """Nothing that plays sounds is left on the computer."""
        (self._notes.parent / "pw-play").unlink()

    def mute(self, *, on: bool) -> None:
        """What the computer says from now on."""
        self._state.write_text(" [MUTED]" if on else "", encoding="utf-8")


def _write_program(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
    file.chmod(0o755)
