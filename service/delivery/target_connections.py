"""The connections to one target: they close when nothing uses them any more."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp

from service.delivery.name_resolution import CheckingResolver


class TargetConnections:
    """A session of the HTTP client and its resolver, which aiohttp would not close."""

    def __init__(self, session: aiohttp.ClientSession, resolver: CheckingResolver) -> None:
        self._session = session
        self._resolver = resolver
        self._attempts = 0
        self._is_retired = False

    @property
    def is_closed(self) -> bool:
        return self._session.closed

    @asynccontextmanager
    async def use(self) -> AsyncIterator[aiohttp.ClientSession]:
        """The session for one attempt. The last one closes connections that are retired."""
        self._attempts += 1
        try:
            yield self._session
        finally:
            self._attempts -= 1
            if self._is_retired and self._attempts == 0:
                await self.close()

    async def retire(self) -> None:
        """Closes the connections, after the attempts in progress have ended."""
        self._is_retired = True
        if self._attempts == 0:
            await self.close()

    async def close(self) -> None:
        """Closes the connections; attempts in progress fail."""
        await self._session.close()
        await self._resolver.close()
