"""The search for losses finds each kind of them: without this, a test without losses would prove
nothing.
"""

from __future__ import annotations

import pytest

from service.store.engine.store import Store
from tests.fakes.shop_fixture import ShopFixture
from tests.nothing_lost.concurrent_calls import AnsweredCalls, find_losses

CALL_COLUMNS = "at, shop_id, remote, method, path, status, duration_us, request_bytes, response_bytes, size"
HISTORY_COLUMNS = "shop_id, order_id, at, action, from_status, to_status, refunded, actor"
DAMAGE = {
    "upload 7: 0 of 1 rows": "UPDATE items SET name = 'other' WHERE name = 'upload 7'",
    "items without their stock: U7": "DELETE FROM stock WHERE item_id = (SELECT id FROM items WHERE sku = 'U7')",
    "stock that the ledger does not explain": "DELETE FROM ledger",
    "orphaned hold": "UPDATE stock SET reserved = 0",
    "orders whose history ends elsewhere": "UPDATE orders SET status = 'ready'",
    "changes of status without an event": "DELETE FROM events",
    "is placed": "UPDATE orders SET status = 'placed'",
    "nobody asked for delivered": "UPDATE orders SET status = 'delivered'",
    "overwritten P: answered 2, is 1": "UPDATE items SET price_fils = 1 WHERE sku = 'P'",
    "overwritten P: answered 2, is 4": "UPDATE items SET price_fils = 4 WHERE sku = 'P'",
    "overwritten P: answered 2, is None": "DELETE FROM items WHERE sku = 'P'",
    "2 times in the log": f"INSERT INTO calls ({CALL_COLUMNS}) SELECT {CALL_COLUMNS} FROM calls",
    "orders that came to a status twice": (
        f"INSERT INTO order_history ({HISTORY_COLUMNS}) SELECT {HISTORY_COLUMNS} FROM order_history"
    ),
    "not in the log": "DELETE FROM calls",
    "items_total": "UPDATE shops SET items_total = 5",
}


@pytest.fixture
def worked(store: Store, shop: ShopFixture) -> tuple[ShopFixture, AnsweredCalls]:
    """A shop in which one upload and one order were answered."""
    shop.add("U7", 3, name="upload 7")
    order = shop.place("U7")
    shop.act(order, "accept")  # type: ignore[arg-type]
    shop.write(
        lambda tx: tx.execute(
            f"INSERT INTO calls ({CALL_COLUMNS}) VALUES (0, 0, '', 'GET', '/v1/items?call=1', 200, 0, 0, 0, 300)"
        ).close()
    )
    shop.upload({"sku": "P", "name": "priced", "price_fils": 2})
    answered = AnsweredCalls({7: 1}, {order.reference: "confirmed"}, {"/v1/items?call=1"}, 1)
    answered.prices, answered.sent_prices = {"P": 2}, {"P": 3}
    answered.sent_statuses = {order.reference: "ready"}
    return shop, answered


def test_where_all_is_well_nothing_is_found(worked: tuple[ShopFixture, AnsweredCalls]) -> None:
    shop, answered = worked
    assert shop.read(lambda db: find_losses(db, shop.shop, answered)) == []


@pytest.mark.parametrize("sign", list(DAMAGE))
def test_each_loss_is_found(worked: tuple[ShopFixture, AnsweredCalls], sign: str) -> None:
    shop, answered = worked
    shop.write(lambda tx: tx.update("DELETE FROM deliveries") + tx.update(DAMAGE[sign]))
    assert any(sign in loss for loss in shop.read(lambda db: find_losses(db, shop.shop, answered)))
