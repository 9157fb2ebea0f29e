"""`counterpart stock`: movements inside the service and the ledger of every change (CONTRACT.md sections 4 and 8)."""

from __future__ import annotations

from typing import Any

import click

from bridge.cli.grammar import Family, pass_session
from bridge.cli.output import line, print_json, print_list
from bridge.cli.session import OWNER, Session
from bridge.cli.values import LIMIT, QUANTITY
from bridge.cli.words import local, text
from service.domain.quantity import quantity_number, quantity_text
from service.domain.shops import Shop
from service.domain.stock import MOVEMENTS, Cause, LedgerEntry
from service.domain.times import rfc3339
from service.store import items, shops
from service.store.stock import read_ledger
from service.store.transaction import Reading, Tx
from service.usecases.move_stock import move_stock

stock = Family(
    name="stock",
    help="Stock movements, and the ledger of every change.",
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
        level = move_stock(tx, shop, sku, Cause(cause), quantity, branch=branch, by=OWNER, now=session.now())
        return {
            "sku": items.get_item(tx, shop.id, sku).sku,
            "branch": shops.find_branch(tx, shop.id, branch).name,
            "quantity": quantity_number(level.quantity),
            "reserved": quantity_number(level.reserved),
        }

    moved = session.write_shop(work)
    if session.as_json:
        print_json(moved)
    else:
        line(f"{moved['sku']} at {moved['branch']}: {moved['quantity']} on hand, {moved['reserved']} reserved.")


@stock.command(
    "ledger", help="Every change of an item's stock, newest first.", example="counterpart stock ledger 04465-60280"
)
@click.argument("sku")
@click.option("--limit", type=LIMIT, default=200, show_default=True, help="At most so many.")
@pass_session
def ledger(session: Session, sku: str, limit: int) -> None:
    def work(db: Reading, shop: Shop) -> list[LedgerEntry]:
        return read_ledger(db, shop.id, items.get_item(db, shop.id, sku).sku, limit=limit)

    print_list(
        session,
        session.read_shop(work),
        to_json=_as_json,
        headers=("AT", "CAUSE", ">CHANGE", ">ON HAND", "BRANCH", "BY", "NOTE"),
        to_row=lambda entry: (
            local(entry.at),
            entry.cause,
            _signed(entry.change),
            quantity_text(entry.quantity),
            entry.branch,
            entry.by,
            text(None if entry.note is None else str(entry.note)),
        ),
        empty="Its stock has never changed.",
    )


def _signed(milli: int) -> str:
    return f"+{quantity_text(milli)}" if milli > 0 else quantity_text(milli)


def _as_json(entry: LedgerEntry) -> dict[str, Any]:
    return {
        "at": rfc3339(entry.at),
        "sku": entry.sku,
        "branch": entry.branch,
        "cause": entry.cause.value,
        "change": quantity_number(entry.change),
        "quantity": quantity_number(entry.quantity),
        "by": entry.by,
        "note": None if entry.note is None else str(entry.note),
    }
