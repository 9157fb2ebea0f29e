"""`counterpart rfq`: requests for quotation from the marketplace side (contract §4.4 and §8)."""

from __future__ import annotations

from pathlib import Path

import click

from bridge.cli.command_group import CommandGroup, csv_option, pass_session
from bridge.cli.command_table import summary_of
from bridge.cli.output import format_count, format_local_time, format_vehicle, print_json, print_line, print_list
from bridge.cli.parameter_types import FILE, LIMIT, read_input
from bridge.cli.session import Session
from service.domain.marketplace.order_requests import parse_rfq
from service.domain.marketplace.orders import Rfq
from service.domain.quantity import format_quantity
from service.domain.wire import rfq_out
from service.store.rfqs import list_rfqs
from service.usecases.place_order import receive_rfq

rfq = CommandGroup(
    name="rfq",
    help=summary_of("rfq"),
    example="counterpart rfq list",
)


@rfq.command(
    "new",
    help="Take in a request from a JSON file, or with - from what is piped in. "
    'Its "items" name "description" and "quantity".',
    example='echo \'{"items": [{"description": "Front bumper", "quantity": 1}]}\' | counterpart rfq new - --staging',
)
@click.argument("file", type=FILE)
@pass_session
def new(session: Session, file: Path) -> None:
    request = parse_rfq(read_input(file))
    made = session.write_shop(lambda tx, shop: receive_rfq(tx, shop, request, now=session.now()))
    if session.as_json:
        print_json(rfq_out(made))
    else:
        print_line(f"{made.reference} is there: {format_count(len(made.items), 'item')} asked for.")


@rfq.command("list", help="Requests, newest first.", example="counterpart rfq list --limit 20")
@click.option("--limit", type=LIMIT, default=100, show_default=True, help="At most so many.")
@csv_option()
@pass_session
def list_(session: Session, limit: int) -> None:
    print_list(
        session,
        session.read_shop(lambda db, shop: list_rfqs(db, shop.id, limit=limit)),
        to_json=rfq_out,
        headers=("REFERENCE", "CREATED", "CAR", "ASKED FOR"),
        to_row=lambda made: (
            made.reference,
            format_local_time(made.created_at),
            format_vehicle(made.vehicle),
            _describe_request(made),
        ),
        empty="There is no request yet.",
    )


def _describe_request(made: Rfq) -> str:
    things = [f"{format_quantity(item.quantity)} x {item.description}" for item in made.items]
    return "; ".join([*things, made.text] if made.text else things)
