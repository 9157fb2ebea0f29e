"""Webhook targets: where events are posted to, and the state of each target (contract §6.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import msgspec

from service.domain.changes import ChangeKind
from service.domain.errors import NotFound
from service.domain.sentences import Sentence, decode_sentence, encode_sentence
from service.domain.times import Millis
from service.domain.webhooks.events import EventKind, Target, decode_kind
from service.store.engine.row_reader import RowReader, Select
from service.store.engine.transaction import ReadTx, Tx

_COLUMNS = (
    "id, shop_id, url, events, is_on, catch_up, created_at, secret_name, next_secret_name, failures, trouble_since, "
    "note, name"
)


def _decode_events(text: str) -> frozenset[EventKind]:
    return frozenset(map(decode_kind, msgspec.json.decode(text, type=list[str])))


_targets = Select(RowReader(Target, events=_decode_events), f"SELECT {_COLUMNS} FROM targets")


def insert_target(
    tx: Tx, shop_id: int, url: str, events: Iterable[EventKind], secret_name: str, now: Millis, name: str = ""
) -> Target:
    """Adds a target, switched on."""
    target_id = tx.insert(
        "INSERT INTO targets (shop_id, url, events, created_at, secret_name, name) VALUES (?, ?, ?, ?, ?, ?)",
        (shop_id, url, _encode_events(events), now, secret_name, name),
    )
    tx.mark_changed(ChangeKind.TARGETS)
    return get_target(tx, shop_id, target_id)


def get_target(db: ReadTx, shop_id: int, target_id: int) -> Target:
    """Raises NotFound, also for another shop's target and for one that was removed."""
    target = _targets.find(db, "WHERE id = ? AND shop_id = ? AND removed_at IS NULL", (target_id, shop_id))
    if target is None:
        raise NotFound(f"There is no target {target_id} here; `counterpart webhooks list` shows them.")
    return target


def list_targets(db: ReadTx, shop_id: int) -> list[Target]:
    """Oldest first, without removed ones."""
    return _targets.list(db, "WHERE shop_id = ? AND removed_at IS NULL ORDER BY id", (shop_id,))


def update_target(tx: Tx, before: Target, after: Target) -> None:
    """Writes what the owner changed, and what the change resets. Equal values are not written."""
    if after == before:
        return
    tx.update(
        "UPDATE targets SET url = ?, events = ?, is_on = ?, catch_up = ?, secret_name = ?, next_secret_name = ?, "
        "failures = ?, trouble_since = ?, note = ?, name = ? WHERE id = ?",
        (
            after.url, _encode_events(after.events), after.on, after.catch_up, after.secret_name,
            after.next_secret_name,
            after.failures, after.trouble_since, None if after.note is None else encode_sentence(after.note),
            after.name, after.id,
        ),
    )  # fmt: skip
    tx.mark_changed(ChangeKind.TARGETS)


def mark_removed(tx: Tx, target: Target, now: Millis) -> None:
    """Marks the target as removed. The row stays, so that its deliveries can be read."""
    tx.update("UPDATE targets SET removed_at = ?, is_on = 0, note = NULL WHERE id = ?", (now, target.id))
    tx.mark_changed(ChangeKind.TARGETS)


def read_note(db: ReadTx, target_id: int) -> Sentence | None:
    """Why its deliveries wait, or None."""
    note: str | None = db.scalar("SELECT note FROM targets WHERE id = ?", (target_id,))
    return None if note is None else decode_sentence(note)


def set_note(tx: Tx, target_id: int, note: Sentence | None) -> None:
    """Sets why its deliveries wait, or None. The same text is not written."""
    text = None if note is None else encode_sentence(note)
    if tx.update("UPDATE targets SET note = ?1 WHERE id = ?2 AND note IS DISTINCT FROM ?1", (text, target_id)):
        tx.mark_changed(ChangeKind.TARGETS)


@dataclass(frozen=True, slots=True)
class TargetEndpoint:
    """What the dispatcher knows of a live target: its address, the names of its secrets."""

    target_id: int
    url: str
    secret_names: frozenset[str]


def read_endpoints(db: ReadTx) -> dict[int, TargetEndpoint]:
    """The endpoints of every shop's targets, by id."""
    rows = db.all("SELECT id, url, secret_name, next_secret_name FROM targets WHERE removed_at IS NULL")
    return {
        target_id: TargetEndpoint(target_id, url, frozenset(name for name in secret_names if name))
        for target_id, url, *secret_names in rows
    }


def _encode_events(events: Iterable[EventKind]) -> str:
    """Encodes events in the order of contract §6.2, then those of a newer version."""
    chosen = frozenset(events)
    known = [kind.value for kind in EventKind if kind in chosen]
    return msgspec.json.encode([*known, *sorted(kind.value for kind in chosen - frozenset(EventKind))]).decode()
