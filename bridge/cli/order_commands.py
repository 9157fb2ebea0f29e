"""`counterpart orders`: orders of the marketplace side and actions of the owner
(contract §4 and §8).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click
import msgspec

from bridge.cli.command_group import CommandGroup, csv_option, pass_session
from bridge.cli.command_table import summary_of
from bridge.cli.output import (
    format_count,
    format_local_time,
    format_money,
    format_vehicle,
    format_yes_no,
    print_facts,
    print_json,
    print_line,
    print_list,
    text_or_dash,
)
from bridge.cli.parameter_types import FILE, LIMIT, read_input
from bridge.cli.session import Session
from bridge.cli.table_exports import export_orders
from service.domain.errors import UpstreamUnavailable
from service.domain.marketplace import orders as rules
from service.domain.marketplace.order_requests import parse_order
from service.domain.marketplace.orders import NOBODY, Action, Customer, HistoryEntry, Order, Status, tidy_customer
from service.domain.money import CustomerTotal, format_rate
from service.domain.quantity import format_quantity
from service.domain.shops import Shop
from service.domain.times import format_rfc3339
from service.domain.wire import ActionResult, order_out
from service.store import orders as store
from service.store.engine.transaction import ReadTx, Tx
from service.store.orders import find_customers
from service.usecases.act_on_order import act_on_order, cancel_order, expire_orders, take_phone_order
from service.usecases.link.ask_marketplace import still_asking
from service.usecases.place_order import place_order

_LOOK_S = 0.2

orders = CommandGroup(
    name="orders",
    help=summary_of("orders"),
    example="counterpart orders list --status placed",
)


@orders.command(
    "place",
    help="Place an order from a JSON file, or with - from what is piped in; its units are held. "
    'Its "lines" name "sku" and "quantity".',
    example='echo \'{"lines": [{"sku": "04465-60280", "quantity": 1}]}\' | counterpart orders place - --staging',
)
@click.argument("file", type=FILE)
@click.option("--by-phone", is_flag=True, help="For a customer on the phone: it is accepted at once.")
@click.option("--name", default="", metavar="TEXT", help="With --by-phone: the customer's name.")
@click.option("--phone", default="", metavar="TEXT", help="With --by-phone: the customer's phone number.")
@click.option("--address", default="", metavar="TEXT", help="With --by-phone: where to deliver.")
@click.option("--note", default="", metavar="TEXT", help="With --by-phone: a note for the shop.")
@pass_session
def place(session: Session, file: Path, by_phone: bool, name: str, phone: str, address: str, note: str) -> None:
    customer = tidy_customer(name, phone, address, note)
    if customer and not by_phone:
        raise click.UsageError("A customer belongs to an order --by-phone.", click.get_current_context())
    request = parse_order(read_input(file))
    _expire_due_orders(session)

    def work(tx: Tx, shop: Shop) -> tuple[Order, CustomerTotal]:
        if by_phone:
            order = take_phone_order(tx, shop, request, by=session.author, now=session.now(), customer=customer)
        else:
            order = place_order(tx, shop, request, by=session.author, now=session.now())
        return order, order.customer_total(shop.vat)

    order, total = session.write_shop(work)
    what = f"{format_count(len(order.lines), 'line')}, the customer pays {format_money(total.total_fils)}"
    if session.as_json:
        print_json(order_out(order))
    elif by_phone:
        print_line(f"{order.reference} is confirmed: {what}.")
    else:
        until = (
            "Its time to accept begins when the computer's clock is confirmed: counterpart clock"
            if order.accept_by is None
            else f"Accept it by {format_local_time(order.accept_by)}"
        )
        print_line(f"{order.reference} is placed: {what}. {until}.")


@orders.command("list", help="Orders, newest first.", example="counterpart orders list --status placed")
@click.option(
    "--status",
    type=click.Choice([*(status.value for status in Status), "all"]),
    default="all",
    show_default=True,
    help="Only these.",
)
@click.option("--limit", type=LIMIT, default=100, show_default=True, help="At most so many.")
@csv_option()
@pass_session
def list_(session: Session, status: str, limit: int) -> None:
    _expire_due_orders(session)
    only = None if status == "all" else Status(status)
    print_list(
        session,
        session.read_shop(lambda db, shop: _list_orders(db, shop, only, limit)),
        to_json=_order_json,
        headers=("REFERENCE", "STATUS", "PLACED", "ACCEPT BY", ">LINES", ">CUSTOMER PAYS", "CAR"),
        to_row=_list_row,
        empty="There is no order yet." if only is None else f"No order is {rules.describe_status(only)}.",
    )


@orders.command("show", help="One order with its lines and history.", example="counterpart orders show ORD-2026-000001")
@click.argument("reference", metavar="REF")
@pass_session
def show(session: Session, reference: str) -> None:
    _expire_due_orders(session)

    def work(db: ReadTx, shop: Shop) -> tuple[_ShownOrder, list[HistoryEntry]]:
        order = store.get_order(db, shop.id, reference)
        customer = find_customers(db, [order.id]).get(order.id, NOBODY)
        shown = _ShownOrder(order, customer, order.customer_total(shop.vat))
        return shown, store.read_history(db, shop.id, reference=order.reference)

    shown, history = session.read_shop(work)
    order = shown.order
    if session.as_json:
        print_json({**_order_json(shown), "history": [_entry_out(entry) for entry in history]})
        return
    print_facts([*_facts(shown), *_customer_facts(shown.customer)])
    for item in order.lines:
        price = f"{format_money(item.price_fils)} = {format_money(item.total_fils)}"
        print_line(f"{format_quantity(item.quantity)} x {item.sku} at {price}  {item.name}")
    for entry in history:
        why = f": {entry.reason}" if entry.reason else ""
        print_line(
            f"{format_local_time(entry.at)}  {entry.action} by {entry.by} "
            f"-> {rules.describe_status(entry.to_status)}{why}"
        )


@orders.command(
    "act",
    help="Move an order on, as the shop's own system does. A reject needs --reason; the buyer sees it.",
    example="counterpart orders act ORD-2026-000001 accept",
)
@click.argument("reference", metavar="REF")
@click.argument("action", type=click.Choice([action.value for action in Action]))
@click.option("--reason", metavar="TEXT", help="Why, at most 500 characters; the buyer sees it.")
@pass_session
def act(session: Session, reference: str, action: str, reason: str | None) -> None:
    _check_reason(reason)
    _expire_due_orders(session)
    decision = session.write_shop(
        lambda tx, shop: act_on_order(
            tx, shop, reference, Action(action), reason=reason, by=session.author, now=session.now()
        )
    )
    decision = _wait_for_marketplace(session, decision)
    if decision.refusal:
        raise decision.refusal
    if decision.waits_for is not None:
        raise UpstreamUnavailable(still_asking(decision.order))
    _print_result(session, decision.order)


def _wait_for_marketplace(session: Session, decision: rules.Decision) -> rules.Decision:
    """Waits at most ten seconds for the running program to get the marketplace's answer."""
    if decision.waits_for is None:
        return decision
    from service.link.action_gate import PATIENCE_S, settled  # noqa: PLC0415 - loads an HTTP client, for linked shops only

    until = session.clock.monotonic() + PATIENCE_S
    while session.clock.monotonic() < until:
        session.pause(_LOOK_S)
        decision = session.read_shop(lambda db, shop: settled(db, shop.id, decision))  # noqa: B023
        if decision.waits_for is None:
            break
    return decision


@orders.command(
    "cancel",
    help="Cancel an order for a buyer who withdraws; it is refunded. --restock brings back units that had left.",
    example='counterpart orders cancel ORD-2026-000001 --reason "The buyer withdrew."',
)
@click.argument("reference", metavar="REF")
@click.option("--reason", required=True, metavar="TEXT", help="Why, at most 500 characters; the buyer sees it.")
@click.option("--restock", is_flag=True, help="The units that had left are back on the shelf.")
@pass_session
def cancel(session: Session, reference: str, reason: str, restock: bool) -> None:
    _check_reason(reason)
    _expire_due_orders(session)
    decision = session.write_shop(
        lambda tx, shop: cancel_order(
            tx, shop, reference, reason=reason, restock=restock, by=session.author, now=session.now()
        )
    )
    _print_result(session, decision.order)


@dataclass(frozen=True, slots=True)
class _ShownOrder:
    order: Order
    customer: Customer
    total: CustomerTotal


def _list_orders(db: ReadTx, shop: Shop, only: Status | None, limit: int) -> list[_ShownOrder]:
    listed = store.list_orders(db, shop.id, only, limit=limit)
    customers = find_customers(db, [order.id for order in listed])
    return [_ShownOrder(order, customers.get(order.id, NOBODY), order.customer_total(shop.vat)) for order in listed]


def _order_json(shown: _ShownOrder) -> dict[str, Any]:
    """The order as callers get it, and who ordered by phone, which callers do not get."""
    customer = shown.customer
    return {**msgspec.structs.asdict(order_out(shown.order)), "customer": asdict(customer) if customer else None}


def _list_row(shown: _ShownOrder) -> tuple[str, ...]:
    order = shown.order
    return (
        order.reference,
        str(rules.describe_status(order.status)),
        format_local_time(order.placed_at),
        format_local_time(order.accept_by),
        str(len(order.lines)),
        format_money(shown.total.total_fils),
        format_vehicle(order.vehicle),
    )


def _customer_facts(customer: Customer) -> list[tuple[str, str]]:
    facts = (
        ("Customer", customer.name),
        ("Phone", customer.phone),
        ("Address", customer.address),
        ("Note", customer.note),
    )
    return [(name, text) for name, text in facts if text]


def _expire_due_orders(session: Session) -> None:
    """Cancels overdue orders first, so that they are not displayed as placed and hold no units."""
    now = session.now()
    broken: set[int] = set()
    while (due := session.read(lambda db: store.find_next_expiry(db, broken))) is not None and due <= now:
        expired = session.write(lambda tx: expire_orders(tx, now, broken))
        if not expired.count and not expired.failed_ids:
            return  # the computer's clock is in doubt
        broken.update(expired.failed_ids)


def _check_reason(reason: str | None) -> None:
    if reason is not None and len(reason) > rules.MAX_REASON:
        raise click.UsageError(
            f"A reason has at most {rules.MAX_REASON} characters, this one {len(reason)}.", click.get_current_context()
        )


def _print_result(session: Session, order: Order) -> None:
    if session.as_json:
        print_json(ActionResult(order.reference, order.status.value))
    else:
        print_line(
            f"{order.reference} is {rules.describe_status(order.status)}{' and refunded' if order.refunded else ''}."
        )


def _facts(shown: _ShownOrder) -> list[tuple[str, str]]:
    order, total = shown.order, shown.total
    return [
        ("Order", order.reference),
        ("Status", str(rules.describe_status(order.status))),
        ("Placed", format_local_time(order.placed_at)),
        ("Accept by", format_local_time(order.accept_by)),
        ("Car", format_vehicle(order.vehicle)),
        ("Fitment confirmed", format_yes_no(order.fitment_confirmed)),
        ("Items without VAT", format_money(total.items_fils)),
        (f"VAT {format_rate(total.vat_rate)}%", format_money(total.vat_fils)),
        ("Delivery", f"{order.method.value}, {format_money(total.fee_fils)}"),
        ("Customer pays", format_money(total.total_fils)),
        ("Payout", f"{format_money(order.payout_fils)} after {format_money(order.commission_fils)} commission"),
        ("Refunded", format_yes_no(order.refunded)),
        ("Reason", text_or_dash(order.reason)),
    ]


def _entry_out(entry: HistoryEntry) -> dict[str, Any]:
    return {
        "position": entry.position,
        "at": format_rfc3339(entry.at),
        "action": entry.action,
        "from": entry.from_status,
        "to": entry.to_status,
        "reason": entry.reason,
        "refunded": entry.refunded,
        "by": entry.by,
    }


orders.add_command(export_orders)
