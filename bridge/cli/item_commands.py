"""`counterpart items`: the stored catalogue (contract §3 and §8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import click

from bridge.cli import item_edits
from bridge.cli.command_group import Command, CommandGroup, csv_option, pass_session
from bridge.cli.command_table import summary_of
from bridge.cli.history_commands import make_undo
from bridge.cli.item_edits import item_out, search_all
from bridge.cli.output import format_money, format_yes_no, print_facts, print_json, print_line, print_list, text_or_dash
from bridge.cli.parameter_types import LIMIT
from bridge.cli.session import Session
from bridge.cli.table_exports import export_items
from bridge.system.export_file import write_file
from service.domain.catalogue.items import Fit, Item, ItemQuery, ItemSort, ItemView
from service.domain.catalogue.row_types import ITEM_FIELDS, FieldKind, ItemField
from service.domain.catalogue.sku import fold
from service.domain.errors import NotFound, Unavailable
from service.domain.money import add_vat, format_bhd, format_rate
from service.domain.quantity import convert_milli, format_quantity
from service.domain.sentences import verbatim
from service.domain.shops import Shop
from service.store.engine.transaction import ReadTx
from service.store.item_details import find_picture
from service.store.item_lists import list_items
from service.store.items import get_item, read_items_by_id, search_items
from service.usecases.edit_item import set_picture

_PAGE = 500
_MAX_HITS = 50
MAX_REORDER = 100_000

items = CommandGroup(
    name="items",
    help=f"{summary_of('items')} Prices are without VAT.",
    example="counterpart items list --search 04465",
)


@click.command(
    "picture",
    cls=Command,
    help="Give an item the picture in a PNG or JPEG FILE, which is made small. Without FILE it says whether there is "
    "one.",
    example="counterpart items picture 04465-60280 front-pads.jpg",
)
@click.argument("sku")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--remove", is_flag=True, help="Remove the picture.")
@click.option(
    "--save", metavar="FILE", type=click.Path(path_type=Path), help="Save it as a JPEG; - is standard output."
)
@pass_session
def picture_(session: Session, sku: str, file: Path | None, remove: bool, save: Path | None) -> None:
    if (file is not None) + remove + (save is not None) > 1:
        click.get_current_context().fail("Give FILE, --remove or --save, not several of them.")
    if save is not None:
        _save(session, sku, save)
    elif file is None and not remove:
        image = _read(session, sku)
        size = "no picture" if image is None else f"a picture of {len(image):,} bytes"
        _print_result(session, sku, image, f"{sku} has {size}.")
    else:
        image = None if file is None else _shrink(file)
        session.write_shop(lambda tx, shop: set_picture(tx, shop, sku, image, by=session.author, now=session.now()))
        done = "has no picture now" if image is None else "has this picture now"
        _print_result(session, sku, image, f"{sku} {done}.")


def _save(session: Session, sku: str, to: Path) -> None:
    image = _read(session, sku)
    if image is None:
        raise NotFound(f"The item {sku} has no picture.")

    def write(out: BinaryIO, content: bytes = image) -> int:
        return out.write(content)

    write_file(to, write)
    if str(to) != "-":
        _print_result(session, sku, image, f"The picture is saved as {to}.")


def _read(session: Session, sku: str) -> bytes | None:
    def read(db: ReadTx, shop: Shop) -> bytes | None:
        return find_picture(db, get_item(db, shop.id, sku).id)

    return session.read_shop(read)


def _shrink(file: Path) -> bytes:
    """Raises BadRequest, OSError, or Unavailable where Qt's libraries for pictures are missing."""
    try:
        from bridge.picture_file import shrink_picture  # noqa: PLC0415 - no other command needs Qt
    except ImportError as error:
        raise Unavailable(verbatim(f"Pictures cannot be read on this computer: {error}")) from error
    return shrink_picture(file)


def _print_result(session: Session, sku: str, image: bytes | None, sentence: str) -> None:
    if session.as_json:
        print_json({"sku": sku, "picture_bytes": None if image is None else len(image)})
    else:
        print_line(sentence)


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
    fields = [field for field in ITEM_FIELDS.values() if field.kind is not FieldKind.CARS]
    return [
        *((str(field.about.label), _format_field(field, item, vat)) for field in fields),
        ("Low at", f"{format_quantity(item.low_limit_milli)} free"),
    ]


def _format_field(field: ItemField, item: Item, vat: int) -> str:
    value = getattr(item, field.name)
    match field.kind:
        case FieldKind.PRICE:
            return _format_price(value, vat)
        case FieldKind.FLAG:
            return format_yes_no(value)
        case _:
            return text_or_dash(value)


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
    picture_,
    item_edits.price_,
    item_edits.active_,
    export_items,
    make_undo("items"),
):
    items.add_command(command)
