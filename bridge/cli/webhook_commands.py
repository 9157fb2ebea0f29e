"""`counterpart webhooks`: where events are posted to, what was posted, and posting it again
(contract §6.1 and §8). `counterpart receive` shows what arrives, until it is stopped.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import click

from bridge.cli.command_errors import print_error
from bridge.cli.command_group import CommandGroup, declare
from bridge.cli.output import TIME, Answer, Column, Fields, Listing, format_count, format_local_time, format_on_off, say
from bridge.cli.parameter_types import (
    MOMENT,
    ON_OFF,
    PORT,
    REFERENCE,
    EnumType,
    find_one,
    limit_option,
    reference_argument,
)
from bridge.cli.session import Session
from bridge.system.instance_lock import is_running
from service.domain import wire
from service.domain.errors import CounterpartError, NotFound
from service.domain.times import Clock, Millis, format_rfc3339
from service.domain.webhooks.events import Attempt, Delivery, DeliveryState, EventKind, SwitchOnChoice, Target
from service.domain.webhooks.webhook_secrets import Secret
from service.store.webhooks.deliveries import list_deliveries, read_attempts
from ui.backend.webhooks_port import DeliveryDetail, NewTarget, TargetRow

if TYPE_CHECKING:
    from service.delivery.trial_receiver import ReceivedDelivery

_ID = re.compile(r"\d{1,15}", re.ASCII)
_MAX_POLLS = 60
_POLL_INTERVAL_S = 0.05

webhooks = CommandGroup(
    "webhooks", example="add http://192.168.1.20:8080/events --event order.placed --event order.status"
)
KINDS = EnumType(EventKind)


def _kinds(target: Target) -> list[str]:
    return [kind.value for kind in EventKind if kind in target.events]


def _describe_state(row: TargetRow) -> str:
    return "in trouble" if row.target.on and row.target.trouble_since is not None else format_on_off(row.target.on)


TARGET = Fields[TargetRow](
    Column("id", ">ID", "target.id"),
    Column("name", "NAME", lambda row: row.target.name or None),
    Column("url", "ADDRESS", "target.url"),
    Column("events", "EVENTS", lambda row: _kinds(row.target)),
    Column("on", "STATE", "target.on", text=_describe_state),
    Column("catch_up", get="target.catch_up"),
    Column("created_at", get="target.created_at", form=TIME),
    Column("rotating", get=lambda row: row.target.next_secret_name is not None),
    Column("failures", get="target.failures"),
    Column("trouble_since", get="target.trouble_since", form=TIME),
    Column("note", get="target.note"),
    Column("waiting", ">WAITING"),
    Column("failed", ">FAILED"),
    Column("next_try", "NEXT TRY", form=TIME),
)


@webhooks.declare("http://127.0.0.1:9000/ --event order.placed --event stock.changed")
@click.argument("url")
@click.option("--event", "events", type=KINDS, multiple=True, required=True, help="An event to post; may be repeated.")
@click.option("--name", default="", help="What it is called; its host at first.")
def add(session: Session, url: str, events: tuple[EventKind, ...], name: str) -> Answer:
    """Post events to an address. Its secret is shown this once only; the receiver checks signatures
    with it.
    """
    shop, backend = session.shop.id, session.backend.webhooks
    made = session.ask(backend.add(shop, NewTarget(url, frozenset(events), name)))
    target = _find(session, str(made.target)).target
    return _show_secret(target, made.secret, f"This is the secret of target {target.id}, {target.url}.")


@webhooks.declare(csv=True)
def list_(session: Session) -> Listing[TargetRow]:
    """Every target, and how it is doing."""
    rows = session.ask(session.backend.webhooks.targets(session.shop.id))
    empty = f"There is no target yet; `{session.command('webhooks add URL --event KIND')}` adds one."
    return Listing(TARGET, rows, empty, after=_explain(session, rows))


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
    target_id = _find(session, target).target.id
    done = session.ask(session.backend.webhooks.switch_on(session.shop.id, target_id, send))
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
    target_id = _find(session, target).target.id
    session.ask(session.backend.webhooks.switch_off(session.shop.id, target_id))
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
    before = _find(session, target).target
    new = NewTarget(
        url or before.url, frozenset(events) or before.events, before.name if name is None else name, catch_up
    )
    session.ask(session.backend.webhooks.edit(session.shop.id, before.id, new))
    row = _find(session, str(before.id))
    catches_up = ", and it sends missed events automatically" if row.target.catch_up else ""
    return say(
        TARGET.to_json(row),
        f"Target {before.id} gets {', '.join(_kinds(row.target))} at {row.target.url}{catches_up}.",
    )


@webhooks.declare("1")
@reference_argument("target")
def remove(session: Session, target: str) -> Answer:
    """Remove a target with its secrets. What waits for it is not sent; what was delivered can still
    be listed.
    """
    target_id = _find(session, target).target.id
    left = session.ask(session.backend.webhooks.remove(session.shop.id, target_id))
    return _tell_removal(target_id, left, f"Target {target_id} is removed.")


@webhooks.declare("1 --switch")
@reference_argument("target")
@click.option("--switch", is_flag=True, help="Finish: the receiver has the next secret, and only that signs from now.")
@click.option("--again", is_flag=True, help="Make another next secret in place of one that was lost.")
def rotate(session: Session, target: str, switch: bool, again: bool) -> Answer:
    """Make the next secret of a target; it and the current one sign until --switch, then only the
    next.
    """
    if switch and again:
        raise click.UsageError("Give --switch or --again, not both.", click.get_current_context())
    shop, backend, known = session.shop.id, session.backend.webhooks, _find(session, target).target
    if switch:
        left = session.ask(backend.finish_rotation(shop, known.id))
        sentence = f"Target {known.id} has switched: only the next secret signs from now on."
        return _tell_removal(known.id, left, sentence)
    return _show_secret(
        known,
        session.ask(backend.rotate(shop, known.id, again=again)).secret,
        f"This is the next secret of target {known.id}; the current one still signs too.",
        f"Put it into the receiver, then run `{session.command(f'webhooks rotate {known.id} --switch')}`.",
    )


@webhooks.declare("1 --event order.placed")
@reference_argument("target")
@click.option("--event", "kind", type=KINDS, help="Which event; the target's first one at first.")
def test(session: Session, target: str, kind: EventKind | None) -> Answer:
    """Post a test event to a target alone. It says "test": true, and nothing in the shop changes.
    Ends with 0 when the target took it, otherwise with 1.
    """
    known = _find(session, target).target
    chosen = kind or next(one for one in EventKind if one in known.events)
    placed = session.ask(session.backend.webhooks.send_test(session.shop.id, known.id, chosen))
    running = is_running(session.folder)
    found = _wait_for_outcome(session, placed, known) if running else _read_delivery(session, placed)
    delivery, value = found.delivery, _delivery_json(found)
    if delivery.state is DeliveryState.DELIVERED:
        return say(value, f"The test was taken. {delivery.note}.")
    return Answer(value, (), error=CounterpartError(_describe_wait(session, delivery, running)))


@webhooks.declare("--state failed", csv=True)
@click.option("--state", type=EnumType(DeliveryState), help="Only these.")
@click.option("--target", type=REFERENCE, metavar="ID|NAME", help="Only those to this target.")
@limit_option
def deliveries(session: Session, state: DeliveryState | None, target: str | None, limit: int) -> Listing[Delivery]:
    """Deliveries, newest first, with their results; with --json every attempt and its answer."""
    shop, target_id = session.shop.id, None if target is None else _find_past(session, target)
    listed = session.read(lambda db: list_deliveries(db, shop, target_id=target_id, state=state, limit=limit))
    attempts = session.read(lambda db: read_attempts(db, [delivery.id for delivery in listed]))
    empty = "There is no delivery yet." if state is None else f"No delivery is {state.value}."
    return Listing(_delivery_fields(attempts), listed, empty)


@webhooks.declare("dlv_0123456789abcdef0123456789abcdef")
@click.argument("delivery_id", metavar="DELIVERY")
def resend(session: Session, delivery_id: str) -> Answer:
    """Send one delivery again, with the same body and id; one that waits for its next attempt goes
    now.
    """
    session.ask(session.backend.webhooks.resend(session.shop.id, delivery_id))
    found = _read_delivery(session, delivery_id)
    delivery = found.delivery
    return say(
        _delivery_json(found),
        f"{delivery.id} ({delivery.kind}, {delivery.subject}) {_format_resend_time(session)}.",
    )


@webhooks.declare("1 --since 2026-11-20")
@reference_argument("target")
@click.option("--since", type=MOMENT, required=True, metavar="T", help="Since this time: local, or with Z in UTC.")
def resend_failed(session: Session, target: str, since: Millis) -> Answer:
    """Send a target's failed deliveries since a time again, oldest first."""
    target_id = _find(session, target).target.id
    resent = session.ask(
        session.backend.webhooks.resend_since(session.shop.id, target_id, since, lambda _progress: None)
    )
    count = format_count(resent, "failed delivery", "failed deliveries")
    nothing = f"Nothing to target {target_id} has failed since {format_local_time(since)}."
    sentence = f"{count} {_format_resend_time(session)}." if resent else nothing
    return say({"id": target_id, "resent": resent}, sentence)


def _find(session: Session, text: str) -> TargetRow:
    """Raises NotFound, and BadRequest where several have the name."""
    rows = {row.target.id: row for row in session.ask(session.backend.webhooks.targets(session.shop.id))}
    pairs = ((row.target, name) for row in rows.values() for name in (row.target.name, row.target.url))
    return rows[find_one(text, pairs, kind="target", listing=session.command("webhooks list")).id]


def _find_past(session: Session, text: str) -> int:
    """The id of a target, which may be removed. Raises NotFound for another name."""
    try:
        return _find(session, text).target.id
    except NotFound:
        if not _ID.fullmatch(text):
            raise
        return int(text)


def _show_secret(target: Target, secret: str, sentence: str, *more: str) -> Answer:
    return say(
        {"id": target.id, "url": target.url, "events": _kinds(target), "secret": secret},
        secret,
        f"{sentence} It is shown this once only: give it to the receiver, and store it as a secret, now.",
        *more,
    )


def _tell_removal(target_id: int, left: str, sentence: str) -> Answer:
    more = [f"Its old secret, which nothing uses any more, could not be removed: {left}."] if left else []
    return say({"id": target_id, "secret_left": left or None}, sentence, *more)


def _explain(session: Session, rows: Sequence[TargetRow]) -> Iterator[str]:
    """What the table does not have: why deliveries wait, and what a failing target answers."""
    if rows and not session.shop.webhooks:
        yield f"Webhooks are off for {session.shop.name}: events are recorded, nothing is posted."
    for row in rows:
        target, next_try = row.target, row.next_try
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


def _read_delivery(session: Session, delivery_id: str) -> DeliveryDetail:
    return session.ask(session.backend.webhooks.delivery(session.shop.id, delivery_id))


def _wait_for_outcome(session: Session, placed: str, target: Target) -> DeliveryDetail:
    """The delivery after its first attempt, or as it is if it waits or after a few seconds."""
    found = _read_delivery(session, placed)
    for _ in range(_MAX_POLLS):
        waits = _find(session, str(target.id)).target.note is not None
        if waits or found.delivery.note is not None or found.delivery.state is DeliveryState.DELIVERED:
            break
        time.sleep(_POLL_INTERVAL_S)
        found = _read_delivery(session, placed)
    return found


def _describe_wait(session: Session, delivery: Delivery, running: bool) -> str:
    if not running:
        return "The program is not running; the test is sent when it runs."
    if delivery.note is not None and (delivery.next_attempt_at or 0) <= session.now():
        return f"The test waits. {delivery.note}."
    if delivery.note is not None:
        return f"The test was not taken. {delivery.note}. Next try at {format_local_time(delivery.next_attempt_at)}."
    waits = _find(session, str(delivery.target_id)).target.note
    looking = session.command("webhooks deliveries")
    return f"The test waits. {waits}." if waits else f"The test is on its way; `{looking}` shows its result."


def _format_resend_time(session: Session) -> str:
    return "is sent again now" if is_running(session.folder) else "is sent again when the program runs"


def _delivery_json(found: DeliveryDetail) -> object:
    return _delivery_fields({found.delivery.id: found.attempts}).to_json(found.delivery)


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


@declare("--port 9000 --secret -")
@click.option("--port", type=PORT, default=0, metavar="N", help="Port to listen on; a free one at first.")
@click.option("--secret", metavar="S", help="The target's secret, or - to type it in.")
def receive(session: Session, port: int, secret: str | None) -> None:
    """With the secret it checks both signatures and names the fault. Give the secret in
    COUNTERPART_RECEIVE_SECRET, or type it in with `--secret -`.
    """
    import asyncio  # noqa: PLC0415 - as below

    from service.delivery.trial_receiver import make_warning, read_secret  # noqa: PLC0415 - loads an HTTP server

    if warning := make_warning(secret):
        print_error(warning)
    given = read_secret(secret, session.environment)
    asyncio.run(_listen(given, port, session.clock, as_json=session.as_json))


async def _listen(secret: Secret | None, port: int, clock: Clock, *, as_json: bool) -> None:
    """Runs until SIGTERM, SIGINT or Ctrl-C, or until the output's reader has left.

    Raises Unavailable if the port cannot be listened on, OSError if the output cannot be written.
    """
    import asyncio  # noqa: PLC0415 - as below

    from bridge.system.process import stop_on_signals  # noqa: PLC0415 - as below
    from service.delivery.trial_receiver import TrialReceiver, format_received  # noqa: PLC0415 - an HTTP server

    stop = asyncio.Event()
    stop_on_signals(stop)
    faults: list[OSError] = []

    def show(arrival: ReceivedDelivery) -> None:
        try:
            click.echo(_format_json(arrival) if as_json else format_received(arrival))
        except OSError as error:
            faults.append(error)
            stop.set()

    receiver = TrialReceiver(secret, clock, show)
    address = await receiver.start(port)
    try:
        # Where a program reads the output, this line must not be part of it.
        click.echo(f"Listening on {address}", err=as_json)
        await stop.wait()
    finally:
        await receiver.stop()
    if faults:
        raise faults[0]


def _format_json(arrival: ReceivedDelivery) -> str:
    """One line for each delivery, so that a program can read them as they come."""
    findings = () if arrival.verdict is None else arrival.verdict.findings
    entry = {
        "at": format_rfc3339(arrival.at),
        "path": arrival.path,
        "event": arrival.event,
        "delivery": arrival.delivery_id,
        "again": arrival.is_repeated,
        "checked": arrival.verdict is not None,
        "faults": [
            {"fault": finding.fault.value, "header": finding.header, "sentence": finding.sentence}
            for finding in findings
        ],
        "body": arrival.body.decode("utf-8", "backslashreplace"),
    }
    return wire.encode(entry).decode()
