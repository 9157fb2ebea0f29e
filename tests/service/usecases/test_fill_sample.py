"""The sample: realistic, complete, safe to run again, staging only."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.domain.catalogue.items import Item
from service.domain.catalogue.stock import Cause, NewMovement
from service.domain.errors import Refused
from service.domain.marketplace.orders import Status
from service.domain.shops import Shop
from service.domain.times import DAY, MINUTE, Millis
from service.store import items, orders, rfqs, shops, stock_levels
from service.store.engine.connection import connect, prepare_database
from service.store.engine.transaction import Tx
from service.store.trusted_clock import write_trusted_time
from service.usecases.act_on_order import expire_orders
from service.usecases.edit_shop import ensure_first_shop
from service.usecases.fill_sample import ITEMS_PER_STEP, PLANS, REQUESTS, fill_sample, list_sample_steps
from service.usecases.move_stock import move_stock
from service.usecases.sample_catalogue import SECOND_BRANCH, make_sample_rows
from tests.fakes.reservations import find_wrong_reservations

NOON: Millis = 1_795_176_000_000
ARABIC = re.compile(r"[\u0600-\u06ff]")


@pytest.fixture
def tx(tmp_path: Path) -> Iterator[Tx]:
    """A new database with its first shop;
    a test is one transaction, as each commit would wait for the disk.
    """
    prepare_database(tmp_path / "counterpart.db")
    connection = connect(tmp_path / "counterpart.db", writes=True)
    connection.execute("BEGIN")
    made = Tx(connection)
    ensure_first_shop(made, NOON)
    write_trusted_time(made, NOON)
    yield made
    connection.close()


@pytest.fixture
def staging(tx: Tx) -> Shop:
    return shops.find_shop(tx, None, staging=True)


@pytest.fixture
def filled(tx: Tx, staging: Shop) -> list[Item]:
    """The items after one run."""
    fill_sample(tx, staging, NOON)
    return items.search_items(tx, staging.id, "", limit=10_000)


def test_a_live_shop_is_refused_before_anything_is_written(tx: Tx) -> None:
    live = shops.find_shop(tx, None, staging=False)
    with pytest.raises(Refused, match="live"):
        list_sample_steps(live, NOON)
    assert shops.read_items_total(tx, live.id) == 0


def test_there_are_some_hundreds_of_items_in_both_languages(filled: list[Item]) -> None:
    assert 400 <= len(filled) <= 500
    assert all(item.name_ar and ARABIC.search(item.name_ar) and not ARABIC.search(item.name) for item in filled)
    assert len({item.sku for item in filled}) == len(filled) == len(make_sample_rows())


def test_every_car_part_has_number_brand_price_and_fit_of_right_years(filled: list[Item]) -> None:
    fitted = [item for item in filled if item.fit]
    assert len(fitted) > 400
    for item in fitted:
        assert item.oem_number
        assert item.brand
        assert item.condition
        for fit in item.fit:
            assert fit.year_from is not None
            assert fit.year_to is not None
            assert 1990 < fit.year_from <= fit.year_to <= 2026


def test_prices_keep_their_order(filled: list[Item]) -> None:
    for item in filled:
        assert item.price_fils
        assert item.wholesale_price_fils
        assert 0 < item.wholesale_price_fils < item.price_fils < 300_000
        assert item.price_fils % 50 == 0
        assert item.online_price_fils is None or item.wholesale_price_fils < item.online_price_fils < item.price_fils


def test_makes_conditions_and_categories_are_spread(filled: list[Item]) -> None:
    makes = {fit.make for item in filled for fit in item.fit}
    gulf = {"Toyota", "Nissan", "Lexus", "Honda", "Hyundai", "Kia", "GMC", "Chevrolet", "Mitsubishi", "Ford"}
    assert gulf <= makes
    assert len({item.condition for item in filled}) == 4
    assert len({item.category for item in filled}) >= 8


def test_stock_lies_at_two_branches_with_empty_shelves_and_decimals(tx: Tx, staging: Shop, filled: list[Item]) -> None:
    assert [branch.name for branch in shops.list_branches(tx, staging.id)] == ["Main", SECOND_BRANCH]
    at_second = [item for item in filled if any(level.branch == SECOND_BRANCH for level in item.stock)]
    assert len(at_second) > 200
    assert any(item.quantity == 0 for item in filled)
    assert any(item.quantity % 1000 for item in filled)
    assert any(not item.active for item in filled)
    assert any(not item.list_on_marketplace for item in filled)


def test_orders_are_in_every_status_and_hold_what_they_should(tx: Tx, staging: Shop, filled: list[Item]) -> None:
    assert filled
    wanted = Counter(plan.ends for plan in PLANS)
    assert orders.count_by_status(tx, staging.id) == wanted
    assert set(wanted) == set(Status)
    assert find_wrong_reservations(tx) == []
    assert all(
        order.accept_by and order.accept_by > NOON for order in orders.list_orders(tx, staging.id, Status.PLACED)
    )
    assert len(rfqs.list_rfqs(tx, staging.id)) == len(REQUESTS)


def test_the_ledger_and_the_history_tell_their_story_in_order(tx: Tx, staging: Shop, filled: list[Item]) -> None:
    for item in filled:
        moments = [entry.at for entry in stock_levels.read_ledger(tx, staging.id, item.sku)]
        assert moments == sorted(moments, reverse=True)
    placed = [order.placed_at for order in orders.list_orders(tx, staging.id)]
    assert placed == sorted(placed, reverse=True)
    assert all(entry.at <= NOON for entry in orders.read_history(tx, staging.id))


def test_a_second_run_changes_nothing(tx: Tx, staging: Shop, filled: list[Item]) -> None:
    before = dump(tx)
    again = fill_sample(tx, staging, NOON + MINUTE)
    assert (again.items, again.items_existing, again.orders, again.rfqs) == (0, len(filled), 0, 0)
    assert dump(tx) == before


def test_what_was_tried_stays_and_what_lapsed_is_placed_anew(tx: Tx, staging: Shop, filled: list[Item]) -> None:
    assert filled
    move_stock(tx, staging, NewMovement("BAT-NS70", None, Cause.COUNT, 1_000), by="owner", now=NOON)
    again = fill_sample(tx, staging, NOON + DAY)
    assert again.orders == sum(plan.ends is Status.PLACED for plan in PLANS)
    assert orders.count_by_status(tx, staging.id)[Status.PLACED] == again.orders
    held = items.get_item(tx, staging.id, "BAT-NS70")
    assert {level.branch: level.quantity for level in held.stock}["Main"] == 1_000


def test_many_runs_pile_nothing_up(tx: Tx, staging: Shop) -> None:
    for day in range(5):
        fill_sample(tx, staging, NOON + day * DAY)
    counts = orders.count_by_status(tx, staging.id)
    placed = sum(plan.ends is Status.PLACED for plan in PLANS)
    assert sum(counts.values()) == len(PLANS) + 4 * placed
    assert counts[Status.PLACED] == placed
    assert find_wrong_reservations(tx) == []


def test_sold_out_items_leave_an_order_out_and_say_so(tx: Tx, staging: Shop, filled: list[Item]) -> None:
    assert filled
    later = NOON + DAY
    expire_orders(tx, staging.id, later)
    lapsing = [plan for plan in PLANS if plan.ends is Status.PLACED]
    for sku in {sku for plan in lapsing for sku, _ in plan.lines}:
        move_stock(tx, staging, NewMovement(sku, None, Cause.COUNT, 0), by="owner", now=later)
    emptied = fill_sample(tx, staging, later)
    assert (emptied.orders, emptied.orders_skipped) == (0, len(lapsing))


def test_the_pieces_are_short_writes(tx: Tx, staging: Shop) -> None:
    made = [piece(tx) for piece in list_sample_steps(staging, NOON)]
    assert max(piece.items for piece in made) <= ITEMS_PER_STEP
    assert max(piece.orders for piece in made) == 1
    assert sum(piece.items for piece in made) == len(make_sample_rows())


def test_it_is_the_same_on_every_run(tx: Tx, staging: Shop, filled: list[Item], tmp_path: Path) -> None:
    assert filled
    path = tmp_path / "again" / "counterpart.db"
    prepare_database(path)
    connection = connect(path, writes=True)
    other = Tx(connection)
    ensure_first_shop(other, NOON)
    fill_sample(other, shops.find_shop(other, None, staging=True), NOON)
    assert dump(other) == dump(tx)
    connection.close()


def dump(tx: Tx) -> dict[str, list[tuple[object, ...]]]:
    """Every row that the sample writes; events carry ids drawn at random."""
    tables = ("items", "stock", "ledger", "orders", "order_lines", "order_history", "rfqs", "branches", "sequences")
    return {table: tx.all(f"SELECT * FROM {table}") for table in tables}
