"""`counterpart items`: the stored catalogue (contract §3 and §8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import click

from bridge.cli.command_table import summary_of
from bridge.cli.exports.table_exports import export_items
from bridge.cli.framework.cli_session import Session
from bridge.cli.framework.command_group import CommandGroup, csv_option, pass_session
from bridge.cli.framework.output import print_facts, print_json, print_line, print_list
from bridge.cli.framework.parameter_types import LIMIT
from bridge.cli.framework.value_format import format_money, format_yes_no, text_or_dash
from bridge.cli.history.log_undo import make_undo
from bridge.cli.pictures import item_pictures
from bridge.cli.shop import item_changes, item_edits
from bridge.cli.shop.item_output import item_out
from bridge.cli.shop.item_search_index import search_all
from service.domain.catalogue.items import Fit, Item, ItemQuery, ItemSort, ItemView
from service.domain.catalogue.sku import fold
from service.domain.money import add_vat, format_bhd, format_rate
from service.domain.quantity import convert_milli, format_quantity
from service.domain.shops import Shop
from service.store.engine.transaction import ReadTx
from service.store.item_lists import list_items
from service.store.items import get_item, read_items_by_id, search_items

_PAGE = 500
_MAX_HITS = 50
MAX_REORDER = 100_000

items = CommandGroup(
    name="items",
    help=f"{summary_of('items')} Prices are without VAT.",
    example="counterpart items list --search 04465",
)


@items.command(
    "list",
    help="Items in the order of their SKUs.",
    example="counterpart items list --search 04465 --limit 20",
)
@click.option("--search", metavar="TEXT", default="", help="Only items with this in SKU, OEM number, brand or name.")
@click.option("--limit", type=LIMIT, help="At most so many; all at first.")
@csv_option()
@pass_session
def list_(session: Session, search: str, limit: int | None) -> None:
    listed = islice(_iterate_items(session, search), limit)
    _print_items(
        session, listed, "There is no such item." if search else "There is no item yet; the shop's system uploads them."
    )


def _print_items(session: Session, listed: Iterable[Item], empty: str) -> None:
    print_list(
        session,
        listed,
        to_json=item_out,
        headers=("SKU", ">PRICE", ">ON HAND", ">RESERVED", "ACTIVE", "NAME"),
        to_row=lambda item: (
            item.sku,
            format_money(item.price_fils),
            format_quantity(item.quantity),
            format_quantity(item.reserved),
            format_yes_no(item.active),
            item.name,
        ),
        empty=empty,
    )


def _find(session: Session, text: str, limit: int) -> list[Item]:
    return session.read_shop(lambda db, shop: read_items_by_id(db, search_all(session, db, shop.id, text, limit)))


@items.command(
    "search",
    help="Items that a text means, the best first: words in any order, parts of numbers, a car and its year.",
    example='counterpart items search "camry 2019 pads"',
)
@click.argument("text")
@click.option("--limit", type=LIMIT, help="At most so many; 50 at first.")
@pass_session
def search_(session: Session, text: str, limit: int | None) -> None:
    _print_items(session, _find(session, text, limit or _MAX_HITS), "No item fits this text.")


@items.command(
    "reorder",
    help="Active items with no more free units than their own limit, or 2.",
    example="counterpart items reorder --csv > reorder.csv",
)
@csv_option()
@pass_session
def reorder(session: Session) -> None:
    query = ItemQuery(view=ItemView.LOW, sort=ItemSort.SKU)

    def read(db: ReadTx, shop: Shop) -> list[Item]:
        return list_items(db, shop.id, query, offset=0, limit=MAX_REORDER)

    print_list(
        session,
        session.read_shop(read),
        to_json=_reorder_json,
        headers=("SKU", ">ON HAND", ">RESERVED", ">FREE", ">LOW AT", "NAME"),
        to_row=lambda item: (
            item.sku,
            format_quantity(item.quantity),
            format_quantity(item.reserved),
            format_quantity(item.free),
            format_quantity(item.low_limit_milli),
            item.name,
        ),
        empty="Nothing is low.",
    )


@items.command(
    "show",
    help="One item, with its stock at each branch and the cars it fits.",
    example="counterpart items show 04465-60280",
)
@click.argument("sku")
@pass_session
def show(session: Session, sku: str) -> None:
    item = session.read_shop(lambda db, shop: get_item(db, shop.id, sku))
    if session.as_json:
        print_json(item_out(item))
        return
    print_facts(_facts(item, session.read(session.find_shop).vat))
    for level in item.stock:
        print_line(
            f"{level.branch}: {format_quantity(level.quantity)} on hand, {format_quantity(level.reserved)} reserved, "
            f"{format_quantity(level.free)} free"
        )
    for fit in item.fit:
        print_line(f"Fits {fit.make} {fit.model}{_years(fit)}")


def _reorder_json(item: Item) -> dict[str, Any]:
    return {
        "sku": item.sku,
        "name": item.name,
        "brand": item.brand,
        "quantity": convert_milli(item.quantity),
        "reserved": convert_milli(item.reserved),
        "free": convert_milli(item.free),
        "low_limit": convert_milli(item.low_limit_milli),
    }


def _iterate_items(session: Session, search: str) -> Iterator[Item]:
    """Reads page by page, each page in a short read."""
    after: str | None = None
    while True:
        page = _read_page(session, search, after)
        yield from page
        if len(page) < _PAGE:
            return
        after = fold(page[-1].sku)


def _read_page(session: Session, search: str, after: str | None) -> list[Item]:
    return session.read_shop(lambda db, shop: search_items(db, shop.id, search, after=after, limit=_PAGE))


def _facts(item: Item, vat: int) -> list[tuple[str, str]]:
    return [
        ("SKU", item.sku),
        ("Name", item.name),
        ("Arabic name", text_or_dash(item.name_ar)),
        ("OEM number", text_or_dash(item.oem_number)),
        ("Brand", text_or_dash(item.brand)),
        ("Category", text_or_dash(item.category)),
        ("Condition", text_or_dash(item.condition)),
        ("Shop price", _format_price(item.price_fils, vat)),
        ("Wholesale price", _format_price(item.wholesale_price_fils, vat)),
        ("Online price", _format_price(item.online_price_fils, vat)),
        ("Low at", f"{format_quantity(item.low_limit_milli)} free"),
        ("On marketplace", format_yes_no(item.list_on_marketplace)),
        ("Active", format_yes_no(item.active)),
    ]


def _format_price(fils: int | None, vat: int) -> str:
    """`BHD 12.500 (13.750 with 10% VAT)`."""
    text = format_money(fils)
    return (
        text if fils is None or not vat else f"{text} ({format_bhd(add_vat(fils, vat))} with {format_rate(vat)}% VAT)"
    )


def _years(fit: Fit) -> str:
    if fit.year_from is None and fit.year_to is None:
        return ""
    if fit.year_from == fit.year_to:
        return f" {fit.year_from}"
    return f" {fit.year_from or ''}-{fit.year_to or ''}"


for command in (
    item_edits.add_,
    item_edits.edit_,
    item_pictures.picture_,
    item_changes.price_,
    item_changes.active_,
    export_items,
    make_undo("items"),
):
    items.add_command(command)
