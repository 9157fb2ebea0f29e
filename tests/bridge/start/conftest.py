"""A service thread for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.start.service_thread import ServiceThread
from tests.bridge.start.service_factory import WAIT_S, ServiceFactory, StatusRecorder
from tests.fakes.clock import FakeClock


@pytest.fixture
def workshop(tmp_path: Path, clock: FakeClock) -> ServiceFactory:
    return ServiceFactory(tmp_path, clock)


@pytest.fixture
def told() -> StatusRecorder:
    return StatusRecorder()


@pytest.fixture
def thread(workshop: ServiceFactory, clock: FakeClock, told: StatusRecorder) -> Iterator[ServiceThread]:
    made = ServiceThread(workshop, clock, told)
    yield made
    assert made.stop(WAIT_S)
