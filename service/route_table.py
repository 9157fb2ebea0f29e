"""Which handler answers which path and method."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from service.api.events.event_handlers import EventHandlers
from service.api.events.held_calls import HeldCalls
from service.api.item_handlers import ItemHandlers
from service.api.list_handlers import ListHandlers
from service.api.openapi.description import read_description
from service.api.order_handlers import OrderHandlers
from service.api.pairing.pairing_codes import PairingCodes
from service.api.pairing.pairing_handler import PATH as PAIRING_PATH
from service.api.pairing.pairing_handler import PairingHandler
from service.api.routes import Routes
from service.api.staging_handlers import StagingHandlers
from service.domain.times import Clock
from service.link.action_gate import MarketplaceGate
from service.store.engine.store import Store


def make_routes(
    store: Store,
    clock: Clock,
    gate: MarketplaceGate,
    check_clock: Callable[[], Awaitable[None]],
    held_calls: HeldCalls,
    pairing: PairingCodes,
) -> Routes:
    """The routes below /v1, with handlers of their own."""
    items, orders = ItemHandlers(store), OrderHandlers(store, gate, check_clock)
    lists, staging = ListHandlers(store), StagingHandlers()
    events = EventHandlers(store, clock, held_calls)
    return Routes(
        {
            "/v1/items": {"GET": items.read_page, "POST": items.upload},
            "/v1/items/{sku}": {"GET": items.read_one},
            "/v1/branches": {"GET": lists.list_branches},
            "/v1/rfqs": {"GET": lists.list_rfqs},
            "/v1/orders": {"GET": orders.list_orders},
            "/v1/orders/{order}": {"GET": orders.read_one},
            "/v1/orders/{order}/{action}": {"POST": orders.act},
            "/v1/test/orders": {"POST": staging.place_order},
            "/v1/test/orders/{order}/expire": {"POST": staging.expire_order},
            "/v1/test/rfqs": {"POST": staging.receive_rfq},
            "/v1/test/events": {"POST": staging.send_event},
            "/v1/events": {"GET": events.read},
            "/v1/openapi.json": {"GET": read_description},
        },
        {PAIRING_PATH: PairingHandler(pairing, clock.monotonic).answer},
    )
