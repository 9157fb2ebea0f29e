"""A running service for each test that asks for one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.service.api.stand import Stand, standing


@pytest.fixture
async def stand(tmp_path: Path) -> AsyncIterator[Stand]:
    """A service on a free loopback port; its clock stands still until the test turns it."""
    async with standing(tmp_path) as running:
        yield running
