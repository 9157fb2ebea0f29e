"""A service that takes further counters, stopped after the test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bridge.remote.counter_stand import Counter, CounterStand
from ui.backend.host_port import HostState


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[CounterStand]:
    (tmp_path / "service").mkdir()
    made = CounterStand(tmp_path / "service")
    yield made
    made.stop()


@pytest.fixture
def counter(stand: CounterStand) -> Counter:
    """One that is connected."""
    opened = stand.open(stand.join())
    opened.wait_for(HostState.LISTENING)
    return opened
