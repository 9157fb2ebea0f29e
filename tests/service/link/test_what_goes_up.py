"""What a shop sends to a real upstream: stock, prices and rows that are refused (link §4)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from service.domain.catalogue.stock import Cause
from service.domain.link.rehearsal import OnlyThere, read_report
from service.domain.times import MINUTE
from service.store.link import links, pushed_items
from service.usecases.edit_shop import rename_branch
from tests.fakes.linked_pair import LinkedPair, linked_pair


@pytest.fixture
async def pair(tmp_path: Path) -> AsyncIterator[LinkedPair]:
    async with linked_pair(tmp_path) as made:
        yield made


async def test_nothing_goes_up_before_the_owner_approved_the_rehearsal(pair: LinkedPair) -> None:
    pair.near.upload(
        {"sku": "new", "name": "New", "quantity": 1}, {"sku": "same", "name": "Same", "quantity": 2},
        {"sku": "other", "name": "Other", "price_fils": 100, "quantity": 0},
    )  # fmt: skip
    pair.far.upload(
        {"sku": "same", "name": "Same", "quantity": 2}, {"sku": "OTHER", "name": "Other", "price_fils": 50},
        {"sku": "theirs", "name": "Theirs", "price_fils": 7},
    )  # fmt: skip
    await pair.connect(approved=False)
    await pair.runner.read_catalogue()
    await pair.runner.pusher.step()
    text = pair.near.read(lambda db: links.read_text(db, pair.near.shop.id, "rehearsal"))
    assert text is not None
    report = read_report(text)
    assert (report.create, report.change, report.equal, report.only_there) == (1, 1, 1, 1)
    assert [(change.sku, change.field, change.there, change.here) for change in report.worst] == [
        ("other", "price_fils", 50, 100)
    ]
    assert "new" not in pair.equal_stock()[1]
    pair.approve(OnlyThere.BRING)
    pair.proxy.calls.clear()
    await pair.calm_down()
    near, far = pair.equal_stock()
    assert near == {sku if sku != "OTHER" else "other": level for sku, level in far.items()}
    assert sum(method == "POST" for method, _ in pair.proxy.calls) == 1
    assert pair.near.item("theirs").price_fils == 7


async def test_items_that_are_only_there_can_be_switched_off(pair: LinkedPair) -> None:
    pair.far.upload({"sku": "theirs", "name": "Theirs"})
    await pair.connect(approved=False)
    await pair.runner.read_catalogue()
    pair.approve(OnlyThere.DEACTIVATE)
    await pair.calm_down()
    assert not pair.far.item("theirs").active


async def test_a_refused_row_is_parked_and_tried_again_when_it_changes(pair: LinkedPair) -> None:
    pair.near.add("A", 5)
    pair.near.add("B", 5)
    await pair.connect()
    await pair.calm_down()
    pair.far.place("A", 3)
    pair.near.move("A", Cause.COUNT, 1000)
    pair.near.move("B", Cause.COUNT, 1000)
    await pair.runner.pusher.step()
    assert pair.far.item("B").quantity == 1
    (parked,) = pair.near.read(lambda db: pushed_items.list_parked(db, pair.near.shop.id))
    assert parked.sku == "A"
    assert "cannot go below the 3" in str(parked.message)
    pair.near.move("A", Cause.COUNT, 4000)
    await pair.runner.pusher.step()
    assert pair.report.parked == 0
    assert pair.far.item("A").quantity == 4


async def test_a_bad_file_is_held_back_until_the_owner_says_so(pair: LinkedPair) -> None:
    pair.near.upload(*({"sku": f"P-{place}", "name": "x", "quantity": 5, "price_fils": 100} for place in range(30)))
    await pair.connect()
    await pair.calm_down()
    pair.near.upload(*({"sku": f"P-{place}", "quantity": 0} for place in range(30)))
    await pair.runner.pusher.step()
    assert pair.report.state == "held"
    assert pair.far.item("P-1").quantity == 5
    pair.approve()
    await pair.calm_down()
    assert pair.far.item("P-1").quantity == 0


async def test_what_orders_of_the_shop_hold_is_not_sold_there_too(pair: LinkedPair) -> None:
    await pair.connect_with(5)
    pair.near.place("A", 2)
    await pair.calm_down()
    assert pair.far.item("A").quantity == 3


async def test_a_branch_that_is_renamed_does_not_leave_its_stock_there(pair: LinkedPair) -> None:
    pair.near.upload({"sku": "A", "name": "A", "quantity": 5, "branch": "Sitra"})
    await pair.connect()
    await pair.calm_down()
    pair.near.write(lambda tx: rename_branch(tx, pair.near.shop, "Sitra", "Riffa"))
    await pair.calm_down()
    stock = {level["branch"]: level["quantity"] for level in pair.far.item_json("A")["stock"]}
    assert stock == {"Riffa": 5, "Sitra": 0}


async def test_an_item_with_more_branches_than_a_call_has_rows_holds_no_other_up(pair: LinkedPair) -> None:
    branches = [f"B{number}" for number in range(501)]
    pair.near.upload(*({"sku": "A", "name": "A", "quantity": 5, "branch": branch} for branch in branches))
    pair.near.add("B", 5)
    await pair.connect()
    await pair.calm_down()
    pair.near.write(lambda tx: [rename_branch(tx, pair.near.shop, branch, f"New {branch}") for branch in branches])
    pair.near.move("B", Cause.COUNT, 1000)
    await pair.runner.pusher.step()
    assert pair.far.item("B").quantity == 1
    (parked,) = pair.near.read(lambda db: pushed_items.list_parked(db, pair.near.shop.id))
    assert parked.sku == "A"
    assert "has 1,000 branches already" in str(parked.message), "the marketplace allows no more either"


async def test_a_comparison_repairs_what_somebody_changed_there(pair: LinkedPair) -> None:
    pair.near.add("A", 5)
    pair.near.add("B", 5)
    await pair.connect()
    await pair.calm_down()
    pair.far.upload({"sku": "A", "price_fils": 1}, {"sku": "B", "quantity": 99})
    pair.near.write(lambda tx: links.change_link(tx, pair.near.shop.id, compare_due=True))
    await pair.runner.read_catalogue()
    await pair.calm_down()
    near, far = pair.equal_stock()
    assert near == far


async def test_no_status_is_read_more_than_its_share_while_nothing_happens(pair: LinkedPair) -> None:
    await pair.connect()
    await pair.calm_down()
    pair.proxy.calls.clear()
    until = pair.clock.now() + 10 * MINUTE
    while pair.clock.now() < until:
        due = await pair.runner.poll()
        assert due is not None
        pair.pass_time(max(due - pair.clock.now(), 1))
    assert len(pair.proxy.calls) <= 10 * 30
