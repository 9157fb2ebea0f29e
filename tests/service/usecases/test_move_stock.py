"""Stock movements over a real store (contract §3.5)."""

from __future__ import annotations

import pytest

from service.domain.catalogue.stock import MOVEMENTS, Cause, Level
from service.domain.errors import NotFound, Refused
from service.usecases.edit_shop import set_read_only
from tests.fakes.shop_fixture import ShopFixture


def test_each_movement_is_in_the_ledger_and_told(shop: ShopFixture) -> None:
    shop.add("A", 10)
    assert shop.move("a", Cause.SALE, 1_500) == Level(8_500, 0)
    assert shop.move("A", Cause.JOB, 500) == Level(8_000, 0)
    assert shop.move("A", Cause.RETURN, 1_000) == Level(9_000, 0)
    assert shop.move("A", Cause.COUNT, 3_000, "main") == Level(3_000, 0)
    assert [(e.cause, e.change, e.quantity) for e in shop.ledger("A")][1:] == [
        (Cause.SALE, -1_500, 8_500),
        (Cause.JOB, -500, 8_000),
        (Cause.RETURN, 1_000, 9_000),
        (Cause.COUNT, -6_000, 3_000),
    ]
    assert [(event["event"], event["data"]["cause"], event["data"]["change"]) for event in shop.events()] == [
        ("stock.changed", "sale", -1.5),
        ("stock.changed", "job", -0.5),
        ("stock.changed", "return", 1),
        ("stock.changed", "count", -6),
    ]


def test_a_count_that_finds_what_is_held_writes_nothing(shop: ShopFixture) -> None:
    shop.add("A", 10)
    before = shop.store._writer._connection.total_changes
    shop.move("A", Cause.COUNT, 10_000)
    assert shop.store._writer._connection.total_changes == before
    assert shop.events() == []


def test_a_count_of_nothing_where_nothing_was_ever_set_is_a_level(shop: ShopFixture) -> None:
    shop.upload({"sku": "A", "name": "Pad"})
    assert shop.item("A").stock == []
    shop.move("A", Cause.COUNT, 0)
    assert [(row.branch, row.quantity) for row in shop.item("A").stock] == [("Main", 0)]


@pytest.mark.parametrize(("cause", "milli", "code"), [
    (Cause.SALE, 10_001, "not_enough_stock"),
    (Cause.SALE, 8_000, "stock_held"),
    (Cause.COUNT, 2_999, "stock_held"),
    (Cause.SALE, -5_000, "negative_quantity"),
    (Cause.COUNT, -1, "negative_quantity"),
    (Cause.RETURN, 0, "nothing_moved"),
    (Cause.UPLOAD, 5, "unknown_cause"),
])  # fmt: skip
def test_refused_movements_change_nothing(shop: ShopFixture, cause: Cause, milli: int, code: str) -> None:
    shop.add("A", 10)
    shop.place("A", 3)
    before = shop.item_json("A")
    with pytest.raises(Refused) as caught:
        shop.move("A", cause, milli)
    assert caught.value.code == code
    assert (shop.item_json("A"), len(shop.ledger("A"))) == (before, 1)


def test_no_such_item_or_branch(shop: ShopFixture) -> None:
    with pytest.raises(NotFound, match="There is no item 'A'"):
        shop.move("A", Cause.COUNT, 1)
    shop.add("A")
    with pytest.raises(NotFound, match="There is no branch 'Sitra'"):
        shop.move("A", Cause.COUNT, 1, "Sitra")


@pytest.mark.parametrize("cause", MOVEMENTS)
def test_a_read_only_shop_moves_nothing(shop: ShopFixture, cause: Cause) -> None:
    shop.add("A")
    shop.write(lambda tx: set_read_only(tx, shop.shop, on=True))
    shop.reload()
    with pytest.raises(Refused) as caught:
        shop.move("A", cause, 1_000)
    assert caught.value.code == "read_only"
