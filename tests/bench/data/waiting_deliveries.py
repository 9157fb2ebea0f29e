"""Targets and waiting deliveries for the bench, filled by SQL."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from pathlib import Path

from bridge.secrets.vault_file import VAULT_FILE_NAME as VAULT_FILE
from bridge.secrets.vault_file import VaultStore
from service.domain.webhooks.events import EventKind
from service.domain.webhooks.webhook_secrets import Secret
from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from service.usecases.manage_secrets import add_target
from tests.bench.data.databases import BenchDatabase

BODY = json.dumps({"event": "stock.changed", "data": {"sku": "S", "branch": "Main", "note": "x" * 940}}).encode()[:1024]


def vault(folder: Path) -> VaultStore:
    return VaultStore(folder / VAULT_FILE, Secret("only for the bench"))


def add_targets(data: BenchDatabase, addresses: Sequence[str]) -> list[int]:
    """A target for each address, with a secret in the folder's vault; gives their ids."""
    return asyncio.run(_add_targets(data, addresses))


async def _add_targets(data: BenchDatabase, addresses: Sequence[str]) -> list[int]:
    store, kinds, now = Store(data.database), list(EventKind), time.time_ns() // 1_000_000
    try:
        secrets = vault(data.folder)
        return [
            (await add_target(store, secrets, data.shop, address, kinds, now=now)).target.id for address in addresses
        ]
    finally:
        store.close()


def switch_off(data: BenchDatabase, target_id: int) -> None:
    """The target keeps what waits for it, and is sent nothing."""
    store = Store(data.database)
    store.submit(lambda tx: tx.update("UPDATE targets SET is_on = 0 WHERE id = ?", (target_id,))).result(120)
    store.close()


def add_waiting_deliveries(data: BenchDatabase, target_id: int, count: int, *, state: str = "waiting") -> None:
    """So many deliveries of 1 KiB to a target."""
    store = Store(data.database)
    store.submit(lambda tx: _insert_deliveries(tx, data.shop.id, target_id, count, state)).result(120)
    store.close()


def _insert_deliveries(tx: Tx, shop_id: int, target_id: int, count: int, state: str) -> None:
    now = time.time_ns() // 1_000_000
    first = 1 + (tx.scalar("SELECT max(seq) FROM events") or 0)
    seqs = range(first, first + count)
    tx.many(
        "INSERT INTO events (seq, id, shop_id, kind, created_at, subject, body) "
        "VALUES (?, ?, ?, 'stock.changed', ?, 'S', ?)",
        ((seq, f"evt_{seq:032}", shop_id, now, BODY) for seq in seqs),
    )
    tx.many(
        "INSERT INTO deliveries (id, target_id, event_seq, created_at, state, next_attempt_at) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        ((f"dlv_{seq:032}", target_id, seq, now, state, now) for seq in seqs),
    )
