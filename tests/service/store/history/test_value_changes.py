"""The history agrees with the values: going back along it from what is held leads to each state
that was held.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.domain.catalogue.row_types import FIELDS
from service.domain.catalogue.stock import Cause
from service.domain.history import QUANTITY
from service.store.engine.transaction import ReadTx
from service.store.history.item_history import list_item_history
from tests.fakes.new_database import new_store
from tests.fakes.shop_fixture import ShopFixture

State = dict[str, Any]
Step = list[dict[str, Any]] | tuple[str, int]
SKUS = ("A", "B")
ROWS = st.fixed_dictionaries(
    {"sku": st.sampled_from(SKUS), "name": st.sampled_from(["Pad", "Disc"])},
    optional={
        "brand": st.sampled_from(["X", None]),
        "price_fils": st.sampled_from([1000, 2000, None]),
        "active": st.booleans(),
        "fit": st.sampled_from([[], [{"make": "Kia", "model": "Rio", "year_from": 2010, "year_to": 2015}]]),
        "quantity": st.sampled_from([0, 1, 2.5]),
        "branch": st.sampled_from(["Sitra"]),
    },
)
STEPS = st.lists(
    st.one_of(
        st.lists(ROWS, min_size=1, max_size=4),
        st.tuples(st.sampled_from(SKUS), st.sampled_from([1000, 3000])),
    ),
    min_size=1,
    max_size=6,
)


@given(STEPS)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_going_back_along_the_history_leads_to_every_state_that_was_held(steps: list[Step]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = new_store(Path(folder))
        try:
            shop = ShopFixture.fresh(store)
            states = [_do(shop, step) for step in steps]
            for sku in SKUS:
                assert _go_back(shop, sku, states[-1].get(sku)) == _find_different([one.get(sku) for one in states])
        finally:
            store.close()


def _do(shop: ShopFixture, step: Step) -> dict[str, State]:
    """One upload or one movement; the state of every item after it."""
    shop.clock.advance(1)
    if isinstance(step, list):
        shop.upload(*step)
    elif shop.read(lambda db: _read_state(db, shop, step[0])):
        shop.move(step[0], Cause.COUNT, step[1])
    return shop.read(lambda db: {sku: state for sku in SKUS if (state := _read_state(db, shop, sku))})


def _read_state(db: ReadTx, shop: ShopFixture, sku: str) -> State | None:
    row = db.one(f"SELECT id, {', '.join(FIELDS[1:])} FROM items WHERE shop_id = ? AND sku = ?", (shop.shop.id, sku))
    if row is None:
        return None
    levels = db.all(
        "SELECT branches.name, quantity FROM stock JOIN branches ON branches.id = branch_id "
        "WHERE item_id = ? AND quantity > 0",
        (row[0],),
    )
    return {**dict(zip(FIELDS[1:], row[1:], strict=True)), **{f"at {name}": milli for name, milli in levels}}


def _go_back(shop: ShopFixture, sku: str, state: State | None) -> list[State]:
    """The states of an item by its history, oldest first."""
    if state is None:
        return []
    states = [state]
    for entry in shop.read(lambda db: list_item_history(db, shop.shop.id, sku)):
        earlier = dict(states[0])
        for change in entry.changes:
            name = f"at {change.branch}" if change.field == QUANTITY else change.field
            assert earlier.get(name, 0 if change.branch else None) == change.new
            earlier[name] = change.old
            if change.branch and not change.old:
                del earlier[name]
        if not entry.created:
            states.insert(0, earlier)
    return _find_different(states)


def _find_different(states: Sequence[State | None]) -> list[State]:
    """The states without those that are like the one before."""
    kept: list[State] = []
    for state in states:
        if state is not None and (not kept or kept[-1] != state):
            kept.append(state)
    return kept
