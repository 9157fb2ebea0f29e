"""Several counters at once: an order rings at each, and what one does stops the others."""

from __future__ import annotations

import threading

from service.domain.changes import ChangeKind
from service.domain.marketplace.orders import Action
from service.store.orders import list_waiting_orders
from service.store.shops import list_shops
from tests.bridge.remote.counter_stand import Counter, CounterStand
from tests.bridge.remote.served_windows import WAIT_S
from tests.fakes.shop_fixture import ShopFixture
from ui.backend.host_port import HostState


def test_an_order_rings_at_each_counter_until_one_has_accepted_or_seen_it(stand: CounterStand) -> None:
    """The others know within a second."""
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
    for counter in counters:
        wait_for_orders(counter)
    with stand.hold_time(1.0):
        desk.backend.orders.act(shop.id, order.reference, Action.ACCEPT, None).result(WAIT_S)
        wait_for_orders(yard)
    assert stand.store.submit_read(list_waiting_orders).result(WAIT_S) == []
    wait_for_orders(desk)
    later = floor.place("A-1")
    wait_for_orders(desk)
    with stand.hold_time(1.0):
        yard.backend.orders.mark_seen(shop.id, (later.reference,)).result(WAIT_S)
        wait_for_orders(desk)
    ((_, waiting),) = stand.store.submit_read(list_waiting_orders).result(WAIT_S)
    assert waiting.seen
    shown = yard.backend.orders.detail(shop.id, order.reference).result(WAIT_S)
    assert [entry.by for entry in shown.history] == ["owner", "owner at Desk"]


def wait_for_orders(counter: Counter) -> None:
    """Until its window knows that orders changed once more."""
    counter.wait_until(lambda: any(ChangeKind.ORDERS in one.kinds for one in counter.changes))
    counter.changes.clear()
