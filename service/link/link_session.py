"""What the duties of one link share: the upstream, the shop, the settled actions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
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
    """Orders that our own actions changed there: earlier readings of them do not count."""

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


def _nothing() -> None:
    """Wakes nobody."""


@dataclass(slots=True)
class LinkSession:
    """`acted` follows a settled action, `went_back` a status that the marketplace took back."""

    shop_id: int
    store: Store
    clock: Clock
    far: Upstream
    settled: Settled = field(default_factory=Settled)
    acted: Callable[[], None] = _nothing
    went_back: Callable[[], None] = _nothing

    async def read_link(self) -> Link | None:
        """The link as it is now; None where it was removed or switched off."""
        link = await self.store.read(lambda db: find_link(db, self.shop_id))
        return link if link is not None and link.is_on else None

    async def read_shop(self) -> Shop:
        return await self.store.read(lambda db: get_shop(db, self.shop_id))
