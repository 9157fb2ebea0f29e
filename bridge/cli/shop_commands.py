"""The shops here, how their own system is connected, and a believable catalogue for staging."""

from __future__ import annotations

from dataclasses import asdict

import click

from bridge.cli.command_group import CommandGroup, declare
from bridge.cli.output import ON_OFF as AS_ON_OFF
from bridge.cli.output import TIME, Answer, Column, Fields, Listing, fact_lines, format_count, format_on_off, say
from bridge.cli.parameter_types import ON_OFF, RATE, EnumType
from bridge.cli.session import Session
from service.domain.money import format_rate
from service.domain.shops import Branch, Mode, Shop
from service.store import shops as store
from service.usecases.fill_sample import SampleCounts, list_sample_steps

_EXPLAINED = {
    Mode.API_PUSH: "the shop's system sends items to this service",
    Mode.WEBHOOKS: "this service posts events to the shop's system",
    Mode.SCHEDULED_PULL: "this service reads the shop system's file every night",
}
_COLUMNS = (
    Column("id", ">ID"),
    Column("name", "NAME"),
    Column("staging", "KIND", text=lambda shop: "staging" if shop.staging else "live"),
    Column("read_only", "READ-ONLY"),
    Column("api_push", "API PUSH", form=AS_ON_OFF),
    Column("webhooks", "WEBHOOKS", form=AS_ON_OFF),
    Column("scheduled_pull", "PULL", form=AS_ON_OFF),
    Column("vat_percent", get=lambda shop: float(format_rate(shop.vat))),
    Column("vat_number"),
    Column("created_at", form=TIME),
)
SHOP = Fields[Shop](*_COLUMNS)
shops = CommandGroup(
    "shops",
    more="Each has a staging shop with data and keys of its own, where calls are tried.",
    example="list",
)


@declare("scheduled_pull on")
@click.argument("name", required=False, type=EnumType(Mode), metavar="[api_push|webhooks|scheduled_pull]")
@click.argument("state", required=False, type=ON_OFF, metavar="[on|off]")
def mode(session: Session, name: Mode | None, state: bool | None) -> Answer:
    """With on or off, switch one way."""
    if name is not None and state is not None:
        session.ask(session.backend.shops.set_mode(session.shop.id, name, state))
    shop = session.shop
    facts = [(one.value, format_on_off(shop.has(one)), _EXPLAINED[one]) for one in Mode if name in (None, one)]
    both = ["The nightly file will overwrite pushed values."] if shop.api_push and shop.scheduled_pull else []
    return Answer({one.value: shop.has(one) for one in Mode}, [*fact_lines(facts), *both])


@declare("")
def sample(session: Session) -> Answer:
    """Orders and requests come with it. Safe to run again: it adds what is missing and changes
    nothing that is there.
    """
    # The sample always goes to staging, with or without --staging: it must never reach a live
    # shop.
    session.options.staging = True
    shop, filled = session.shop, SampleCounts()
    for piece in list_sample_steps(shop, session.now()):
        filled += session.write(piece)
    return say(
        {"shop": shop.name, "staging": shop.staging, **asdict(filled)},
        f"{shop.name} (staging): {_describe_filled(filled)}.",
        f"Next: `{session.command('keys create NAME')}` makes a key to call it with.",
    )


def _describe_filled(filled: SampleCounts) -> str:
    parts = [
        f"{format_count(filled.items, 'item')} added",
        f"{format_count(filled.items_existing, 'item')} left as found" if filled.items_existing else "",
        f"{format_count(filled.orders, 'order')} placed",
        f"{format_count(filled.rfqs, 'request')} for quotation added",
        f"{format_count(filled.orders_skipped, 'order')} left out for want of stock" if filled.orders_skipped else "",
    ]
    return ", ".join(part for part in parts if part)


@shops.declare("--json", csv=True)
def list_(session: Session) -> Listing[Shop]:
    """Every shop, each with its staging shop."""
    listed, totals = session.read(
        lambda db: (store.list_shops(db), {one.id: store.read_items_total(db, one.id) for one in store.list_shops(db)})
    )
    return Listing(
        Fields(*_COLUMNS, Column("items", ">ITEMS", lambda shop: totals[shop.id])), listed, "There is no shop yet."
    )


@shops.declare('"Sitra branch shop"')
@click.argument("name")
def add(session: Session, name: str) -> Answer:
    """Add a shop and its staging shop."""
    number = session.ask(session.backend.shops.add(name))
    shop = session.read(lambda db: store.get_shop(db, number))
    return say(SHOP.to_json(shop), f"{shop.name} is there, with its staging shop.")


@shops.declare('"My shop" "Al Noor Auto Parts"')
@click.argument("names", nargs=-1, required=True, metavar="[OLD] NEW")
def rename(session: Session, names: tuple[str, ...]) -> Answer:
    """Rename a shop and its staging shop. With one name it is the shop that --shop chooses, or the
    only one.
    """
    if len(names) > 2:
        raise click.UsageError("Give the old and the new name, each in quotes.", click.get_current_context())
    if len(names) == 2:
        session.options.shop = names[0]
    before = session.shop.id
    session.ask(session.backend.shops.rename(before, names[-1]))
    shop = session.read(lambda db: store.get_shop(db, before))
    return say(SHOP.to_json(shop), f"The shop is called {shop.name} now.")


@shops.declare("on")
@click.argument("state", type=ON_OFF, metavar="on|off")
def read_only(session: Session, state: bool) -> Answer:
    """Refuse (on) or allow (off) uploads, order actions and stock movements."""
    session.ask(session.backend.shops.set_read_only(session.shop.id, state))
    change = "is read-only now: uploads, order actions and stock movements are refused"
    return _tell(session.shop, change if state else "can be written to")


@shops.declare("10")
@click.argument("rate", type=RATE, metavar="PERCENT")
def vat(session: Session, rate: int) -> Answer:
    """Set the VAT rate of the shop in percent. Prices are stored without VAT; the window shows them
    with it too.
    """
    session.ask(session.backend.shops.set_vat(session.shop.id, rate))
    return _tell(session.shop, f"counts {format_rate(rate)}% VAT now")


@shops.declare("200012345600002")
@click.argument("number", metavar="TEXT")
def vat_number(session: Session, number: str) -> Answer:
    """Set the VAT number that the shop's papers show; an empty text takes it away."""
    session.ask(session.backend.shops.set_vat_number(session.shop.id, number))
    shop = session.shop
    return _tell(shop, f"has {f'the VAT number {shop.vat_number}' if shop.vat_number else 'no VAT number'} now")


def _tell(shop: Shop, what: str) -> Answer:
    return say(SHOP.to_json(shop), f"{shop.name}{' (staging)' if shop.staging else ''} {what}.")


BRANCH = Fields[Branch](Column("name", "NAME"), Column("main", "MAIN"))
branches = CommandGroup(
    "branches",
    more="An upload that names a new one adds it; what names none goes to the main one.",
    example="list",
)


@branches.declare(name="list", csv=True)
def list_branches(session: Session) -> Listing[Branch]:
    """Every branch, the main one first."""
    listed = session.ask(session.backend.shops.branches(session.shop.id))
    return Listing(BRANCH, [facts.branch for facts in listed], "There is no branch yet.")


@branches.declare("Sitra", name="add")
@click.argument("name")
def add_branch(session: Session, name: str) -> Answer:
    """Add a branch, without stock at first."""
    session.ask(session.backend.shops.add_branch(session.shop.id, name))
    branch = _find_branch(session, name)
    return say(BRANCH.to_json(branch), f"{branch.name} is a branch now.")


@branches.declare("Main Salmabad", name="rename")
@click.argument("old")
@click.argument("new")
def rename_branch(session: Session, old: str, new: str) -> Answer:
    """Give a branch another name."""
    session.ask(session.backend.shops.rename_branch(session.shop.id, old, new))
    branch = _find_branch(session, new)
    return say(BRANCH.to_json(branch), f"The branch is called {branch.name} now.")


@branches.declare("Sitra")
@click.argument("name")
def main(session: Session, name: str) -> Answer:
    """Make a branch the main one: quantities that name no branch go there."""
    session.ask(session.backend.shops.make_main(session.shop.id, name))
    branch = _find_branch(session, name)
    return say(BRANCH.to_json(branch), f"{branch.name} is the main branch now.")


def _find_branch(session: Session, name: str) -> Branch:
    return session.read_shop(lambda db, shop: store.find_branch(db, shop.id, name))
