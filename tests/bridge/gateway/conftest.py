"""A store with one shop, and the gateway for the backends."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.gateway.store_gateway import StoreGateway
from service.store.engine.store import Store
from tests.bridge.gateway.gateway_fakes import LoopThread
from tests.fakes.clock import FakeClock
from tests.fakes.new_database import new_store
from tests.fakes.pull_fixture import PullFixture
from tests.fakes.shop_fixture import ShopFixture


@pytest.fixture
def floor(store: Store, clock: FakeClock) -> ShopFixture:
    return ShopFixture.fresh(store, clock=clock)


@pytest.fixture
def asking(store: Store, clock: FakeClock) -> Iterator[StoreGateway]:
    opened = StoreGateway(lambda: store, clock)
    yield opened
    opened.close()


@pytest.fixture
def thread(store: Store) -> Iterator[LoopThread]:
    opened = LoopThread(store)
    yield opened
    opened.close()


@pytest.fixture
def pulling(tmp_path: Path) -> Iterator[PullFixture]:
    store = new_store(tmp_path)
    yield PullFixture(ShopFixture.fresh(store), tmp_path)
    store.close()
