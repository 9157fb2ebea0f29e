"""How many branches uploads make."""

from __future__ import annotations

from service.store.shops import list_branches
from service.usecases.upload_items import MAX_BRANCHES
from tests.fakes.shop_fixture import ShopFixture


def count_branches(shop: ShopFixture) -> int:
    return len(shop.read(lambda db: list_branches(db, shop.shop.id)))


def test_no_row_makes_a_branch_past_the_bound(shop: ShopFixture) -> None:
    shop.add("A")
    for first in range(1, MAX_BRANCHES, 500):
        places = range(first, min(first + 500, MAX_BRANCHES))
        assert not shop.upload(*({"sku": "A", "quantity": 1, "branch": f"B{place}"} for place in places)).errors
    assert count_branches(shop) == MAX_BRANCHES
    result = shop.upload(
        {"sku": "A", "quantity": 1, "branch": "One more"},
        {"sku": "A", "quantity": 2, "branch": "b7"},
        {"sku": "A", "name": "Pad", "branch": "Not needed"},
    )
    assert [(fault.index, str(fault.error)) for fault in result.errors] == [
        (0, "branch: is a new one, and the shop has 1,000 branches already")
    ]
    assert count_branches(shop) == MAX_BRANCHES
