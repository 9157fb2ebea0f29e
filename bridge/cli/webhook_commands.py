"""`counterpart webhooks`: where events are posted to, what was posted, and posting it again
(contract §6.1 and §8).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import click

from bridge.cli.command_group import CommandGroup
from bridge.cli.output import TIME, Answer, Column, Fields, Listing, format_count, format_local_time, format_on_off, say
from bridge.cli.parameter_types import MOMENT, ON_OFF, REFERENCE, EnumType, find_id, limit_option, reference_argument
from bridge.cli.session import Session, run_with_secrets
from bridge.system.instance_lock import is_running
from service.domain.errors import CounterpartError
from service.domain.shops import Shop
from service.domain.times import Millis
from service.domain.webhooks.events import Attempt, Delivery, DeliveryState, EventKind, SwitchOnChoice, Target
from service.store.engine.transaction import ReadTx, Tx
from service.store.webhooks.deliveries import (
    TargetStats,
    get_delivery,
    list_deliveries,
    read_attempts,
    read_target_stats,
)
from service.store.webhooks.targets import get_target, list_targets, read_names, set_name
from service.usecases import edit_target, manage_secrets
from service.usecases.send_events import send_again, send_failed_again, send_test_event

_MAX_POLLS = 60
_POLL_INTERVAL_S = 0.05

webhooks = CommandGroup(
    "webhooks", example="add http://192.168.1.20:8080/events --event order.placed --event order.status"
)
KINDS = EnumType(EventKind)


@dataclass(frozen=True, slots=True)
class TargetRow:
    """A target, how it is doing, and its name, which may be empty."""

    target: Target
    stats: TargetStats
    name: str


def _kinds(target: Target) -> list[str]:
    return [kind.value for kind in EventKind if kind in target.events]


def _describe_state(row: TargetRow) -> str:
    return "in trouble" if row.target.on and row.target.trouble_since is not None else format_on_off(row.target.on)


TARGET = Fields[TargetRow](
    Column("id", ">ID", "target.id"),
    Column("name", "NAME", lambda row: row.name or None),
    Column("url", "ADDRESS", "target.url"),
    Column("events", "EVENTS", lambda row: _kinds(row.target)),
    Column("on", "STATE", "target.on", text=_describe_state),
    Column("catch_up", get="target.catch_up"),
    Column("created_at", get="target.created_at", form=TIME),
    Column("rotating", get=lambda row: row.target.next_secret_name is not None),
    Column("failures", get="target.failures"),
    Column("trouble_since", get="target.trouble_since", form=TIME),
    Column("note", get="target.note"),
    Column("waiting", ">WAITING", "stats.waiting"),
    Column("failed", ">FAILED", "stats.failed"),
    Column("next_try", "NEXT TRY", "stats.next_try", TIME),
)


class EventNotTaken(CounterpartError):
    """The target has not taken the test event, or not yet."""


@webhooks.declare("http://127.0.0.1:9000/ --event order.placed --event stock.changed")
@click.argument("url")
@click.option("--event", "events", type=KINDS, multiple=True, required=True, help="An event to post; may be repeated.")
@click.option("--name", default="", help="What it is called; its host at first.")
def add(session: Session, url: str, events: tuple[EventKind, ...], name: str) -> Answer:
    """Post events to an address. Its secret is shown this once only; the receiver checks signatures
    with it.
    """
    shop = session.shop
    made = run_with_secrets(
        session,
        lambda db, store: manage_secrets.add_target(
            db, store, shop, url, set(events), now=session.now(), name=name.strip()
        ),
    )
    return _show_secret(made, f"This is the secret of target {made.target.id}, {made.target.url}.")


@webhooks.declare(csv=True)
def list_(session: Session) -> Listing[TargetRow]:
    """Every target, and how it is doing."""

    def work(db: ReadTx, shop: Shop) -> tuple[Shop, list[TargetRow]]:
        return shop, [_read_row(db, shop, target) for target in list_targets(db, shop.id)]

    shop, rows = session.read_shop(work)
    empty = f"There is no target yet; `{session.command('webhooks add URL --event KIND')}` adds one."
    return Listing(TARGET, rows, empty, after=_explain(session, shop, rows))


@webhooks.declare("1 --send newest")
@reference_argument("target")
@click.option(
    "--send",
    type=EnumType(SwitchOnChoice),
    default=SwitchOnChoice.ALL.value,
    show_default=True,
    help="What of the recorded to send; the rest is never sent.",
)
def on(session: Session, target: str, send: SwitchOnChoice) -> Answer:
    """Post to a target again, and of what was recorded while it was off all, nothing, or every
    order event and only the newest stock.changed of each item and branch.
    """
    target_id = _find_id(session, target)
    done = session.write_shop(lambda tx, shop: edit_target.switch_on(tx, shop, target_id, send, now=session.now()))
    return say(
        {"id": target_id, "on": True, "to_send": done.to_send, "skipped": done.skipped},
        f"Target {target_id} is on: {done.to_send} waiting, {done.skipped} skipped.",
    )


@webhooks.declare("1")
@reference_argument("target")
def off(session: Session, target: str) -> Answer:
    """Stop posting to a target. Events are recorded for it all the same; `on` then asks what to
    send.
    """
    target_id = _find_id(session, target)
    session.write_shop(lambda tx, shop: edit_target.switch_off(tx, shop, target_id))
    again = session.command(f"webhooks on {target_id}")
    sentence = f"Target {target_id} is off. What happens is recorded for it; `{again}` sends it."
    return say({"id": target_id, "on": False}, sentence)


@webhooks.declare("1 --catch-up on")
@reference_argument("target")
@click.option("--url", help="Another address.")
@click.option("--name", help="Another name; an empty one removes it.")
@click.option("--event", "events", type=KINDS, multiple=True, help="The events from now on; may be repeated.")
@click.option("--catch-up", type=ON_OFF, help="Send what failed again automatically, or not.")
def edit(
    session: Session,
    target: str,
    url: str | None,
    name: str | None,
    events: tuple[EventKind, ...],
    catch_up: bool | None,
) -> Answer:
    """Change a target's address, name or events, or let it catch up by itself: its failed
    deliveries of the last 3 days go again once it answers 2xx.
    """
    target_id = _find_id(session, target)
    change = edit_target.TargetEdit(url, frozenset(events) or None, catch_up)

    def work(tx: Tx, shop: Shop) -> TargetRow:
        edited = edit_target.edit_target(tx, shop, target_id, change)
        if name is not None:
            set_name(tx, target_id, name.strip())
        return _read_row(tx, shop, edited)

    row = session.write_shop(work)
    catches_up = ", and it sends missed events automatically" if row.target.catch_up else ""
    return say(
        TARGET.to_json(row),
        f"Target {target_id} gets {', '.join(_kinds(row.target))} at {row.target.url}{catches_up}.",
    )


@webhooks.declare("1")
@reference_argument("target")
def remove(session: Session, target: str) -> Answer:
    """Remove a target with its secrets. What waits for it is not sent; what was delivered can still
    be listed.
    """
    target_id, shop = _find_id(session, target), session.shop
    gone = run_with_secrets(
        session, lambda db, store: manage_secrets.remove_target(db, store, shop, target_id, now=session.now())
    )
    return _tell_removal(gone, f"Target {target_id} is removed.")


@webhooks.declare("1 --switch")
@reference_argument("target")
@click.option("--switch", is_flag=True, help="Finish: the receiver has the next secret, and only that signs from now.")
@click.option("--again", is_flag=True, help="Make another next secret in place of one that was lost.")
def rotate(session: Session, target: str, switch: bool, again: bool) -> Answer:
    """Make the next secret of a target; it and the current one sign until --switch, then only the
    next.
    """
    target_id, shop = _find_id(session, target), session.shop
    if switch and again:
        raise click.UsageError("Give --switch or --again, not both.", click.get_current_context())
    if switch:
        gone = run_with_secrets(session, lambda db, store: manage_secrets.switch_secret(db, store, shop, target_id))
        return _tell_removal(gone, f"Target {target_id} has switched: only the next secret signs from now on.")
    made = run_with_secrets(
        session, lambda db, store: manage_secrets.rotate_secret(db, store, shop, target_id, again=again)
    )
    return _show_secret(
        made,
        f"This is the next secret of target {target_id}; the current one still signs too.",
        f"Put it into the receiver, then run `{session.command(f'webhooks rotate {target_id} --switch')}`.",
    )


@webhooks.declare("1 --event order.placed")
@reference_argument("target")
@click.option("--event", "kind", type=KINDS, help="Which event; the target's first one at first.")
def test(session: Session, target: str, kind: EventKind | None) -> Answer:
    """Post a test event to a target alone. It says "test": true, and nothing in the shop changes.
    Ends with 0 when the target took it, otherwise with 1.
    """
    target_id = _find_id(session, target)

    def place(tx: Tx, shop: Shop) -> Delivery:
        events = get_target(tx, shop.id, target_id).events
        chosen = kind or next(one for one in EventKind if one in events)
        return send_test_event(tx, shop, target_id, chosen, now=session.now())

    delivery, running = session.write_shop(place), is_running(session.folder)
    if running:
        delivery = _wait_for_outcome(session, delivery)
    value = _delivery_json(session, delivery)
    if delivery.state is DeliveryState.DELIVERED:
        return say(value, f"The test was taken. {delivery.note}.")
    return Answer(value, (), error=EventNotTaken(_describe_wait(session, delivery, running)))


@webhooks.declare("--state failed", csv=True)
@click.option("--state", type=EnumType(DeliveryState), help="Only these.")
@click.option("--target", type=REFERENCE, metavar="ID|NAME", help="Only those to this target.")
@limit_option
def deliveries(session: Session, state: DeliveryState | None, target: str | None, limit: int) -> Listing[Delivery]:
    """Deliveries, newest first, with their results; with --json every attempt and its answer."""
    target_id = None if target is None else _find_id(session, target)

    def work(db: ReadTx, shop: Shop) -> tuple[list[Delivery], Fields[Delivery]]:
        listed = list_deliveries(db, shop.id, target_id=target_id, state=state, limit=limit)
        return listed, _delivery_fields(read_attempts(db, [delivery.id for delivery in listed]))

    listed, fields = session.read_shop(work)
    return Listing(fields, listed, "There is no delivery yet." if state is None else f"No delivery is {state.value}.")


@webhooks.declare("dlv_0123456789abcdef0123456789abcdef")
@click.argument("delivery_id", metavar="DELIVERY")
def resend(session: Session, delivery_id: str) -> Answer:
    """Send one delivery again, with the same body and id; one that waits for its next attempt goes
    now.
    """
    delivery = session.write_shop(lambda tx, shop: send_again(tx, shop, delivery_id, now=session.now()))
    return say(
        _delivery_json(session, delivery),
        f"{delivery.id} ({delivery.kind}, {delivery.subject}) {_format_resend_time(session)}.",
    )


@webhooks.declare("1 --since 2026-11-20")
@reference_argument("target")
@click.option("--since", type=MOMENT, required=True, metavar="T", help="Since this time: local, or with Z in UTC.")
def resend_failed(session: Session, target: str, since: Millis) -> Answer:
    """Send a target's failed deliveries since a time again, oldest first."""
    target_id, resent = _find_id(session, target), 0
    while more := session.write_shop(lambda tx, shop: send_failed_again(tx, shop, target_id, since, now=session.now())):
        resent += more
    count = format_count(resent, "failed delivery", "failed deliveries")
    nothing = f"Nothing to target {target_id} has failed since {format_local_time(since)}."
    sentence = f"{count} {_format_resend_time(session)}." if resent else nothing
    return say({"id": target_id, "resent": resent}, sentence)


def _find_id(session: Session, text: str) -> int:
    """Raises NotFound, and BadRequest where several have the name."""

    def work(db: ReadTx, shop: Shop) -> list[tuple[int, str]]:
        names = read_names(db, shop.id)
        return [(one.id, name) for one in list_targets(db, shop.id) for name in (names.get(one.id, ""), one.url)]

    return find_id(text, session.read_shop(work), kind="target", listing=session.command("webhooks list"))


def _read_row(db: ReadTx, shop: Shop, target: Target) -> TargetRow:
    return TargetRow(target, read_target_stats(db, target.id), read_names(db, shop.id)[target.id])


def _show_secret(made: manage_secrets.NewSecret, sentence: str, *more: str) -> Answer:
    target = made.target
    return say(
        {"id": target.id, "url": target.url, "events": _kinds(target), "secret": made.secret.text},
        made.secret.text,
        f"{sentence} It is shown this once only: give it to the receiver, and store it as a secret, now.",
        *more,
    )


def _tell_removal(gone: manage_secrets.SecretRemoval, sentence: str) -> Answer:
    left = gone.remaining_reason
    more = [f"Its old secret, which nothing uses any more, could not be removed: {left}."] if left else []
    return say({"id": gone.target.id, "secret_left": left}, sentence, *more)


def _explain(session: Session, shop: Shop, rows: list[TargetRow]) -> Iterator[str]:
    """What the table does not have: why deliveries wait, and what a failing target answers."""
    if rows and not shop.webhooks:
        yield f"Webhooks are off for {shop.name}: events are recorded, nothing is posted."
    for row in rows:
        target, next_try = row.target, row.stats.next_try
        if target.note:
            yield f"Target {target.id} waits: {target.note}."
        if target.trouble_since is not None:
            again = f"; next try at {format_local_time(next_try)}" if next_try else ""
            yield (
                f"Target {target.id} failed {format_count(target.failures, 'time')} in a row, "
                f"in trouble since {format_local_time(target.trouble_since)}{again}."
            )
        if target.next_secret_name:
            switching = session.command(f"webhooks rotate {target.id} --switch")
            yield f"Target {target.id} has a next secret; `{switching}` finishes the change."


def _wait_for_outcome(session: Session, placed: Delivery) -> Delivery:
    """The delivery after its first attempt, or as it is when it has to wait or
    after a few seconds.
    """

    def look(db: ReadTx, shop: Shop) -> tuple[Delivery, bool]:
        waits = get_target(db, shop.id, placed.target_id).note is not None
        return get_delivery(db, shop.id, placed.id), waits

    delivery, waits = session.read_shop(look)
    for _ in range(_MAX_POLLS):
        if waits or delivery.note is not None or delivery.state is DeliveryState.DELIVERED:
            break
        time.sleep(_POLL_INTERVAL_S)
        delivery, waits = session.read_shop(look)
    return delivery


def _describe_wait(session: Session, delivery: Delivery, running: bool) -> str:
    if not running:
        return "The program is not running; the test is sent when it runs."
    if delivery.note is not None and (delivery.next_attempt_at or 0) <= session.now():
        return f"The test waits. {delivery.note}."
    if delivery.note is not None:
        return f"The test was not taken. {delivery.note}. Next try at {format_local_time(delivery.next_attempt_at)}."
    waits = session.read_shop(lambda db, shop: get_target(db, shop.id, delivery.target_id).note)
    looking = session.command("webhooks deliveries")
    return f"The test waits. {waits}." if waits else f"The test is on its way; `{looking}` shows its result."


def _format_resend_time(session: Session) -> str:
    return "is sent again now" if is_running(session.folder) else "is sent again when the program runs"


def _delivery_json(session: Session, delivery: Delivery) -> object:
    return _delivery_fields(session.read(lambda db: read_attempts(db, [delivery.id]))).to_json(delivery)


def _delivery_fields(attempts: Mapping[str, tuple[Attempt, ...]]) -> Fields[Delivery]:
    """`attempts` are those of each delivery that has any."""
    return Fields(
        Column("id", "ID"),
        Column("target", ">TARGET", "target_id"),
        Column("event", "EVENT", "kind"),
        Column("event_id"),
        Column("subject", "ABOUT"),
        Column("created_at", "AT", form=TIME),
        Column("state", "STATE"),
        Column(
            "next_attempt_at",
            "NEXT TRY",
            form=TIME,
            text=lambda one: format_local_time(one.next_attempt_at if one.id in attempts else None),
        ),
        Column("note", "RESULT"),
        Column(
            "attempts",
            ">ATTEMPTS",
            lambda one: [ATTEMPT.to_json(attempt) for attempt in attempts.get(one.id, ())],
            text=lambda one: str(len(attempts.get(one.id, ()))),
        ),
        last="RESULT",
    )


ATTEMPT = Fields[Attempt](
    Column("number"),
    Column("at", form=TIME),
    Column("status"),
    Column("fault"),
    Column("duration_ms"),
    Column("answer", get=lambda attempt: attempt.answer.decode("utf-8", "backslashreplace")),
)
