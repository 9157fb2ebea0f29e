"""The table of alert channels: the owner's addresses, without their secret part."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from service.domain.alerts.alert_channels import AlertChannel, AlertKind
from service.domain.changes import ChangeKind
from service.domain.errors import NotFound
from service.domain.sentences import Sentence, decode_sentence, encode_sentence
from service.domain.times import Millis
from service.store.engine.dialect import VALUE_LIST, encode_list
from service.store.engine.transaction import ReadTx, Tx

_COLUMNS = (
    "id, name, masked, service, kinds, with_buyer, secret_name, created_at, last_sent_at, fault, failures, "
    "next_try_at, dropped, (SELECT count(*) FROM alerts WHERE alerts.channel_id = alert_channels.id)"
)
_KNOWN = frozenset(kind.value for kind in AlertKind)


def _make_channel(row: Any) -> AlertChannel:
    kinds = frozenset(AlertKind(word) for word in msgspec.json.decode(row[4]) if word in _KNOWN)
    fault = None if row[9] is None else decode_sentence(row[9])
    return AlertChannel(
        id=row[0],
        name=row[1],
        masked=row[2],
        service=row[3],
        kinds=kinds,
        with_buyer=bool(row[5]),
        secret_name=row[6],
        created_at=row[7],
        last_sent_at=row[8],
        fault=fault,
        failures=row[10],
        next_try_at=row[11],
        dropped=row[12],
        waiting=row[13],
    )


def list_channels(db: ReadTx) -> list[AlertChannel]:
    return [_make_channel(row) for row in db.all(f"SELECT {_COLUMNS} FROM alert_channels ORDER BY id")]


def has_channels(db: ReadTx) -> bool:
    """Whether there is any channel; without one nothing is looked for."""
    return db.scalar("SELECT 1 FROM alert_channels LIMIT 1") is not None


def get_channel(db: ReadTx, channel_id: int) -> AlertChannel:
    """Raises NotFound."""
    row = db.one(f"SELECT {_COLUMNS} FROM alert_channels WHERE id = ?", (channel_id,))
    if row is None:
        raise NotFound(f"There is no alert address {channel_id}; list them to see those there are.")
    return _make_channel(row)


def insert_channel(tx: Tx, channel: AlertChannel) -> AlertChannel:
    """Adds a channel; its id is the database's."""
    tx.mark_changed(ChangeKind.ALERTS)
    added = tx.insert(
        "INSERT INTO alert_channels (name, masked, service, kinds, with_buyer, secret_name, created_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            channel.name, channel.masked, channel.service, _encode_kinds(channel.kinds), channel.with_buyer,
            channel.secret_name, channel.created_at,
        ),
    )  # fmt: skip
    return get_channel(tx, added)


def change_channel(tx: Tx, channel_id: int, *, kinds: Collection[AlertKind], with_buyer: bool) -> None:
    """Changes what a channel gets. What waits of other kinds is dropped."""
    tx.update(
        "UPDATE alert_channels SET kinds = ?, with_buyer = ? WHERE id = ?",
        (_encode_kinds(kinds), with_buyer, channel_id),
    )
    tx.update(
        f"DELETE FROM alerts WHERE channel_id = ? AND kind NOT IN (SELECT value FROM {VALUE_LIST})",
        (channel_id, _encode_kinds(kinds)),
    )
    tx.mark_changed(ChangeKind.ALERTS)


def delete_channel(tx: Tx, channel_id: int) -> None:
    """Deletes a channel with what waits for it."""
    tx.update("DELETE FROM alert_channels WHERE id = ?", (channel_id,))
    tx.mark_changed(ChangeKind.ALERTS)


def mark_sent(tx: Tx, channel_id: int, now: Millis) -> None:
    """The receiver took an alert."""
    tx.update(
        "UPDATE alert_channels SET last_sent_at = ?, fault = NULL, failures = 0, next_try_at = 0, dropped = 0 "
        "WHERE id = ?",
        (now, channel_id),
    )
    tx.mark_changed(ChangeKind.ALERTS)


def mark_failed(tx: Tx, channel_id: int, fault: Sentence, failures: int, next_try_at: Millis) -> None:
    """A try failed; nothing is sent to the channel before `next_try_at`."""
    tx.update(
        "UPDATE alert_channels SET fault = ?, failures = ?, next_try_at = ? WHERE id = ?",
        (encode_sentence(fault), failures, next_try_at, channel_id),
    )
    tx.mark_changed(ChangeKind.ALERTS)


def _encode_kinds(kinds: Collection[AlertKind]) -> str:
    return encode_list([kind.value for kind in AlertKind if kind in kinds])
