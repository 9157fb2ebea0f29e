"""kill -9 of the sender at random moments, with receivers that fail at random (the
soak does 50).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from service.store.engine.transaction import ReadTx
from tests.fakes.shop_fixture import ShopFixture
from tests.fakes.webhook_targets import add_target, count_stock, list_written
from tests.nothing_lost.webhook_kill_rounds import Post, find_differences, run_webhook_rounds

KILLS = 10


@pytest.mark.slow
async def test_every_event_reaches_every_target_whenever_the_program_dies(tmp_path: Path) -> None:
    came = await run_webhook_rounds(tmp_path, KILLS, seed=20)
    assert came.found == []
    assert came.events > 50
    assert came.interrupted > 0, "no kill met a delivery on its way, so this proved nothing"


@pytest.fixture
def agreed(shop: ShopFixture) -> tuple[ShopFixture, list[Post]]:
    """Deliveries and posts that say the same."""
    shop.add("A", 100)
    for _ in range(2):
        add_target(shop)
    shop.write(lambda tx: tx.update("DELETE FROM ledger"))
    shop.place("A")
    posts = [Post(delivery.id, True, _body(shop), 204) for delivery in list_written(shop)]
    shop.write(lambda tx: tx.update("UPDATE deliveries SET state = 'delivered'"))
    shop.write(lambda tx: tx.update("INSERT INTO attempts SELECT seq, 1, 1, 204, NULL, 1, x'' FROM deliveries"))
    return shop, posts


def _body(shop: ShopFixture) -> bytes:
    return shop.read(lambda db: bytes(db.scalar("SELECT body FROM events")))


def test_no_difference_is_found_where_there_is_none(agreed: tuple[ShopFixture, list[Post]]) -> None:
    shop, posts = agreed
    assert found(shop, posts) == []


def test_each_kind_of_difference_is_found(agreed: tuple[ShopFixture, list[Post]]) -> None:
    shop, posts = agreed
    first, second = posts
    assert "never taken" in found(shop, [first])[0]
    assert "other bytes" in found(shop, [first, Post(second.delivery, True, b"{}", 204)])[0]
    assert "signature" in found(shop, [first, Post(second.delivery, False, second.body, 204)])[0]
    assert "2 posts, 1 attempts" in found(shop, [first, second, second])[0]
    assert "not in the database" in found(shop, [*posts, Post("dlv_x", True, b"", 204)])[0]
    shop.write(lambda tx: tx.update("INSERT INTO attempts SELECT seq, 2, 1, 204, NULL, 1, x'' FROM deliveries"))
    assert "after a recorded 2xx" in found(shop, [*posts, *posts])[0]


def test_events_without_their_cause_and_out_of_order_are_found(agreed: tuple[ShopFixture, list[Post]]) -> None:
    shop, posts = agreed
    count_stock(shop, "A", 5)
    assert any("causes" in one for one in found(shop, posts))
    assert any("not all delivered" in one for one in found(shop, posts))
    shop.write(lambda tx: tx.update("UPDATE events SET subject = 'ORD-1', kind = 'order.status'"))
    late = [Post(delivery.id, True, b"", 204) for delivery in list_written(shop)[::-1]]
    assert any("before an earlier event" in one for one in found(shop, late))


def found(shop: ShopFixture, posts: list[Post]) -> list[str]:
    def work(db: ReadTx) -> list[str]:
        return list(find_differences(db, posts))

    return shop.read(work)
