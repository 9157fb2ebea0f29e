"""A running service for each test that asks for one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.service.api.running_service import RunningService, run_service


@pytest.fixture
async def stand(tmp_path: Path) -> AsyncIterator[RunningService]:
    """A service on a free loopback port; its clock stops until the test moves it."""
    async with run_service(tmp_path) as running:
        yield running
