"""Uploads, orders and a comparison at the same time: whichever comes first, both sides are equal in
the end (link §4).
"""

from __future__ import annotations

from service.domain.catalogue.stock import Cause
from service.store.link import links
from tests.fakes.linked_pair import LinkedPair

PAGE = "/v1/items?offset=0&limit=500"
UPLOAD = "/v1/items"


async def compare(pair: LinkedPair) -> None:
    pair.near.write(lambda tx: links.change_link(tx, pair.near.shop.id, compare_due=True))
    await pair.runner.read_catalogue()


async def test_what_a_comparison_found_is_not_lost_to_an_upload_on_its_way(pair: LinkedPair) -> None:
    pair.far.upload({"sku": "A", "price_fils": 1})
    pair.near.move("A", Cause.RETURN, 1000)
    pair.proxy.meanwhile[UPLOAD] = lambda: compare(pair)
    await pair.runner.pusher.step()
    await pair.calm_down()
    near, far = pair.equal_stock()
    assert near == far == {"A": (1000, 11_000)}


async def test_a_page_that_is_older_than_an_upload_hides_nothing(pair: LinkedPair) -> None:
    """Ten are on the page; one is sold, sent and comes back before the page arrives."""

    async def sell_and_return() -> None:
        pair.near.move("A", Cause.SALE, 1000)
        pair.near.upload({"sku": "A", "price_fils": 900})
        await pair.runner.pusher.step()
        assert pair.far.item("A").quantity == 9
        pair.near.move("A", Cause.RETURN, 1000)
        pair.near.upload({"sku": "A", "price_fils": 1000})

    pair.proxy.meanwhile[PAGE] = sell_and_return
    await compare(pair)
    await pair.calm_down()
    near, far = pair.equal_stock()
    assert near == far == {"A": (1000, 10_000)}


async def test_a_comparison_sends_nothing_that_is_equal(pair: LinkedPair) -> None:
    pair.proxy.calls.clear()
    await compare(pair)
    await pair.calm_down()
    assert [path for method, path in pair.proxy.calls if method == "POST"] == []
