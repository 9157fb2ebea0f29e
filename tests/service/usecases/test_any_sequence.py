"""Any sequence of writes: no unit is lost, none is held without an order, and the ledger agrees."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections import Counter
from itertools import pairwise
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, rule

from service.domain.catalogue.stock import MOVEMENTS, Cause
from service.domain.errors import CounterpartError
from service.domain.marketplace.orders import ACCEPT_WINDOW, Action, Order, Status
from tests.fakes.new_database import new_store
from tests.fakes.reservations import find_wrong_reservations
from tests.fakes.shop_fixture import ShopFixture

SKUS = st.sampled_from(["A", "b", "Ç"])
BRANCHES = st.sampled_from([None, "Main", "Sitra"])
UNITS = st.sampled_from([0, 0.5, 1, 1.001, 2, 3, 10])
MORE = st.sampled_from([0.5, 1, 1.001, 2, 3])
HOLDING = (Status.PLACED, Status.CONFIRMED, Status.READY)


class AnySequence(RuleBasedStateMachine):
    """Two shops share the store, so that nothing of one may reach the other."""

    placed = Bundle("placed")

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.store = new_store(self.folder)
        self.shop = ShopFixture.fresh(self.store)
        self.staging = self.shop.paired()
        self.orders: list[Order] = []

    def teardown(self) -> None:
        self.store.close()
        shutil.rmtree(self.folder)

    @initialize()
    def stock_up(self) -> None:
        for floor in (self.shop, self.staging):
            for sku in ("A", "B", "ç"):
                floor.add(sku, 3)
        self.staging.place("A", 1)

    @rule(target=placed, sku=SKUS, units=MORE, branch=BRANCHES, pickup=st.booleans())
    def place(self, sku: str, units: float, branch: str | None, pickup: bool) -> object:
        delivery = {"delivery": {"method": "pickup"}} if pickup else {}
        try:
            order = self.shop.place(sku, units, **delivery, **({"branch": branch} if branch else {}))
        except CounterpartError:
            return multiple()
        self.orders.append(order)
        return order

    @rule(order=placed, action=st.sampled_from(Action), reason=st.sampled_from([None, "", "sold"]))
    def act(self, order: Order, action: Action, reason: str | None) -> None:
        self.shop.act(order, action, reason)

    @rule(order=placed)
    def go_on(self, order: Order) -> None:
        for action in (Action.ACCEPT, Action.READY, Action.DISPATCHED, Action.DELIVERED):
            if self.shop.act(order, action).refusal is None:
                return

    @rule(order=placed, restock=st.booleans())
    def cancel(self, order: Order, restock: bool) -> None:
        with contextlib.suppress(CounterpartError):
            self.shop.cancel(order, restock=restock)

    @rule(span=st.sampled_from([1, ACCEPT_WINDOW - 1, ACCEPT_WINDOW]), timer=st.booleans())
    def time_passes(self, span: int, timer: bool) -> None:
        self.shop.clock.advance(span)
        if timer:
            self.shop.expire()

    @rule(sku=SKUS, cause=st.sampled_from(MOVEMENTS), milli=st.sampled_from([0, 500, 1_000, 2_001]), branch=BRANCHES)
    def move(self, sku: str, cause: Cause, milli: int, branch: str | None) -> None:
        with contextlib.suppress(CounterpartError):
            self.shop.move(sku, cause, milli, branch)

    @rule(rows=st.lists(st.tuples(SKUS, UNITS, BRANCHES), min_size=1, max_size=4))
    def upload(self, rows: list[tuple[str, float, str | None]]) -> None:
        result = self.shop.upload(
            *({"sku": sku, "quantity": units, **({"branch": branch} if branch else {})} for sku, units, branch in rows)
        )
        assert result.saved + len(result.errors) == result.received == len(rows)

    @invariant()
    def no_hold_is_orphaned(self) -> None:
        assert self.shop.read(find_wrong_reservations) == []

    @invariant()
    def on_hand_covers_what_is_reserved(self) -> None:
        levels = self.shop.read(lambda db: db.all("SELECT quantity, reserved FROM stock"))
        assert all(quantity >= reserved >= 0 for quantity, reserved in levels)

    @invariant()
    def the_ledger_adds_up_to_what_is_there(self) -> None:
        held = self.shop.read(lambda db: db.all("SELECT item_id, branch_id, quantity FROM stock ORDER BY 1, 2"))
        summed = self.shop.read(
            lambda db: db.all("SELECT item_id, branch_id, sum(change) FROM ledger GROUP BY 1, 2 ORDER BY 1, 2")
        )
        assert held == summed

    @invariant()
    def each_entry_of_the_ledger_follows_the_one_before(self) -> None:
        levels: Counter[tuple[int, int]] = Counter()
        for item, branch, change, quantity in self.shop.read(
            lambda db: db.all("SELECT item_id, branch_id, change, quantity FROM ledger ORDER BY entry")
        ):
            levels[item, branch] += change
            assert levels[item, branch] == quantity

    @invariant()
    def the_history_is_the_status(self) -> None:
        for placed in self.orders:
            order, history = self.shop.order(placed), self.shop.history(placed)
            assert history[-1].to_status is order.status
            assert (history[0].from_status, history[0].to_status) == (None, Status.PLACED)
            for before, after in pairwise(history):
                assert after.from_status is before.to_status
            assert order.refunded == (order.status is Status.CANCELLED) == any(entry.refunded for entry in history)
            assert sum(entry.refunded for entry in history) <= 1

    @invariant()
    def what_is_reserved_is_what_open_orders_ask(self) -> None:
        asked: Counter[str] = Counter()
        for placed in self.orders:
            order = self.shop.order(placed)
            if order.status in HOLDING:
                asked.update({line.sku: line.quantity for line in order.lines})
        for sku in ("A", "B", "ç"):
            assert self.shop.item_json(sku)["reserved"] == asked[sku] / 1000

    @invariant()
    def the_twin_is_untouched(self) -> None:
        assert [self.staging.item_json(sku)["quantity"] for sku in ("A", "B", "ç")] == [3, 3, 3]


AnySequence.TestCase.settings = settings(
    max_examples=30, stateful_step_count=30, suppress_health_check=[HealthCheck.too_slow]
)
TestAnySequence = AnySequence.TestCase
