"""Webhook targets of a ShopFixture, and their deliveries as rows."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from service.domain.catalogue.stock import Cause
from service.domain.webhooks.events import Delivery, DeliveryState, EventKind, Target
from service.domain.webhooks.webhook_secrets import new_secret_name
from service.store.engine.transaction import Tx
from service.store.webhooks import deliveries, targets
from tests.fakes.shop_fixture import ShopFixture

ALL = frozenset(EventKind)


def add_target(
    floor: ShopFixture, url: str = "http://127.0.0.1:9/in", events: Collection[EventKind] = ALL, **columns: object
) -> Target:
    """A target with a secret's name; `columns` set what a use case would take several steps for."""
    now = floor.clock.now()
    made = floor.write(lambda tx: targets.insert_target(tx, floor.shop.id, url, events, new_secret_name(), now))
    for name, value in columns.items():
        floor.write(partial(_set, f"UPDATE targets SET {name} = ? WHERE id = ?", value, made.id))
    return read_target(floor, made.id)


def read_target(floor: ShopFixture, target_id: int) -> Target:
    return floor.read(lambda db: targets.get_target(db, floor.shop.id, target_id))


def count_stock(floor: ShopFixture, sku: str, *levels: int) -> None:
    """One `stock.changed` for each level."""
    for level in levels:
        floor.move(sku, Cause.COUNT, level * 1000)


def list_written(
    floor: ShopFixture, state: DeliveryState | None = None, target_id: int | None = None
) -> list[Delivery]:
    """Deliveries of the floor's shop, oldest first."""
    return floor.read(
        lambda db: deliveries.list_deliveries(db, floor.shop.id, target_id=target_id, state=state, limit=10_000)
    )[::-1]


def set_row(floor: ShopFixture, delivery_id: str, **columns: object) -> None:
    """Sets columns of one delivery."""
    for name, value in columns.items():
        floor.write(partial(_set, f"UPDATE deliveries SET {name} = ? WHERE id = ?", value, delivery_id))


def _set(sql: str, value: object, row: object, tx: Tx) -> None:
    tx.update(sql, (value, row))
