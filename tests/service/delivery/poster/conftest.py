"""A poster that reaches only what the test names."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from service.delivery.poster import HttpPoster
from service.domain.times import SystemClock
from tests.fakes.certificates import openssl_trust
from tests.service.delivery.poster.poster_fakes import FakeNames, FakeProbe, Maker


@pytest.fixture
def probe() -> FakeProbe:
    return FakeProbe()


@pytest.fixture
def names() -> FakeNames:
    return FakeNames()


@pytest_asyncio.fixture
async def make(probe: FakeProbe, names: FakeNames) -> AsyncIterator[Maker]:
    made: list[HttpPoster] = []

    def make_one(*, limit_s: float = 5.0, tls: ssl.SSLContext | None = None) -> HttpPoster:
        poster = HttpPoster(
            tls=tls or openssl_trust(),
            probe=probe,
            clock=SystemClock(),
            user_agent="Counterpart/test",
            lookup=names,
            limit_s=limit_s,
        )
        made.append(poster)
        return poster

    yield make_one
    for poster in made:
        await poster.close()
