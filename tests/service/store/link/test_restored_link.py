"""A restored link is off until the owner switches it on: two PCs must never act as one shop."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.domain.link.link_state import Link, LinkState, parse_upstream_address, state_of
from service.domain.sentences import message, verbatim
from service.domain.webhooks.webhook_secrets import Secret
from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from service.store.link.links import change_link, get_link, put_link
from service.store.link.mirror import MAX_SET_ASIDE, MAX_SET_ASIDE_BYTES, drop_set_aside, list_set_aside, set_aside
from service.store.recovery.copies import merge_wal, read_contents
from service.store.recovery.rebuild import rebuild_database
from service.usecases.link.edit_link import set_link, switch_link
from tests.fakes.linked_pair import KeyRing
from tests.fakes.shop_fixture import ShopFixture

WHY = message("The order has no lines.")


def _set_aside(shop: ShopFixture, name: str, raw: bytes) -> bool:
    return shop.write(lambda tx: set_aside(tx, shop.shop.id, name, raw, WHY, shop.clock.now()))


def test_an_order_is_stored_up_to_a_bound_and_any_change_is_noticed(shop: ShopFixture) -> None:
    raw = b"x" * 5_000_000
    assert _set_aside(shop, "ORD-1", raw + b"1")
    stored = shop.read(lambda db: db.scalar("SELECT length(raw) FROM set_aside_orders"))
    assert MAX_SET_ASIDE_BYTES <= stored < MAX_SET_ASIDE_BYTES + 100
    assert not _set_aside(shop, "ORD-1", raw + b"1")
    assert _set_aside(shop, "ORD-1", raw + b"2")


def test_there_are_so_many_and_no_more(shop: ShopFixture) -> None:
    def fill(tx: Tx) -> list[bool]:
        names = [f"ORD-{number}" for number in range(MAX_SET_ASIDE)]
        return [set_aside(tx, shop.shop.id, name, b"{}", WHY, shop.clock.now()) for name in names]

    assert all(shop.write(fill))
    assert not _set_aside(shop, "ONE-MORE", b"{}")
    assert _set_aside(shop, "ORD-7", b"[]")
    names = {order.name for order in shop.read(lambda db: list_set_aside(db, shop.shop.id))}
    assert (len(names), "ONE-MORE" in names) == (MAX_SET_ASIDE, False)
    shop.write(lambda tx: drop_set_aside(tx, shop.shop.id, "ORD-7"))
    assert _set_aside(shop, "ONE-MORE", b"{}")


@pytest.mark.parametrize("size", [MAX_SET_ASIDE_BYTES - 1, MAX_SET_ASIDE_BYTES])
def test_a_usual_order_is_stored_whole(shop: ShopFixture, size: int) -> None:
    _set_aside(shop, "ORD-1", b"x" * size)
    assert shop.read(lambda db: db.scalar("SELECT raw FROM set_aside_orders")) == b"x" * size


def ignore_progress(_done: int, _total: int) -> None:
    """Nobody watches."""


def test_a_restored_link_is_off_and_its_key_goes_with_the_backup(tmp_path: Path) -> None:
    store = Store(tmp_path / "counterpart.db")
    shop = ShopFixture.fresh(store)
    made = Link(shop.shop.id, "https://market.example", "webhook-77", True, True, False, False, shop.clock.now())
    shop.write(lambda tx: put_link(tx, made))
    store.close()
    merge_wal(tmp_path / "counterpart.db")
    assert "webhook-77" in read_contents(tmp_path / "counterpart.db").secrets
    rebuild_database(tmp_path / "counterpart.db", tmp_path / "restored.db", ignore_progress)
    restored = Store(tmp_path / "restored.db")
    try:
        after = ShopFixture(restored, shop.shop, shop.clock)
        link = after.read(lambda db: get_link(db, shop.shop.id))
        state, words = state_of(link, shop.clock.now())
        assert (link.is_on, state) == (False, LinkState.OFF)
        assert "another computer may act" in str(words)
        again = after.write(lambda tx: switch_link(tx, shop.shop, on=True))
        assert (again.is_on, again.compare_due, again.full_read_at) == (True, True, None)
    finally:
        restored.close()


async def test_a_new_key_switches_a_restored_link_on_and_everything_is_read(tmp_path: Path) -> None:
    """Another PC has no key of the link in its secret store, so its owner enters one."""
    store = Store(tmp_path / "counterpart.db")
    try:
        shop = ShopFixture.fresh(store)
        link = Link(shop.shop.id, "https://market.example", "webhook-77", False, True, False, False, shop.clock.now())
        shop.write(lambda tx: put_link(tx, link))
        shop.write(
            lambda tx: change_link(tx, shop.shop.id, full_read_at=5, event_cursor="x", off_reason=verbatim("old"))
        )
        address, key = parse_upstream_address(link.url), Secret("cp_live_x")
        made = await set_link(store, KeyRing(), shop.shop, address, key, now=shop.clock.now())
        assert (made.is_on, made.approved, made.compare_due) == (True, True, True)
        assert (made.full_read_at, made.event_cursor, made.off_reason) == (None, None, None)
    finally:
        store.close()
