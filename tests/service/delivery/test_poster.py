"""Connections of a target close once nothing uses them, and not before."""

from __future__ import annotations

from typing import cast

import aiohttp

from service.delivery.name_resolution import CheckingResolver
from service.delivery.poster import TargetConnections


class Closing:
    """A session or a resolver that notes its end."""

    def __init__(self) -> None:
        self.closed = False

    async def close(self) -> None:
        self.closed = True


def make() -> tuple[TargetConnections, Closing, Closing]:
    session, resolver = Closing(), Closing()
    made = TargetConnections(cast("aiohttp.ClientSession", session), cast("CheckingResolver", resolver))
    return made, session, resolver


async def test_an_attempt_in_progress_ends_before_retired_connections_close() -> None:
    connections, session, resolver = make()
    async with connections.use():
        async with connections.use():
            await connections.retire()
        assert not connections.is_closed
    assert (session.closed, resolver.closed, connections.is_closed) == (True, True, True)


async def test_connections_that_nothing_uses_close_at_once() -> None:
    connections, session, resolver = make()
    await connections.retire()
    assert (session.closed, resolver.closed) == (True, True)


async def test_connections_stay_open_for_the_next_attempt() -> None:
    connections, session, resolver = make()
    async with connections.use():
        pass
    assert (session.closed, resolver.closed) == (False, False)
