"""`counterpart clock`: whether this computer's clock is believed, and the owner's confirmation."""

from __future__ import annotations

import click

from bridge.cli.command_group import declare
from bridge.cli.output import Answer, fact_lines, format_count, format_local_time, say
from bridge.cli.session import Session
from service.domain.marketplace.orders import ACCEPT_MINUTES
from service.domain.times import format_optional_rfc3339, format_rfc3339
from service.store.trusted_clock import read_clock_record
from service.usecases.settle_clock import find_clock_doubt, settle_clock


@declare(
    "confirm",
    more=f"With `confirm`, say that it is right: waiting orders then have {ACCEPT_MINUTES} minutes from now.",
)
@click.argument("word", required=False, type=click.Choice(["confirm"]), metavar="[confirm]")
def clock(session: Session, word: str | None) -> Answer:
    if word is None:
        return _describe(session)
    orders = session.write(lambda tx: settle_clock(tx, by=session.author, now=session.now()))
    waiting = (
        f" {format_count(orders, 'waiting order')} can be accepted for {ACCEPT_MINUTES} minutes." if orders else ""
    )
    return say(_describe(session).value, f"The clock is taken as right: {format_local_time(session.now())}.{waiting}")


def _describe(session: Session) -> Answer:
    now = session.now()
    doubt, trusted_at = session.read(lambda db: (find_clock_doubt(db, now), read_clock_record(db).trusted_at))
    value = {
        "trusted": doubt is None,
        "now": format_rfc3339(now),
        "trusted_at": format_optional_rfc3339(trusted_at),
        "expected": None if doubt is None else format_rfc3339(doubt.expected_at),
        "shown": None if doubt is None else format_rfc3339(doubt.shown_at),
    }
    in_doubt, advice = "no", []
    if doubt is not None:
        expected = format_local_time(doubt.expected_at)
        in_doubt = f"it showed {format_local_time(doubt.shown_at)}, expected was about {expected}"
        confirming = session.command("clock confirm")
        advice = [
            "While it is in doubt, no order is cancelled by time. Set the computer's clock right;",
            f"if it is right now, run: {confirming}",
        ]
    facts = (
        ("Clock", format_local_time(now)), ("Last believed", format_local_time(trusted_at)), ("In doubt", in_doubt)
    )  # fmt: skip
    return Answer(value, [*fact_lines(facts), *advice])
