"""`counterpart items price | active`: several items changed together (contract §3)."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any, TypeVar

import click

from bridge.cli.framework.cli_session import Session
from bridge.cli.framework.command_group import Command, pass_session
from bridge.cli.framework.output import print_json, print_line, table_lines
from bridge.cli.framework.parameter_types import ON_OFF
from bridge.cli.framework.value_format import format_count
from bridge.cli.shop.item_output import print_overwriters
from bridge.cli.shop.item_search_index import search_all
from service.domain.catalogue.items import ItemQuery, ItemSelection
from service.domain.catalogue.price_change import PRICE_FIELDS, STEPS, PriceChange, PricePlan
from service.domain.money import format_bhd
from service.usecases.change_items import change_prices, find_selected, plan_prices, set_active
from service.usecases.edit_item import find_overwriters

_C = TypeVar("_C", bound=Callable[..., Any])
_PERCENT = re.compile(r"[+-]?\d{1,4}(?:\.\d{1,2})?", re.ASCII)
_WHICH = {"shop": PRICE_FIELDS[:1], "trade": PRICE_FIELDS[1:2], "online": PRICE_FIELDS[2:], "all": PRICE_FIELDS}
_NAMES = dict(zip(PRICE_FIELDS, ("shop", "trade", "online"), strict=True))


class PercentType(click.ParamType[int]):
    """A percentage as typed, in hundredths: `+5`, `-2.5`."""

    name = "percentage"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        written = str(value).strip().removesuffix("%").strip()
        if not _PERCENT.fullmatch(written):
            self.fail(f"{written!r} is no percentage; write it like +5 or -2.5.", param, ctx)
        return int(Decimal(written).scaleb(2))


def _selection_options() -> Callable[[_C], _C]:
    """Which items a command changes."""

    def add(command: _C) -> _C:
        command = click.option("--all", "every", is_flag=True, help="Every item of the shop.")(command)
        command = click.option("--search", metavar="TEXT", help="Every item that the text means.")(command)
        return click.argument("skus", metavar="[SKU]...", nargs=-1)(command)

    return add


@click.command(
    "price",
    cls=Command,
    help="Change prices of several items by percent, all in one transaction. Prices without a value stay.",
    example="counterpart items price --search 'brake pads' --percent +5 --round 50 --dry-run",
)
@_selection_options()
@click.option("--percent", required=True, type=PercentType(), metavar="P", help="Up or down, like +5 or -2.5.")
@click.option(
    "--round", "step", type=click.Choice([str(step) for step in STEPS]), default="1", help="Round to so many fils."
)
@click.option("--which", type=click.Choice(list(_WHICH)), default="shop", help="Which price; the shop price at first.")
@click.option("--dry-run", is_flag=True, help="Print what would change, and change nothing.")
@pass_session
def price_(
    session: Session, skus: tuple[str, ...], search: str | None, every: bool, percent: int, step: str, which: str,
    dry_run: bool,
) -> None:  # fmt: skip
    change = PriceChange(percent, int(step), _WHICH[which])
    chosen = _find_chosen(session, skus, search, every=every)
    plan = session.read_shop(lambda db, _shop: plan_prices(db, chosen, change))
    overwriters = session.read_shop(lambda db, shop: find_overwriters(db, shop, chosen, session.now()))
    if not dry_run:
        session.write_shop(lambda tx, shop: change_prices(tx, shop, plan, by=session.author, now=session.now()))
    if session.as_json:
        print_json(_plan_json(plan, done=not dry_run))
    else:
        _print_plan(plan, done=not dry_run)
        print_overwriters(overwriters)


@click.command(
    "active",
    cls=Command,
    help="Make several items active or inactive. Inactive ones can't be ordered.",
    example="counterpart items active off 04465-60280 15400-RTA",
)
@click.argument("state", type=ON_OFF)
@_selection_options()
@pass_session
def active_(session: Session, state: str, skus: tuple[str, ...], search: str | None, every: bool) -> None:
    chosen, on = _find_chosen(session, skus, search, every=every), state.lower() == "on"
    count = session.write_shop(
        lambda tx, shop: set_active(tx, shop, chosen, active=on, by=session.author, now=session.now())
    )
    if session.as_json:
        print_json({"selected": len(chosen), "changed": count})
    else:
        print_line(f"{format_count(count, 'item is', 'items are')} {'active' if on else 'inactive'} now.")


def _find_chosen(session: Session, skus: tuple[str, ...], search: str | None, *, every: bool) -> list[int]:
    """The ids of what the options select."""
    if sum((bool(skus), bool(search), every)) != 1:
        click.get_current_context().fail("Say which items: SKUs, --search TEXT or --all.")
    selection = ItemSelection(skus, None if skus else ItemQuery(search or ""))
    return session.read_shop(
        lambda db, shop: find_selected(db, shop, selection, lambda db, text: search_all(session, db, shop.id, text))
    )


def _print_plan(plan: PricePlan, *, done: bool) -> None:
    verb = "changed" if done else "would change"
    print_line(
        f"{format_count(plan.changed, 'price')} {verb}, {plan.unchanged} the same, {plan.without_price} not set, "
        f"{plan.refused_count} refused."
    )
    if plan.lowest and plan.highest:
        print_line(f"Lowest BHD {format_bhd(plan.lowest[0])} -> {format_bhd(plan.lowest[1])}, highest BHD "
                   f"{format_bhd(plan.highest[0])} -> {format_bhd(plan.highest[1])}. The largest changes:")  # fmt: skip
        rows = [
            (move.sku, _NAMES[move.field], format_bhd(move.old), format_bhd(move.new), move.name)
            for move in plan.largest
        ]
        for line in table_lines(("SKU", "PRICE", ">OLD", ">NEW", "NAME"), rows):
            click.echo(line)
    for refused in plan.refused:
        print_line(f"{refused.sku}: {_NAMES[refused.field]} price BHD {format_bhd(refused.old)} {refused.reason}.")


def _plan_json(plan: PricePlan, *, done: bool) -> dict[str, Any]:
    return {
        "changed": plan.changed,
        "unchanged": plan.unchanged,
        "without_price": plan.without_price,
        "refused": plan.refused_count,
        "done": done,
        "largest": [
            {"sku": move.sku, "field": move.field, "old_fils": move.old, "new_fils": move.new} for move in plan.largest
        ],
        "refusals": [
            {"sku": one.sku, "field": one.field, "old_fils": one.old, "error": str(one.reason)} for one in plan.refused
        ],
    }
