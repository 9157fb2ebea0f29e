"""`counterpart link waiting` and `link withdraw`: actions that the marketplace has not answered
(link §3).
"""

from __future__ import annotations

import click

from bridge.cli.framework.cli_session import Session
from bridge.cli.framework.command_group import Command, csv_option, pass_session
from bridge.cli.framework.output import print_json, print_line, print_list
from bridge.cli.framework.parameter_types import ACTION_ID
from bridge.cli.framework.value_format import format_local_time, format_yes_no
from service.domain.times import parse_moment
from service.usecases.link import report_link
from service.usecases.link.ask_marketplace import withdraw_action


@click.command(
    "waiting",
    cls=Command,
    help="Order actions that wait for the marketplace, oldest first.",
    example="counterpart link waiting",
)
@csv_option()
@pass_session
def waiting(session: Session) -> None:
    rows = session.read_shop(lambda db, shop: report_link.list_waiting(db, shop.id))
    print_list(
        session,
        rows,
        to_json=lambda row: row,
        headers=(">ID", "SINCE", "ORDER", "ACTION", "CAN BE WITHDRAWN", "WHY IT WAITS"),
        to_row=lambda row: (
            str(row.id),
            format_local_time(parse_moment(row.since)),
            row.order,
            row.action,
            format_yes_no(row.can_withdraw),
            row.message or "",
        ),
        empty="No action waits.",
    )


@click.command(
    "withdraw",
    cls=Command,
    help="Take back an action that was not sent yet. ID is that of `link waiting`.",
    example="counterpart link withdraw 12",
)
@click.argument("action_id", metavar="ID", type=ACTION_ID)
@pass_session
def withdraw(session: Session, action_id: int) -> None:
    taken_back = session.write_shop(lambda tx, shop: withdraw_action(tx, shop, action_id, now=session.now()))
    if session.as_json:
        print_json({"withdrawn": taken_back.id, "order": taken_back.reference, "action": taken_back.action})
    else:
        print_line(f"{taken_back.action} of {taken_back.reference} is withdrawn. The marketplace was not asked.")
