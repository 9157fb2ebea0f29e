"""`counterpart alerts`: alerts to the owner's phone or mail (contract §8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click

from bridge.cli.command_group import CommandGroup, ask_hidden
from bridge.cli.output import TIME, Answer, Column, Fields, Listing, format_local_time, say
from bridge.cli.parameter_types import ON_OFF, EnumType, find_one, reference_argument
from bridge.cli.session import Session
from service.domain.alerts import HEARTBEAT_MINUTES, AlertChannel, AlertKind, Heartbeat, describe_result
from service.domain.errors import Unavailable
from ui.backend.alerts_port import NewChannel

KINDS = EnumType(AlertKind)
CHANNEL = Fields[AlertChannel](
    Column("id", ">ID"),
    Column("name", "NAME"),
    Column("address", "ADDRESS", "masked"),
    Column("service", "SERVICE"),
    Column("events", "EVENTS", lambda channel: [kind.value for kind in AlertKind if kind in channel.kinds]),
    Column("with_buyer"),
    Column("created_at", form=TIME),
    Column("last_sent_at", "LAST SENT", form=TIME),
    Column("waiting", ">WAITING"),
    Column("dropped"),
    Column("fault"),
)

alerts = CommandGroup("alerts", example='add "My phone" --event new_order --event time_short')
_address_stdin = click.option("--address-stdin", is_flag=True, help="Read the address from standard input.")


@alerts.declare('"My phone" --event new_order --event time_short')
@click.argument("name")
@click.option("--event", "events", type=KINDS, multiple=True, help="An event to be alerted about; may be repeated.")
@click.option("--with-buyer", is_flag=True, help="Put the buyer's car into alerts about orders too.")
@_address_stdin
def add(session: Session, name: str, events: tuple[AlertKind, ...], with_buyer: bool, address_stdin: bool) -> Answer:
    """Add an address, such as ntfy://topic or mailto://user:password@host. It is a secret: it is
    asked for, or read with --address-stdin, and stored in the keyring. Without --event it gets
    every event.
    """
    kinds, address = frozenset(events or AlertKind), ask_hidden("Address", from_stdin=address_stdin)
    made = session.ask(session.backend.alerts.add(NewChannel(name, address, kinds, with_buyer=with_buyer)))
    return say(
        CHANNEL.to_json(made),
        f"Alert address {made.id}, {made.name}, goes to {made.service}.",
        f"Try it with `{session.command(f'alerts test {made.id}')}`.",
    )


@alerts.declare(csv=True)
def list_(session: Session) -> Listing[AlertChannel]:
    """Every alert address, and how it is doing."""
    state = session.ask(session.backend.alerts.read())
    empty = f"There is no alert address yet; `{session.command('alerts add NAME')}` adds one."
    return Listing(CHANNEL, state.channels, empty, after=_describe_faults(state.channels, state.heartbeat))


@alerts.declare("1 --event new_order --with-buyer off")
@reference_argument("channel")
@click.option("--event", "events", type=KINDS, multiple=True, help="The events from now on; may be repeated.")
@click.option("--with-buyer", type=ON_OFF, help="The buyer's car in alerts about orders.")
def edit(session: Session, channel: str, events: tuple[AlertKind, ...], with_buyer: bool | None) -> Answer:
    """Change which events an address gets, or whether the buyer's car is in them."""
    before = _find(session, channel)
    kinds, chosen = frozenset(events) or before.kinds, before.with_buyer if with_buyer is None else with_buyer
    changed = session.ask(session.backend.alerts.change(before.id, kinds, with_buyer=chosen))
    events_now = ", ".join(kind.value for kind in AlertKind if kind in changed.kinds)
    return say(CHANNEL.to_json(changed), f"Alert address {changed.id}, {changed.name}, gets {events_now}.")


@alerts.declare("1")
@reference_argument("channel")
def remove(session: Session, channel: str) -> Answer:
    """Remove an alert address and what waits for it."""
    gone = _find(session, channel)
    session.ask(session.backend.alerts.remove(gone.id))
    return say({"id": gone.id}, f"Alert address {gone.id}, {gone.name}, is removed.")


@alerts.declare('"My phone"')
@reference_argument("channel")
def test(session: Session, channel: str) -> Answer:
    """Send a test to an address now and say how it ended."""
    channel_id = _find(session, channel).id
    result = session.ask(session.backend.alerts.test(channel_id))
    if not result.is_sent:
        raise Unavailable(describe_result(result))
    return say(
        {"id": channel_id, "outcome": result.outcome.value, "service": result.service}, str(describe_result(result))
    )


@alerts.declare("--minutes 5")
@click.option(
    "--minutes",
    type=click.Choice([str(one) for one in HEARTBEAT_MINUTES]),
    default="5",
    show_default=True,
    help="The pause between two calls.",
)
@_address_stdin
@click.option("--off", is_flag=True, help="End it and forget the address.")
def heartbeat(session: Session, minutes: str, address_stdin: bool, off: bool) -> Answer:
    """Call an https address every few minutes while the program runs. Its service reports to you
    when the calls stop: this PC is off or offline. The address is asked for, or read with
    --address-stdin.
    """
    alerts = session.backend.alerts
    if off:
        was_on = session.ask(alerts.read()).heartbeat
        session.ask(alerts.remove_heartbeat())
        return say({"heartbeat": None}, "The heartbeat is off." if was_on else "There was no heartbeat.")
    made = session.ask(alerts.set_heartbeat(ask_hidden("Address", from_stdin=address_stdin), int(minutes)))
    value = {"heartbeat": {"address": made.masked, "minutes": made.minutes}}
    return Answer(value, _describe_heartbeat(made))


def _find(session: Session, text: str) -> AlertChannel:
    known = ((one, one.name) for one in session.ask(session.backend.alerts.read()).channels)
    return find_one(text, known, kind="alert address", listing=session.command("alerts list"))


def _describe_faults(channels: Iterable[AlertChannel], heartbeat: Heartbeat | None) -> Iterator[str]:
    for channel in channels:
        if channel.fault:
            yield f"{channel.name}: {channel.fault}"
        if channel.dropped:
            yield f"{channel.name}: {channel.dropped} came too late and were not sent."
    if heartbeat is not None:
        yield from _describe_heartbeat(heartbeat)


def _describe_heartbeat(present: Heartbeat) -> Iterator[str]:
    answered = f", last answered at {format_local_time(present.last_answer_at)}" if present.last_answer_at else ""
    yield f"The heartbeat goes to {present.masked} every {present.minutes} minutes{answered}."
    if present.fault:
        yield str(present.fault)
