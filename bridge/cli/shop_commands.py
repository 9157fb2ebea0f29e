"""The shops here, how the shop's own system is connected, and a believable catalogue for
staging.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from bridge.cli.command_group import Command, CommandGroup, csv_option, pass_session
from bridge.cli.command_table import summary_of
from bridge.cli.output import (
    format_count,
    format_on_off,
    format_yes_no,
    print_facts,
    print_json,
    print_line,
    print_list,
)
from bridge.cli.parameter_types import ON_OFF, RATE
from bridge.cli.session import Session
from service.domain.money import format_rate
from service.domain.shops import Mode, Shop
from service.domain.times import format_rfc3339
from service.store import shops as store
from service.store.engine.transaction import ReadTx, Tx
from service.usecases import edit_shop
from service.usecases.edit_shop import set_mode
from service.usecases.sample_data.fill_sample import SampleCounts, list_sample_steps

_EXPLAINED = {
    Mode.API_PUSH: "the shop's system sends items to this service",
    Mode.WEBHOOKS: "this service posts events to the shop's system",
    Mode.SCHEDULED_PULL: "this service reads the shop system's file every night",
}
shops = CommandGroup(
    name="shops",
    help=f"{summary_of('shops')} Each has a staging shop with data and keys of its own, where calls are tried.",
    example="counterpart shops list",
)


@click.command(
    "mode",
    cls=Command,
    help=f"{summary_of('mode')} With on or off, switch one way.",
    example="counterpart mode scheduled_pull on",
)
@click.argument(
    "name",
    required=False,
    type=click.Choice([switch.value for switch in Mode]),
    metavar="[api_push|webhooks|scheduled_pull]",
)
@click.argument("state", required=False, type=ON_OFF, metavar="[on|off]")
@pass_session
def mode(session: Session, name: str | None, state: str | None) -> None:
    switch = None if name is None else Mode(name)
    if switch is None or state is None:
        _show(session, session.read_shop(lambda _db, shop: shop), switch)
    else:
        _show(session, session.write_shop(lambda tx, shop: set_mode(tx, shop, switch, state == "on")), switch)


def _show(session: Session, shop: Shop, only: Mode | None) -> None:
    if session.as_json:
        print_json({switch.value: shop.has(switch) for switch in Mode})
        return
    print_facts(
        (switch.value, format_on_off(shop.has(switch)), _EXPLAINED[switch]) for switch in Mode if only in (None, switch)
    )
    if shop.api_push and shop.scheduled_pull:
        print_line("The nightly file will overwrite pushed values.")


@click.command(
    "sample",
    cls=Command,
    help=f"{summary_of('sample')} Orders and requests come with it. Safe to run again: "
    "it adds what is missing and changes nothing that is there.",
    example="counterpart sample",
)
@pass_session
def sample(session: Session) -> None:
    # The sample always goes to staging, with or without --staging: it must never reach a live
    # shop.
    session.options.staging = True
    shop = session.read(session.find_shop)
    filled = SampleCounts()
    for piece in list_sample_steps(shop, session.now()):
        filled += session.write(piece)
    if session.as_json:
        print_json({"shop": shop.name, "staging": shop.staging, **asdict(filled)})
        return
    print_line(f"{shop.name} (staging): {_describe_filled(filled)}.")
    print_line(f"Next: `{session.command('keys create NAME')}` makes a key to call it with.")


def _describe_filled(filled: SampleCounts) -> str:
    parts = [
        f"{format_count(filled.items, 'item')} added",
        f"{format_count(filled.items_existing, 'item')} left as found" if filled.items_existing else "",
        f"{format_count(filled.orders, 'order')} placed",
        f"{format_count(filled.rfqs, 'request')} for quotation added",
        f"{format_count(filled.orders_skipped, 'order')} left out for want of stock" if filled.orders_skipped else "",
    ]
    return ", ".join(part for part in parts if part)


@shops.command("list", help="Every shop, each with its staging shop.", example="counterpart shops list --json")
@csv_option()
@pass_session
def list_(session: Session) -> None:
    print_list(
        session,
        session.read(lambda db: [(shop, store.read_items_total(db, shop.id)) for shop in store.list_shops(db)]),
        to_json=lambda pair: {**_as_json(pair[0]), "items": pair[1]},
        headers=(">ID", "KIND", "READ-ONLY", "API PUSH", "WEBHOOKS", "PULL", ">ITEMS", "NAME"),
        to_row=lambda pair: (
            str(pair[0].id),
            _kind(pair[0]),
            format_yes_no(pair[0].read_only),
            format_on_off(pair[0].api_push),
            format_on_off(pair[0].webhooks),
            format_on_off(pair[0].scheduled_pull),
            str(pair[1]),
            pair[0].name,
        ),
        empty="There is no shop yet.",
    )


@shops.command("add", help="Add a shop and its staging shop.", example='counterpart shops add "Sitra branch shop"')
@click.argument("name")
@pass_session
def add(session: Session, name: str) -> None:
    shop = session.write(lambda tx: edit_shop.add_shop(tx, name, now=session.now()))
    _print_result(session, shop, f"{shop.name} is there, with its staging shop.")


@shops.command(
    "rename",
    help="Rename a shop and its staging shop. With one name it is the shop that --shop chooses, or the only one.",
    example='counterpart shops rename "My shop" "Al Noor Auto Parts"',
)
@click.argument("names", nargs=-1, required=True, metavar="[OLD] NEW")
@pass_session
def rename(session: Session, names: tuple[str, ...]) -> None:
    if len(names) > 2:
        raise click.UsageError("Give the old and the new name, each in quotes.", click.get_current_context())

    def change(tx: Tx) -> Shop:
        old = _find_named_shop(session, tx, names[0] if len(names) == 2 else None)
        return edit_shop.rename_shop(tx, old, names[-1])

    shop = session.write(change)
    _print_result(session, shop, f"The shop is called {shop.name} now.")


@shops.command(
    "read-only",
    help="Refuse (on) or allow (off) uploads, order actions and stock movements.",
    example="counterpart shops read-only on",
)
@click.argument("state", type=ON_OFF, metavar="on|off")
@pass_session
def read_only(session: Session, state: str) -> None:
    shop = session.write_shop(lambda tx, shop: edit_shop.set_read_only(tx, shop, state == "on"))
    change = "is read-only now: uploads, order actions and stock movements are refused"
    _print_result(session, shop, f"{_full_name(shop)} {change if shop.read_only else 'can be written to'}.")


@shops.command(
    "vat",
    help="Set the VAT rate of the shop in percent. Prices are stored without VAT; the window shows them with it too.",
    example="counterpart shops vat 10",
)
@click.argument("rate", type=RATE, metavar="PERCENT")
@pass_session
def vat(session: Session, rate: int) -> None:
    shop = session.write_shop(lambda tx, shop: edit_shop.set_vat(tx, shop, rate))
    _print_result(session, shop, f"{_full_name(shop)} counts {format_rate(shop.vat)}% VAT now.")


@shops.command(
    "vat-number",
    help="Set the VAT number that the shop's papers show; an empty text takes it away.",
    example="counterpart shops vat-number 200012345600002",
)
@click.argument("number", metavar="TEXT")
@pass_session
def vat_number(session: Session, number: str) -> None:
    shop = session.write_shop(lambda tx, shop: edit_shop.set_vat_number(tx, shop, number))
    change = f"has the VAT number {shop.vat_number}" if shop.vat_number else "has no VAT number"
    _print_result(session, shop, f"{_full_name(shop)} {change} now.")


def _find_named_shop(session: Session, db: ReadTx, name: str | None) -> Shop:
    if name is None:
        return session.find_shop(db)
    return store.find_shop(db, name, staging=session.options.staging)


def _print_result(session: Session, shop: Shop, sentence: str) -> None:
    if session.as_json:
        print_json(_as_json(shop))
    else:
        print_line(sentence)


def _kind(shop: Shop) -> str:
    return "staging" if shop.staging else "live"


def _full_name(shop: Shop) -> str:
    return f"{shop.name} (staging)" if shop.staging else shop.name


def _as_json(shop: Shop) -> dict[str, Any]:
    return {
        "id": shop.id,
        "name": shop.name,
        "staging": shop.staging,
        "read_only": shop.read_only,
        "api_push": shop.api_push,
        "webhooks": shop.webhooks,
        "scheduled_pull": shop.scheduled_pull,
        "vat_percent": float(format_rate(shop.vat)),
        "vat_number": shop.vat_number,
        "created_at": format_rfc3339(shop.created_at),
    }
