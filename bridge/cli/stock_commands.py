"""`counterpart stock`: movements inside the service and the ledger of all changes
(contract §3.5 and §8).
"""

from __future__ import annotations

from typing import Any

import click

from bridge.cli.command_group import CommandGroup
from bridge.cli.output import QUANTITY as UNITS
from bridge.cli.output import TIME, Answer, Column, Fields, Listing, say
from bridge.cli.parameter_types import LIMIT, QUANTITY, EnumType
from bridge.cli.session import Session
from service.domain.catalogue.stock import MOVEMENTS, Cause, LedgerEntry
from service.domain.quantity import convert_milli, format_quantity
from service.domain.shops import Shop
from service.store import items, shops
from service.store.engine.transaction import ReadTx, Tx
from service.store.stock_levels import read_ledger
from service.usecases.move_stock import move_stock

stock = CommandGroup("stock", example="move 04465-60280 --cause sale --quantity 1")


def _format_change(entry: LedgerEntry) -> str:
    return f"+{format_quantity(entry.change)}" if entry.change > 0 else format_quantity(entry.change)


ENTRY = Fields[LedgerEntry](
    Column("at", "AT", form=TIME),
    Column("sku"),
    Column("branch", "BRANCH"),
    Column("cause", "CAUSE"),
    Column("change", ">CHANGE", form=UNITS, text=_format_change),
    Column("quantity", ">ON HAND", form=UNITS),
    Column("by", "BY"),
    Column("note", "NOTE"),
)


@stock.declare("04465-60280 --cause count --quantity 12 --branch Sitra")
@click.argument("sku")
@click.option("--cause", required=True, type=EnumType(MOVEMENTS), help="Why it moves.")
@click.option("--quantity", required=True, type=QUANTITY, metavar="N", help="Units, with at most 3 decimals.")
@click.option("--branch", metavar="NAME", help="Where; the main branch at first.")
def move(session: Session, sku: str, cause: Cause, quantity: int, branch: str | None) -> Answer:
    """Record a movement: sale and job take units away, return adds them, count sets what is
    there.
    """

    def work(tx: Tx, shop: Shop) -> dict[str, Any]:
        level = move_stock(tx, shop, sku, cause, quantity, branch=branch, by=session.author, now=session.now())
        return {
            "sku": items.get_item(tx, shop.id, sku).sku,
            "branch": shops.find_branch(tx, shop.id, branch).name,
            "quantity": convert_milli(level.quantity),
            "reserved": convert_milli(level.reserved),
        }

    moved = session.write_shop(work)
    return say(
        moved, f"{moved['sku']} at {moved['branch']}: {moved['quantity']} on hand, {moved['reserved']} reserved."
    )


@stock.declare("04465-60280", csv=True)
@click.argument("sku")
@click.option("--limit", type=LIMIT, default=200, show_default=True, help="At most so many.")
def ledger(session: Session, sku: str, limit: int) -> Listing[LedgerEntry]:
    """Every change of an item's stock, newest first."""

    def work(db: ReadTx, shop: Shop) -> list[LedgerEntry]:
        return read_ledger(db, shop.id, items.get_item(db, shop.id, sku).sku, limit=limit)

    return Listing(ENTRY, session.read_shop(work), "Its stock has never changed.")
