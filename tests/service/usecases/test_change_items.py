"""Several items changed together: one transaction, no stale preview, a bound."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.domain.catalogue.price_change import PriceChange, PricePlan
from service.domain.errors import Refused
from service.domain.history import CauseKind
from service.store.audit_log import list_entries
from service.store.history.item_history import list_item_history
from service.store.revisions import read_revision
from service.usecases.change_items import MAX_ITEMS, change_prices, check_count, plan_prices, set_active
from service.usecases.edit_shop import set_read_only
from tests.fakes.new_database import new_store
from tests.fakes.shop_fixture import ShopFixture


@pytest.fixture
def shop(tmp_path: Path) -> ShopFixture:
    shop = ShopFixture.fresh(new_store(tmp_path))
    shop.add("A", price_fils=1000, wholesale_price_fils=800)
    shop.add("B", price_fils=2000)
    shop.upload({"sku": "C", "name": "No price"})
    return shop


def ids(shop: ShopFixture) -> tuple[int, ...]:
    return tuple(row[0] for row in shop.read(lambda db: db.all("SELECT id FROM items ORDER BY id")))


def plan(shop: ShopFixture, change: PriceChange) -> PricePlan:
    chosen = ids(shop)
    return shop.read(lambda db: plan_prices(db, chosen, change))


def apply(shop: ShopFixture, planned: PricePlan) -> int:
    now = shop.clock.now()
    return shop.write(lambda tx: change_prices(tx, shop.shop, planned, by="owner", now=now))


def price(shop: ShopFixture, sku: str) -> int | None:
    found: int | None = shop.item_json(sku)["price_fils"]
    return found


def test_a_plan_is_carried_out_as_it_was_displayed(shop: ShopFixture) -> None:
    planned = plan(shop, PriceChange(500, 50))
    assert (planned.changed, planned.without_price) == (2, 1)
    before = shop.read(lambda db: read_revision(db, shop.shop.id))
    assert apply(shop, planned) == 2
    assert (price(shop, "A"), price(shop, "B"), price(shop, "C")) == (1050, 2100, None)
    assert shop.item_json("A")["wholesale_price_fils"] == 800
    assert shop.item_json("A")["quantity"] == 10
    assert shop.read(lambda db: read_revision(db, shop.shop.id)) == before + 2, "readers since then get both"
    assert newest_action(shop) == ("prices_changed", "+5.00%", shop.shop.name, {"prices": "2"})
    written = shop.read(lambda db: list_item_history(db, shop.shop.id, "A"))[0].write
    assert (written.cause.kind, written.by) == (CauseKind.HAND, "owner")


def newest_action(shop: ShopFixture) -> tuple[str, str, str, dict[str, str]]:
    (entry,) = shop.read(lambda db: list_entries(db, limit=1))
    return entry.action, entry.subject, entry.shop, entry.values


def test_a_price_that_changed_since_stops_all_of_it(shop: ShopFixture) -> None:
    planned = plan(shop, PriceChange(500))
    shop.upload({"sku": "B", "price_fils": 2500})
    with pytest.raises(Refused, match="Look at the new figures first") as refused:
        apply(shop, planned)
    assert refused.value.code == "changed_since"
    assert (price(shop, "A"), price(shop, "B")) == (1000, 2500)


def test_a_change_of_stock_does_not_stop_it(shop: ShopFixture) -> None:
    planned = plan(shop, PriceChange(500))
    shop.upload({"sku": "B", "quantity": 1})
    assert apply(shop, planned) == 2


def test_items_become_inactive_and_active_together(shop: ShopFixture) -> None:
    chosen, now = ids(shop), shop.clock.now()
    shop.upload({"sku": "C", "active": False})
    assert shop.write(lambda tx: set_active(tx, shop.shop, chosen, active=False, by="owner", now=now)) == 2
    assert [shop.item_json(sku)["active"] for sku in "ABC"] == [False, False, False]
    assert newest_action(shop) == ("items_switched", "inactive", shop.shop.name, {"items": "2"})
    assert shop.write(lambda tx: set_active(tx, shop.shop, chosen, active=True, by="owner", now=now)) == 3
    assert newest_action(shop) == ("items_switched", "active", shop.shop.name, {"items": "3"})
    assert price(shop, "A") == 1000


def test_a_read_only_shop_and_too_many_parts_are_refused(shop: ShopFixture) -> None:
    planned = plan(shop, PriceChange(500))
    with pytest.raises(Refused, match="At most 20,000 parts") as refused:
        shop.read(lambda db: plan_prices(db, range(MAX_ITEMS + 1), PriceChange(500)))
    assert refused.value.code == "too_many_items"
    check_count(range(MAX_ITEMS))
    shop.write(lambda tx: set_read_only(tx, shop.shop, on=True))
    shop.reload()
    with pytest.raises(Refused, match="read-only"):
        apply(shop, planned)
    with pytest.raises(Refused, match="read-only"):
        shop.write(lambda tx: set_active(tx, shop.shop, (1,), active=False, by="owner", now=0))
