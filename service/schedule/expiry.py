"""Orders that nobody accepted in time are cancelled, also what lapsed while the PC was off (SPEC.md section 3)."""

from __future__ import annotations

from service.domain.times import Clock, Millis
from service.store import orders
from service.store.store import Store
from service.usecases.act_on_order import expire_orders


class Expiry:
    """Cancels what is overdue and knows when the next order will be."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def step(self) -> Millis | None:
        """Cancels what is overdue; gives the moment at which the next placed order lapses."""
        due = await self._store.read(orders.next_expiry)
        while due is not None and due <= self._clock.now():
            await self._store.write(lambda tx: expire_orders(tx, self._clock.now()))
            due = await self._store.read(orders.next_expiry)
        return due
