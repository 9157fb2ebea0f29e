"""Makes the sounds of the ring as WAV files: sums of sine waves that die away."""

from __future__ import annotations

import array
import io
import math
import sys
import wave
from collections.abc import Sequence
from dataclasses import dataclass

from service.domain.marketplace.ringing import MOST_VOLUME, RingSound

RATE = 16_000
"""Samples in a second; one sample has 16 bits, one channel."""

_PEAK = 32_000
_ATTACK_S = 0.004
_RELEASE_S = 0.02


@dataclass(frozen=True, slots=True)
class _Note:
    """A tone: when it starts and how long it lasts in seconds, its partials (Hz, share), and how
    fast it dies away (per second).
    """

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
