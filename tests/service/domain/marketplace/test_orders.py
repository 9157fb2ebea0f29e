"""Orders: every action from every status, against a table written from contract §4 alone."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.marketplace.orders import (
    ACCEPT_WINDOW,
    CANCEL,
    EXPIRE,
    MAX_CUSTOMER_ADDRESS,
    MAX_CUSTOMER_NAME,
    MAX_NOTE,
    MAX_PHONE,
    NOBODY,
    Action,
    Customer,
    Decision,
    Method,
    Order,
    Status,
    UnitsEffect,
    allowed_actions,
    apply_action,
    cancel,
    expire,
    format_reference,
    is_overdue,
    restart_time,
    tidy_customer,
)

ORDER = "ORD-2026-000012"
NOW = 1_795_183_509_120
CONTRACT = """
    confirm_fitment  placed            placed            courier pickup
    accept           placed            confirmed         courier pickup
    reject           placed            cancelled         courier pickup
    reject           confirmed         cancelled         courier pickup
    ready            confirmed         ready             courier pickup
    dispatched       ready             out_for_delivery  courier pickup
    delivered        out_for_delivery  delivered         courier pickup
    delivered        ready             delivered         pickup
"""
ALLOWED = {
    (action, source, method): target
    for action, source, target, *methods in map(str.split, CONTRACT.strip().splitlines())
    for method in methods
}
EVERY = list(product(Action, Status, Method))


def test_texts_are_tidied() -> None:
    typed = (" Ali\x00 Hassan\n", "+973 3300\t1122", "Road 12\r\nBlock 3\u202e", " rings \x1b[31mtwice")
    assert tidy_customer(*typed) == Customer("Ali Hassan", "+973 3300 1122", "Road 12 Block 3", "rings [31mtwice")
    joined = "\u0639\u0644\u06cc\u200c\u0646"
    assert tidy_customer(joined).name == joined


def test_each_has_a_bound() -> None:
    customer = tidy_customer(*["x" * 2000] * 4)
    lengths = [len(text) for text in (customer.name, customer.phone, customer.address, customer.note)]
    assert lengths == [MAX_CUSTOMER_NAME, MAX_PHONE, MAX_CUSTOMER_ADDRESS, MAX_NOTE]


def test_nothing_written_is_nobody_and_no_repr_has_the_texts() -> None:
    assert tidy_customer(" ", "\x00") == NOBODY
    assert not NOBODY
    assert tidy_customer("Ali")
    assert repr(tidy_customer("Ali", "3300", "Road 12", "rings")) == "Customer(…)"


def test_what_was_not_written_is_empty() -> None:
    assert tidy_customer("Ali") == Customer("Ali")
    assert tidy_customer(phone="3300") == Customer(phone="3300")
    assert [bool(tidy_customer(*texts)) for texts in (("",), ("", "1"), ("", "", "1"), ("", "", "", "1"))] == [
        False, True, True, True,
    ]  # fmt: skip


def test_a_text_that_is_cut_does_not_end_in_a_space() -> None:
    assert tidy_customer(phone="1" * 39 + " 2").phone == "1" * 39


def an_order(status: Status = Status.PLACED, method: Method = Method.COURIER) -> Order:
    placed = status is Status.PLACED
    return Order(
        id=1, shop_id=1, reference="ORD-2026-000012", status=status, placed_at=NOW, updated_at=NOW,
        accept_by=NOW + ACCEPT_WINDOW if placed else None, fitment_confirmed=False, vehicle=None, lines=(),
        branch_id=1, method=method, fee_fils=0, items_fils=2_500, commission_fils=250, refunded=False, reason=None,
        units_left=status in {Status.OUT_FOR_DELIVERY, Status.DELIVERED},
    )  # fmt: skip


@pytest.mark.parametrize(("action", "status", "method"), EVERY)
def test_every_action_from_every_status(action: Action, status: Status, method: Method) -> None:
    order = an_order(status, method)
    decision = apply_action(order, action, "no stock", NOW + 5)
    target = ALLOWED.get((action.value, status.value, method.value))
    assert decision.action is action
    if target is None:
        assert decision.refusal is not None
        assert decision.refusal.code == "action_not_allowed"
        assert decision.refusal.message.startswith(f"ORD-2026-000012 is {status.value.replace('_', ' ')}; {action} is ")
        assert (decision.order, decision.changed, decision.units) == (order, False, UnitsEffect.NONE)
    else:
        assert decision.refusal is None
        assert decision.order.status.value == target
        assert decision.order.updated_at == NOW + 5


@pytest.mark.parametrize(("status", "method"), list(product(Status, Method)))
def test_allowed_actions_are_those_of_the_table(status: Status, method: Method) -> None:
    allowed = {action.value for action in allowed_actions(an_order(status, method), NOW)}
    assert allowed == {action for action, source, way in ALLOWED if (source, way) == (status.value, method.value)}


@pytest.mark.parametrize(("decision", "code", "sentence"), [
    (apply_action(an_order(), Action.ACCEPT, None, NOW + ACCEPT_WINDOW), "action_not_allowed",
     f"{ORDER} was not accepted within 30 minutes and is cancelled; accept is no longer possible."),
    (apply_action(an_order(Status.READY), Action.ACCEPT, None, NOW), "action_not_allowed",
     f"{ORDER} is ready; accept is possible only while it is placed."),
    (apply_action(an_order(Status.READY), Action.REJECT, "x", NOW), "action_not_allowed",
     f"{ORDER} is ready; reject is possible only while it is placed or confirmed."),
    (apply_action(an_order(Status.PLACED, Method.PICKUP), Action.DELIVERED, None, NOW), "action_not_allowed",
     f"{ORDER} is placed; delivered is possible only while it is out for delivery or ready."),
    (apply_action(an_order(), Action.REJECT, " ", NOW), "reason_required",
     f"Give a reason to reject {ORDER}: the buyer sees it."),
    (cancel(an_order(Status.DELIVERED), "x", NOW, restock=False), "action_not_allowed",
     f"{ORDER} is delivered; cancel is possible only before it is delivered or cancelled."),
    (cancel(an_order(), "", NOW, restock=False), "reason_required",
     f"Say why {ORDER} is cancelled: the buyer sees the reason."),
])  # fmt: skip
def test_a_refusal_says_what_is_possible(decision: Decision, code: str, sentence: str) -> None:
    assert decision.refusal is not None
    assert (decision.refusal.code, str(decision.refusal.sentence)) == (code, sentence)


@pytest.mark.parametrize(("action", "status", "method", "units"), [
    (Action.ACCEPT, Status.PLACED, Method.COURIER, UnitsEffect.NONE),
    (Action.READY, Status.CONFIRMED, Method.COURIER, UnitsEffect.NONE),
    (Action.DISPATCHED, Status.READY, Method.COURIER, UnitsEffect.SHIP),
    (Action.DELIVERED, Status.OUT_FOR_DELIVERY, Method.COURIER, UnitsEffect.NONE),
    (Action.DISPATCHED, Status.READY, Method.PICKUP, UnitsEffect.SHIP),
    (Action.DELIVERED, Status.READY, Method.PICKUP, UnitsEffect.SHIP),
    (Action.DELIVERED, Status.OUT_FOR_DELIVERY, Method.PICKUP, UnitsEffect.NONE),
    (Action.REJECT, Status.PLACED, Method.COURIER, UnitsEffect.RELEASE),
    (Action.REJECT, Status.CONFIRMED, Method.PICKUP, UnitsEffect.RELEASE),
])  # fmt: skip
def test_when_units_leave(action: Action, status: Status, method: Method, units: UnitsEffect) -> None:
    decision = apply_action(an_order(status, method), action, "why", NOW)
    assert decision.units is units
    assert decision.order.units_left == (units is UnitsEffect.SHIP or status is Status.OUT_FOR_DELIVERY)


def test_fitment_confirmed_again_changes_nothing() -> None:
    first = apply_action(an_order(), Action.CONFIRM_FITMENT, None, NOW + 1)
    assert (first.order.fitment_confirmed, first.changed, first.order.accept_by) == (True, True, NOW + ACCEPT_WINDOW)
    again = apply_action(first.order, Action.CONFIRM_FITMENT, None, NOW + 2)
    assert (again.order, again.changed, again.refusal) == (first.order, False, None)
    assert first.action is again.action is Action.CONFIRM_FITMENT


@pytest.mark.parametrize("reason", [None, "", "  \t"])
def test_a_rejection_needs_a_reason(reason: str | None) -> None:
    order = an_order()
    decision = apply_action(order, Action.REJECT, reason, NOW)
    assert decision.refusal is not None
    assert decision.refusal.code == "reason_required"
    assert decision.refusal.message == "Give a reason to reject ORD-2026-000012: the buyer sees it."
    assert (decision.order, decision.action, decision.changed) == (order, Action.REJECT, False)


def test_a_rejection_is_refunded_and_keeps_its_reason() -> None:
    order = apply_action(an_order(Status.CONFIRMED), Action.REJECT, "Cracked glass", NOW).order
    assert (order.status, order.refunded, order.reason, order.accept_by) == (
        Status.CANCELLED,
        True,
        "Cracked glass",
        None,
    )


def test_an_action_that_needs_no_reason_keeps_none() -> None:
    assert apply_action(an_order(), Action.ACCEPT, "because", NOW).order.reason is None


@pytest.mark.parametrize(("late", "overdue"), [(-1, False), (0, True), (1, True)])
def test_the_window_ends_at_accept_by_to_the_millisecond(late: int, overdue: bool) -> None:
    order = an_order()
    now = NOW + ACCEPT_WINDOW + late
    assert is_overdue(order, now) is overdue
    decision = apply_action(order, Action.ACCEPT, None, now)
    assert (decision.refusal is not None) is overdue
    assert decision.order.status is (Status.CANCELLED if overdue else Status.CONFIRMED)
    assert allowed_actions(order, now) == (() if overdue else (Action.CONFIRM_FITMENT, Action.ACCEPT, Action.REJECT))


@pytest.mark.parametrize("action", Action)
def test_whoever_comes_too_late_finds_the_order_cancelled_and_refunded(action: Action) -> None:
    decision = apply_action(an_order(), action, "x", NOW + ACCEPT_WINDOW)
    assert decision.refusal is not None
    assert decision.refusal.code == "action_not_allowed"
    assert (decision.changed, decision.units, decision.action) == (True, UnitsEffect.RELEASE, EXPIRE)
    assert decision.order == expire(an_order(), NOW + ACCEPT_WINDOW).order
    assert decision.order.refunded
    assert decision.order.updated_at == NOW + ACCEPT_WINDOW
    assert decision.order.reason == "Not accepted within 30 minutes."
    again = apply_action(decision.order, action, "x", NOW + ACCEPT_WINDOW + 1)
    assert str(again.refusal) == str(decision.refusal)
    assert f"{action.value} is no longer possible" in str(again.refusal)


@pytest.mark.parametrize("status", [status for status in Status if status is not Status.PLACED])
def test_only_placed_orders_run_out_of_time(status: Status) -> None:
    assert not is_overdue(an_order(status), NOW + 10 * ACCEPT_WINDOW)


def test_an_order_of_a_marketplace_never_runs_out_of_time_here() -> None:
    order = replace(an_order(), marketplace_reference="ORD-2026-000012")
    late = NOW + 10 * ACCEPT_WINDOW
    assert not is_overdue(order, late)
    assert allowed_actions(order, late) == (Action.CONFIRM_FITMENT, Action.ACCEPT, Action.REJECT)
    assert apply_action(order, Action.ACCEPT, None, late).order.status is Status.CONFIRMED


@pytest.mark.parametrize(("status", "restock"), list(product(Status, (False, True))))
def test_cancel_from_every_status(status: Status, restock: bool) -> None:
    order = an_order(status)
    decision = cancel(order, "not found", NOW + 9, restock=restock)
    if status in {Status.DELIVERED, Status.CANCELLED}:
        words = f"ORD-2026-000012 is {status}; cancel is possible only before it is delivered or cancelled."
        assert str(decision.refusal) == words
        assert (decision.order, decision.action, decision.changed) == (order, CANCEL, False)
        return
    left = status is Status.OUT_FOR_DELIVERY
    assert decision.units is ((UnitsEffect.RETURN if restock else UnitsEffect.NONE) if left else UnitsEffect.RELEASE)
    assert (decision.order.status, decision.order.refunded, decision.order.reason) == (
        Status.CANCELLED,
        True,
        "not found",
    )
    assert (decision.action, decision.order.updated_at) == (CANCEL, NOW + 9)


def test_cancel_needs_a_reason() -> None:
    decision = cancel(an_order(), " ", NOW, restock=False)
    assert decision.refusal is not None
    assert decision.refusal.code == "reason_required"
    assert decision.refusal.message == "Say why ORD-2026-000012 is cancelled: the buyer sees the reason."
    assert (decision.action, decision.changed) == (CANCEL, False)


STEPS = st.lists(st.tuples(st.sampled_from([*Action, None]), st.sampled_from(["why", "", None])), max_size=12)


@given(st.sampled_from(Method), STEPS)
def test_units_leave_once_or_are_released_once_whatever_is_tried(
    method: Method, steps: list[tuple[Action | None, str | None]]
) -> None:
    order, settled = an_order(method=method), []
    for action, reason in steps:
        decision = (
            cancel(order, reason or "", NOW, restock=True)
            if action is None
            else apply_action(order, action, reason, NOW)
        )
        settled += [] if decision.units is UnitsEffect.NONE else [decision.units]
        order = decision.order
        assert (order.accept_by is not None) == (order.status is Status.PLACED)
        assert order.refunded == (order.status is Status.CANCELLED)
    assert settled in ([], [UnitsEffect.RELEASE], [UnitsEffect.SHIP], [UnitsEffect.SHIP, UnitsEffect.RETURN])
    assert order.units_left == (UnitsEffect.SHIP in settled)


@pytest.mark.parametrize(
    ("sequence", "reference"), [(1, "ORD-2026-000001"), (999_999, "ORD-2026-999999"), (1_000_000, "ORD-2026-1000000")]
)
def test_references_have_six_digits_or_more(sequence: int, reference: str) -> None:
    assert format_reference("ORD", 2026, sequence) == reference


def test_payout_is_items_less_commission() -> None:
    assert replace(an_order(), items_fils=2_500, commission_fils=300).payout_fils == 2_200


def test_the_time_to_accept_can_begin_again() -> None:
    order = an_order()
    later = restart_time(order, NOW + 5_000)
    assert later == replace(order, accept_by=NOW + 5_000 + 30 * 60 * 1_000, updated_at=NOW + 5_000)
