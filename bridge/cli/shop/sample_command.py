"""`counterpart sample`: sample data to try the calls with (contract §8)."""

from __future__ import annotations

from dataclasses import asdict

import click

from bridge.cli.command_table import summary_of
from bridge.cli.framework.cli_session import Session
from bridge.cli.framework.command_group import Command, pass_session
from bridge.cli.framework.output import print_json, print_line
from bridge.cli.framework.value_format import format_count
from service.usecases.sample_data.fill_sample import SampleCounts, list_sample_steps


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
