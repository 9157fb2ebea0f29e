"""`counterpart branches`: the warehouses of a shop (contract §3 and §8)."""

from __future__ import annotations

import click

from bridge.cli.command_group import CommandGroup
from bridge.cli.output import Answer, Column, Fields, Listing, say
from bridge.cli.session import Session
from service.domain.shops import Branch
from service.store import shops as store
from service.usecases import edit_shop

BRANCH = Fields[Branch](Column("name", "NAME"), Column("main", "MAIN"))
branches = CommandGroup(
    "branches",
    more="An upload that names a new one adds it; what names none goes to the main one.",
    example="list",
)


@branches.declare(csv=True)
def list_(session: Session) -> Listing[Branch]:
    """Every branch, the main one first."""
    listed = session.read_shop(lambda db, shop: store.list_branches(db, shop.id))
    return Listing(BRANCH, listed, "There is no branch yet.")


@branches.declare("Sitra")
@click.argument("name")
def add(session: Session, name: str) -> Answer:
    """Add a branch, without stock at first."""
    branch = session.write_shop(lambda tx, shop: edit_shop.add_branch(tx, shop, name))
    return say(BRANCH.to_json(branch), f"{branch.name} is a branch now.")


@branches.declare("Main Salmabad")
@click.argument("old")
@click.argument("new")
def rename(session: Session, old: str, new: str) -> Answer:
    """Give a branch another name."""
    branch = session.write_shop(lambda tx, shop: edit_shop.rename_branch(tx, shop, old, new))
    return say(BRANCH.to_json(branch), f"The branch is called {branch.name} now.")


@branches.declare("Sitra")
@click.argument("name")
def main(session: Session, name: str) -> Answer:
    """Make a branch the main one: quantities that name no branch go there."""
    branch = session.write_shop(lambda tx, shop: edit_shop.set_main_branch(tx, shop, name))
    return say(BRANCH.to_json(branch), f"{branch.name} is the main branch now.")
