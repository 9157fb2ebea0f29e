"""Compares both sides of a link after the troubles: what is lost, doubled, apart or sold twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from service.domain.catalogue.sku import fold
from service.domain.marketplace.orders import CANCEL, CLOSED, EXPIRE, PLACE, Action, Status
from service.store import items
from service.store.engine.transaction import ReadTx
from service.store.link import mirror
from service.usecases.link.report_link import report_link
from tests.fakes.reservations import find_wrong_reservations
from tests.fakes.shop_fixture import ShopFixture
from tests.nothing_lost.link.shop_work import AT_FIRST, PLENTY, STEPS, ShopWork, list_orders

ONCE = ", ".join(f"'{action}'" for action in (PLACE, CANCEL, EXPIRE, Action.REJECT, *STEPS))
"""What an order goes through once at most."""


class LinkOracle:
    """Each method names faults; none is left once the link has settled everything."""

    def __init__(self, work: ShopWork) -> None:
        self._work = work

    @property
    def near(self) -> ShopFixture:
        return self._work.near.shop

    @property
    def far(self) -> ShopFixture:
        return self._work.far.shop

    def find_faults(self) -> list[str]:
        """What is wrong now."""
        return [
            *self._waiting(),
            *self._orders_apart(),
            *self._repeated(),
            *self._unshown_losses(),
            *self._wrong_holds(),
            *self._wrong_levels(),
        ]

    def find_lost_orders(self) -> list[str]:
        """Open orders here that the marketplace has not got (any more), and that are not shown."""
        there = {order.reference for order in list_orders(self.far)}
        shown = self._shown()
        return [
            f"{order.reference}: {order.status} here, unknown there, not shown"
            for order in list_orders(self.near)
            if order.is_mirrored
            and order.status not in CLOSED
            and order.marketplace_reference not in there
            and order.reference not in shown
        ]

    def count_granted(self, key_name: str) -> int:
        """Steps that orders took at the marketplace by the link's key."""
        return int(
            self.far.read(
                lambda db: db.scalar(
                    "SELECT count(*) FROM order_history WHERE actor = ? AND action <> 'place'", (key_name,)
                )
            )
        )

    def _waiting(self) -> Iterator[str]:
        report = self.near.read(lambda db: report_link(db, self.near.shop.id, self.near.clock.now()))
        if report.actions_waiting or report.to_push or report.parked:
            yield f"{report.actions_waiting} actions, {report.to_push} items wait, {report.parked} parked: {report}"

    def _orders_apart(self) -> Iterator[str]:
        """Each order has one status on both sides, or a difference that the owner sees."""
        here = {order.marketplace_reference: order for order in list_orders(self.near) if order.is_mirrored}
        shown = self._shown()
        for there in list_orders(self.far):
            mirrored = here.get(there.reference)
            if mirrored is None:
                yield f"{there.reference}: {there.status} there, unknown here"
            elif mirrored.status is not there.status and mirrored.reference not in shown:
                yield f"{there.reference}: {there.status} there, {mirrored.status} here, not shown"

    def _repeated(self) -> Iterator[str]:
        """Steps that an order took twice, and orders that rang twice."""
        for side, shop in (("here", self.near), ("there", self.far)):
            rows = shop.read(
                lambda db: db.all(
                    "SELECT reference, action, count(*) FROM order_history JOIN orders ON orders.id = order_id "
                    f"WHERE action IN ({ONCE}) GROUP BY order_id, action HAVING count(*) > 1"
                )
            )
            yield from (f"{reference}: {action} {count} times {side}" for reference, action, count in rows)
        rang = self.near.read(
            lambda db: db.all(
                "SELECT subject, count(*) FROM events WHERE kind = 'order.placed' GROUP BY subject HAVING count(*) > 1"
            )
        )
        yield from (f"{reference} rang {count} times" for reference, count in rang)

    def _unshown_losses(self) -> Iterator[str]:
        """Orders whose units left in vain, and of which the owner is not asked to do anything."""
        shown = self._shown()
        for order in list_orders(self.near):
            in_vain = order.is_mirrored and order.status is Status.CANCELLED and order.units_left
            if in_vain and order.reference not in shown:
                yield f"{order.reference}: its units left, it is cancelled, and that is not shown"

    def _wrong_holds(self) -> Iterator[str]:
        for shop in (self.near, self.far):
            yield from (f"orphaned hold {hold}" for hold in shop.read(find_wrong_reservations))

    def _wrong_levels(self) -> Iterator[str]:
        """Stock and prices that differ, units that came from nowhere, and units sold twice."""
        left = self._left()
        for sku, at_first in AT_FIRST.items():
            if self._is_missing(sku):
                yield f"{sku} is on one side only"
                continue
            near, far = self.near.item(sku), self.far.item(sku)
            if (near.quantity, near.price_fils) != (far.quantity, far.price_fils):
                yield f"{sku}: {near.quantity} at {near.price_fils} here, {far.quantity} at {far.price_fils} there"
            if not all(0 <= item.reserved <= item.quantity for item in (near, far)):
                yield f"{sku}: sold twice: {near.reserved} of {near.quantity} here, {far.reserved} of {far.quantity}"
            expected = at_first + self._work.returned[sku] - left[sku]
            if sku in PLENTY and near.quantity != expected:
                yield f"{sku}: {near.quantity} here, {expected} expected"

    def _is_missing(self, sku: str) -> bool:
        """Whether a side has not got an item: a marketplace of which an older backup was made."""
        folded = fold(sku)
        return any(
            not shop.read(lambda db, at=shop: items.find_items(db, at.shop.id, [folded]))  # type: ignore[misc]
            for shop in (self.near, self.far)
        )

    def _left(self) -> Counter[str]:
        """Units that left the shop."""
        left: Counter[str] = Counter()
        for order in list_orders(self.near):
            for line in order.lines if order.units_left else ():
                left[line.sku] += (line.quantity - line.short) // 1000
        return left

    def _shown(self) -> set[str]:
        def read(db: ReadTx) -> set[str]:
            return {shown.reference for shown in mirror.list_shown(db, self.near.shop.id)}

        return self.near.read(read)
