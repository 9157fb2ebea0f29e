"""The made sounds: valid files, each different, as loud as asked, no click at either end."""

from __future__ import annotations

import array
import io
import wave

import pytest

from bridge.sound.ring_tones import RATE, make_ring
from service.domain.marketplace.ringing import RingSound


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
