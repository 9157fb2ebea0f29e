"""Merging the rows of changes loses no change, and leaves as many rows as the items need."""

from __future__ import annotations

from service.domain.catalogue.stock import Cause
from service.domain.times import HOUR
from service.schedule.change_merging import ChangeMerging
from service.store.revisions import ItemRevision, list_changed_items
from tests.fakes.shop_fixture import ShopFixture


def changed(floor: ShopFixture, since: int = 0) -> list[ItemRevision]:
    return floor.read(lambda db: list_changed_items(db, floor.shop.id, since, 100))


async def test_many_small_writes_become_few_rows_that_lead_to_the_same_items(shop: ShopFixture) -> None:
    shop.upload(*({"sku": f"P-{place}", "name": "x", "quantity": 1} for place in range(20)))
    for turn in range(40):
        shop.move(f"P-{turn % 7}", Cause.RETURN, 1000)
    before = {since: changed(shop, since) for since in (0, 10, 25, 55, 60)}
    assert shop.count("item_changes") == 41
    step = ChangeMerging(shop.store, shop.clock, max_rows=30).step
    assert await step() == shop.clock.now() + HOUR
    assert shop.count("item_changes") == 1
    assert {since: changed(shop, since) for since in before} == before
    shop.move("P-19", Cause.SALE, 1000)
    assert [entry.revision for entry in changed(shop, 60)] == [61]


async def test_few_rows_are_left_alone(shop: ShopFixture) -> None:
    shop.add("A")
    shop.add("B")
    await ChangeMerging(shop.store, shop.clock).step()
    assert shop.count("item_changes") == 2
