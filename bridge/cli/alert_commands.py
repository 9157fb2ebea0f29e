"""`counterpart alerts`: alerts to the owner's phone or mail (contract §8)."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from bridge.alerts.alert_language import AlertLanguage
from bridge.alerts.apprise_post import ApprisePost
from bridge.cli.command_group import CommandGroup, csv_option, pass_session
from bridge.cli.command_table import summary_of
from bridge.cli.output import format_local_time, print_json, print_line, print_list
from bridge.cli.parameter_types import METAVAR, REFERENCE, find_id
from bridge.cli.session import Session, open_secrets
from service.domain.alerts import HEARTBEAT_MINUTES, AlertChannel, AlertKind, AlertPost, Heartbeat, describe_result
from service.domain.errors import Unavailable
from service.domain.times import format_optional_rfc3339, format_rfc3339
from service.store import alert_channels
from service.store.engine.transaction import ReadTx, Tx
from service.usecases import edit_alerts
from service.usecases.edit_settings import read_settings

T = TypeVar("T")

KINDS = click.Choice([kind.value for kind in AlertKind])

alerts = CommandGroup(
    name="alerts",
    help=summary_of("alerts"),
    example='counterpart alerts add "My phone" --event new_order --event time_short',
)


@dataclass(frozen=True, slots=True)
class AlertDatabase:
    """The command's own connection, for use cases that also use the secret store."""

    session: Session

    def read(self, work: Callable[[ReadTx], T]) -> Awaitable[T]:
        async def run() -> T:
            return self.session.read(work)

        return run()

    def write(self, work: Callable[[Tx], T]) -> Awaitable[T]:
        async def run() -> T:
            return self.session.write(work)

        return run()


def make_post() -> AlertPost:
    """What sends alerts."""
    return ApprisePost()


@alerts.command(
    "add",
    help="Add an address, such as ntfy://topic or mailto://user:password@host. It is a secret: it is asked for, or "
    "read with --address-stdin, and stored in the keyring. Without --event it gets every event.",
    example='counterpart alerts add "My phone" --event new_order --event time_short',
)
@click.argument("name")
@click.option("--event", "events", type=KINDS, multiple=True, help="An event to be alerted about; may be repeated.")
@click.option("--with-buyer", is_flag=True, help="Put the buyer's car into alerts about orders too.")
@click.option("--address-stdin", is_flag=True, help="Read the address from standard input.")
@pass_session
def add(session: Session, name: str, events: tuple[str, ...], with_buyer: bool, address_stdin: bool) -> None:
    kinds = frozenset(AlertKind(word) for word in events) or frozenset(AlertKind)
    address = _ask_address(address_stdin=address_stdin)
    db, store = AlertDatabase(session), open_secrets(session)
    made = asyncio.run(
        edit_alerts.add_channel(db, store, make_post(), name, address, kinds, with_buyer=with_buyer, now=session.now())
    )
    if session.as_json:
        print_json(_as_json(made))
        return
    print_line(f"Alert address {made.id}, {made.name}, goes to {made.service}.")
    print_line(f"Try it with `{session.command(f'alerts test {made.id}')}`.")


@alerts.command("list", help="Every alert address, and how it is doing.", example="counterpart alerts list")
@csv_option()
@pass_session
def list_(session: Session) -> None:
    listed, heartbeat = session.read(lambda db: (alert_channels.list_channels(db), alert_channels.find_heartbeat(db)))
    print_list(
        session,
        listed,
        to_json=_as_json,
        headers=(">ID", ">WAITING", "LAST SENT", "ADDRESS", "SERVICE", "EVENTS", "NAME"),
        to_row=_row,
        empty=f"There is no alert address yet; `{session.command('alerts add NAME')}` adds one.",
    )
    if session.for_people:
        for channel in listed:
            _print_faults(channel)
        if heartbeat is not None:
            _print_heartbeat(heartbeat)


@alerts.command(
    "edit",
    help="Change which events an address gets, or whether the buyer's car is in them.",
    example="counterpart alerts edit 1 --event new_order --with-buyer off",
)
@click.argument("channel", metavar=METAVAR, type=REFERENCE)
@click.option("--event", "events", type=KINDS, multiple=True, help="The events from now on; may be repeated.")
@click.option("--with-buyer", type=click.Choice(["on", "off"]), help="The buyer's car in alerts about orders.")
@pass_session
def edit(session: Session, channel: str, events: tuple[str, ...], with_buyer: str | None) -> None:
    def work(tx: Tx) -> AlertChannel:
        channel_id = _find_id(session, tx, channel)
        before = alert_channels.get_channel(tx, channel_id)
        kinds = frozenset(AlertKind(word) for word in events) or before.kinds
        chosen = before.with_buyer if with_buyer is None else with_buyer == "on"
        return edit_alerts.change_channel(tx, channel_id, kinds, with_buyer=chosen)

    changed = session.write(work)
    if session.as_json:
        print_json(_as_json(changed))
    else:
        print_line(f"Alert address {changed.id}, {changed.name}, gets {_format_kinds(changed)}.")


@alerts.command("remove", help="Remove an alert address and what waits for it.", example="counterpart alerts remove 1")
@click.argument("channel", metavar=METAVAR, type=REFERENCE)
@pass_session
def remove(session: Session, channel: str) -> None:
    channel_id = session.read(lambda db: _find_id(session, db, channel))
    gone = asyncio.run(edit_alerts.remove_channel(AlertDatabase(session), open_secrets(session), channel_id))
    if session.as_json:
        print_json({"id": gone.id})
    else:
        print_line(f"Alert address {gone.id}, {gone.name}, is removed.")


@alerts.command(
    "test", help="Send a test to an address now and say how it ended.", example='counterpart alerts test "My phone"'
)
@click.argument("channel", metavar=METAVAR, type=REFERENCE)
@pass_session
def test(session: Session, channel: str) -> None:
    channel_id = session.read(lambda db: _find_id(session, db, channel))
    db, store = AlertDatabase(session), open_secrets(session)
    language = session.read(read_settings).language
    speak = AlertLanguage(lambda: language).speak
    result = asyncio.run(edit_alerts.try_channel(db, store, make_post(), channel_id, speak, session.now))
    if not result.is_sent:
        raise Unavailable(describe_result(result))
    if session.as_json:
        print_json({"id": channel_id, "outcome": result.outcome.value, "service": result.service})
    else:
        print_line(str(describe_result(result)))


@alerts.command(
    "heartbeat",
    help="Call an https address every few minutes while the program runs. Its service reports to you when the calls "
    "stop: this PC is off or offline. The address is asked for, or read with --address-stdin.",
    example="counterpart alerts heartbeat --minutes 5",
)
@click.option(
    "--minutes",
    type=click.Choice([str(one) for one in HEARTBEAT_MINUTES]),
    default="5",
    show_default=True,
    help="The pause between two calls.",
)
@click.option("--address-stdin", is_flag=True, help="Read the address from standard input.")
@click.option("--off", is_flag=True, help="End it and forget the address.")
@pass_session
def heartbeat(session: Session, minutes: str, address_stdin: bool, off: bool) -> None:
    db = AlertDatabase(session)
    if off:
        was_on = asyncio.run(edit_alerts.remove_heartbeat(db, open_secrets(session)))
        if session.as_json:
            print_json({"heartbeat": None})
        else:
            print_line("The heartbeat is off." if was_on else "There was no heartbeat.")
        return
    address = _ask_address(address_stdin=address_stdin)
    made = asyncio.run(edit_alerts.set_heartbeat(db, open_secrets(session), address, int(minutes)))
    if session.as_json:
        print_json({"heartbeat": {"address": made.masked, "minutes": made.minutes}})
    else:
        _print_heartbeat(made)


def _find_id(session: Session, db: ReadTx, text: str) -> int:
    known = ((one.id, one.name) for one in alert_channels.list_channels(db))
    return find_id(text, known, kind="alert address", listing=session.command("alerts list"))


def _ask_address(*, address_stdin: bool) -> str:
    text: str = sys.stdin.readline() if address_stdin else click.prompt("Address", hide_input=True)
    return text.strip()


def _format_kinds(channel: AlertChannel) -> str:
    return ", ".join(kind.value for kind in AlertKind if kind in channel.kinds)


def _row(channel: AlertChannel) -> tuple[str, ...]:
    return (
        str(channel.id),
        str(channel.waiting),
        format_local_time(channel.last_sent_at),
        channel.masked,
        channel.service,
        _format_kinds(channel),
        channel.name,
    )


def _print_faults(channel: AlertChannel) -> None:
    if channel.fault:
        print_line(f"{channel.name}: {channel.fault}")
    if channel.dropped:
        print_line(f"{channel.name}: {channel.dropped} came too late and were not sent.")


def _print_heartbeat(present: Heartbeat) -> None:
    answered = f", last answered at {format_local_time(present.last_answer_at)}" if present.last_answer_at else ""
    print_line(f"The heartbeat goes to {present.masked} every {present.minutes} minutes{answered}.")
    if present.fault:
        print_line(str(present.fault))


def _as_json(channel: AlertChannel) -> dict[str, Any]:
    return {
        "id": channel.id,
        "name": channel.name,
        "address": channel.masked,
        "service": channel.service,
        "events": [kind.value for kind in AlertKind if kind in channel.kinds],
        "with_buyer": channel.with_buyer,
        "created_at": format_rfc3339(channel.created_at),
        "last_sent_at": format_optional_rfc3339(channel.last_sent_at),
        "waiting": channel.waiting,
        "dropped": channel.dropped,
        "fault": None if channel.fault is None else str(channel.fault),
    }
