"""What a marketplace can make this computer store of orders that cannot be read."""

from __future__ import annotations

import pytest

from service.domain.sentences import message
from service.store.engine.transaction import Tx
from service.store.link.mirror import MAX_SET_ASIDE, MAX_SET_ASIDE_BYTES, drop_set_aside, list_set_aside, set_aside
from tests.fakes.shop_fixture import ShopFixture

WHY = message("The order has no lines.")


def _set_aside(shop: ShopFixture, name: str, raw: bytes) -> bool:
    return shop.write(lambda tx: set_aside(tx, shop.shop.id, name, raw, WHY, shop.clock.now()))


def test_an_order_is_stored_up_to_a_bound_and_any_change_is_noticed(shop: ShopFixture) -> None:
    raw = b"x" * 5_000_000
    assert _set_aside(shop, "ORD-1", raw + b"1")
    stored = shop.read(lambda db: db.scalar("SELECT length(raw) FROM set_aside_orders"))
    assert MAX_SET_ASIDE_BYTES <= stored < MAX_SET_ASIDE_BYTES + 100
    assert not _set_aside(shop, "ORD-1", raw + b"1")
    assert _set_aside(shop, "ORD-1", raw + b"2")


def test_there_are_so_many_and_no_more(shop: ShopFixture) -> None:
    def fill(tx: Tx) -> list[bool]:
        names = [f"ORD-{number}" for number in range(MAX_SET_ASIDE)]
        return [set_aside(tx, shop.shop.id, name, b"{}", WHY, shop.clock.now()) for name in names]

    assert all(shop.write(fill))
    assert not _set_aside(shop, "ONE-MORE", b"{}")
    assert _set_aside(shop, "ORD-7", b"[]")
    names = {order.name for order in shop.read(lambda db: list_set_aside(db, shop.shop.id))}
    assert (len(names), "ONE-MORE" in names) == (MAX_SET_ASIDE, False)
    shop.write(lambda tx: drop_set_aside(tx, shop.shop.id, "ORD-7"))
    assert _set_aside(shop, "ONE-MORE", b"{}")


@pytest.mark.parametrize("size", [MAX_SET_ASIDE_BYTES - 1, MAX_SET_ASIDE_BYTES])
def test_a_usual_order_is_stored_whole(shop: ShopFixture, size: int) -> None:
    _set_aside(shop, "ORD-1", b"x" * size)
    assert shop.read(lambda db: db.scalar("SELECT raw FROM set_aside_orders")) == b"x" * size
