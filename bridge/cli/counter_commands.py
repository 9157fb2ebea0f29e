"""`counterpart counters` and `counterpart attach` (docs/counters.md)."""

from __future__ import annotations

import click

from bridge.cli.command_group import CommandGroup, ask_hidden, declare
from bridge.cli.output import TIME, Answer, Column, Fields, Listing, say
from bridge.cli.session import Session
from bridge.system.counter_file import remove_counter_file, write_counter_file
from bridge.system.instance_lock import is_running
from bridge.system.network_names import find_host_name
from bridge.system.paths import make_data_folder
from service.domain.certificate import make_short_words
from service.domain.counters import FurtherCounter
from service.domain.errors import Refused
from service.domain.pairing import LIFE, MAX_TRIES
from service.domain.times import MINUTE
from service.store.counters import list_counters
from service.usecases.edit_counters import revoke_counter

counters = CommandGroup("counters", example="add")

_FIELDS = Fields[FurtherCounter](
    Column("id", ">ID"),
    Column("name", "NAME"),
    Column("created_at", "ADDED", form=TIME),
    Column("last_used_at", "LAST USED", form=TIME),
    Column("last_used_from", "FROM"),
    Column("revoked_at", "REVOKED", form=TIME),
)


@counters.declare(more=f"It works for {LIFE // MINUTE} minutes and {MAX_TRIES} tries.")
def add(session: Session) -> Answer:
    """Make a one-time code by which another computer becomes a further counter. The program has to
    run, and the setting `counters` to be on.
    """
    from bridge.cli.pairing_code import offer_counter_code  # noqa: PLC0415 - other commands start without it

    offered = offer_counter_code(session)
    words = make_short_words(offered.pin)
    return say(
        {"code": offered.code, "address": offered.address, "pin": offered.pin, "words": words},
        offered.code,
        f"Address: {offered.address}",
        f"Words of the certificate, to compare: {words}",
        "On the other computer, start the program and choose “This is a further counter”, or run:",
        f"  counterpart attach {offered.address.partition(' ')[0]} --code {offered.code}",
    )


@counters.declare(csv=True)
def list_(session: Session) -> Listing[FurtherCounter]:
    """Every further counter, revoked ones too."""
    empty = f"There is no further counter; `{session.command('counters add')}` makes a code for one."
    return Listing(_FIELDS, session.read(list_counters), empty)


@counters.declare('"Counter 2"')
@click.argument("name")
def revoke(session: Session, name: str) -> Answer:
    """Revoke a counter for good; its window is disconnected within a second."""
    revoked = session.write(lambda tx: revoke_counter(tx, name, session.now()))
    return say(_FIELDS.to_json(revoked), f"{revoked.name} is revoked.")


@declare("192.168.1.10 --code K7QM-3XRD")
@click.argument("address")
@click.option("--code", metavar="CODE", help="The code that the first computer shows; without it, it is asked for.")
@click.option("--name", metavar="NAME", help="What this counter is called; without it, this computer's name.")
def attach(session: Session, address: str, code: str | None, name: str | None) -> Answer:
    """The window here then uses the data of the first computer. With the address `off` this
    computer has data of its own again.
    """
    from bridge.remote.counters import join_service, look_at_service  # noqa: PLC0415 - other commands start without it

    folder = session.folder
    if is_running(folder):
        raise Refused.saying("is_running", "Counterpart runs here. End it first, then try again.")
    if address == "off":
        was = remove_counter_file(folder)
        return say({"attached": False}, "This computer has data of its own again." if was else "It was no counter.")
    make_data_folder(folder)
    chosen = name or find_host_name() or "Counter"
    pin = look_at_service(address)
    if not session.as_json:
        click.echo(f"Words of the certificate: {make_short_words(pin)}. They must be the same there.", err=True)
    made = join_service(address, code or ask_hidden("Code"), chosen, pin)
    write_counter_file(folder, made)
    words = make_short_words(made.pin)
    return say(
        {"attached": True, "name": made.name, "service": made.service, "address": made.address, "words": words},
        f"This computer is now the counter {made.name} of {made.service}. `counterpart` opens its window.",
    )
