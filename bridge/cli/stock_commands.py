"""`counterpart stock`: movements inside the service and the ledger of all changes
(contract §3.5 and §8).
"""

from __future__ import annotations

import click

from bridge.cli.command_group import CommandGroup
from bridge.cli.output import QUANTITY, TIME, Answer, Column, Fields, Listing, say
from bridge.cli.parameter_types import LIMIT, UNITS, EnumType
from bridge.cli.session import Session
from service.domain.catalogue.stock import MOVEMENTS, Cause, LedgerEntry
from service.domain.quantity import convert_milli, format_quantity
from service.store.shops import find_branch
from ui.backend.catalogue_port import NewMovement

stock = CommandGroup("stock", example="move 04465-60280 --cause sale --quantity 1")


def _format_change(entry: LedgerEntry) -> str:
    return f"+{format_quantity(entry.change)}" if entry.change > 0 else format_quantity(entry.change)


ENTRY = Fields[LedgerEntry](
    Column("at", "AT", form=TIME),
    Column("sku"),
    Column("branch", "BRANCH"),
    Column("cause", "CAUSE"),
    Column("change", ">CHANGE", form=QUANTITY, text=_format_change),
    Column("quantity", ">ON HAND", form=QUANTITY),
    Column("by", "BY"),
    Column("note", "NOTE"),
)


@stock.declare("04465-60280 --cause count --quantity 12 --branch Sitra")
@click.argument("sku")
@click.option("--cause", required=True, type=EnumType(MOVEMENTS), help="Why it moves.")
@click.option("--quantity", required=True, type=UNITS, metavar="N", help="Units, with at most 3 decimals.")
@click.option("--branch", metavar="NAME", help="Where; the main branch at first.")
def move(session: Session, sku: str, cause: Cause, quantity: int, branch: str | None) -> Answer:
    """Record a movement: sale and job take units away, return adds them, count sets what is
    there.
    """
    shop, catalogue = session.shop.id, session.backend.catalogue
    place = session.read(lambda db: find_branch(db, shop, branch).name)
    session.ask(catalogue.move(shop, NewMovement(sku, place, cause, quantity)))
    item = session.ask(catalogue.item(shop, sku))
    level = next(level for level in item.stock if level.branch == place)
    on_hand, reserved = convert_milli(level.quantity), convert_milli(level.reserved)
    return say(
        {"sku": item.sku, "branch": place, "quantity": on_hand, "reserved": reserved},
        f"{item.sku} at {place}: {on_hand} on hand, {reserved} reserved.",
    )


@stock.declare("04465-60280", csv=True)
@click.argument("sku")
@click.option("--limit", type=LIMIT, default=200, show_default=True, help="At most so many.")
def ledger(session: Session, sku: str, limit: int) -> Listing[LedgerEntry]:
    """Every change of an item's stock, newest first."""
    shop, catalogue = session.shop.id, session.backend.catalogue
    page = session.ask(catalogue.ledger(shop, session.ask(catalogue.item(shop, sku)).sku, None, limit))
    return Listing(ENTRY, page.rows, "Its stock has never changed.")
