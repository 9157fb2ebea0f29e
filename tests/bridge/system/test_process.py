"""The garbage collector skips the objects of the start, and threads take short turns."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator

import pytest

from bridge.system.process import freeze_startup_objects, shorten_switch_interval


@pytest.fixture(autouse=True)
def restore_gc_settings() -> Iterator[None]:
    turn, thresholds = sys.getswitchinterval(), gc.get_threshold()
    yield
    sys.setswitchinterval(turn)
    gc.set_threshold(*thresholds)
    gc.unfreeze()


def test_what_is_there_is_left_out_of_collections() -> None:
    kept = [[number] for number in range(1000)]
    assert any(each is kept for each in gc.get_objects())
    freeze_startup_objects()
    assert gc.get_freeze_count() > len(kept)
    assert not any(each is kept for each in gc.get_objects())


def test_what_comes_later_is_still_collected() -> None:
    freeze_startup_objects()
    ring: list[object] = []
    ring.append(ring)
    del ring
    assert gc.collect() >= 1


def test_threads_take_turns_of_a_millisecond() -> None:
    shorten_switch_interval()
    assert sys.getswitchinterval() == pytest.approx(0.001)
