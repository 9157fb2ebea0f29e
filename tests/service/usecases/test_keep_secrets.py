"""Secrets and rows in step: whatever fails in between, no target is without its secret."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

import pytest

from service.domain.errors import NotFound, Refused, Unavailable
from service.domain.events import DeliveryState, EventKind
from service.domain.secrets import SecretsUnavailable, StoreState
from service.domain.sentences import verbatim
from service.domain.signing import decoded_key
from service.store import outbox, targets
from service.store.store import Store
from service.store.transaction import Tx
from service.usecases.keep_secrets import add_target, remove_target, rotate_secret, switch_secret
from tests.bridge.secrets.fakes import FakeStore
from tests.fakes.shop_floor import ShopFloor
from tests.fakes.targets import count_stock, target, written

T = TypeVar("T")
ORDERS = [EventKind.ORDER_PLACED, EventKind.STOCK_CHANGED]
URL = "http://127.0.0.1:9000/in"


class FullDisk:
    """A database that takes nothing."""

    async def write(self, work: Callable[[Tx], T]) -> T:
        raise Unavailable(verbatim("The disk is full."))


class CutOff:
    """A database that commits, while whoever asked is cancelled and never hears of it."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def write(self, work: Callable[[Tx], T]) -> T:
        await self._store.write(work)
        raise asyncio.CancelledError


@pytest.fixture
def vault() -> FakeStore:
    return FakeStore()


def secret_names(floor: ShopFloor) -> set[str]:
    return {name for bearing in floor.read(targets.read_bearings).values() for name in bearing.secret_names}


async def test_a_new_target_has_a_secret_of_its_own(shop: ShopFloor, store: Store, vault: FakeStore) -> None:
    made = await add_target(store, vault, shop.shop, f" {URL} ", ORDERS, now=shop.clock.now())
    assert made.target == target(shop, made.target.id)
    assert (made.target.url, made.target.on, made.target.events) == (URL, True, frozenset(ORDERS))
    assert vault.kept == {made.target.secret_name: made.secret}
    assert made.secret.text.startswith("whsec_")
    assert len(decoded_key(made.secret) or b"") == 32
    assert made.secret.text not in repr(made)
    dump = shop.read(lambda db: str(db.all("SELECT * FROM targets")))
    assert made.secret.text not in dump


@pytest.mark.parametrize("url", ["http://169.254.169.254/", "file:///etc/passwd", "http://u:p@127.0.0.1/", ""])
async def test_a_refused_address_makes_no_secret(shop: ShopFloor, store: Store, vault: FakeStore, url: str) -> None:
    with pytest.raises(Refused):
        await add_target(store, vault, shop.shop, url, ORDERS, now=1)
    with pytest.raises(Refused):
        await add_target(store, vault, shop.shop, URL, [], now=1)
    assert (vault.kept, shop.count("targets")) == ({}, 0)


async def test_a_locked_store_makes_no_target(shop: ShopFloor, store: Store, vault: FakeStore) -> None:
    vault.state = StoreState.LOCKED
    with pytest.raises(SecretsUnavailable):
        await add_target(store, vault, shop.shop, URL, ORDERS, now=1)
    assert shop.count("targets") == 0


async def test_a_database_that_takes_nothing_leaves_no_secret(shop: ShopFloor, store: Store, vault: FakeStore) -> None:
    with pytest.raises(Unavailable):
        await add_target(FullDisk(), vault, shop.shop, URL, ORDERS, now=1)
    assert vault.kept == {}
    made = await add_target(store, vault, shop.shop, URL, ORDERS, now=1)
    with pytest.raises(Unavailable):
        await rotate_secret(FullDisk(), vault, shop.shop, made.target.id)
    with pytest.raises(Unavailable):
        await switch_secret(FullDisk(), vault, shop.shop, made.target.id)
    with pytest.raises(Unavailable):
        await remove_target(FullDisk(), vault, shop.shop, made.target.id, now=1)
    assert vault.kept.keys() == secret_names(shop) == {made.target.secret_name}


async def test_who_is_cancelled_while_the_row_is_written_leaves_no_target_without_its_secret(
    shop: ShopFloor, store: Store, vault: FakeStore
) -> None:
    with pytest.raises(asyncio.CancelledError):
        await add_target(CutOff(store), vault, shop.shop, URL, ORDERS, now=1)
    assert secret_names(shop)
    assert set(vault.kept) == secret_names(shop)


async def test_rotating_and_switching(shop: ShopFloor, store: Store, vault: FakeStore) -> None:
    first = await add_target(store, vault, shop.shop, URL, ORDERS, now=1)
    goal = first.target.id
    upcoming = await rotate_secret(store, vault, shop.shop, goal)
    assert upcoming.target.secret_name == first.target.secret_name
    assert vault.kept == {
        first.target.secret_name: first.secret,
        str(upcoming.target.next_secret_name): upcoming.secret,
    }
    gone = await switch_secret(store, vault, shop.shop, goal)
    assert gone.left is None
    assert vault.kept == {gone.target.secret_name: upcoming.secret}
    assert target(shop, goal).next_secret_name is None
    with pytest.raises(Refused, match="rotate it first"):
        await switch_secret(store, vault, shop.shop, goal)


async def test_a_next_secret_is_replaced_only_when_asked(shop: ShopFloor, store: Store, vault: FakeStore) -> None:
    goal = (await add_target(store, vault, shop.shop, URL, ORDERS, now=1)).target.id
    first = await rotate_secret(store, vault, shop.shop, goal)
    with pytest.raises(Refused, match="has a next secret already"):
        await rotate_secret(store, vault, shop.shop, goal)
    assert target(shop, goal) == first.target
    second = await rotate_secret(store, vault, shop.shop, goal, again=True)
    assert second.secret != first.secret
    assert vault.kept.keys() == secret_names(shop)
    assert second.secret in vault.kept.values()


async def test_removing_ends_what_waits_and_keeps_what_was(shop: ShopFloor, store: Store, vault: FakeStore) -> None:
    shop.add("A")
    goal = (await add_target(store, vault, shop.shop, URL, ORDERS, now=1)).target.id
    await rotate_secret(store, vault, shop.shop, goal)
    count_stock(shop, "A", 1, 2)
    shop.write(lambda tx: tx.update("UPDATE deliveries SET state = 'delivered' WHERE seq = 1"))
    assert (await remove_target(store, vault, shop.shop, goal, now=9)).left is None
    assert vault.kept == {}
    assert [(d.state, d.note) for d in written(shop)] == [
        (DeliveryState.DELIVERED, None),
        (DeliveryState.SKIPPED, outbox.REMOVED),
    ]
    with pytest.raises(NotFound):
        target(shop, goal)
    count_stock(shop, "A", 3)
    assert len(written(shop)) == 2


async def test_a_locked_store_keeps_no_target_from_going(shop: ShopFloor, store: Store, vault: FakeStore) -> None:
    goal = (await add_target(store, vault, shop.shop, URL, ORDERS, now=1)).target.id
    vault.state = StoreState.LOCKED
    assert (await remove_target(store, vault, shop.shop, goal, now=1)).left == "locked"
    assert secret_names(shop) == set()


async def test_another_shop_reaches_no_target(
    shop: ShopFloor, staging: ShopFloor, store: Store, vault: FakeStore
) -> None:
    goal = (await add_target(store, vault, shop.shop, URL, ORDERS, now=1)).target
    for other in (staging, ShopFloor.fresh(store)):
        with pytest.raises(NotFound):
            await rotate_secret(store, vault, other.shop, goal.id)
        with pytest.raises(NotFound):
            await switch_secret(store, vault, other.shop, goal.id)
        with pytest.raises(NotFound):
            await remove_target(store, vault, other.shop, goal.id, now=1)
    assert target(shop, goal.id) == goal
    assert vault.kept.keys() == {goal.secret_name}
