"""Plays the ring for orders, with the sound and the volume that the owner chose."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path

from bridge.sound.ring_tones import make_ring
from bridge.sound.sound_system import SoundSystem
from service.domain.marketplace.ringing import LEAST_VOLUME, MOST_VOLUME, RingSound
from ui.backend.settings_port import SoundState

log = logging.getLogger(__name__)

_STEP = 5
"""Volumes are rounded to steps of 5, so that the folder holds few files."""


class RingPlayer:
    """`folder` takes the made files; at most 95 of 50 KB each."""

    def __init__(self, folder: Path, system: SoundSystem) -> None:
        self._folder, self._system = folder, system
        self._playing = threading.Lock()

    def ring(self, sound: RingSound, volume: int, on_silent: Callable[[], None]) -> None:
        """Plays in a thread of its own and returns at once. `on_silent` is called in that thread if
        nothing could play it.
        """
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
