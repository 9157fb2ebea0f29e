"""Both sides of a link as a state machine of random steps: in the end they agree, and nothing took
effect twice.

The marketplace moves orders by its own rules, answers are lost, readings are late, come twice or in
another order, and the marketplace is restored from an older backup. What is checked are the rules
of service.domain.link alone.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from itertools import pairwise

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from service.domain.link.order_merge import (
    GRANTED_THERE,
    WaitingAction,
    is_forward,
    is_there,
    merge_order,
    sending_order,
)
from service.domain.link.upstream_orders import UpstreamOrder
from service.domain.marketplace.orders import (
    CLOSED,
    Action,
    Decision,
    Method,
    Order,
    Status,
    UnitsEffect,
    apply_action,
    cancel,
)

NOW = 1_000_000


def upstream_order(number: int, method: Method) -> Order:
    """An order as the marketplace keeps it: its rules are ours."""
    return Order(
        number, 1, f"ORD-2026-{number:06d}", Status.PLACED, NOW, NOW + 10**9, NOW, False, None, 1, method, 0, 0, 0,
        False, None, False,
    )  # fmt: skip


def as_told(order: Order) -> UpstreamOrder:
    return UpstreamOrder(
        order.reference, order.status, order.placed_at, order.accept_by, order.fitment_confirmed, None, (),
        order.method, 0, 0, 0, order.refunded, order.reason,
    )  # fmt: skip


@dataclass
class Near:
    """One mirrored order on this side."""

    order: Order
    known: Status
    difference: bool = False
    answered: int = 0
    """Counts answers to our actions: what was read before one is older than it."""
    left: int = 0
    released: int = 0
    past: list[Status] = field(default_factory=list)


class LinkMachine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.far: dict[int, Order] = {}
        self.near: dict[int, Near] = {}
        self.queue: list[WaitingAction] = []
        self.effects: dict[tuple[int, Action], int] = {}
        self.late: list[tuple[UpstreamOrder, int, int]] = []
        self.backup: dict[int, Order] = {}
        self.was_restored = False
        self.ids = 0
        self.took_effect: set[int] = set()

    # The marketplace

    @rule(method=st.sampled_from(Method))
    def a_buyer_orders(self, method: Method) -> None:
        number = len(self.far) + 1
        if number <= 4:
            self.far[number] = upstream_order(number, method)

    @rule(data=st.data(), action=st.sampled_from(Action))
    def the_web_console_moves_an_order(self, data: st.DataObject, action: Action) -> None:
        number = self._some(data, self.far)
        if number is not None:
            self._act_there(number, action)

    @rule(data=st.data())
    def the_buyer_cancels(self, data: st.DataObject) -> None:
        number = self._some(data, self.far)
        if number is not None:
            self.far[number] = cancel(self.far[number], "changed my mind", NOW, restock=False).order

    @rule()
    def the_marketplace_is_backed_up(self) -> None:
        self.backup = dict(self.far)

    @precondition(lambda self: self.backup)
    @rule()
    def the_marketplace_is_restored(self) -> None:
        self.far |= self.backup
        self.was_restored = True

    # What is read of it

    @rule(data=st.data())
    def an_order_is_read(self, data: st.DataObject) -> None:
        number = self._some(data, self.far)
        if number is not None:
            self._take(as_told(self.far[number]), number, self._answered(number))

    @rule(data=st.data())
    def a_reading_is_late(self, data: st.DataObject) -> None:
        number = self._some(data, self.far)
        if number is not None:
            self.late.append((as_told(self.far[number]), number, self._answered(number)))

    @rule(data=st.data())
    def a_late_reading_arrives(self, data: st.DataObject) -> None:
        if self.late:
            theirs, number, answered = self.late[data.draw(st.integers(0, len(self.late) - 1))]
            self._take(theirs, number, answered)

    # This side

    @rule(data=st.data(), action=st.sampled_from(Action))
    def the_shop_acts(self, data: st.DataObject, action: Action) -> None:
        number = self._some(data, self.near)
        if number is None:
            return
        near = self.near[number]
        decision = apply_action(near.order, action, "no reason" if action is Action.REJECT else None, NOW)
        if decision.refusal or not decision.changed:
            return
        if any(waiting.order_id == number and waiting.action is action for waiting in self.queue):
            return
        if action not in GRANTED_THERE:
            self._apply(near, decision)
        self.ids += 1
        self.queue.append(WaitingAction(self.ids, number, action))

    @rule(lost=st.booleans(), refused_by_network=st.booleans())
    def the_queue_is_sent(self, lost: bool, refused_by_network: bool) -> None:
        self._send(lost=lost, before=refused_by_network)

    # How it works

    def _some(self, data: st.DataObject, orders: Collection[int]) -> int | None:
        return data.draw(st.sampled_from(sorted(orders))) if orders else None

    def _answered(self, number: int) -> int:
        return self.near[number].answered if number in self.near else 0

    def _act_there(self, number: int, action: Action) -> bool:
        decision = apply_action(self.far[number], action, "sold out", NOW)
        if decision.refusal:
            return False
        if decision.changed:
            self.effects[number, action] = self.effects.get((number, action), 0) + 1
        self.far[number] = decision.order
        return True

    def _take(self, theirs: UpstreamOrder, number: int, answered: int) -> None:
        near = self.near.get(number)
        if near is None:
            order = replace(self.far[number], status=theirs.status, marketplace_reference=theirs.reference)
            order = replace(order, accept_by=theirs.accept_by, fitment_confirmed=theirs.fitment_confirmed)
            order = replace(order, units_left=theirs.status in (Status.OUT_FOR_DELIVERY, Status.DELIVERED))
            self.near[number] = Near(order, theirs.status)
            return
        if answered < near.answered:
            return
        waiting = [action.action for action in self.queue if action.order_id == number]
        merge = merge_order(near.order, near.known, theirs, waiting, NOW)
        near.known, near.difference = merge.known, merge.difference is not None
        if merge.decision is not None:
            self._apply(near, merge.decision)
        if merge.withdraws:
            self.queue = [action for action in self.queue if action.order_id != number]

    def _apply(self, near: Near, decision: Decision) -> None:
        if decision.order.status is not near.order.status:
            near.past.append(near.order.status)
        near.left += decision.units is UnitsEffect.SHIP
        near.released += decision.units is UnitsEffect.RELEASE
        near.order = decision.order

    def _send(self, *, lost: bool = False, before: bool = False) -> None:
        due = sending_order(self.queue, NOW)
        if not due:
            return
        waiting = due[0]
        number = waiting.order_id
        if before:
            self._again(waiting)
            return
        if not (waiting.tries and self._reached(waiting)):
            granted = self._act_there(number, waiting.action)
            if granted:
                self.took_effect.add(waiting.id)
            if lost:
                self._again(waiting)
                return
            if not granted and not self._reached(waiting):
                assert waiting.id not in self.took_effect or self.was_restored, "told refused, and took effect"
                self._done(waiting)
                self._take(as_told(self.far[number]), number, self.near[number].answered)
                return
        self._granted(waiting)

    def _reached(self, waiting: WaitingAction) -> bool:
        there = self.far[waiting.order_id]
        return is_there(waiting.action, there.status, fitment_confirmed=there.fitment_confirmed)

    def _again(self, waiting: WaitingAction) -> None:
        place = self.queue.index(waiting)
        self.queue[place] = replace(waiting, tries=waiting.tries + 1)

    def _granted(self, waiting: WaitingAction) -> None:
        self._done(waiting)
        number = waiting.order_id
        self._take(as_told(self.far[number]), number, self.near[number].answered)

    def _done(self, waiting: WaitingAction) -> None:
        self.queue = [action for action in self.queue if action.id != waiting.id]
        self.near[waiting.order_id].answered += 1

    # What always holds

    @invariant()
    def an_order_here_only_moves_forward(self) -> None:
        for near in self.near.values():
            path = [*near.past, near.order.status]
            for before, after in pairwise(path):
                undone = before is Status.DELIVERED and after is Status.CANCELLED
                assert undone or is_forward(before, after), path

    @invariant()
    def units_leave_once_and_are_let_go_once(self) -> None:
        for near in self.near.values():
            assert near.left <= 1
            assert near.released <= 1
            assert not (near.left and near.released)
            if near.order.status in CLOSED and near.past:
                assert near.left or near.released or near.order.units_left

    def teardown(self) -> None:
        """Things calm down: the queue drains, and every order is read once more."""
        for _ in range(100):
            self._send()
        assert not self.queue
        for number in self.far:
            self._take(as_told(self.far[number]), number, self._answered(number))
        for number, near in self.near.items():
            assert near.order.status is self.far[number].status or near.difference
            if not self.was_restored:
                assert near.order.status is self.far[number].status
                assert not near.difference
        if not self.was_restored:
            assert all(count == 1 for count in self.effects.values())


TestLinkMachine = LinkMachine.TestCase
TestLinkMachine.settings = settings(max_examples=120, stateful_step_count=40, deadline=None)
