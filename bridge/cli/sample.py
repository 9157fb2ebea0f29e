"""`counterpart sample`: something to try the calls with (CONTRACT.md section 8)."""

from __future__ import annotations

from dataclasses import asdict

import click

from bridge.cli.grammar import Command, pass_session
from bridge.cli.output import line, print_json
from bridge.cli.session import Session
from bridge.cli.words import counted
from service.usecases.fill_sample import Filled, sample_pieces


@click.command(
    "sample",
    cls=Command,
    help="Fill staging with a believable catalogue. Orders and requests come with it. Safe to run again: "
    "it adds what is missing and changes nothing that is there.",
    example="counterpart sample",
)
@pass_session
def sample(session: Session) -> None:
    # The sample goes to staging always, with or without --staging: it must never reach a live shop.
    session.choices.staging = True
    shop = session.read(session.find_shop)
    filled = Filled()
    for piece in sample_pieces(shop, session.now()):
        filled += session.write(piece)
    if session.as_json:
        print_json({"shop": shop.name, "staging": shop.staging, **asdict(filled)})
        return
    line(f"{shop.name} (staging): {_told(filled)}.")
    line(f"Next: `{session.command('keys create NAME')}` makes a key to call it with.")


def _told(filled: Filled) -> str:
    parts = [
        f"{counted(filled.items, 'item')} added",
        f"{counted(filled.items_kept, 'item')} left as found" if filled.items_kept else "",
        f"{counted(filled.orders, 'order')} placed",
        f"{counted(filled.rfqs, 'request')} for quotation added",
        f"{counted(filled.short, 'order')} left out for want of stock" if filled.short else "",
    ]
    return ", ".join(part for part in parts if part)
