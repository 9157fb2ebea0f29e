"""`counterpart items`: the stored catalogue (contract §3 and §8)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import click

from bridge.cli import item_edits
from bridge.cli.command_group import CommandGroup
from bridge.cli.history_commands import undo_call
from bridge.cli.item_edits import item_out, search_all
from bridge.cli.output import (
    MONEY,
    PLAIN,
    QUANTITY,
    Answer,
    Column,
    Fields,
    Form,
    Listing,
    fact_lines,
    format_money,
    say,
)
from bridge.cli.parameter_types import FILE, KEY_ID, LIMIT
from bridge.cli.session import Session
from bridge.cli.table_exports import Counted, format_option, save_table
from bridge.system.export_file import write_file
from service.domain.catalogue.items import Fit, Item, ItemQuery, ItemSort, ItemView
from service.domain.catalogue.row_types import ITEM_FIELDS, FieldKind, ItemField
from service.domain.catalogue.sku import fold
from service.domain.errors import NotFound
from service.domain.export_table import TableFormat
from service.domain.money import add_vat, format_bhd, format_rate
from service.domain.quantity import format_quantity
from service.domain.shops import Shop
from service.store.engine.transaction import ReadTx
from service.store.item_lists import list_items
from service.store.items import read_items_by_id, search_items
from service.usecases.export_tables import make_item_table

_MAX_HITS = 50
MAX_REORDER = 100_000
_PAGE = 500
ITEM = Fields[Item](
    Column("sku", "SKU"),
    Column("price_fils", ">PRICE", form=MONEY),
    Column("quantity", ">ON HAND", form=QUANTITY),
    Column("reserved", ">RESERVED", form=QUANTITY),
    Column("active", "ACTIVE"),
    Column("name", "NAME"),
    to_json=item_out,
)
LOW_ITEM = Fields[Item](
    Column("sku", "SKU"),
    Column("name", "NAME"),
    Column("brand"),
    Column("quantity", ">ON HAND", form=QUANTITY),
    Column("reserved", ">RESERVED", form=QUANTITY),
    Column("free", ">FREE", form=QUANTITY),
    Column("low_limit", ">LOW AT", "low_limit_milli", QUANTITY),
)

items = CommandGroup("items", more="Prices are without VAT.", example="list --search 04465")


@items.declare("--search 04465 --limit 20", csv=True)
@click.option("--search", metavar="TEXT", default="", help="Only items with this in SKU, OEM number, brand or name.")
@click.option("--limit", type=LIMIT, help="At most so many; all at first.")
def list_(session: Session, search: str, limit: int | None) -> Listing[Item]:
    """Items in the order of their SKUs."""
    empty = "There is no such item." if search else "There is no item yet; the shop's system uploads them."
    return Listing(ITEM, islice(_iterate_items(session, session.shop, search), limit), empty)


@items.declare('"camry 2019 pads"')
@click.argument("text")
@click.option("--limit", type=LIMIT, default=_MAX_HITS, show_default=True, help="At most so many.")
def search(session: Session, text: str, limit: int) -> Listing[Item]:
    """Items that a text means, the best first: words in any order, parts of numbers, a car and its
    year.
    """
    found = session.read_shop(lambda db, shop: read_items_by_id(db, search_all(session, db, shop.id, text, limit)))
    return Listing(ITEM, found, "No item fits this text.")


@items.declare("--csv > reorder.csv", csv=True)
def reorder(session: Session) -> Listing[Item]:
    """Active items with no more free units than their own limit, or 2."""
    query = ItemQuery(view=ItemView.LOW, sort=ItemSort.SKU)
    low = session.read_shop(lambda db, shop: list_items(db, shop.id, query, offset=0, limit=MAX_REORDER))
    return Listing(LOW_ITEM, low, "Nothing is low.")


@items.declare("04465-60280")
@click.argument("sku")
def show(session: Session, sku: str) -> Answer:
    """One item, with its stock at each branch and the cars it fits."""
    item, vat = session.ask(session.backend.catalogue.item(session.shop.id, sku)), session.shop.vat
    stock = [
        f"{level.branch}: {format_quantity(level.quantity)} on hand, {format_quantity(level.reserved)} reserved, "
        f"{format_quantity(level.free)} free"
        for level in item.stock
    ]
    fit = [f"Fits {fit.make} {fit.model}{_years(fit)}" for fit in item.fit]
    return Answer(item_out(item), [*fact_lines(_facts(vat).facts(item)), *stock, *fit])


def _facts(vat: int) -> Fields[Item]:
    fields = (field for field in ITEM_FIELDS.values() if field.kind is not FieldKind.CARS)
    return Fields(
        *(_make_column(field, vat) for field in fields),
        Column("low_limit", "Low at", text=lambda item: f"{format_quantity(item.low_limit_milli)} free"),
    )


def _make_column(field: ItemField, vat: int) -> Column:
    is_price = field.kind is FieldKind.PRICE
    price = Form(lambda fils: fils, lambda fils: _format_price(fils, vat))
    return Column(field.name, str(field.about.label), form=price if is_price else PLAIN)


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


for command in (item_edits.add, item_edits.edit):
    items.add_command(command)


@items.declare("04465-60280 front-pads.jpg")
@click.argument("sku")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--remove", is_flag=True, help="Remove the picture.")
@click.option(
    "--save", metavar="FILE", type=click.Path(path_type=Path), help="Save it as a JPEG; - is standard output."
)
def picture(session: Session, sku: str, file: Path | None, remove: bool, save: Path | None) -> Answer | None:
    """Give an item the picture in a PNG or JPEG FILE, which is made small. Without FILE it says
    whether there is one.
    """
    if (file is not None) + remove + (save is not None) > 1:
        click.get_current_context().fail("Give FILE, --remove or --save, not several of them.")
    shop, catalogue = session.shop.id, session.backend.catalogue
    if remove:
        session.ask(catalogue.remove_picture(shop, sku))
        return _tell_picture(sku, None, f"{sku} has no picture now.")
    if file is not None:
        session.ask(catalogue.set_picture(shop, sku, str(file)))
    image = session.ask(catalogue.picture(shop, sku))
    if file is not None:
        return _tell_picture(sku, image, f"{sku} has this picture now.")
    if save is None:
        size = "no picture" if image is None else f"a picture of {len(image):,} bytes"
        return _tell_picture(sku, image, f"{sku} has {size}.")
    if image is None:
        raise NotFound(f"The item {sku} has no picture.")
    content = image
    write_file(save, lambda out: out.write(content))
    return None if str(save) == "-" else _tell_picture(sku, image, f"The picture is saved as {save}.")


def _tell_picture(sku: str, image: bytes | None, sentence: str) -> Answer:
    return say({"sku": sku, "picture_bytes": None if image is None else len(image)}, sentence)


for command in (item_edits.price, item_edits.active):
    items.add_command(command)


@items.declare("catalogue.xlsx")
@click.argument("file", type=FILE)
@format_option
def export(session: Session, file: Path, form: TableFormat | None) -> Answer | None:
    """Write every item to a file, XLSX or CSV by its ending: a row for each branch, prices in BHD.
    With - to standard output.
    """
    counted = Counted(_iterate_items(session, session.shop))
    return save_table(file, form, make_item_table(counted), counted, "item")


def _iterate_items(session: Session, shop: Shop, search: str = "") -> Iterator[Item]:
    """Reads page by page, each page in a short read."""
    after: str | None = None
    while True:

        def read(db: ReadTx, after: str | None = after) -> list[Item]:
            return search_items(db, shop.id, search, after=after, limit=_PAGE)

        page = session.read(read)
        yield from page
        if len(page) < _PAGE:
            return
        after = fold(page[-1].sku)


@items.declare("1204 --preview")
@click.argument("call_id", metavar="ID", type=KEY_ID)
@click.option("--preview", is_flag=True, help="Only say what would go back and what stays.")
def undo(session: Session, call_id: int, preview: bool) -> Answer:
    """Undo what an upload changed, except for what was changed since. New parts go if nothing uses
    them.
    """
    return undo_call(session, call_id, preview=preview)
