"""The index is brought up to date in small steps, while the shop is quiet."""

from __future__ import annotations

import pytest

from service.domain.times import SECOND
from service.schedule.search_indexing import INTERVAL, MAX_DELAY, PAUSE, SearchIndexing
from service.store.engine.text_index import Document
from tests.fakes.shop_fixture import ShopFixture


def filed(floor: ShopFixture) -> int:
    return floor.store.text_index.read(lambda view: view.count(), 0)


async def test_steps_follow_each_other_until_all_is_filed(shop: ShopFixture) -> None:
    shop.upload(*({"sku": f"P-{number}", "name": "Pad"} for number in range(25)))
    shop.clock.advance(MAX_DELAY)
    step = SearchIndexing(shop.store, shop.clock, step_items=10).step
    assert await step() == shop.clock.now() + PAUSE
    assert filed(shop) == 10
    await step()
    assert await step() == shop.clock.now() + INTERVAL
    assert filed(shop) == 25


async def test_it_rests_nine_times_as_long_as_a_step_took(shop: ShopFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    shop.upload(*({"sku": f"P-{number}", "name": "Pad"} for number in range(25)))
    shop.clock.advance(MAX_DELAY)
    index, write = shop.store.text_index, shop.store.text_index.write
    for took, rest in ((40, 360), (SECOND, MAX_DELAY)):

        def write_slowly(
            identity: str, shop_id: int, reached: int, documents: list[Document], took: int = took
        ) -> None:
            write(identity, shop_id, reached, documents)
            shop.clock.advance(took)

        monkeypatch.setattr(index, "write", write_slowly)
        at = await SearchIndexing(shop.store, shop.clock, step_items=10).step()
        assert at - shop.clock.now() == rest


async def test_it_waits_while_uploads_follow_each_other_but_not_for_ever(shop: ShopFixture) -> None:
    step = SearchIndexing(shop.store, shop.clock).step
    await step()
    for _ in range(3):
        shop.clock.advance(SECOND)
        shop.upload({"sku": "P-1", "name": f"Pad {shop.clock.now()}"})
        assert await step() == shop.clock.now() + INTERVAL
        assert filed(shop) == 0
    shop.clock.advance(MAX_DELAY)
    shop.upload({"sku": "P-2", "name": "Pad"})
    await step()
    assert filed(shop) == 2


async def test_it_files_once_nothing_changes(shop: ShopFixture) -> None:
    step = SearchIndexing(shop.store, shop.clock).step
    await step()
    shop.upload({"sku": "P-1", "name": "Pad"})
    await step()
    shop.clock.advance(INTERVAL)
    await step()
    assert filed(shop) == 1
