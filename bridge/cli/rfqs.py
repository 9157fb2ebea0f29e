"""`counterpart rfq`: requests for quotation from the marketplace side (CONTRACT.md sections 4 and 8)."""

from __future__ import annotations

from pathlib import Path

import click

from bridge.cli.grammar import Family, pass_session
from bridge.cli.output import line, print_json, print_list
from bridge.cli.session import Session
from bridge.cli.values import FILE, LIMIT, read_input
from bridge.cli.words import car, counted, local
from service.domain.quantity import quantity_text
from service.domain.requests import parse_rfq
from service.domain.rfqs import Rfq
from service.domain.wire import rfq_out
from service.store.rfqs import list_rfqs
from service.usecases.new_rfq import new_rfq

rfq = Family(
    name="rfq",
    help="Requests for quotation: a buyer asks what parts would cost.",
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
    made = session.write_shop(lambda tx, shop: new_rfq(tx, shop, request, now=session.now()))
    if session.as_json:
        print_json(rfq_out(made))
    else:
        line(f"{made.reference} is there: {counted(len(made.items), 'item')} asked for.")


@rfq.command("list", help="Requests, newest first.", example="counterpart rfq list --limit 20")
@click.option("--limit", type=LIMIT, default=100, show_default=True, help="At most so many.")
@pass_session
def list_(session: Session, limit: int) -> None:
    print_list(
        session,
        session.read_shop(lambda db, shop: list_rfqs(db, shop.id, limit=limit)),
        to_json=rfq_out,
        headers=("REFERENCE", "CREATED", "CAR", "ASKED FOR"),
        to_row=lambda made: (made.reference, local(made.created_at), car(made.vehicle), _asked(made)),
        empty="There is no request yet.",
    )


def _asked(made: Rfq) -> str:
    things = [f"{quantity_text(item.quantity)} x {item.description}" for item in made.items]
    return "; ".join([*things, made.text] if made.text else things)
