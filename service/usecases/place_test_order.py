"""A test order in the staging shop, made of the items that it has (contract §4.4: the desktop's own
entry).
"""

from __future__ import annotations

from service.domain.catalogue.items import Item
from service.domain.errors import Refused
from service.domain.marketplace.order_requests import LineRequest, OrderRequest
from service.domain.marketplace.orders import Method, Order, Vehicle
from service.domain.quantity import MILLI
from service.domain.sentences import message
from service.domain.shops import Shop
from service.domain.times import Millis
from service.store import items
from service.store.engine.transaction import Tx
from service.usecases.place_order import place_order

_COMMISSION_PERCENT = 10
_COURIER_FEE_FILS = 1_500
_SEARCH_LIMIT = 200


def place_test_order(tx: Tx, shop: Shop, *, by: str, now: Millis) -> Order:
    """Orders one unit of one or two parts that fit one car. Raises Refused in a live shop or if
    nothing is free.
    """
    if not shop.staging:
        raise Refused("live_shop", message("Test orders are for staging only. Switch to Staging at the top first."))
    choice = _choose_items(tx, shop, now)
    vehicle = next((Vehicle(fit.make, fit.model, fit.year_from) for item in choice for fit in item.fit), None)
    lines = tuple(LineRequest(item.sku, MILLI) for item in choice)
    worth = sum(item.order_price_fils or 0 for item in choice)
    pickup = now % 3 == 0
    request = OrderRequest(
        lines,
        branch=_find_branch(choice[0]),
        vehicle=vehicle,
        method=Method.PICKUP if pickup else Method.COURIER,
        fee_fils=0 if pickup else _COURIER_FEE_FILS,
        commission_fils=worth * _COMMISSION_PERCENT // 100,
    )
    return place_order(tx, shop, request, by=by, now=now)


def _choose_items(tx: Tx, shop: Shop, now: Millis) -> list[Item]:
    """Chooses another part each time, with a second one that the same branch has."""
    active = items.search_items(tx, shop.id, "", limit=_SEARCH_LIMIT, active_only=True)
    ready = [item for item in active if item.order_price_fils is not None and _find_branch(item) is not None]
    if not ready:
        raise Refused(
            "nothing_to_order",
            message(
                "Staging has no part with a price and free stock. Fill it with the sample, or upload some parts first."
            ),
        )
    first = ready[now // 1000 % len(ready)]
    others = [item for item in ready if item is not first and _find_branch(item) == _find_branch(first)]
    return [first, others[now // 1000 % len(others)]] if others and now % 2 else [first]


def _find_branch(item: Item) -> str | None:
    """The branch with the most free units of the item."""
    free = [(level.free, level.branch) for level in item.stock if level.free >= MILLI]
    return max(free)[1] if free else None
