"""`counterpart items` and `stock`: the stored catalogue (contract §3 and §8), changes to one item
or to many at once, movements and their ledger.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec
from msgspec import Raw

from bridge.cli.command_group import CommandGroup
from bridge.cli.history_commands import undo_call
from bridge.cli.output import (
    MONEY,
    PLAIN,
    QUANTITY,
    TIME,
    Answer,
    Column,
    Counted,
    Fields,
    Form,
    Listing,
    fact_lines,
    format_count,
    format_money,
    save_table,
    say,
)
from bridge.cli.parameter_types import (
    FILE,
    KEY_ID,
    LIMIT,
    NONE,
    ON_OFF,
    PRICE,
    UNITS,
    EnumType,
    Typed,
    format_option,
    make_percent,
    parse_quantity,
)
from bridge.cli.session import Session
from bridge.system.export_file import write_file
from service.domain import wire
from service.domain.catalogue.item_edit import LOW_LIMIT, FieldValue, ItemEdit
from service.domain.catalogue.items import (
    Condition,
    Fit,
    Item,
    ItemQuery,
    ItemSelection,
    ItemSort,
    ItemView,
    Overwriter,
)
from service.domain.catalogue.price_change import STEPS, PriceChange, PriceMove, PricePlan
from service.domain.catalogue.row_types import FIELDS, ITEM_FIELDS, PRICE_FIELDS, FieldKind, ItemField
from service.domain.catalogue.sku import fold
from service.domain.catalogue.stock import MOVEMENTS, Cause, LedgerEntry, NewMovement
from service.domain.errors import NotFound
from service.domain.export_table import TableFormat
from service.domain.money import add_vat, format_bhd, format_rate
from service.domain.quantity import convert_milli, format_quantity
from service.domain.shops import Shop
from service.domain.times import format_rfc3339
from service.store.engine.transaction import ReadTx
from service.store.items import search_items
from service.store.shops import find_branch, get_main_branch
from service.usecases.export_tables import make_item_table

_MAX_HITS = 50
MAX_REORDER = 100_000
_PAGE = 500
_C = TypeVar("_C", bound=Callable[..., Any])
_WHICH = {"shop": PRICE_FIELDS[:1], "trade": PRICE_FIELDS[1:2], "online": PRICE_FIELDS[2:], "all": PRICE_FIELDS}
_PERCENT = make_percent(r"[+-]?\d{1,4}(?:\.\d{1,2})?", "+5 or -2.5")
_NAMES = dict(zip(PRICE_FIELDS, ("shop", "trade", "online"), strict=True))
_YEARS = re.compile(r"\s*(\d{4})?\s*-?\s*(\d{4})?\s*", re.ASCII)


def _item_out(item: Item) -> wire.Item:
    """An item as the API reads it back (contract §3)."""
    fields = {name: getattr(item, name) for name in FIELDS if name != "fit"}
    return wire.Item(
        **fields,
        quantity=convert_milli(item.quantity),
        reserved=convert_milli(item.reserved),
        stock=[
            wire.Stock(level.branch, convert_milli(level.quantity), convert_milli(level.reserved))
            for level in item.stock
        ],
        fit=Raw(msgspec.json.encode(item.fit)),
        updated_at=format_rfc3339(item.updated_at),
    )


ITEM = Fields[Item](
    Column("sku", "SKU"),
    Column("price_fils", ">PRICE", form=MONEY),
    Column("quantity", ">ON HAND", form=QUANTITY),
    Column("reserved", ">RESERVED", form=QUANTITY),
    Column("active", "ACTIVE"),
    Column("name", "NAME"),
    to_json=_item_out,
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
    page = session.ask(session.backend.catalogue.page(session.shop.id, ItemQuery(text), 0, limit))
    return Listing(ITEM, page.rows, "No item fits this text.")


@items.declare("--csv > reorder.csv", csv=True)
def reorder(session: Session) -> Listing[Item]:
    """Active items with no more free units than their own limit, or 2."""
    query = ItemQuery(view=ItemView.LOW, sort=ItemSort.SKU)
    page = session.ask(session.backend.catalogue.page(session.shop.id, query, 0, MAX_REORDER))
    return Listing(LOW_ITEM, page.rows, "Nothing is low.")


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
    return Answer(_item_out(item), [*fact_lines(_facts(vat).facts(item)), *stock, *fit])


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


def _describe_overwriters(overwriters: Iterable[Overwriter]) -> Iterator[str]:
    """One line for each system that will write the items again."""
    for one in overwriters:
        what = f"The file {one.name}" if one.is_file else one.name
        when = "its next nightly run replaces" if one.is_file else "what it sends next replaces"
        yield f"{what} wrote {format_count(one.items, 'item')} last: {when} what you changed."


def _selection_options() -> Callable[[_C], _C]:
    """Which items a command changes."""

    def add(command: _C) -> _C:
        command = click.option("--all", "every", is_flag=True, help="Every item of the shop.")(command)
        command = click.option("--search", metavar="TEXT", help="Every item that the text means.")(command)
        return click.argument("skus", metavar="[SKU]...", nargs=-1)(command)

    return add


@items.declare("--search 'brake pads' --percent +5 --round 50 --dry-run")
@_selection_options()
@click.option(
    "--percent",
    required=True,
    type=_PERCENT,
    metavar="P",
    help="Up or down, like +5 or -2.5.",
)
@click.option(
    "--round", "step", type=click.Choice([str(step) for step in STEPS]), default="1", help="Round to so many fils."
)
@click.option("--which", type=click.Choice(list(_WHICH)), default="shop", help="Which price; the shop price at first.")
@click.option("--dry-run", is_flag=True, help="Print what would change, and change nothing.")
def price(
    session: Session, skus: tuple[str, ...], search: str | None, every: bool, percent: int, step: str, which: str,
    dry_run: bool,
) -> Answer:  # fmt: skip
    """Change prices of several items by percent, all in one transaction. Prices without a value
    stay.
    """
    change = PriceChange(percent, int(step), _WHICH[which])
    shop, catalogue, chosen = session.shop.id, session.backend.catalogue, _choose_items(skus, search, every=every)
    plan = session.ask(catalogue.plan_prices(shop, chosen, change))
    overwriters = session.ask(catalogue.overwriters(shop, chosen))
    if not dry_run:
        session.ask(catalogue.change_prices(shop, plan))
    lines = [*_describe_plan(plan, done=not dry_run), *_describe_overwriters(overwriters)]
    return Answer(_plan_json(plan, done=not dry_run), lines)


@items.declare("off 04465-60280 15400-RTA")
@click.argument("state", type=ON_OFF)
@_selection_options()
def active(session: Session, state: bool, skus: tuple[str, ...], search: str | None, every: bool) -> Answer:
    """Make several items active or inactive. Inactive ones can't be ordered."""
    chosen = _choose_items(skus, search, every=every)
    selected, count = session.ask(session.backend.catalogue.set_active(session.shop.id, chosen, state))
    sentence = f"{format_count(count, 'item is', 'items are')} {'active' if state else 'inactive'} now."
    return say({"selected": selected, "changed": count}, sentence)


def _choose_items(skus: tuple[str, ...], search: str | None, *, every: bool) -> ItemSelection:
    if sum((bool(skus), bool(search), every)) != 1:
        click.get_current_context().fail("Say which items: SKUs, --search TEXT or --all.")
    return ItemSelection(skus, None if skus else ItemQuery(search or ""))


MOVE = Fields[PriceMove](
    Column("sku", "SKU"),
    Column("field", "PRICE", text=lambda move: _NAMES[move.field]),
    Column("old_fils", ">OLD", "old", text=lambda move: format_bhd(move.old)),
    Column("new_fils", ">NEW", "new", text=lambda move: format_bhd(move.new)),
    Column("", "NAME", "name"),
)


def _describe_plan(plan: PricePlan, *, done: bool) -> Iterator[str]:
    verb = "changed" if done else "would change"
    yield (
        f"{format_count(plan.changed, 'price')} {verb}, {plan.unchanged} the same, {plan.without_price} not set, "
        f"{plan.refused_count} refused."
    )
    if plan.lowest and plan.highest:
        (low, lowest), (high, highest) = (tuple(map(format_bhd, pair)) for pair in (plan.lowest, plan.highest))
        yield f"Lowest BHD {low} -> {lowest}, highest BHD {high} -> {highest}. The largest changes:"
        yield from MOVE.lines(plan.largest)
    for refused in plan.refused:
        yield f"{refused.sku}: {_NAMES[refused.field]} price BHD {format_bhd(refused.old)} {refused.reason}."


def _plan_json(plan: PricePlan, *, done: bool) -> dict[str, Any]:
    return {
        "changed": plan.changed,
        "unchanged": plan.unchanged,
        "without_price": plan.without_price,
        "refused": plan.refused_count,
        "done": done,
        "largest": [MOVE.to_json(move) for move in plan.largest],
        "refusals": [
            {"sku": one.sku, "field": one.field, "old_fils": one.old, "error": str(one.reason)} for one in plan.refused
        ],
    }


def _parse_low(text: str) -> int | None:
    return None if text.lower() == NONE else parse_quantity(text)


def _parse_fit(text: str) -> Fit | str:
    """A car: `MAKE, MODEL` and optionally `, 2008-2015`; `none` empties the list."""
    if text.lower() == NONE:
        return NONE
    make, model, years = (*(part.strip() for part in text.split(",")), "", "")[:3]
    span = _YEARS.fullmatch(years)
    if text.count(",") not in (1, 2) or span is None:
        raise ValueError(f"{text!r} is no car; write it like 'Toyota, Camry, 2018-2024', or none.")
    first, last = (None if year is None else int(year) for year in span.groups())
    return Fit(make, model, first, first if last is None and "-" not in years else last)


_LOW, _CAR = Typed("number", _parse_low), Typed("car", _parse_fit)
_PRICES = {"price": "price_fils", "trade_price": "wholesale_price_fils", "online_price": "online_price_fils"}
_SHORT = {"oem_number": "--oem"}
_TEXTS = tuple(name for name, field in ITEM_FIELDS.items() if field.kind is FieldKind.TEXT and name != "sku")


def _make_text_option(field: ItemField) -> Callable[[_C], _C]:
    clears = "; an empty text clears it" if field.is_clearable else ""
    names = [_SHORT.get(field.name, f"--{field.name.replace('_', '-')}"), field.name]
    return click.option(*names, metavar="TEXT", help=f"{field.about.label}{clears}.")


def _field_options() -> Callable[[_C], _C]:
    options = [
        *(_make_text_option(ITEM_FIELDS[name]) for name in _TEXTS),
        click.option(
            "--condition", type=click.Choice([*(one.value for one in Condition), "none"]), help="Its condition."
        ),
        click.option("--price", type=PRICE, metavar="BHD", help="Shop price without VAT, like 12.500; none clears it."),
        click.option("--trade-price", type=PRICE, metavar="BHD", help="Price for business buyers."),
        click.option("--online-price", type=PRICE, metavar="BHD", help="Marketplace price, where it differs."),
        click.option("--listed", type=ON_OFF, help="Whether buyers on the marketplace see it."),
        click.option("--active", type=ON_OFF, help="Whether it is in use."),
        click.option(
            "--fit",
            type=_CAR,
            multiple=True,
            metavar="CAR",
            help="A car that it fits, like 'Toyota, Camry, 2018-2024'; repeat it. The cars replace the list.",
        ),
        click.option(
            "--low",
            type=_LOW,
            metavar="N",
            help="Low at so many free units; none is the limit of all items.",
        ),
        click.option("--quantity", type=UNITS, metavar="N", help="Units counted at the branch."),
        click.option("--branch", metavar="NAME", help="The branch of the quantity; the main branch at first."),
    ]

    def add(command: _C) -> _C:
        for option in reversed(options):
            command = option(command)
        return command

    return add


@items.declare("04465-60280 --name 'Front brake pads' --price 28.500 --quantity 4")
@click.argument("sku")
@_field_options()
def add(session: Session, /, sku: str, **given: Any) -> Answer:  # noqa: ANN401 - what click parsed
    """Enter a new item. It follows the rules of an uploaded row; its stock goes through the ledger
    as a count.
    """
    return _save(session, sku, given, is_new=True)


@items.declare("04465-60280 --price 29.000 --fit 'Toyota, Land Cruiser, 2008-2015'")
@click.argument("sku")
@_field_options()
def edit(session: Session, /, sku: str, **given: Any) -> Answer:  # noqa: ANN401 - what click parsed
    """Change fields of an item, or count its stock. What is not named stays."""
    return _save(session, sku, given, is_new=False)


def _save(session: Session, sku: str, given: dict[str, Any], *, is_new: bool) -> Answer:
    context = click.get_current_context()
    named = {name for name in given if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE}
    if not named and not is_new:
        context.fail("Say what to change, like --price 12.500.")
    if "branch" in named and "quantity" not in named:
        context.fail("--branch says where --quantity was counted; give both.")
    fields = {field: value for name in named for field, value in _read_option(name, given[name])}
    shop, catalogue, levels = session.shop.id, session.backend.catalogue, {}
    if "quantity" in named:
        levels[given["branch"] or session.read(lambda db: get_main_branch(db, shop)).name] = given["quantity"]
    session.ask(catalogue.save(shop, ItemEdit(sku, is_new, fields, levels)))
    item = session.ask(catalogue.item(shop, sku))
    overwriters = session.ask(catalogue.overwriters(shop, ItemSelection((item.sku,))))
    sentence = f"{item.sku} is {'in the catalogue' if is_new else 'changed'}."
    return Answer(_item_out(item), [sentence, *_describe_overwriters(overwriters)])


def _read_option(name: str, value: Any) -> list[tuple[str, FieldValue]]:  # noqa: ANN401 - what click parsed
    """The field that an option sets and its value; nothing for those of stock."""
    if name in _PRICES:
        return [(_PRICES[name], value)]
    if name in _TEXTS:
        return [(name, value if value or name == "name" else None)]
    if name == "condition":
        return [(name, None if value == "none" else str(value))]
    if name == "low":
        return [(LOW_LIMIT, value)]
    if name == "listed":
        return [("list_on_marketplace", value)]
    if name == "active":
        return [(name, value)]
    if name == "fit":
        return [(name, tuple(car for car in value if isinstance(car, Fit)))]
    return []


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


stock = CommandGroup("stock", example="move 04465-60280 --cause sale --quantity 1")


def _format_change(entry: LedgerEntry) -> str:
    return f"+{format_quantity(entry.change)}" if entry.change > 0 else format_quantity(entry.change)


LEDGER_ENTRY = Fields[LedgerEntry](
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
    return Listing(LEDGER_ENTRY, page.rows, "Its stock has never changed.")
