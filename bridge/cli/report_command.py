"""`counterpart report`: the summary of a day or a month."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import click

from bridge.cli.command_group import CommandGroup, pass_session
from bridge.cli.command_table import summary_of
from bridge.cli.output import format_local_time, format_money, print_facts, print_json, print_line
from bridge.cli.parameter_types import DAY
from bridge.cli.session import Session
from service.domain.quantity import convert_milli, format_quantity
from service.domain.reports import WAIT_MINUTES, Period, Summary, find_span, summarize
from service.domain.shops import Shop
from service.domain.times import MINUTE, format_rfc3339
from service.store.engine.transaction import ReadTx
from service.store.reports import read_events

report = CommandGroup(
    name="report",
    help=f"{summary_of('report')} Orders count by the time they were placed, amounts by the time of delivery, "
    "in BHD without VAT.",
    example="counterpart report day",
)


@report.command(
    "day", help="One day of the local calendar; today at first.", example="counterpart report day 2026-11-20"
)
@click.argument("day", type=DAY, required=False, metavar="[DAY]")
@pass_session
def day_(session: Session, day: date | None) -> None:
    _print(session, Period.DAY, day)


@report.command(
    "month",
    help="The month that a day is in; this month at first.",
    example="counterpart report month 2026-11-01 --json",
)
@click.argument("day", type=DAY, required=False, metavar="[DAY]")
@pass_session
def month_(session: Session, day: date | None) -> None:
    _print(session, Period.MONTH, day)


def _print(session: Session, period: Period, day: date | None) -> None:
    chosen = day or datetime.fromtimestamp(session.now() / 1000).astimezone().date()

    def read(db: ReadTx, shop: Shop) -> Summary:
        return summarize(period, chosen, read_events(db, shop, find_span(period, chosen)))

    summary = session.read_shop(read)
    if session.as_json:
        print_json(_as_json(summary))
        return
    first = summary.first_day
    print_line(f"{first:%Y-%m-%d}" if period is Period.DAY else f"{first:%Y-%m}")
    print_facts(_facts(summary))
    for part in summary.top_parts:
        print_line(f"{format_quantity(part.quantity)} x {part.sku}, {format_money(part.total_fils)}  {part.name}")


def _facts(summary: Summary) -> list[tuple[str, str]]:
    wait = "-" if summary.typical_wait is None else f"{summary.typical_wait / MINUTE:.1f} minutes"
    groups = [f"within {minutes}: {count}" for minutes, count in zip(WAIT_MINUTES, summary.waits, strict=False)]
    busiest = max(summary.steps, key=lambda step: step.orders)
    return [
        ("Orders", str(summary.placed)),
        ("Busiest", format_local_time(busiest.start) if busiest.orders else "-"),
        ("Accepted", f"{summary.accepted} ({', '.join(groups)}, later: {summary.waits[-1]})"),
        ("Typical wait", wait),
        ("Lapsed", str(summary.lapsed)),
        ("Cancelled", str(summary.cancelled)),
        ("Delivered", str(summary.delivered)),
        ("Revenue", format_money(summary.items_fils)),
        ("Commission", format_money(summary.commission_fils)),
        ("You receive", format_money(summary.payout_fils)),
        ("Calls", f"{summary.calls}, of them faults: {summary.faults}"),
    ]


def _as_json(summary: Summary) -> dict[str, Any]:
    return {
        "period": summary.period.value,
        "first_day": summary.first_day.isoformat(),
        "orders": summary.placed,
        "accepted": summary.accepted,
        "accepted_within_minutes": {
            **{str(minutes): count for minutes, count in zip(WAIT_MINUTES, summary.waits, strict=False)},
            "later": summary.waits[-1],
        },
        "typical_wait_ms": summary.typical_wait,
        "lapsed": summary.lapsed,
        "cancelled": summary.cancelled,
        "delivered": summary.delivered,
        "items_fils": summary.items_fils,
        "commission_fils": summary.commission_fils,
        "payout_fils": summary.payout_fils,
        "calls": summary.calls,
        "faults": summary.faults,
        "top_parts": [
            {
                "sku": part.sku,
                "name": part.name,
                "quantity": convert_milli(part.quantity),
                "total_fils": part.total_fils,
            }
            for part in summary.top_parts
        ],
        "steps": [
            {
                "start": format_rfc3339(step.start),
                "orders": step.orders,
                "items_fils": step.items_fils,
                "calls": step.calls,
                "faults": step.faults,
            }
            for step in summary.steps
        ],
    }
