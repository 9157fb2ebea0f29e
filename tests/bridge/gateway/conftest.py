"""A store with one shop, and what the rooms ask it through."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.gateway.asking import Asking
from service.store.store import Store
from tests.bridge.gateway.beside import LoopThread
from tests.fakes.clock import FakeClock
from tests.fakes.pulling import Pulling
from tests.fakes.shop_floor import ShopFloor


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path / "counterpart.db")
    yield opened
    opened.close()


@pytest.fixture
def floor(store: Store, clock: FakeClock) -> ShopFloor:
    return ShopFloor.fresh(store, clock=clock)


@pytest.fixture
def asking(store: Store) -> Iterator[Asking]:
    opened = Asking(lambda: store)
    yield opened
    opened.close()


@pytest.fixture
def thread(store: Store) -> Iterator[LoopThread]:
    opened = LoopThread(store)
    yield opened
    opened.close()


@pytest.fixture
def pulling(tmp_path: Path) -> Iterator[Pulling]:
    store = Store(tmp_path / "counterpart.db")
    yield Pulling(ShopFloor.fresh(store), tmp_path)
    store.close()
