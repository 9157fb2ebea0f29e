"""`counterpart orders` and `rfq`: orders, requests and actions on them (contract §4 and §8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import click
import msgspec

from bridge.cli.command_group import CommandGroup
from bridge.cli.output import (
    MONEY,
    TIME,
    Answer,
    Column,
    Counted,
    Fields,
    Listing,
    fact_lines,
    format_count,
    format_local_time,
    format_money,
    format_vehicle,
    format_yes_no,
    save_table,
    say,
    text_or_dash,
)
from bridge.cli.parameter_types import (
    FILE,
    EnumType,
    format_option,
    limit_option,
    read_input,
    since_option,
    until_option,
)
from bridge.cli.session import Session
from service.domain.export_table import TableFormat
from service.domain.marketplace import orders as rules
from service.domain.marketplace.order_requests import parse_order, parse_rfq
from service.domain.marketplace.orders import (
    NOBODY,
    Action,
    Customer,
    HistoryEntry,
    Order,
    OrderTable,
    Rfq,
    Status,
    tidy_customer,
)
from service.domain.money import CustomerTotal, format_rate
from service.domain.quantity import format_quantity
from service.domain.reports import Span
from service.domain.shops import Shop
from service.domain.times import Millis
from service.domain.wire import ActionResult, order_out, rfq_out
from service.store import orders as store
from service.store.engine.transaction import ReadTx
from service.store.reports import iterate_records
from service.usecases.act_on_order import expire_orders
from service.usecases.export_tables import make_order_table
from service.usecases.place_order import receive_rfq

orders = CommandGroup("orders", example="list --status placed")


@dataclass(frozen=True, slots=True)
class OrderRow:
    """An order, who ordered by phone, and what the customer pays."""

    order: Order
    customer: Customer
    total: CustomerTotal


def _order_json(row: OrderRow) -> dict[str, Any]:
    """The order as callers get it, and who ordered by phone, which callers do not get."""
    customer = asdict(row.customer) if row.customer else None
    return {**msgspec.structs.asdict(order_out(row.order)), "customer": customer}


def _describe_status(status: Status) -> str:
    return str(rules.describe_status(status))


ORDER = Fields[OrderRow](
    Column("reference", "REFERENCE", "order.reference"),
    Column("status", "STATUS", text=lambda row: _describe_status(row.order.status)),
    Column("placed_at", "PLACED", "order.placed_at", TIME),
    Column("accept_by", "ACCEPT BY", "order.accept_by", TIME),
    Column("lines", ">LINES", lambda row: len(row.order.lines)),
    Column("total", ">CUSTOMER PAYS", "total.total_fils", MONEY),
    Column("vehicle", "CAR", text=lambda row: format_vehicle(row.order.vehicle)),
    to_json=_order_json,
)
ENTRY = Fields[HistoryEntry](
    Column("position"),
    Column("at", form=TIME),
    Column("action"),
    Column("from", get="from_status"),
    Column("to", get="to_status"),
    Column("reason"),
    Column("refunded"),
    Column("by"),
)


@orders.declare('echo \'{"lines": [{"sku": "04465-60280", "quantity": 1}]}\' | counterpart orders place - --staging')
@click.argument("file", type=FILE)
@click.option("--by-phone", is_flag=True, help="For a customer on the phone: it is accepted at once.")
@click.option("--name", default="", metavar="TEXT", help="With --by-phone: the customer's name.")
@click.option("--phone", default="", metavar="TEXT", help="With --by-phone: the customer's phone number.")
@click.option("--address", default="", metavar="TEXT", help="With --by-phone: where to deliver.")
@click.option("--note", default="", metavar="TEXT", help="With --by-phone: a note for the shop.")
def place(session: Session, file: Path, by_phone: bool, name: str, phone: str, address: str, note: str) -> Answer:
    """Place an order from a JSON file, or with - from what is piped in; its units are held. Its
    "lines" name "sku" and "quantity".
    """
    customer = tidy_customer(name, phone, address, note)
    if customer and not by_phone:
        raise click.UsageError("A customer belongs to an order --by-phone.", click.get_current_context())
    request = parse_order(read_input(file))
    _expire_due_orders(session)
    placed = session.backend.orders.place(session.shop.id, request, customer if by_phone else None)
    row, _history = _read(session, session.ask(placed))
    order, total = row.order, row.total
    what = f"{format_count(len(order.lines), 'line')}, the customer pays {format_money(total.total_fils)}"
    if by_phone:
        return say(order_out(order), f"{order.reference} is confirmed: {what}.")
    until = (
        "Its time to accept begins when the computer's clock is confirmed: counterpart clock"
        if order.accept_by is None
        else f"Accept it by {format_local_time(order.accept_by)}"
    )
    return say(order_out(order), f"{order.reference} is placed: {what}. {until}.")


@orders.declare("--status placed", csv=True)
@click.option(
    "--status",
    type=click.Choice([*(status.value for status in Status), "all"]),
    default="all",
    show_default=True,
    help="Only these.",
)
@limit_option
def list_(session: Session, status: str, limit: int) -> Listing[OrderRow]:
    """Orders, newest first."""
    _expire_due_orders(session)
    only = None if status == "all" else Status(status)

    def work(db: ReadTx, shop: Shop) -> list[OrderRow]:
        listed = store.list_orders(db, shop.id, only, limit=limit)
        customers = store.find_customers(db, [order.id for order in listed])
        return [OrderRow(one, customers.get(one.id, NOBODY), one.customer_total(shop.vat)) for one in listed]

    empty = "There is no order yet." if only is None else f"No order is {_describe_status(only)}."
    return Listing(ORDER, session.read_shop(work), empty)


@orders.declare("ORD-2026-000001")
@click.argument("reference", metavar="REF")
def show(session: Session, reference: str) -> Answer:
    """One order with its lines and history."""
    _expire_due_orders(session)
    row, history = _read(session, reference)
    value = {**_order_json(row), "history": [ENTRY.to_json(entry) for entry in history]}
    return Answer(value, [*fact_lines(_facts(row)),
                          *_describe_lines(row.order), *_describe_history(history)])  # fmt: skip


def _describe_lines(order: Order) -> Iterator[str]:
    for item in order.lines:
        price = f"{format_money(item.price_fils)} = {format_money(item.total_fils)}"
        yield f"{format_quantity(item.quantity)} x {item.sku} at {price}  {item.name}"


def _describe_history(history: Iterable[HistoryEntry]) -> Iterator[str]:
    for entry in history:
        why = f": {entry.reason}" if entry.reason else ""
        yield (
            f"{format_local_time(entry.at)}  {entry.action} by {entry.by} -> {_describe_status(entry.to_status)}{why}"
        )


@orders.declare("ORD-2026-000001 accept")
@click.argument("reference", metavar="REF")
@click.argument("action", type=EnumType(Action))
@click.option("--reason", metavar="TEXT", help="Why, at most 500 characters; the buyer sees it.")
def act(session: Session, reference: str, action: Action, reason: str | None) -> Answer:
    """Move an order on, as the shop's own system does. A reject needs --reason; the buyer sees
    it.
    """
    _check_reason(reason)
    _expire_due_orders(session)
    session.ask(session.backend.orders.act(session.shop.id, reference, action, reason))
    return _tell_result(session, reference)


@orders.declare('ORD-2026-000001 --reason "The buyer withdrew."')
@click.argument("reference", metavar="REF")
@click.option("--reason", required=True, metavar="TEXT", help="Why, at most 500 characters; the buyer sees it.")
@click.option("--restock", is_flag=True, help="The units that had left are back on the shelf.")
def cancel(session: Session, reference: str, reason: str, restock: bool) -> Answer:
    """Cancel an order for a buyer who withdraws; it is refunded. --restock brings back units that
    had left.
    """
    _check_reason(reason)
    _expire_due_orders(session)
    session.ask(session.backend.orders.cancel(session.shop.id, reference, reason, restock))
    return _tell_result(session, reference)


def _read(session: Session, reference: str) -> tuple[OrderRow, tuple[HistoryEntry, ...]]:
    shop = session.shop
    found = session.ask(session.backend.orders.detail(shop.id, reference))
    return OrderRow(found.order, found.customer, found.order.customer_total(shop.vat)), found.history


def _facts(row: OrderRow) -> list[tuple[str, str]]:
    order, total, customer = row.order, row.total, row.customer
    asked = (
        ("Customer", customer.name),
        ("Phone", customer.phone),
        ("Address", customer.address),
        ("Note", customer.note),
    )
    return [
        ("Order", order.reference),
        ("Status", _describe_status(order.status)),
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
        *((name, text) for name, text in asked if text),
    ]


def _expire_due_orders(session: Session) -> None:
    """Cancels overdue orders first, so that they are not displayed as placed and hold no units."""
    now = session.now()
    broken: set[int] = set()
    while (due := session.read(lambda db: store.find_next_expiry(db, broken))) is not None and due.at <= now:
        expired = session.write(partial(expire_orders, shop_id=due.shop_id, now=now, excluded_ids=broken))
        if not expired.count and not expired.failed_ids:
            return  # the computer's clock is in doubt
        broken.update(expired.failed_ids)


def _check_reason(reason: str | None) -> None:
    if reason is not None and len(reason) > rules.MAX_REASON:
        raise click.UsageError(
            f"A reason has at most {rules.MAX_REASON} characters, this one {len(reason)}.", click.get_current_context()
        )


def _tell_result(session: Session, reference: str) -> Answer:
    order = _read(session, reference)[0].order
    refunded = " and refunded" if order.refunded else ""
    return say(
        ActionResult(order.reference, order.status.value),
        f"{order.reference} is {_describe_status(order.status)}{refunded}.",
    )


@orders.declare("november.xlsx --what payouts --since 2026-11-01 --until 2026-12-01")
@click.argument("file", type=FILE)
@click.option(
    "--what",
    type=EnumType(OrderTable),
    default=OrderTable.ORDERS.value,
    show_default=True,
    help="A row for each of these.",
)
@since_option
@until_option
@format_option
def export(
    session: Session,
    file: Path,
    what: OrderTable,
    since: Millis | None,
    until: Millis | None,
    form: TableFormat | None,
) -> Answer | None:
    """Write orders, their lines or payouts to a file, XLSX or CSV by its ending. Amounts are BHD
    without VAT, times are local. Payouts are of delivered orders, by the time of delivery. With -
    to standard output.
    """
    span = Span(Span().first if since is None else since, Span().last if until is None else until - 1)
    shop = session.shop
    records = Counted(iterate_records(session.read, shop.id, span, paid=what is OrderTable.PAYOUTS))
    return save_table(file, form, make_order_table(what, records, shop.vat), records, "order")


rfq = CommandGroup("rfq", example="list")


def _describe_request(made: Rfq) -> str:
    things = [f"{format_quantity(item.quantity)} x {item.description}" for item in made.items]
    return "; ".join([*things, made.text] if made.text else things)


REQUEST = Fields[Rfq](
    Column("reference", "REFERENCE"),
    Column("created_at", "CREATED", form=TIME),
    Column("vehicle", "CAR", text=lambda made: format_vehicle(made.vehicle)),
    Column("items", "ASKED FOR", text=_describe_request),
    to_json=rfq_out,
)


@rfq.declare('echo \'{"items": [{"description": "Front bumper", "quantity": 1}]}\' | counterpart rfq new - --staging')
@click.argument("file", type=FILE)
def new(session: Session, file: Path) -> Answer:
    """Take in a request from a JSON file, or with - from what is piped in. Its "items" name
    "description" and "quantity".
    """
    request = parse_rfq(read_input(file))
    made = session.write_shop(lambda tx, shop: receive_rfq(tx, shop, request, now=session.now()))
    return say(rfq_out(made), f"{made.reference} is there: {format_count(len(made.items), 'item')} asked for.")


@rfq.declare("--limit 20", name="list", csv=True)
@limit_option
def list_requests(session: Session, limit: int) -> Listing[Rfq]:
    """Requests, newest first."""
    asked = session.ask(session.backend.orders.rfqs(session.shop.id, limit))
    return Listing(REQUEST, asked, "There is no request yet.")
