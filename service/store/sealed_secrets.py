"""Secrets that services share, encrypted with a key that is elsewhere (docs/operating.md)."""

from __future__ import annotations

from typing import NamedTuple

from service.store.engine.transaction import ReadTx, Tx
from service.store.recovery.copies import NEEDED_SECRETS

KEY_PREFIX = "installation-"
_FIND_KEY = f"SELECT name, sealed FROM secrets WHERE name >= '{KEY_PREFIX}' AND name < 'installation.'"


class KeyRow(NamedTuple):
    """The name of the key, which is in each computer's store, and what only it opens."""

    name: str
    sealed: bytes


def find_key_row(db: ReadTx) -> KeyRow | None:
    """The key in use; None where no secret is shared yet."""
    return db.one_as(KeyRow, _FIND_KEY)


def add_key_row(tx: Tx, row: KeyRow) -> KeyRow:
    """Takes a key into use, unless another one is; gives the one in use."""
    there = find_key_row(tx)
    if there is None:
        put_sealed(tx, row.name, row.sealed)
    return there or row


def find_sealed(db: ReadTx, name: str) -> bytes | None:
    """An encrypted secret."""
    sealed: bytes | None = db.scalar("SELECT sealed FROM secrets WHERE name = ?", (name,))
    return sealed


def put_sealed(tx: Tx, name: str, sealed: bytes) -> None:
    """Stores an encrypted secret in the place of one of the same name."""
    tx.update(
        "INSERT INTO secrets (name, sealed) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed",
        (name, sealed),
    )


def remove_sealed(tx: Tx, name: str) -> None:
    tx.update("DELETE FROM secrets WHERE name = ?", (name,))


def remove_all_sealed(tx: Tx) -> int:
    """Removes the key in use and every secret; gives how many rows that were."""
    return tx.update("DELETE FROM secrets")


def list_not_sealed(db: ReadTx) -> list[str]:
    """The names of secrets that something needs and that are not here."""
    names: list[str] = db.column(
        f"SELECT DISTINCT secret_name FROM ({NEEDED_SECRETS} UNION ALL SELECT value FROM settings "
        "WHERE name = 'backup_secret') AS needed "
        "WHERE secret_name IS NOT NULL AND secret_name NOT IN (SELECT name FROM secrets)"
    )
    return names
