"""A store on a separate disk folder, and a shop in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.store.engine.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.new_database import new_store
from tests.fakes.shop_fixture import ShopFixture


@pytest.fixture
def clock() -> FakeClock:
    """A clock that is at 2026-11-20T14:05:09.120Z."""
    return FakeClock()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store of the test's own."""
    opened = new_store(tmp_path)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def shared_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """One store for a module: for properties, which make a fresh shop for each example."""
    opened = Store(tmp_path_factory.mktemp("store") / "counterpart.db")
    yield opened
    opened.close()


@pytest.fixture
def shop(store: Store, clock: FakeClock) -> ShopFixture:
    """A live shop."""
    return ShopFixture.fresh(store, clock=clock)


@pytest.fixture
def staging(store: Store, shop: ShopFixture) -> ShopFixture:
    """The staging shop of `shop`."""
    return shop.paired()
