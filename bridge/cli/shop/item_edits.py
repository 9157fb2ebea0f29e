"""`counterpart items add | edit`: one item by hand (contract §3)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

import click

from bridge.cli.framework.cli_session import Session
from bridge.cli.framework.command_group import Command, pass_session
from bridge.cli.framework.output import print_json, print_line
from bridge.cli.framework.parameter_types import ON_OFF, PRICE, QUANTITY, QuantityType
from bridge.cli.shop.item_output import item_out, print_overwriters
from service.domain.catalogue.item_edit import LOW_LIMIT, FieldValue, ItemEdit
from service.domain.catalogue.items import Condition, Fit, Item, Overwriter
from service.domain.shops import Shop
from service.store import shops
from service.store.engine.transaction import Tx
from service.usecases.edit_item import find_overwriters, save_item

_C = TypeVar("_C", bound=Callable[..., Any])
_YEARS = re.compile(r"\s*(\d{4})?\s*-?\s*(\d{4})?\s*", re.ASCII)
_NONE = "none"


class LowType(QuantityType):
    """A quantity, or `none` as None."""

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401
        return None if str(value).strip().lower() == _NONE else super().convert(value, param, ctx)


LOW = LowType()


class FitType(click.ParamType["Fit | str"]):
    """A car as typed: `MAKE, MODEL` and optionally `, 2008-2015`; `none` empties the list."""

    name = "car"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Fit | str:
        written = str(value)
        if written.strip().lower() == _NONE:
            return _NONE
        parts = written.split(",")
        years = _YEARS.fullmatch(parts[2]) if len(parts) == 3 else None
        if len(parts) not in (2, 3) or (len(parts) == 3 and years is None):
            self.fail(f"{written!r} is no car; write it like 'Toyota, Camry, 2018-2024', or none.", param, ctx)
        first, last = (None, None) if years is None else years.groups()
        if last is None and "-" not in written.rpartition(",")[2]:
            last = first
        return Fit(
            parts[0].strip(),
            parts[1].strip(),
            None if first is None else int(first),
            None if last is None else int(last),
        )


_PRICES = {"price": "price_fils", "trade_price": "wholesale_price_fils", "online_price": "online_price_fils"}
_TEXTS = ("name", "name_ar", "oem_number", "brand", "category")


def _field_options() -> Callable[[_C], _C]:
    """The options for every field of an item."""
    options = [
        click.option("--name", metavar="TEXT", help="Its name."),
        click.option("--name-ar", metavar="TEXT", help="Its Arabic name; an empty text clears it."),
        click.option("--oem", "oem_number", metavar="TEXT", help="The car maker's part number."),
        click.option("--brand", metavar="TEXT", help="Its brand."),
        click.option("--category", metavar="TEXT", help="Its category."),
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
            type=FitType(),
            multiple=True,
            metavar="CAR",
            help="A car that it fits, like 'Toyota, Camry, 2018-2024'; repeat it. The cars replace the list.",
        ),
        click.option("--low", type=LOW, metavar="N", help="Low at so many free units; none is the limit of all items."),
        click.option("--quantity", type=QUANTITY, metavar="N", help="Units counted at the branch."),
        click.option("--branch", metavar="NAME", help="The branch of the quantity; the main branch at first."),
    ]

    def add(command: _C) -> _C:
        for option in reversed(options):
            command = option(command)
        return command

    return add


@click.command(
    "add",
    cls=Command,
    help="Enter a new item. It follows the rules of an uploaded row; its stock goes through the ledger as a count.",
    example="counterpart items add 04465-60280 --name 'Front brake pads' --price 28.500 --quantity 4",
)
@click.argument("sku")
@_field_options()
@pass_session
def add_(session: Session, /, sku: str, **given: Any) -> None:  # noqa: ANN401 - what click parsed
    _save(session, sku, given, is_new=True)


@click.command(
    "edit",
    cls=Command,
    help="Change fields of an item, or count its stock. What is not named stays.",
    example="counterpart items edit 04465-60280 --price 29.000 --fit 'Toyota, Land Cruiser, 2008-2015'",
)
@click.argument("sku")
@_field_options()
@pass_session
def edit_(session: Session, /, sku: str, **given: Any) -> None:  # noqa: ANN401 - what click parsed
    _save(session, sku, given, is_new=False)


def _save(session: Session, sku: str, given: dict[str, Any], *, is_new: bool) -> None:
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
    if session.as_json:
        print_json(item_out(item))
    else:
        print_line(f"{item.sku} is {'in the catalogue' if is_new else 'changed'}.")
        print_overwriters(overwriters)


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
        return [("list_on_marketplace", value.lower() == "on")]
    if name == "active":
        return [(name, value.lower() == "on")]
    if name == "fit":
        return [(name, tuple(car for car in value if isinstance(car, Fit)))]
    return []
