"""`counterpart items`: the catalogue as held (CONTRACT.md sections 3 and 8)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import click
import msgspec
from msgspec import Raw

from bridge.cli.grammar import Family, pass_session
from bridge.cli.output import line, print_facts, print_json, print_list
from bridge.cli.session import Session
from bridge.cli.values import LIMIT
from bridge.cli.words import money, text, yes_no
from service.domain import wire
from service.domain.items import Fit, Item
from service.domain.quantity import quantity_number, quantity_text
from service.domain.sku import fold
from service.domain.times import rfc3339
from service.store.items import get_item, search_items

_PAGE = 500

items = Family(
    name="items",
    help="The shop's catalogue as held here. Prices are without VAT.",
    example="counterpart items list --search 04465",
)


@items.command(
    "list",
    help="Items in the order of their SKUs.",
    example="counterpart items list --search 04465 --limit 20",
)
@click.option("--search", metavar="TEXT", default="", help="Only items with this in SKU, OEM number, brand or name.")
@click.option("--limit", type=LIMIT, help="At most so many; all at first.")
@pass_session
def list_(session: Session, search: str, limit: int | None) -> None:
    print_list(
        session,
        islice(_found(session, search), limit),
        to_json=item_out,
        headers=("SKU", ">PRICE", ">ON HAND", ">RESERVED", "ACTIVE", "NAME"),
        to_row=lambda item: (
            item.sku,
            money(item.price_fils),
            quantity_text(item.quantity),
            quantity_text(item.reserved),
            yes_no(item.active),
            item.name,
        ),
        empty="There is no such item." if search else "There is no item yet; the shop's system uploads them.",
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
    print_facts(_facts(item))
    for level in item.stock:
        line(
            f"{level.branch}: {quantity_text(level.quantity)} on hand, {quantity_text(level.reserved)} reserved, "
            f"{quantity_text(level.free)} free"
        )
    for fit in item.fit:
        line(f"Fits {fit.make} {fit.model}{_years(fit)}")


def item_out(item: Item) -> wire.Item:
    """An item as the API reads it back (CONTRACT.md section 3)."""
    return wire.Item(
        sku=item.sku,
        name=item.name,
        name_ar=item.name_ar,
        oem_number=item.oem_number,
        brand=item.brand,
        category=item.category,
        condition=None if item.condition is None else item.condition.value,
        price_fils=item.price_fils,
        wholesale_price_fils=item.wholesale_price_fils,
        online_price_fils=item.online_price_fils,
        list_on_marketplace=item.list_on_marketplace,
        active=item.active,
        quantity=quantity_number(item.quantity),
        reserved=quantity_number(item.reserved),
        stock=[
            wire.Stock(level.branch, quantity_number(level.quantity), quantity_number(level.reserved))
            for level in item.stock
        ],
        fit=Raw(msgspec.json.encode(item.fit)),
        updated_at=rfc3339(item.updated_at),
    )


def _found(session: Session, search: str) -> Iterator[Item]:
    """Page by page, each by a short read of its own."""
    after: str | None = None
    while True:
        page = _page(session, search, after)
        yield from page
        if len(page) < _PAGE:
            return
        after = fold(page[-1].sku)


def _page(session: Session, search: str, after: str | None) -> list[Item]:
    return session.read_shop(lambda db, shop: search_items(db, shop.id, search, after=after, limit=_PAGE))


def _facts(item: Item) -> list[tuple[str, str]]:
    return [
        ("SKU", item.sku),
        ("Name", item.name),
        ("Arabic name", text(item.name_ar)),
        ("OEM number", text(item.oem_number)),
        ("Brand", text(item.brand)),
        ("Category", text(item.category)),
        ("Condition", text(item.condition)),
        ("Shop price", money(item.price_fils)),
        ("Wholesale price", money(item.wholesale_price_fils)),
        ("Online price", money(item.online_price_fils)),
        ("On marketplace", yes_no(item.list_on_marketplace)),
        ("Active", yes_no(item.active)),
    ]


def _years(fit: Fit) -> str:
    if fit.year_from is None and fit.year_to is None:
        return ""
    if fit.year_from == fit.year_to:
        return f" {fit.year_from}"
    return f" {fit.year_from or ''}-{fit.year_to or ''}"
