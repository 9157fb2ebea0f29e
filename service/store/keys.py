"""API keys: only digests and prefixes are ever stored (contract §5)."""

from __future__ import annotations

import hmac
from collections.abc import Sequence

import msgspec

from service.domain.changes import ChangeKind
from service.domain.errors import NotFound
from service.domain.keys import ApiKey, KeyForm, Rights, classify_key, compute_digest, get_prefix
from service.domain.times import Millis
from service.store.engine.dialect import encode_list
from service.store.engine.row_reader import RowReader, Select
from service.store.engine.transaction import ReadTx, Tx

_COLUMNS = (
    "id, shop_id, name, prefix, created_at, last_used_at, revoked_at, expires_at, expired_at, last_used_from, rights"
)
_read_key = RowReader(ApiKey)
_keys = Select(_read_key, f"SELECT {_COLUMNS} FROM api_keys")


def add_key(
    tx: Tx,
    shop_id: int,
    name: str,
    text: str,
    now: Millis,
    expires_at: Millis | None = None,
    rights: Rights = Rights.ALL,
) -> ApiKey:
    key_id = tx.insert(
        "INSERT INTO api_keys (shop_id, name, prefix, digest, created_at, expires_at, rights) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (shop_id, name, get_prefix(text), compute_digest(text), now, expires_at, rights.value),
    )
    tx.mark_changed(ChangeKind.KEYS)
    return get_key(tx, shop_id, key_id)


def get_key(db: ReadTx, shop_id: int, key_id: int) -> ApiKey:
    """Raises NotFound, also for another shop's key."""
    key = _keys.find(db, "WHERE id = ? AND shop_id = ?", (key_id, shop_id))
    if key is None:
        raise NotFound(f"There is no key {key_id} here; `counterpart keys list` shows them.")
    return key


def list_keys(db: ReadTx, shop_id: int) -> list[ApiKey]:
    """Oldest first, revoked ones too."""
    return _keys.list(db, "WHERE shop_id = ? ORDER BY id", (shop_id,))


def match_key(db: ReadTx, text: str) -> ApiKey | None:
    """Finds the key for a presented text, revoked or not; compares hashes in constant time."""
    if classify_key(text) is not KeyForm.WELL_FORMED:
        return None
    digest = compute_digest(text)
    key = None
    for *row, stored in db.all(f"SELECT {_COLUMNS}, digest FROM api_keys WHERE prefix = ?", (get_prefix(text),)):
        if hmac.compare_digest(stored, digest):
            key = _read_key(*row)
    return key


def rename_key(tx: Tx, key: ApiKey, name: str) -> None:
    tx.update("UPDATE api_keys SET name = ? WHERE id = ?", (name, key.id))
    tx.mark_changed(ChangeKind.KEYS)


def revoke_key(tx: Tx, key: ApiKey, now: Millis) -> None:
    """Revokes a key. A second call leaves the first moment."""
    if tx.update("UPDATE api_keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", (now, key.id)):
        tx.mark_changed(ChangeKind.KEYS)


def set_expiry(tx: Tx, key: ApiKey, expires_at: Millis | None) -> None:
    """Gives a key another end, or none; one that had expired works again."""
    tx.update("UPDATE api_keys SET expires_at = ?, expired_at = NULL WHERE id = ?", (expires_at, key.id))
    tx.mark_changed(ChangeKind.KEYS)


def mark_expired(tx: Tx, key: ApiKey, now: Millis) -> None:
    """Stores that a call was refused because the key's end had come, unless the end was changed."""
    sql = "UPDATE api_keys SET expired_at = ? WHERE id = ? AND expired_at IS NULL AND expires_at = ?"
    if tx.update(sql, (now, key.id, key.expires_at)):
        tx.mark_changed(ChangeKind.KEYS)


def is_active(db: ReadTx, key_id: int) -> bool:
    """Whether a key is not revoked."""
    return db.one("SELECT 1 FROM api_keys WHERE id = ? AND revoked_at IS NULL", (key_id,)) is not None


def read_answers(db: ReadTx, key_id: int) -> list[Millis]:
    """When the last calls of a key were answered, by any service; oldest first."""
    times: str | None = db.scalar("SELECT times FROM key_answers WHERE key_id = ?", (key_id,))
    return [] if times is None else msgspec.json.decode(times, type=list[Millis])


def write_answers(tx: Tx, key_id: int, times: Sequence[Millis]) -> None:
    tx.update(
        "INSERT INTO key_answers (key_id, times) VALUES (?, ?) "
        "ON CONFLICT (key_id) DO UPDATE SET times = excluded.times",
        (key_id, encode_list(times)),
    )


def record_use(tx: Tx, key_id: int, now: Millis, address: str) -> None:
    """When and from where a key was last used, to the minute, which saves writes."""
    tx.update(
        "UPDATE api_keys SET last_used_at = ?1, last_used_from = ?3 "
        "WHERE id = ?2 AND coalesce(last_used_at, 0) < ?1 - 60000",
        (now, key_id, address),
    )


def record_uses(tx: Tx, uses: Sequence[tuple[int, Millis, str]]) -> None:
    """The same for many calls at once."""
    for key_id, now, address in {use[0]: use for use in uses}.values():
        record_use(tx, key_id, now, address)
