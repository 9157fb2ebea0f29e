"""Orders that nobody accepted in time are cancelled, also what lapsed while the PC was off (SPEC.md section 3)."""

from __future__ import annotations

from service.domain.times import HOUR, Clock, Millis
from service.store import orders
from service.store.store import Store
from service.usecases.act_on_order import expire_orders

AGAIN: Millis = HOUR
"""After how long an order that could not be cancelled is tried again."""


class Expiry:
    """Cancels what is overdue and knows when the next order will be."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._broken: dict[int, Millis] = {}

    async def step(self) -> Millis | None:
        """Cancels what is overdue; gives the moment at which the next placed order lapses, or a broken one's turn."""
        now = self._clock.now()
        self._broken = {order_id: at for order_id, at in self._broken.items() if now < at <= now + AGAIN}
        due = await self._next()
        while due is not None and due <= self._clock.now():
            await self._expire(frozenset(self._broken))
            due = await self._next()
        return min((*self._broken.values(), *(() if due is None else (due,))), default=None)

    async def _expire(self, without: frozenset[int]) -> None:
        expired = await self._store.write(lambda tx: expire_orders(tx, self._clock.now(), without))
        self._broken |= dict.fromkeys(expired.broken, self._clock.now() + AGAIN)

    async def _next(self) -> Millis | None:
        without = frozenset(self._broken)
        return await self._store.read(lambda db: orders.next_expiry(db, without))
