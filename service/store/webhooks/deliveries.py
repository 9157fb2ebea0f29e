"""Deliveries as the owner sees them: listed, read with their attempts, and sent again."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import islice

import msgspec

from service.domain.changes import ChangeKind
from service.domain.errors import NotFound
from service.domain.sentences import encode_sentence, message
from service.domain.times import Millis
from service.domain.webhooks.events import Attempt, Delivery, DeliveryState, EventKind, decode_kind
from service.domain.webhooks.retries import RecordedDelivery
from service.store.engine.dialect import TEXT_LIST, encode_list, with_index
from service.store.engine.row_reader import RowReader
from service.store.engine.transaction import ReadTx, Tx

SKIPPED_BY_OWNER = message("Not sent: the owner chose so when the target was switched on")
_DELIVERIES_PER_READ = 500


_COLUMNS = (
    "deliveries.id, deliveries.target_id, events.id, events.kind, events.subject, deliveries.created_at, "
    "deliveries.state, deliveries.attempts, deliveries.next_attempt_at, deliveries.note, events.test"
)
_read_delivery = RowReader(Delivery, kind=decode_kind)
_FROM = "deliveries JOIN events ON events.seq = deliveries.event_seq JOIN targets ON targets.id = deliveries.target_id"


@dataclass(frozen=True, slots=True)
class TargetStats:
    """Waiting and failed deliveries, the next attempt, the last finished ones, oldest first."""

    waiting: int
    failed: int
    next_try: Millis | None
    recent: tuple[DeliveryState, ...]
    last: Attempt | None


def get_delivery(db: ReadTx, shop_id: int, delivery_id: str) -> Delivery:
    """Raises NotFound, also for another shop's."""
    sql = f"SELECT {_COLUMNS} FROM {_FROM} WHERE deliveries.id = ? AND targets.shop_id = ?"
    delivery = db.one_as(_read_delivery, sql, (delivery_id, shop_id))
    if delivery is None:
        raise NotFound(f"There is no delivery {delivery_id!r} here; `counterpart webhooks deliveries` shows them.")
    return delivery


def read_event_body(db: ReadTx, delivery: Delivery) -> bytes:
    """The bytes that are sent."""
    body: bytes = db.scalar("SELECT body FROM events WHERE id = ?", (delivery.event_id,))
    return body


def list_deliveries(
    db: ReadTx,
    shop_id: int,
    *,
    target_id: int | None = None,
    state: DeliveryState | None = None,
    before: str | None = None,
    limit: int = 100,
) -> list[Delivery]:
    """Newest first, those written before the delivery `before`; also of removed targets."""
    bound = 2**62 if before is None else db.scalar("SELECT seq FROM deliveries WHERE id = ?", (before,)) or 0
    states = [state] if state is not None else list(DeliveryState)
    stretches = [
        _list_of_state(db, one_id, one, bound, limit)
        for one_id in db.column("SELECT id FROM targets WHERE shop_id = ?", (shop_id,))
        if target_id in (None, one_id)
        for one in states
    ]
    newest = merge(*stretches, key=lambda one: one.seq, reverse=True)
    return [one.delivery for one in islice(newest, limit)]


@dataclass(frozen=True, slots=True)
class _Placed:
    delivery: Delivery
    seq: int


_read_placed = RowReader(_Placed, delivery=_read_delivery)


def _list_of_state(db: ReadTx, target_id: int, state: DeliveryState, before_seq: int, limit: int) -> list[_Placed]:
    """The part of the index that has a target's deliveries of one state in order."""
    return db.all_as(
        _read_placed,
        f"SELECT {_COLUMNS}, deliveries.seq FROM {_FROM} WHERE deliveries.target_id = ? AND deliveries.state = ? "
        "AND deliveries.seq < ? ORDER BY deliveries.seq DESC LIMIT ?",
        (target_id, state, before_seq, limit),
    )


def read_attempts(db: ReadTx, delivery_ids: Sequence[str]) -> dict[str, tuple[Attempt, ...]]:
    """The attempts of each given delivery, oldest first."""
    by_delivery: dict[str, list[Attempt]] = {}
    for start in range(0, len(delivery_ids), _DELIVERIES_PER_READ):
        for attempt in db.all_as(
            Attempt,
            f"SELECT deliveries.id, number, at, status, fault, duration_ms, answer FROM {TEXT_LIST} AS asked "
            "CROSS JOIN deliveries ON deliveries.id = asked.value "
            "CROSS JOIN attempts ON attempts.delivery_seq = deliveries.seq ORDER BY asked.key, number",
            (encode_list(delivery_ids[start : start + _DELIVERIES_PER_READ]),),
        ):
            by_delivery.setdefault(attempt.delivery_id, []).append(attempt)
    return {delivery_id: tuple(attempts) for delivery_id, attempts in by_delivery.items()}


def read_target_stats(db: ReadTx, target_id: int, *, recent: int = 12) -> TargetStats:
    count = "SELECT count(*) FROM deliveries WHERE target_id = ? AND state = ?"
    waiting, failed = (
        int(db.scalar(count, (target_id, state))) for state in (DeliveryState.WAITING, DeliveryState.FAILED)
    )
    over = sorted(_list_last_finished(db, target_id, recent), reverse=True)[:recent]
    next_try = db.scalar(
        f"SELECT min(next_attempt_at) FROM {with_index('deliveries', 'deliveries_again')} "
        "WHERE target_id = ? AND state = 'waiting' AND attempts > 0",
        (target_id,),
    )
    return TargetStats(
        waiting,
        failed,
        next_try,
        tuple(DeliveryState(state) for _, state in reversed(over)),
        _find_last_attempt(db, target_id),
    )


def _list_last_finished(db: ReadTx, target_id: int, limit: int) -> Iterator[tuple[int, str]]:
    for state in (DeliveryState.DELIVERED, DeliveryState.FAILED):
        yield from db.all(
            "SELECT seq, state FROM deliveries WHERE target_id = ? AND state = ? ORDER BY seq DESC LIMIT ?",
            (target_id, state, limit),
        )


def _find_last_attempt(db: ReadTx, target_id: int) -> Attempt | None:
    """The newest attempt among the newest deliveries of each state."""
    newest = [
        delivery_id
        for state in DeliveryState
        for delivery_id in db.column(
            "SELECT id FROM deliveries WHERE target_id = ? AND state = ? ORDER BY seq DESC LIMIT 5", (target_id, state)
        )
    ]
    attempts = [attempts[-1] for attempts in read_attempts(db, newest).values()]
    return max(attempts, key=lambda attempt: attempt.at, default=None)


def requeue_delivery(tx: Tx, delivery: Delivery, now: Millis) -> None:
    """Gives a finished delivery the whole schedule again; makes one that waits due now."""
    tx.update(
        "UPDATE deliveries SET attempts = CASE state WHEN 'waiting' THEN attempts ELSE 0 END, state = 'waiting', "
        "next_attempt_at = ?, finished_at = NULL WHERE id = ? AND state <> 'sending'",
        (now, delivery.id),
    )
    tx.mark_changed(ChangeKind.DELIVERIES)


def count_waiting(db: ReadTx, shop_id: int) -> int:
    """How many deliveries wait for a shop's targets that are on."""
    return int(
        db.scalar(
            "SELECT count(*) FROM targets JOIN deliveries ON deliveries.target_id = targets.id "
            "WHERE targets.shop_id = ? AND targets.is_on = 1 AND targets.removed_at IS NULL "
            "AND deliveries.state IN ('waiting', 'sending')",
            (shop_id,),
        )
    )


def count_failed(db: ReadTx, target_id: int, since: Millis) -> int:
    """How many deliveries of events since a moment failed."""
    return int(
        db.scalar(
            "SELECT count(*) FROM deliveries WHERE target_id = ? AND state = 'failed' AND created_at >= ?",
            (target_id, since),
        )
    )


def requeue_failed(tx: Tx, target_id: int, since: Millis, now: Millis, *, limit: int) -> int:
    """Gives failed deliveries since a moment the whole schedule, oldest first; returns how many."""
    resent = tx.update(
        "UPDATE deliveries SET state = 'waiting', attempts = 0, next_attempt_at = ?, finished_at = NULL "
        "WHERE seq IN (SELECT seq FROM deliveries WHERE target_id = ? AND state = 'failed' AND created_at >= ? "
        "ORDER BY seq LIMIT ?)",
        (now, target_id, since, limit),
    )
    if resent:
        tx.mark_changed(ChangeKind.DELIVERIES)
    return resent


def make_waiting_due(tx: Tx, target_id: int, now: Millis) -> int:
    """Makes every delivery that waits for its next attempt due now; returns how many."""
    hurried = tx.update(
        "UPDATE deliveries SET next_attempt_at = ? WHERE target_id = ? AND state = 'waiting' AND attempts > 0",
        (now, target_id),
    )
    if hurried:
        tx.mark_changed(ChangeKind.DELIVERIES)
    return hurried


def list_recorded(db: ReadTx, target_id: int) -> Iterator[RecordedDelivery]:
    """The deliveries that wait for a target, oldest first."""
    rows = db.execute(
        "SELECT deliveries.id, events.kind, events.body FROM deliveries "
        "JOIN events ON events.seq = deliveries.event_seq "
        "WHERE deliveries.target_id = ? AND deliveries.state = 'waiting' ORDER BY deliveries.seq",
        (target_id,),
    )
    for delivery_id, word, body in rows:
        kind = decode_kind(word)
        yield RecordedDelivery(delivery_id, kind, _read_stock_place(body) if kind is EventKind.STOCK_CHANGED else "")


def skip_all_but(tx: Tx, target_id: int, chosen_ids: Collection[str], now: Millis) -> int:
    """Skips the waiting deliveries of a target that the owner did not choose; returns how many."""
    skipped = tx.update(
        "UPDATE deliveries SET state = 'skipped', next_attempt_at = NULL, finished_at = ?, note = ? "
        f"WHERE target_id = ? AND state = 'waiting' AND id NOT IN (SELECT value FROM {TEXT_LIST})",
        (now, encode_sentence(SKIPPED_BY_OWNER), target_id, encode_list(chosen_ids)),
    )
    if skipped:
        tx.mark_changed(ChangeKind.DELIVERIES)
    return skipped


class _Stock(msgspec.Struct):
    sku: str
    branch: str


class _StockBody(msgspec.Struct):
    data: _Stock


_decode_stock = msgspec.json.Decoder(_StockBody).decode


def _read_stock_place(body: bytes) -> str:
    stock = _decode_stock(body).data
    return f"{stock.sku}\n{stock.branch}"
