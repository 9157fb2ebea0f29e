"""`counterpart branches`: the warehouses of a shop (contract §3 and §8)."""

from __future__ import annotations

import click

from bridge.cli.command_group import CommandGroup, csv_option, pass_session
from bridge.cli.command_table import summary_of
from bridge.cli.output import format_yes_no, print_json, print_line, print_list
from bridge.cli.session import Session
from service.domain.shops import Branch
from service.store import shops as store
from service.usecases import edit_shop

branches = CommandGroup(
    name="branches",
    help=f"{summary_of('branches')} An upload that names a new one adds it; what names none goes to the main one.",
    example="counterpart branches list",
)


@branches.command("list", help="Every branch, the main one first.", example="counterpart branches list")
@csv_option()
@pass_session
def list_(session: Session) -> None:
    print_list(
        session,
        session.read_shop(lambda db, shop: store.list_branches(db, shop.id)),
        to_json=_as_json,
        headers=("MAIN", "NAME"),
        to_row=lambda branch: (format_yes_no(branch.main), branch.name),
        empty="There is no branch yet.",
    )


@branches.command("add", help="Add a branch, without stock at first.", example="counterpart branches add Sitra")
@click.argument("name")
@pass_session
def add(session: Session, name: str) -> None:
    branch = session.write_shop(lambda tx, shop: edit_shop.add_branch(tx, shop, name))
    _print_result(session, branch, f"{branch.name} is a branch now.")


@branches.command("rename", help="Give a branch another name.", example="counterpart branches rename Main Salmabad")
@click.argument("old")
@click.argument("new")
@pass_session
def rename(session: Session, old: str, new: str) -> None:
    branch = session.write_shop(lambda tx, shop: edit_shop.rename_branch(tx, shop, old, new))
    _print_result(session, branch, f"The branch is called {branch.name} now.")


@branches.command(
    "main",
    help="Make a branch the main one: quantities that name no branch go there.",
    example="counterpart branches main Sitra",
)
@click.argument("name")
@pass_session
def main(session: Session, name: str) -> None:
    branch = session.write_shop(lambda tx, shop: edit_shop.set_main_branch(tx, shop, name))
    _print_result(session, branch, f"{branch.name} is the main branch now.")


def _print_result(session: Session, branch: Branch, sentence: str) -> None:
    if session.as_json:
        print_json(_as_json(branch))
    else:
        print_line(sentence)


def _as_json(branch: Branch) -> dict[str, str | bool]:
    return {"name": branch.name, "main": branch.main}
