"""What the duties of one link share: the upstream, the shop, and the actions settled during a
reading.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from service.domain.link.link_state import Link
from service.domain.shops import Shop
from service.domain.times import Clock
from service.link.upstream import Upstream
from service.store.engine.store import Store
from service.store.link.links import find_link
from service.store.shops import get_shop


class Settled:
    """Orders that our own actions changed at the marketplace, so that earlier readings no longer
    count.
    """

    def __init__(self) -> None:
        self._readings: list[set[str]] = []

    @contextmanager
    def during(self) -> Iterator[Collection[str]]:
        """The orders that are settled while the block runs; nothing is stored outside of one."""
        orders: set[str] = set()
        self._readings.append(orders)
        try:
            yield orders
        finally:
            # By identity: the sets of two readings may be equal.
            self._readings = [other for other in self._readings if other is not orders]

    def add(self, marketplace_reference: str) -> None:
        for orders in self._readings:
            orders.add(marketplace_reference)


class Waiters:
    """Callers that wait until a queued action has an outcome."""

    def __init__(self) -> None:
        self._events: dict[int, list[asyncio.Event]] = {}

    @contextmanager
    def expect(self, action_id: int) -> Iterator[asyncio.Event]:
        """An event that is set when the action is settled from now on."""
        event = asyncio.Event()
        self._events.setdefault(action_id, []).append(event)
        try:
            yield event
        finally:
            events = self._events[action_id]
            events.remove(event)
            if not events:
                del self._events[action_id]

    def settle(self, action_ids: Sequence[int]) -> None:
        for action_id in action_ids:
            for event in self._events.get(action_id, ()):
                event.set()


def _nothing() -> None:
    """Wakes nobody."""


@dataclass(slots=True)
class LinkSession:
    """The shared state of one link while it runs.

    `acted` is called when an action was settled, `went_back` when the marketplace took back a
    status.
    """

    shop_id: int
    store: Store
    clock: Clock
    far: Upstream
    settled: Settled = field(default_factory=Settled)
    waiters: Waiters = field(default_factory=Waiters)
    acted: Callable[[], None] = _nothing
    went_back: Callable[[], None] = _nothing

    async def read_link(self) -> Link | None:
        """The link as it is now; None where it was removed or switched off."""
        link = await self.store.read(lambda db: find_link(db, self.shop_id))
        return link if link is not None and link.is_on else None

    async def read_shop(self) -> Shop:
        return await self.store.read(lambda db: get_shop(db, self.shop_id))
