"""API keys: only digests and prefixes are ever stored (CONTRACT.md section 5)."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from typing import Any

from service.domain.changes import Family
from service.domain.errors import NotFound
from service.domain.keys import ApiKey, KeyForm, digest_of, form_of, prefix_of
from service.domain.times import Millis
from service.store.transaction import Reading, Tx

_COLUMNS = "id, shop_id, name, prefix, created_at, last_used_at, revoked_at"


def _key(row: Any) -> ApiKey:
    return ApiKey(*row)


def add_key(tx: Tx, shop_id: int, name: str, text: str, now: Millis) -> ApiKey:
    key_id = tx.insert(
        "INSERT INTO api_keys (shop_id, name, prefix, digest, created_at) VALUES (?, ?, ?, ?, ?)",
        (shop_id, name, prefix_of(text), digest_of(text), now),
    )
    tx.touch(Family.KEYS)
    return get_key(tx, shop_id, key_id)


def get_key(db: Reading, shop_id: int, key_id: int) -> ApiKey:
    """Raises NotFound, also for another shop's key."""
    row = db.one(f"SELECT {_COLUMNS} FROM api_keys WHERE id = ? AND shop_id = ?", (key_id, shop_id))
    if row is None:
        raise NotFound(f"There is no key {key_id} here; `counterpart keys list` shows them.")
    return _key(row)


def list_keys(db: Reading, shop_id: int) -> list[ApiKey]:
    """Oldest first, revoked ones too."""
    return [_key(row) for row in db.all(f"SELECT {_COLUMNS} FROM api_keys WHERE shop_id = ? ORDER BY id", (shop_id,))]


def match_key(db: Reading, text: str) -> ApiKey | None:
    """The key that a presented text is, revoked or not; compared by hash, in constant time."""
    if form_of(text) is not KeyForm.WELL_FORMED:
        return None
    digest = digest_of(text)
    found = None
    for row in db.all(f"SELECT {_COLUMNS}, digest FROM api_keys WHERE prefix = ?", (prefix_of(text),)):
        if hmac.compare_digest(row[7], digest):
            found = _key(row[:7])
    return found


def rename_key(tx: Tx, key: ApiKey, name: str) -> None:
    tx.update("UPDATE api_keys SET name = ? WHERE id = ?", (name, key.id))
    tx.touch(Family.KEYS)


def revoke_key(tx: Tx, key: ApiKey, now: Millis) -> None:
    """Revoking a second time keeps the first moment."""
    if tx.update("UPDATE api_keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", (now, key.id)):
        tx.touch(Family.KEYS)


def is_active(db: Reading, key_id: int) -> bool:
    """Whether a key is not revoked."""
    return db.one("SELECT 1 FROM api_keys WHERE id = ? AND revoked_at IS NULL", (key_id,)) is not None


def note_use(tx: Tx, key_id: int, now: Millis) -> None:
    """Keeps when a key was last used, to the minute: a pane needs no more and a call should cost no more."""
    tx.update(
        "UPDATE api_keys SET last_used_at = ?1 WHERE id = ?2 AND coalesce(last_used_at, 0) < ?1 - 60000", (now, key_id)
    )


def note_uses(tx: Tx, uses: Sequence[tuple[int, Millis]]) -> None:
    """The same for many calls at once."""
    for key_id, now in dict(uses).items():
        note_use(tx, key_id, now)
