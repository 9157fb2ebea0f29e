"""Practice is for the staging shop, and never together with a link to a marketplace."""

from __future__ import annotations

import pytest

from service.domain.errors import NotFound, Refused
from service.domain.link.link_state import Link, LinkState, parse_upstream_address, state_of
from service.domain.webhooks.webhook_secrets import Secret
from service.store.link import links
from service.usecases.link import edit_link
from service.usecases.link.edit_link import begin_practice, end_practice
from tests.fakes.linked_pair import KeyRing
from tests.fakes.shop_fixture import ShopFixture

KEY = Secret("cp_test_" + "a" * 36)


def begin(shop: ShopFixture) -> Link:
    return shop.write(lambda tx: begin_practice(tx, shop.shop, now=shop.clock.now()))


def end(shop: ShopFixture) -> int:
    return shop.write(lambda tx: end_practice(tx, shop.shop, by="owner", now=shop.clock.now()))


async def set_link(shop: ShopFixture) -> Link:
    far = parse_upstream_address("https://market.example")
    return await edit_link.set_link(shop.store, KeyRing(), shop.shop, far, KEY, now=shop.clock.now())


def test_a_live_shop_never_practises(shop: ShopFixture) -> None:
    with pytest.raises(Refused, match="Practice is for staging only"):
        begin(shop)
    assert shop.read(lambda db: links.find_link(db, shop.shop.id)) is None


def test_a_practice_link_says_that_it_is_one(shop: ShopFixture) -> None:
    staging = shop.paired()
    link = begin(staging)
    assert (link.practice, link.url, link.is_on) == (True, "practice", True)
    now = staging.clock.now()
    staging.write(
        lambda tx: links.change_link(tx, staging.shop.id, approved=True, last_answer_at=now, full_read_at=now)
    )
    state, sentence = state_of(staging.read(lambda db: links.get_link(db, staging.shop.id)), now)
    assert state is LinkState.CONNECTED
    assert "practice marketplace" in str(sentence)
    assert begin(staging).created_at == link.created_at, "a second time it goes on"


async def test_a_link_to_a_marketplace_and_practice_exclude_each_other(shop: ShopFixture) -> None:
    staging = shop.paired()
    begin(staging)
    with pytest.raises(Refused, match="End the practice first"):
        await set_link(staging)
    with pytest.raises(Refused, match="End the practice instead"):
        await edit_link.remove_link(staging.store, KeyRing(), staging.shop, anyway=True, now=staging.clock.now())
    assert end(staging) == 0
    await set_link(staging)
    with pytest.raises(Refused, match="Remove that link"):
        begin(staging)
    with pytest.raises(Refused, match="not to the practice marketplace"):
        end(staging)


def test_there_is_nothing_to_end_without_a_link(shop: ShopFixture) -> None:
    with pytest.raises(NotFound):
        end(shop.paired())
