"""What is made at the start is walked through no more, and threads take short turns."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator

import pytest

from bridge.steady import set_aside_what_stays, take_short_turns


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    turn, thresholds = sys.getswitchinterval(), gc.get_threshold()
    yield
    sys.setswitchinterval(turn)
    gc.set_threshold(*thresholds)
    gc.unfreeze()


def test_what_is_there_is_left_out_of_collections() -> None:
    kept = [[number] for number in range(1000)]
    assert any(each is kept for each in gc.get_objects())
    set_aside_what_stays()
    assert gc.get_freeze_count() > len(kept)
    assert not any(each is kept for each in gc.get_objects())


def test_what_comes_later_is_still_collected() -> None:
    set_aside_what_stays()
    ring: list[object] = []
    ring.append(ring)
    del ring
    assert gc.collect() >= 1


def test_threads_take_turns_of_a_millisecond() -> None:
    take_short_turns()
    assert sys.getswitchinterval() == pytest.approx(0.001)
