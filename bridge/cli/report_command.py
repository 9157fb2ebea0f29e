"""`counterpart report`: the summary of a day or a month."""

from __future__ import annotations

from datetime import date, datetime

import click

from bridge.cli.command_group import CommandGroup
from bridge.cli.output import MONEY, Answer, Column, Fields, fact_lines, format_local_time, format_money
from bridge.cli.parameter_types import DAY
from bridge.cli.session import Session
from service.domain.quantity import convert_milli, format_quantity
from service.domain.reports import WAIT_MINUTES, Period, Summary
from service.domain.times import MINUTE, format_rfc3339

report = CommandGroup(
    "report",
    more="Orders count by the time they were placed, amounts by the time of delivery, in BHD without VAT.",
    example="day",
)
_day = click.argument("day", type=DAY, required=False, metavar="[DAY]")


@report.declare("2026-11-20")
@_day
def day_(session: Session, day: date | None) -> Answer:
    """One day of the local calendar; today at first."""
    return _summarize(session, Period.DAY, day)


@report.declare("2026-11-01 --json")
@_day
def month(session: Session, day: date | None) -> Answer:
    """The month that a day is in; this month at first."""
    return _summarize(session, Period.MONTH, day)


def _summarize(session: Session, period: Period, day: date | None) -> Answer:
    chosen = day or datetime.fromtimestamp(session.now() / 1000).astimezone().date()
    summary = session.ask(session.backend.reports.summary(session.shop.id, period, chosen))
    first = summary.first_day
    top = [
        f"{format_quantity(part.quantity)} x {part.sku}, {format_money(part.total_fils)}  {part.name}"
        for part in summary.top_parts
    ]
    title = f"{first:%Y-%m-%d}" if period is Period.DAY else f"{first:%Y-%m}"
    return Answer(SUMMARY.to_json(summary), [title, *fact_lines(SUMMARY.facts(summary)), *top])


def _waits(summary: Summary) -> dict[str, int]:
    return {
        **{str(minutes): count for minutes, count in zip(WAIT_MINUTES, summary.waits, strict=False)},
        "later": summary.waits[-1],
    }


def _describe_accepted(summary: Summary) -> str:
    *groups, (_, later) = _waits(summary).items()
    return f"{summary.accepted} ({', '.join(f'within {name}: {count}' for name, count in groups)}, later: {later})"


def _describe_wait(summary: Summary) -> str:
    return "-" if summary.typical_wait is None else f"{summary.typical_wait / MINUTE:.1f} minutes"


def _describe_busiest(summary: Summary) -> str:
    busiest = max(summary.steps, key=lambda step: step.orders)
    return format_local_time(busiest.start) if busiest.orders else "-"


SUMMARY = Fields[Summary](
    Column("period"),
    Column("first_day", get=lambda summary: summary.first_day.isoformat()),
    Column("orders", "Orders", "placed"),
    Column("accepted", "Accepted", text=_describe_accepted),
    Column("accepted_within_minutes", get=_waits),
    Column("typical_wait_ms", "Typical wait", "typical_wait", text=_describe_wait),
    Column("lapsed", "Lapsed"),
    Column("cancelled", "Cancelled"),
    Column("delivered", "Delivered"),
    Column("items_fils", "Revenue", form=MONEY),
    Column("commission_fils", "Commission", form=MONEY),
    Column("payout_fils", "You receive", form=MONEY),
    Column("calls", "Calls", text=lambda summary: f"{summary.calls}, of them faults: {summary.faults}"),
    Column("faults"),
    Column(
        "top_parts",
        get=lambda summary: [
            {"sku": one.sku, "name": one.name, "quantity": convert_milli(one.quantity), "total_fils": one.total_fils}
            for one in summary.top_parts
        ],
    ),
    Column(
        "steps",
        "Busiest",
        lambda summary: [
            {
                "start": format_rfc3339(step.start),
                "orders": step.orders,
                "items_fils": step.items_fils,
                "calls": step.calls,
                "faults": step.faults,
            }
            for step in summary.steps
        ],
        text=_describe_busiest,
    ),
)
