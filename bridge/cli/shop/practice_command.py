"""`counterpart link practice`: the practice marketplace of the staging shop (link §7)."""

from __future__ import annotations

import click

from bridge.cli.framework.cli_session import Session
from bridge.cli.framework.command_group import Command, pass_session
from bridge.cli.framework.output import print_json, print_line
from bridge.cli.framework.value_format import format_count
from service.usecases.link import edit_link, report_link


@click.command(
    "practice",
    cls=Command,
    help="Switch the practice marketplace of the staging shop on or off. It runs inside the program, places orders "
    "at random, answers slowly, goes away and comes back. No account is needed, and nothing leaves this computer.",
    example="counterpart link practice on",
)
@click.argument("state", type=click.Choice(["on", "off"]))
@pass_session
def practice(session: Session, state: str) -> None:
    # Practice is in staging always, with or without --staging: it must never reach a live shop.
    session.options.staging = True
    if state == "on":
        _begin(session)
        return
    ended = session.write_shop(lambda tx, shop: edit_link.end_practice(tx, shop, by=session.author, now=session.now()))
    if session.as_json:
        print_json({"practice": False, "cancelled": ended})
    else:
        print_line(f"The practice ended. {format_count(ended, 'open order')} of it cancelled.")


def _begin(session: Session) -> None:
    shop = session.read(session.find_shop)
    session.write(lambda tx: edit_link.begin_practice(tx, shop, now=session.now()))
    if session.as_json:
        print_json(session.read(lambda db: report_link.report_link(db, shop.id, session.now())))
        return
    status, approve = session.command("link status"), session.command("link approve")
    print_line(f"{shop.name} (staging) is linked to the practice marketplace. Nothing leaves this computer.")
    print_line(f"The running program starts it. When `{status}` says held, agree with `{approve}`.")
