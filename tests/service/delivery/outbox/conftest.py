"""An outbox of a shop with one item."""

from __future__ import annotations

import pytest

from service.delivery.webhook_sender import StoreOutbox
from service.store.engine.store import Store
from tests.fakes.shop_fixture import ShopFixture


@pytest.fixture
def floor(shop: ShopFixture) -> ShopFixture:
    shop.add("A", 100)
    return shop


@pytest.fixture
def box(store: Store) -> StoreOutbox:
    return StoreOutbox(store)
