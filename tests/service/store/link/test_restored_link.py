"""A restored link is off until the owner switches it on: two PCs must never act as one shop."""

from __future__ import annotations

from pathlib import Path

from service.domain.link.link_state import Link, LinkState, parse_upstream_address, state_of
from service.domain.sentences import verbatim
from service.domain.webhooks.webhook_secrets import Secret
from service.store.engine.store import Store
from service.store.link.links import change_link, get_link, put_link
from service.store.recovery.copies import merge_wal, read_contents
from service.store.recovery.rebuild import rebuild_database
from service.usecases.link.edit_link import set_link, switch_link
from tests.fakes.linked_pair import KeyRing
from tests.fakes.shop_fixture import ShopFixture


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
