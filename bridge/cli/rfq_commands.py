"""`counterpart rfq`: requests for quotation from the marketplace side (contract §4.4 and §8)."""

from __future__ import annotations

from pathlib import Path

import click

from bridge.cli.command_group import CommandGroup
from bridge.cli.output import TIME, Answer, Column, Fields, Listing, format_count, format_vehicle, say
from bridge.cli.parameter_types import FILE, limit_option, read_input
from bridge.cli.session import Session
from service.domain.marketplace.order_requests import parse_rfq
from service.domain.marketplace.orders import Rfq
from service.domain.quantity import format_quantity
from service.domain.wire import rfq_out
from service.store.rfqs import list_rfqs
from service.usecases.place_order import receive_rfq

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


@rfq.declare("--limit 20", csv=True)
@limit_option
def list_(session: Session, limit: int) -> Listing[Rfq]:
    """Requests, newest first."""
    listed = session.read_shop(lambda db, shop: list_rfqs(db, shop.id, limit=limit))
    return Listing(REQUEST, listed, "There is no request yet.")
