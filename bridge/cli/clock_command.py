"""`counterpart clock`: whether this computer's clock is believed, and the owner's confirmation."""

from __future__ import annotations

import click

from bridge.cli.command_group import Command, pass_session
from bridge.cli.command_table import summary_of
from bridge.cli.output import format_count, format_local_time, print_facts, print_json, print_line
from bridge.cli.session import Session
from service.domain.clock_trust import ClockDoubt
from service.domain.marketplace.orders import ACCEPT_MINUTES
from service.domain.times import format_optional_rfc3339, format_rfc3339
from service.store.trusted_clock import read_clock_record
from service.usecases.settle_clock import find_clock_doubt, settle_clock


@click.command(
    "clock",
    cls=Command,
    help=f"{summary_of('clock')} With `confirm`, say that it is right: waiting orders then have "
    f"{ACCEPT_MINUTES} minutes from now.",
    example="counterpart clock confirm",
)
@click.argument("word", required=False, type=click.Choice(["confirm"]), metavar="[confirm]")
@pass_session
def clock(session: Session, word: str | None) -> None:
    if word is None:
        _show(session)
        return
    orders = session.write(lambda tx: settle_clock(tx, by=session.author, now=session.now()))
    if session.as_json:
        _show(session)
    else:
        waiting = (
            f" {format_count(orders, 'waiting order')} can be accepted for {ACCEPT_MINUTES} minutes." if orders else ""
        )
        print_line(f"The clock is taken as right: {format_local_time(session.now())}.{waiting}")


def _show(session: Session) -> None:
    now = session.now()
    doubt, trusted_at = session.read(lambda db: (find_clock_doubt(db, now), read_clock_record(db).trusted_at))
    if session.as_json:
        print_json(
            {
                "trusted": doubt is None,
                "now": format_rfc3339(now),
                "trusted_at": format_optional_rfc3339(trusted_at),
                "expected": None if doubt is None else format_rfc3339(doubt.expected_at),
                "shown": None if doubt is None else format_rfc3339(doubt.shown_at),
            }
        )
        return
    print_facts(
        [
            ("Clock", format_local_time(now)),
            ("Last believed", format_local_time(trusted_at)),
            ("In doubt", "no" if doubt is None else _describe_doubt(doubt)),
        ]
    )
    if doubt is not None:
        print_line(
            "While it is in doubt, no order is cancelled by time. Set the computer's clock right; "
            f"if it is right now, run: {session.command('clock confirm')}"
        )


def _describe_doubt(doubt: ClockDoubt) -> str:
    return f"it showed {format_local_time(doubt.shown_at)}, expected was about {format_local_time(doubt.expected_at)}"
