"""Two installations, one of which is a marketplace."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.fakes.linked_pair import LinkedPair, linked_pair


@pytest.fixture
async def apart(tmp_path: Path) -> AsyncIterator[LinkedPair]:
    """Both, not connected yet."""
    async with linked_pair(tmp_path) as made:
        yield made


@pytest.fixture
async def pair(apart: LinkedPair, request: pytest.FixtureRequest) -> LinkedPair:
    """Connected and at rest, with as many of an item A as the module says in HELD, or 10."""
    apart.near.add("A", getattr(request.module, "HELD", 10))
    await apart.connect()
    await apart.calm_down()
    return apart
