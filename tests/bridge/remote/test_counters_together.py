"""Several counters at once: an order rings at each, and what one does stops the others."""

from __future__ import annotations

import threading

from service.domain.changes import ChangeKind
from service.domain.marketplace.orders import Action
from service.store.orders import list_waiting_orders
from service.store.shops import list_shops
from tests.bridge.remote.counter_stand import CounterStand
from tests.bridge.remote.served_windows import WAIT_S
from tests.fakes.shop_fixture import ShopFixture
from ui.backend.host_port import HostState


def test_an_order_rings_at_each_counter_until_one_has_accepted_or_seen_it(stand: CounterStand) -> None:
    (shop,) = [one for one in stand.store.submit_read(list_shops).result(WAIT_S) if not one.staging]
    floor = ShopFixture(stand.store, shop, stand.clock)  # type: ignore[arg-type]
    floor.add("A-1")
    counters = [stand.open(stand.join(name)) for name in ("Desk", "Yard")]
    heard = [threading.Event() for _ in counters]
    for counter, event in zip(counters, heard, strict=True):
        counter.wait_for(HostState.LISTENING)
        counter.backend.on_ring(lambda _shop, _order, _lapsing, event=event: event.set())
    order = floor.place("A-1")
    assert all(event.wait(WAIT_S) for event in heard)
    desk, yard = counters
    before = len(yard.changes)
    desk.backend.orders.act(shop.id, order.reference, Action.ACCEPT, None).result(WAIT_S)
    yard.wait_until(lambda: any(ChangeKind.ORDERS in one.kinds for one in yard.changes[before:]))
    assert stand.store.submit_read(list_waiting_orders).result(WAIT_S) == []
    later = floor.place("A-1")
    yard.backend.orders.mark_seen(shop.id, (later.reference,)).result(WAIT_S)
    ((_, waiting),) = stand.store.submit_read(list_waiting_orders).result(WAIT_S)
    assert waiting.seen
