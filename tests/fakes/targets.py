"""Webhook targets of a ShopFloor, and their deliveries as rows."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from service.domain.events import Delivery, DeliveryState, EventKind, Target
from service.domain.secrets import new_secret_name
from service.domain.stock import Cause
from service.store import deliveries, targets
from service.store.transaction import Tx
from tests.fakes.shop_floor import ShopFloor

ALL = frozenset(EventKind)


def give_target(
    floor: ShopFloor, url: str = "http://127.0.0.1:9/in", events: Collection[EventKind] = ALL, **columns: object
) -> Target:
    """A target with a secret's name; `columns` set what a use case would take several steps for."""
    now = floor.clock.now()
    made = floor.write(lambda tx: targets.insert_target(tx, floor.shop.id, url, events, new_secret_name(), now))
    for name, value in columns.items():
        floor.write(partial(_set, f"UPDATE targets SET {name} = ? WHERE id = ?", value, made.id))
    return target(floor, made.id)


def target(floor: ShopFloor, target_id: int) -> Target:
    return floor.read(lambda db: targets.get_target(db, floor.shop.id, target_id))


def count_stock(floor: ShopFloor, sku: str, *levels: int) -> None:
    """One `stock.changed` for each level."""
    for level in levels:
        floor.move(sku, Cause.COUNT, level * 1000)


def written(floor: ShopFloor, state: DeliveryState | None = None, target_id: int | None = None) -> list[Delivery]:
    """Deliveries of the floor's shop, oldest first."""
    return floor.read(
        lambda db: deliveries.list_deliveries(db, floor.shop.id, target_id=target_id, state=state, limit=10_000)
    )[::-1]


def set_row(floor: ShopFloor, delivery_id: str, **columns: object) -> None:
    """Sets columns of one delivery."""
    for name, value in columns.items():
        floor.write(partial(_set, f"UPDATE deliveries SET {name} = ? WHERE id = ?", value, delivery_id))


def _set(sql: str, value: object, row: object, tx: Tx) -> None:
    tx.update(sql, (value, row))
