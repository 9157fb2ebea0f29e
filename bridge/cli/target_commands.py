"""`counterpart webhooks`: where events are posted to (contract §6.1 and §8)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from bridge.cli import delivery_commands
from bridge.cli.command_group import CommandGroup, csv_option, pass_session
from bridge.cli.command_table import summary_of
from bridge.cli.delivery_commands import read_target_id
from bridge.cli.output import (
    format_count,
    format_local_time,
    format_on_off,
    print_json,
    print_line,
    print_list,
    text_or_dash,
)
from bridge.cli.parameter_types import METAVAR, ON_OFF, REFERENCE
from bridge.cli.session import Session, open_secrets
from service.domain.shops import Shop
from service.domain.times import format_optional_rfc3339, format_rfc3339
from service.domain.webhooks.events import EventKind, SwitchOnChoice, Target
from service.store.engine.transaction import ReadTx, Tx
from service.store.webhooks.deliveries import TargetStats, read_target_stats
from service.store.webhooks.targets import list_targets, read_names, set_name
from service.usecases import edit_target, manage_secrets

T = TypeVar("T")

KINDS = click.Choice([kind.value for kind in EventKind])
TargetRow = tuple[Target, TargetStats, str]
"""With its name, which may be empty."""

webhooks = CommandGroup(
    name="webhooks",
    help=summary_of("webhooks"),
    example="counterpart webhooks add http://192.168.1.20:8080/events --event order.placed --event order.status",
)


@dataclass(frozen=True, slots=True)
class CommandDatabase:
    """The command's own connection, for use cases that also use the secret store."""

    session: Session

    async def write(self, work: Callable[[Tx], T]) -> T:
        return self.session.write(work)


@webhooks.command(
    "add",
    help="Post events to an address. Its secret is shown this once only; the receiver checks signatures with it.",
    example="counterpart webhooks add http://127.0.0.1:9000/ --event order.placed --event stock.changed",
)
@click.argument("url")
@click.option("--event", "events", type=KINDS, multiple=True, required=True, help="An event to post; may be repeated.")
@click.option("--name", default="", help="What it is called; its host at first.")
@pass_session
def add(session: Session, url: str, events: tuple[str, ...], name: str) -> None:
    shop, kinds = session.read(session.find_shop), {EventKind(word) for word in events}
    store = open_secrets(session)
    made = asyncio.run(
        manage_secrets.add_target(
            CommandDatabase(session), store, shop, url, kinds, now=session.now(), name=name.strip()
        )
    )
    _print_secret(session, made, f"This is the secret of target {made.target.id}, {made.target.url}.")


@webhooks.command("list", help="Every target, and how it is doing.", example="counterpart webhooks list")
@csv_option()
@pass_session
def list_(session: Session) -> None:
    def work(db: ReadTx, shop: Shop) -> tuple[Shop, list[TargetRow]]:
        names = read_names(db, shop.id)
        targets = list_targets(db, shop.id)
        return shop, [(target, read_target_stats(db, target.id), names[target.id]) for target in targets]

    shop, rows = session.read_shop(work)
    print_list(
        session,
        rows,
        to_json=_as_json,
        headers=(">ID", "STATE", ">WAITING", ">FAILED", "NEXT TRY", "EVENTS", "ADDRESS", "NAME"),
        to_row=_row,
        empty=f"There is no target yet; `{session.command('webhooks add URL --event KIND')}` adds one.",
    )
    if session.for_people:
        _print_explanations(session, shop, rows)


@webhooks.command(
    "on",
    help="Post to a target again, and of what was recorded while it was off all, nothing, or every order event and "
    "only the newest stock.changed of each item and branch.",
    example="counterpart webhooks on 1 --send newest",
)
@click.argument("target", metavar=METAVAR, type=REFERENCE)
@click.option(
    "--send",
    type=click.Choice([choice.value for choice in SwitchOnChoice]),
    default=SwitchOnChoice.ALL.value,
    show_default=True,
    help="What of the recorded to send; the rest is skipped for good.",
)
@pass_session
def on(session: Session, target: str, send: str) -> None:
    target_id = read_target_id(session, target)
    done = session.write_shop(
        lambda tx, shop: edit_target.switch_on(tx, shop, target_id, SwitchOnChoice(send), now=session.now())
    )
    if session.as_json:
        print_json({"id": target_id, "on": True, "to_send": done.to_send, "skipped": done.skipped})
    else:
        print_line(f"Target {target_id} is on: {done.to_send} waiting, {done.skipped} skipped.")


@webhooks.command(
    "off",
    help="Stop posting to a target. Events are recorded for it all the same; `on` then asks what to send.",
    example="counterpart webhooks off 1",
)
@click.argument("target", metavar=METAVAR, type=REFERENCE)
@pass_session
def off(session: Session, target: str) -> None:
    target_id = read_target_id(session, target)
    session.write_shop(lambda tx, shop: edit_target.switch_off(tx, shop, target_id))
    if session.as_json:
        print_json({"id": target_id, "on": False})
    else:
        again = session.command(f"webhooks on {target_id}")
        print_line(f"Target {target_id} is off. What happens is recorded for it; `{again}` sends it.")


@webhooks.command(
    "edit",
    help="Change a target's address, name or events, or let it catch up by itself: its failed deliveries of the last "
    "3 days go again once it answers 2xx.",
    example="counterpart webhooks edit 1 --catch-up on",
)
@click.argument("target", metavar=METAVAR, type=REFERENCE)
@click.option("--url", help="Another address.")
@click.option("--name", help="Another name; an empty one removes it.")
@click.option("--event", "events", type=KINDS, multiple=True, help="The events from now on; may be repeated.")
@click.option("--catch-up", type=ON_OFF, help="Send what failed again by itself, or not.")
@pass_session
def edit(
    session: Session, target: str, url: str | None, name: str | None, events: tuple[str, ...], catch_up: str | None
) -> None:
    target_id = read_target_id(session, target)
    change = edit_target.TargetEdit(
        url,
        frozenset(EventKind(word) for word in events) if events else None,
        None if catch_up is None else catch_up == "on",
    )

    def work(tx: Tx, shop: Shop) -> TargetRow:
        edited = edit_target.edit_target(tx, shop, target_id, change)
        if name is not None:
            set_name(tx, target_id, name.strip())
        return edited, read_target_stats(tx, target_id), read_names(tx, shop.id)[target_id]

    row = session.write_shop(work)
    if session.as_json:
        print_json(_as_json(row))
    else:
        edited = row[0]
        catches_up = ", and it catches up by itself" if edited.catch_up else ""
        print_line(f"Target {target_id} gets {_format_events(edited)} at {edited.url}{catches_up}.")


@webhooks.command(
    "remove",
    help="Remove a target with its secrets. What waits for it is not sent; what was delivered can still be listed.",
    example="counterpart webhooks remove 1",
)
@click.argument("target", metavar=METAVAR, type=REFERENCE)
@pass_session
def remove(session: Session, target: str) -> None:
    target_id = read_target_id(session, target)
    shop, store = session.read(session.find_shop), open_secrets(session)
    gone = asyncio.run(
        manage_secrets.remove_target(CommandDatabase(session), store, shop, target_id, now=session.now())
    )
    _print_removal(session, gone, f"Target {target_id} is removed.")


@webhooks.command(
    "rotate",
    help="Make the next secret of a target; it and the current one sign until --switch, then only the next.",
    example="counterpart webhooks rotate 1 --switch",
)
@click.argument("target", metavar=METAVAR, type=REFERENCE)
@click.option("--switch", is_flag=True, help="Finish: the receiver has the next secret, and only that signs from now.")
@click.option("--again", is_flag=True, help="Make another next secret in place of one that was lost.")
@pass_session
def rotate(session: Session, target: str, switch: bool, again: bool) -> None:
    target_id = read_target_id(session, target)
    if switch and again:
        raise click.UsageError("Give --switch or --again, not both.", click.get_current_context())
    shop, store, db = session.read(session.find_shop), open_secrets(session), CommandDatabase(session)
    if switch:
        gone = asyncio.run(manage_secrets.switch_secret(db, store, shop, target_id))
        _print_removal(session, gone, f"Target {target_id} has switched: only the next secret signs from now on.")
        return
    made = asyncio.run(manage_secrets.rotate_secret(db, store, shop, target_id, again=again))
    _print_secret(session, made, f"This is the next secret of target {target_id}; the current one still signs too.")
    if not session.as_json:
        switching = session.command(f"webhooks rotate {target_id} --switch")
        print_line(f"Put it into the receiver, then run `{switching}`.")


for command in (
    delivery_commands.test,
    delivery_commands.list_,
    delivery_commands.resend,
    delivery_commands.resend_failed,
):
    webhooks.add_command(command)


def _print_secret(session: Session, made: manage_secrets.NewSecret, sentence: str) -> None:
    target = made.target
    if session.as_json:
        print_json(
            {"id": target.id, "url": target.url, "events": _kinds(target), "secret": made.secret.text},
        )
        return
    print_line(made.secret.text)
    print_line(f"{sentence} It is shown this once only: give it to the receiver, and store it as a secret, now.")


def _print_removal(session: Session, gone: manage_secrets.SecretRemoval, sentence: str) -> None:
    if session.as_json:
        print_json({"id": gone.target.id, "secret_left": gone.remaining_reason})
        return
    print_line(sentence)
    if gone.remaining_reason:
        print_line(f"Its old secret, which nothing uses any more, could not be removed: {gone.remaining_reason}.")


def _kinds(target: Target) -> list[str]:
    return [kind.value for kind in EventKind if kind in target.events]


def _format_events(target: Target) -> str:
    return ", ".join(_kinds(target))


def _row(row: TargetRow) -> tuple[str, ...]:
    target, standing, name = row
    state = "in trouble" if target.on and target.trouble_since is not None else format_on_off(target.on)
    return (
        str(target.id), state, str(standing.waiting), str(standing.failed), format_local_time(standing.next_try),
        _format_events(target),
        target.url, text_or_dash(name or None),
    )  # fmt: skip


def _print_explanations(session: Session, shop: Shop, rows: list[TargetRow]) -> None:
    """Prints what the table does not have: why deliveries wait, and what a failing
    target answers.
    """
    if rows and not shop.webhooks:
        print_line(f"Webhooks are off for {shop.name}: events are recorded, nothing is posted.")
    for target, standing, _name in rows:
        if target.note:
            print_line(f"Target {target.id} waits: {target.note}.")
        if target.trouble_since is not None:
            again = f"; next try at {format_local_time(standing.next_try)}" if standing.next_try else ""
            print_line(
                f"Target {target.id} failed {format_count(target.failures, 'time')} in a row, "
                f"in trouble since {format_local_time(target.trouble_since)}{again}."
            )
        if target.next_secret_name:
            switching = session.command(f"webhooks rotate {target.id} --switch")
            print_line(f"Target {target.id} has a next secret; `{switching}` finishes the change.")


def _as_json(row: TargetRow) -> dict[str, Any]:
    target, standing, name = row
    return {
        "id": target.id,
        "name": name or None,
        "url": target.url,
        "events": _kinds(target),
        "on": target.on,
        "catch_up": target.catch_up,
        "created_at": format_rfc3339(target.created_at),
        "rotating": target.next_secret_name is not None,
        "failures": target.failures,
        "trouble_since": format_optional_rfc3339(target.trouble_since),
        "note": None if target.note is None else str(target.note),
        "waiting": standing.waiting,
        "failed": standing.failed,
        "next_try": format_optional_rfc3339(standing.next_try),
    }
