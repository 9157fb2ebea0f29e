"""Commands that change items: one with its fields, or many at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import click
import msgspec
from msgspec import Raw

from bridge.cli.command_group import declare
from bridge.cli.output import Answer, Column, Fields, format_count, say
from bridge.cli.parameter_types import NONE, ON_OFF, PRICE, QUANTITY, Typed, make_percent, parse_quantity
from bridge.cli.session import Session
from service.domain import wire
from service.domain.catalogue.item_edit import LOW_LIMIT, FieldValue, ItemEdit
from service.domain.catalogue.items import Condition, Fit, Item, ItemQuery, ItemSelection, Overwriter
from service.domain.catalogue.price_change import STEPS, PriceChange, PriceMove, PricePlan
from service.domain.catalogue.row_types import FIELDS, ITEM_FIELDS, PRICE_FIELDS, FieldKind, ItemField
from service.domain.money import format_bhd
from service.domain.quantity import convert_milli
from service.domain.shops import Shop
from service.domain.times import format_rfc3339
from service.store import shops
from service.store.engine.text_index import FILE_NAME, TextIndex
from service.store.engine.transaction import ReadTx, Tx
from service.store.item_search import find_items
from service.usecases.change_items import change_prices, find_selected, plan_prices, set_active
from service.usecases.edit_item import find_overwriters, save_item

_C = TypeVar("_C", bound=Callable[..., Any])
_WHICH = {"shop": PRICE_FIELDS[:1], "trade": PRICE_FIELDS[1:2], "online": PRICE_FIELDS[2:], "all": PRICE_FIELDS}
_PERCENT = make_percent(r"[+-]?\d{1,4}(?:\.\d{1,2})?", "+5 or -2.5")
_NAMES = dict(zip(PRICE_FIELDS, ("shop", "trade", "online"), strict=True))
_YEARS = re.compile(r"\s*(\d{4})?\s*-?\s*(\d{4})?\s*", re.ASCII)


def item_out(item: Item) -> wire.Item:
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


def describe_overwriters(overwriters: Iterable[Overwriter]) -> Iterator[str]:
    """One line for each system that will write the items again."""
    for one in overwriters:
        what = f"The file {one.name}" if one.is_file else one.name
        when = "its next nightly run replaces" if one.is_file else "what it sends next replaces"
        yield f"{what} wrote {format_count(one.items, 'item')} last: {when} what you changed."


def search_all(session: Session, db: ReadTx, shop_id: int, text: str, limit: int | None = None) -> list[int]:
    """Ids of the items that a text means, the best first; all of them where `limit` is None."""
    index = TextIndex(session.folder / FILE_NAME)
    try:
        return find_items(db, index, shop_id, text, limit)
    finally:
        index.close()


def _selection_options() -> Callable[[_C], _C]:
    """Which items a command changes."""

    def add(command: _C) -> _C:
        command = click.option("--all", "every", is_flag=True, help="Every item of the shop.")(command)
        command = click.option("--search", metavar="TEXT", help="Every item that the text means.")(command)
        return click.argument("skus", metavar="[SKU]...", nargs=-1)(command)

    return add


@declare("--search 'brake pads' --percent +5 --round 50 --dry-run", group="items")
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
    chosen = _find_chosen(session, skus, search, every=every)
    plan, overwriters = session.read_shop(
        lambda db, shop: (plan_prices(db, chosen, change), find_overwriters(db, shop, chosen, session.now()))
    )
    if not dry_run:
        session.write_shop(lambda tx, shop: change_prices(tx, shop, plan, by=session.author, now=session.now()))
    lines = [*_describe_plan(plan, done=not dry_run), *describe_overwriters(overwriters)]
    return Answer(_plan_json(plan, done=not dry_run), lines)


@declare("off 04465-60280 15400-RTA", group="items")
@click.argument("state", type=ON_OFF)
@_selection_options()
def active(session: Session, state: bool, skus: tuple[str, ...], search: str | None, every: bool) -> Answer:
    """Make several items active or inactive. Inactive ones can't be ordered."""
    chosen = _find_chosen(session, skus, search, every=every)
    count = session.write_shop(
        lambda tx, shop: set_active(tx, shop, chosen, active=state, by=session.author, now=session.now())
    )
    sentence = f"{format_count(count, 'item is', 'items are')} {'active' if state else 'inactive'} now."
    return say({"selected": len(chosen), "changed": count}, sentence)


def _find_chosen(session: Session, skus: tuple[str, ...], search: str | None, *, every: bool) -> list[int]:
    """The ids of what the options select."""
    if sum((bool(skus), bool(search), every)) != 1:
        click.get_current_context().fail("Say which items: SKUs, --search TEXT or --all.")
    selection = ItemSelection(skus, None if skus else ItemQuery(search or ""))
    return session.read_shop(
        lambda db, shop: find_selected(db, shop, selection, lambda db, text: search_all(session, db, shop.id, text))
    )


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
    """The options for every field of an item."""
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
        click.option("--quantity", type=QUANTITY, metavar="N", help="Units counted at the branch."),
        click.option("--branch", metavar="NAME", help="The branch of the quantity; the main branch at first."),
    ]

    def add(command: _C) -> _C:
        for option in reversed(options):
            command = option(command)
        return command

    return add


@declare("04465-60280 --name 'Front brake pads' --price 28.500 --quantity 4", group="items")
@click.argument("sku")
@_field_options()
def add(session: Session, /, sku: str, **given: Any) -> Answer:  # noqa: ANN401 - what click parsed
    """Enter a new item. It follows the rules of an uploaded row; its stock goes through the ledger
    as a count.
    """
    return _save(session, sku, given, is_new=True)


@declare("04465-60280 --price 29.000 --fit 'Toyota, Land Cruiser, 2008-2015'", group="items")
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

    def work(tx: Tx, shop: Shop) -> tuple[Item, tuple[Overwriter, ...]]:
        levels = {}
        if "quantity" in named:
            levels[given["branch"] or shops.get_main_branch(tx, shop.id).name] = given["quantity"]
        item = save_item(tx, shop, ItemEdit(sku, is_new, fields, levels), by=session.author, now=session.now())
        return item, find_overwriters(tx, shop, [item.id], session.now())

    item, overwriters = session.write_shop(work)
    sentence = f"{item.sku} is {'in the catalogue' if is_new else 'changed'}."
    return Answer(item_out(item), [sentence, *describe_overwriters(overwriters)])


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
