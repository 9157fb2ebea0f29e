"""Secrets and rows agree: whatever fails in between, no target is without its secret."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

import pytest

from service.domain.errors import NotFound, Refused, Unavailable
from service.domain.sentences import verbatim
from service.domain.webhooks.events import DeliveryState, EventKind
from service.domain.webhooks.signing import decode_key
from service.domain.webhooks.webhook_secrets import SecretStoreState, SecretsUnavailable
from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from service.store.webhooks import outbox, targets
from service.usecases.manage_secrets import add_target, remove_target, rotate_secret, switch_secret
from tests.bridge.secrets.fake_secret_stores import FakeSecretStore
from tests.fakes.shop_fixture import ShopFixture
from tests.fakes.webhook_targets import count_stock, list_written, read_target

T = TypeVar("T")
ORDERS = [EventKind.ORDER_PLACED, EventKind.STOCK_CHANGED]
URL = "http://127.0.0.1:9000/in"


class FullDisk:
    """A database that takes nothing."""

    async def write(self, work: Callable[[Tx], T]) -> T:
        raise Unavailable(verbatim("The disk is full."))


class CutOff:
    """A database that commits, while the caller is cancelled and does not get the result."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def write(self, work: Callable[[Tx], T]) -> T:
        await self._store.write(work)
        raise asyncio.CancelledError


@pytest.fixture
def vault() -> FakeSecretStore:
    return FakeSecretStore()


def secret_names(floor: ShopFixture) -> set[str]:
    return {name for bearing in floor.read(targets.read_endpoints).values() for name in bearing.secret_names}


async def test_a_new_target_has_a_secret_of_its_own(shop: ShopFixture, store: Store, vault: FakeSecretStore) -> None:
    made = await add_target(store, vault, shop.shop, f" {URL} ", ORDERS, now=shop.clock.now())
    assert made.target == read_target(shop, made.target.id)
    assert (made.target.url, made.target.on, made.target.events) == (URL, True, frozenset(ORDERS))
    assert vault.secrets == {made.target.secret_name: made.secret}
    assert made.secret.text.startswith("whsec_")
    assert len(decode_key(made.secret) or b"") == 32
    assert made.secret.text not in repr(made)
    dump = shop.read(lambda db: str(db.all("SELECT * FROM targets")))
    assert made.secret.text not in dump


@pytest.mark.parametrize("url", ["http://169.254.169.254/", "file:///etc/passwd", "http://u:p@127.0.0.1/", ""])
async def test_a_refused_address_makes_no_secret(
    shop: ShopFixture, store: Store, vault: FakeSecretStore, url: str
) -> None:
    with pytest.raises(Refused):
        await add_target(store, vault, shop.shop, url, ORDERS, now=1)
    with pytest.raises(Refused):
        await add_target(store, vault, shop.shop, URL, [], now=1)
    assert (vault.secrets, shop.count("targets")) == ({}, 0)


async def test_a_locked_store_makes_no_target(shop: ShopFixture, store: Store, vault: FakeSecretStore) -> None:
    vault.state = SecretStoreState.LOCKED
    with pytest.raises(SecretsUnavailable):
        await add_target(store, vault, shop.shop, URL, ORDERS, now=1)
    assert shop.count("targets") == 0


async def test_a_database_that_takes_nothing_leaves_no_secret(
    shop: ShopFixture, store: Store, vault: FakeSecretStore
) -> None:
    with pytest.raises(Unavailable):
        await add_target(FullDisk(), vault, shop.shop, URL, ORDERS, now=1)
    assert vault.secrets == {}
    made = await add_target(store, vault, shop.shop, URL, ORDERS, now=1)
    with pytest.raises(Unavailable):
        await rotate_secret(FullDisk(), vault, shop.shop, made.target.id)
    with pytest.raises(Unavailable):
        await switch_secret(FullDisk(), vault, shop.shop, made.target.id)
    with pytest.raises(Unavailable):
        await remove_target(FullDisk(), vault, shop.shop, made.target.id, now=1)
    assert vault.secrets.keys() == secret_names(shop) == {made.target.secret_name}


async def test_who_is_cancelled_while_the_row_is_written_leaves_no_target_without_its_secret(
    shop: ShopFixture, store: Store, vault: FakeSecretStore
) -> None:
    with pytest.raises(asyncio.CancelledError):
        await add_target(CutOff(store), vault, shop.shop, URL, ORDERS, now=1)
    assert secret_names(shop)
    assert set(vault.secrets) == secret_names(shop)


async def test_rotating_and_switching(shop: ShopFixture, store: Store, vault: FakeSecretStore) -> None:
    first = await add_target(store, vault, shop.shop, URL, ORDERS, now=1)
    goal = first.target.id
    upcoming = await rotate_secret(store, vault, shop.shop, goal)
    assert upcoming.target.secret_name == first.target.secret_name
    assert vault.secrets == {
        first.target.secret_name: first.secret,
        str(upcoming.target.next_secret_name): upcoming.secret,
    }
    gone = await switch_secret(store, vault, shop.shop, goal)
    assert gone.remaining_reason is None
    assert vault.secrets == {gone.target.secret_name: upcoming.secret}
    assert read_target(shop, goal).next_secret_name is None
    with pytest.raises(Refused, match="rotate it first"):
        await switch_secret(store, vault, shop.shop, goal)


async def test_a_next_secret_is_replaced_only_when_asked(
    shop: ShopFixture, store: Store, vault: FakeSecretStore
) -> None:
    goal = (await add_target(store, vault, shop.shop, URL, ORDERS, now=1)).target.id
    first = await rotate_secret(store, vault, shop.shop, goal)
    with pytest.raises(Refused, match="has a next secret already"):
        await rotate_secret(store, vault, shop.shop, goal)
    assert read_target(shop, goal) == first.target
    second = await rotate_secret(store, vault, shop.shop, goal, again=True)
    assert second.secret != first.secret
    assert vault.secrets.keys() == secret_names(shop)
    assert second.secret in vault.secrets.values()


async def test_removing_ends_what_waits_and_keeps_what_was(
    shop: ShopFixture, store: Store, vault: FakeSecretStore
) -> None:
    shop.add("A")
    goal = (await add_target(store, vault, shop.shop, URL, ORDERS, now=1)).target.id
    await rotate_secret(store, vault, shop.shop, goal)
    count_stock(shop, "A", 1, 2)
    shop.write(lambda tx: tx.update("UPDATE deliveries SET state = 'delivered' WHERE seq = 1"))
    assert (await remove_target(store, vault, shop.shop, goal, now=9)).remaining_reason is None
    assert vault.secrets == {}
    assert [(d.state, d.note) for d in list_written(shop)] == [
        (DeliveryState.DELIVERED, None),
        (DeliveryState.SKIPPED, outbox.TARGET_REMOVED),
    ]
    with pytest.raises(NotFound):
        read_target(shop, goal)
    count_stock(shop, "A", 3)
    assert len(list_written(shop)) == 2


async def test_a_locked_store_keeps_no_target_from_going(
    shop: ShopFixture, store: Store, vault: FakeSecretStore
) -> None:
    goal = (await add_target(store, vault, shop.shop, URL, ORDERS, now=1)).target.id
    vault.state = SecretStoreState.LOCKED
    assert (await remove_target(store, vault, shop.shop, goal, now=1)).remaining_reason == "locked"
    assert secret_names(shop) == set()


async def test_another_shop_reaches_no_target(
    shop: ShopFixture, staging: ShopFixture, store: Store, vault: FakeSecretStore
) -> None:
    goal = (await add_target(store, vault, shop.shop, URL, ORDERS, now=1)).target
    for other in (staging, ShopFixture.fresh(store)):
        with pytest.raises(NotFound):
            await rotate_secret(store, vault, other.shop, goal.id)
        with pytest.raises(NotFound):
            await switch_secret(store, vault, other.shop, goal.id)
        with pytest.raises(NotFound):
            await remove_target(store, vault, other.shop, goal.id, now=1)
    assert read_target(shop, goal.id) == goal
    assert vault.secrets.keys() == {goal.secret_name}
