"""The heartbeat address; there is one at most."""

from __future__ import annotations

from service.domain.alerts.alert_channels import Heartbeat
from service.domain.changes import ChangeKind
from service.domain.sentences import Sentence, decode_sentence, encode_sentence
from service.domain.times import Millis
from service.store.engine.transaction import ReadTx, Tx


def find_heartbeat(db: ReadTx) -> Heartbeat | None:
    row = db.one("SELECT masked, minutes, secret_name, last_answer_at, fault FROM heartbeat")
    return (
        None
        if row is None
        else Heartbeat(row[0], row[1], row[2], row[3], None if row[4] is None else decode_sentence(row[4]))
    )


def put_heartbeat(tx: Tx, heartbeat: Heartbeat | None) -> None:
    """Replaces the heartbeat; None removes it."""
    tx.update("DELETE FROM heartbeat")
    if heartbeat is not None:
        tx.insert(
            "INSERT INTO heartbeat (only_one, masked, minutes, secret_name) VALUES (1, ?, ?, ?)",
            (heartbeat.masked, heartbeat.minutes, heartbeat.secret_name),
        )
    tx.mark_changed(ChangeKind.ALERTS)


def note_heartbeat(tx: Tx, secret_name: str, answered_at: Millis | None, fault: Sentence | None) -> None:
    """Notes how a heartbeat ended; nothing if its address was changed meanwhile."""
    tx.update(
        "UPDATE heartbeat SET last_answer_at = coalesce(?, last_answer_at), fault = ? WHERE secret_name = ?",
        (answered_at, None if fault is None else encode_sentence(fault), secret_name),
    )
    tx.mark_changed(ChangeKind.ALERTS)
