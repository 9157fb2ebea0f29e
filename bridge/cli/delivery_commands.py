"""`counterpart webhooks test | deliveries | resend | resend-failed`: shows what was posted and
posts it again.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import click

from bridge.cli.command_group import Command, csv_option, pass_session
from bridge.cli.output import format_count, format_local_time, print_json, print_line, print_list, text_or_dash
from bridge.cli.parameter_types import LIMIT, METAVAR, MOMENT, REFERENCE, find_id
from bridge.cli.session import Session
from bridge.system.instance_lock import is_running
from service.domain.errors import CounterpartError
from service.domain.shops import Shop
from service.domain.times import Millis, format_optional_rfc3339, format_rfc3339
from service.domain.webhooks.events import Attempt, Delivery, DeliveryState, EventKind
from service.store.engine.transaction import ReadTx, Tx
from service.store.webhooks.deliveries import get_delivery, list_deliveries, read_attempts
from service.store.webhooks.targets import get_target, list_targets, read_names
from service.usecases.send_events import send_again, send_failed_again, send_test_event

_MAX_POLLS = 60
_POLL_INTERVAL_S = 0.05

Attempts = tuple[Attempt, ...]


def find_target_id(session: Session, db: ReadTx, shop: Shop, text: str) -> int:
    """Raises NotFound, and BadRequest where several have the name."""
    names, targets = read_names(db, shop.id), list_targets(db, shop.id)
    known = [(one.id, name) for one in targets for name in (names.get(one.id, ""), one.url)]
    return find_id(text, known, kind="target", listing=session.command("webhooks list"))


def read_target_id(session: Session, text: str) -> int:
    """The same in a transaction of its own."""
    return session.read_shop(lambda db, shop: find_target_id(session, db, shop, text))


class EventNotTaken(CounterpartError):
    """The target has not taken the test event, or not yet."""


@click.command(
    "test",
    cls=Command,
    help='Post a test event to a target alone. It says "test": true, and nothing in the shop changes. '
    "Ends with 0 when the target took it, otherwise with 1.",
    example="counterpart webhooks test 1 --event order.placed",
)
@click.argument("target", metavar=METAVAR, type=REFERENCE)
@click.option(
    "--event",
    "kind",
    type=click.Choice([kind.value for kind in EventKind]),
    help="Which event; the target's first one at first.",
)
@pass_session
def test(session: Session, target: str, kind: str | None) -> None:
    target_id = read_target_id(session, target)

    def place(tx: Tx, shop: Shop) -> Delivery:
        events = get_target(tx, shop.id, target_id).events
        chosen = next(one for one in EventKind if one in events) if kind is None else EventKind(kind)
        return send_test_event(tx, shop, target_id, chosen, now=session.now())

    delivery = session.write_shop(place)
    running = is_running(session.folder)
    if running:
        delivery = _wait_for_outcome(session, delivery)
    if session.as_json:
        print_json(_as_json(delivery, _read_attempts(session, delivery)))
    if delivery.state is not DeliveryState.DELIVERED:
        raise EventNotTaken(_describe_wait(session, delivery, running))
    if not session.as_json:
        print_line(f"The test was taken. {delivery.note}.")


@click.command(
    "deliveries",
    cls=Command,
    help="Deliveries, newest first, with their results; with --json every attempt and its answer.",
    example="counterpart webhooks deliveries --state failed",
)
@click.option("--state", type=click.Choice([state.value for state in DeliveryState]), help="Only these.")
@click.option("--target", type=REFERENCE, metavar=METAVAR, help="Only those to this target.")
@click.option("--limit", type=LIMIT, default=100, show_default=True, help="At most so many.")
@csv_option()
@pass_session
def list_(session: Session, state: str | None, target: str | None, limit: int) -> None:
    target_id = None if target is None else read_target_id(session, target)
    only = None if state is None else DeliveryState(state)

    def work(db: ReadTx, shop: Shop) -> tuple[list[Delivery], Mapping[str, Attempts]]:
        listed = list_deliveries(db, shop.id, target_id=target_id, state=only, limit=limit)
        return listed, read_attempts(db, [delivery.id for delivery in listed])

    listed, attempts = session.read_shop(work)
    print_list(
        session,
        listed,
        to_json=lambda delivery: _as_json(delivery, attempts.get(delivery.id, ())),
        headers=("ID", "AT", "STATE", "EVENT", "ABOUT", ">TARGET", ">ATTEMPTS", "NEXT TRY", "RESULT"),
        to_row=lambda delivery: _row(delivery, attempts.get(delivery.id, ())),
        empty="There is no delivery yet." if only is None else f"No delivery is {only.value}.",
    )


@click.command(
    "resend",
    cls=Command,
    help="Send one delivery again, with the same body and id; one that waits for its next attempt goes now.",
    example="counterpart webhooks resend dlv_0123456789abcdef0123456789abcdef",
)
@click.argument("delivery_id", metavar="DELIVERY")
@pass_session
def resend(session: Session, delivery_id: str) -> None:
    delivery = session.write_shop(lambda tx, shop: send_again(tx, shop, delivery_id, now=session.now()))
    if session.as_json:
        print_json(_as_json(delivery, _read_attempts(session, delivery)))
    else:
        print_line(f"{delivery.id} ({delivery.kind}, {delivery.subject}) {_format_resend_time(session)}.")


@click.command(
    "resend-failed",
    cls=Command,
    help="Send a target's failed deliveries since a time again, oldest first.",
    example="counterpart webhooks resend-failed 1 --since 2026-11-20",
)
@click.argument("target", metavar=METAVAR, type=REFERENCE)
@click.option("--since", type=MOMENT, required=True, metavar="T", help="Since this time: local, or with Z in UTC.")
@pass_session
def resend_failed(session: Session, target: str, since: Millis) -> None:
    target_id = read_target_id(session, target)
    resent = 0
    while more := session.write_shop(lambda tx, shop: send_failed_again(tx, shop, target_id, since, now=session.now())):
        resent += more
    if session.as_json:
        print_json({"id": target_id, "resent": resent})
    elif resent:
        print_line(f"{format_count(resent, 'failed delivery', 'failed deliveries')} {_format_resend_time(session)}.")
    else:
        print_line(f"Nothing to target {target_id} has failed since {format_local_time(since)}.")


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


def _read_attempts(session: Session, delivery: Delivery) -> Attempts:
    return session.read(lambda db: read_attempts(db, [delivery.id])).get(delivery.id, ())


def _row(delivery: Delivery, attempts: Attempts) -> tuple[str, ...]:
    return (
        delivery.id, format_local_time(delivery.created_at), delivery.state.value, delivery.kind.value,
        delivery.subject,
        str(delivery.target_id), str(len(attempts)),
        format_local_time(delivery.next_attempt_at) if attempts else text_or_dash(None),
        text_or_dash(None if delivery.note is None else str(delivery.note)),
    )  # fmt: skip


def _as_json(delivery: Delivery, attempts: Attempts) -> dict[str, Any]:
    return {
        "id": delivery.id,
        "target": delivery.target_id,
        "event": delivery.kind.value,
        "event_id": delivery.event_id,
        "subject": delivery.subject,
        "created_at": format_rfc3339(delivery.created_at),
        "state": delivery.state.value,
        "next_attempt_at": format_optional_rfc3339(delivery.next_attempt_at),
        "note": None if delivery.note is None else str(delivery.note),
        "attempts": [
            {
                "number": attempt.number,
                "at": format_rfc3339(attempt.at),
                "status": attempt.status,
                "fault": attempt.fault,
                "duration_ms": attempt.duration_ms,
                "answer": attempt.answer.decode("utf-8", "backslashreplace"),
            }
            for attempt in attempts
        ],
    }
