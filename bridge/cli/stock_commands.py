"""`counterpart stock`: movements inside the service and the ledger of all changes
(contract §3.5 and §8).
"""

from __future__ import annotations

from typing import Any

import click

from bridge.cli.command_group import CommandGroup, csv_option, pass_session
from bridge.cli.command_table import summary_of
from bridge.cli.output import format_local_time, print_json, print_line, print_list, text_or_dash
from bridge.cli.parameter_types import LIMIT, QUANTITY
from bridge.cli.session import Session
from service.domain.catalogue.stock import MOVEMENTS, Cause, LedgerEntry
from service.domain.quantity import convert_milli, format_quantity
from service.domain.shops import Shop
from service.domain.times import format_rfc3339
from service.store import items, shops
from service.store.engine.transaction import ReadTx, Tx
from service.store.stock_levels import read_ledger
from service.usecases.move_stock import move_stock

stock = CommandGroup(
    name="stock",
    help=summary_of("stock"),
    example="counterpart stock move 04465-60280 --cause sale --quantity 1",
)


@stock.command(
    "move",
    help="Record a movement: sale and job take units away, return adds them, count sets what is there.",
    example="counterpart stock move 04465-60280 --cause count --quantity 12 --branch Sitra",
)
@click.argument("sku")
@click.option("--cause", required=True, type=click.Choice([cause.value for cause in MOVEMENTS]), help="Why it moves.")
@click.option("--quantity", required=True, type=QUANTITY, metavar="N", help="Units, with at most 3 decimals.")
@click.option("--branch", metavar="NAME", help="Where; the main branch at first.")
@pass_session
def move(session: Session, sku: str, cause: str, quantity: int, branch: str | None) -> None:
    def work(tx: Tx, shop: Shop) -> dict[str, Any]:
        level = move_stock(tx, shop, sku, Cause(cause), quantity, branch=branch, by=session.author, now=session.now())
        return {
            "sku": items.get_item(tx, shop.id, sku).sku,
            "branch": shops.find_branch(tx, shop.id, branch).name,
            "quantity": convert_milli(level.quantity),
            "reserved": convert_milli(level.reserved),
        }

    moved = session.write_shop(work)
    if session.as_json:
        print_json(moved)
    else:
        print_line(f"{moved['sku']} at {moved['branch']}: {moved['quantity']} on hand, {moved['reserved']} reserved.")


@stock.command(
    "ledger", help="Every change of an item's stock, newest first.", example="counterpart stock ledger 04465-60280"
)
@click.argument("sku")
@click.option("--limit", type=LIMIT, default=200, show_default=True, help="At most so many.")
@csv_option()
@pass_session
def ledger(session: Session, sku: str, limit: int) -> None:
    def work(db: ReadTx, shop: Shop) -> list[LedgerEntry]:
        return read_ledger(db, shop.id, items.get_item(db, shop.id, sku).sku, limit=limit)

    print_list(
        session,
        session.read_shop(work),
        to_json=_as_json,
        headers=("AT", "CAUSE", ">CHANGE", ">ON HAND", "BRANCH", "BY", "NOTE"),
        to_row=lambda entry: (
            format_local_time(entry.at),
            entry.cause,
            _format_change(entry.change),
            format_quantity(entry.quantity),
            entry.branch,
            entry.by,
            text_or_dash(None if entry.note is None else str(entry.note)),
        ),
        empty="Its stock has never changed.",
    )


def _format_change(milli: int) -> str:
    return f"+{format_quantity(milli)}" if milli > 0 else format_quantity(milli)


def _as_json(entry: LedgerEntry) -> dict[str, Any]:
    return {
        "at": format_rfc3339(entry.at),
        "sku": entry.sku,
        "branch": entry.branch,
        "cause": entry.cause.value,
        "change": convert_milli(entry.change),
        "quantity": convert_milli(entry.quantity),
        "by": entry.by,
        "note": None if entry.note is None else str(entry.note),
    }
