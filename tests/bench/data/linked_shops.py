"""Shops that are linked to a marketplace, as an owner would have approved it."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing

from bridge.secrets.chosen_store import open_secret_store
from service.domain.link.link_state import parse_upstream_address
from service.domain.link.rehearsal import OnlyThere
from service.domain.shops import Shop
from service.domain.times import SystemClock
from service.domain.webhooks.webhook_secrets import Secret
from service.store import shops
from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from service.store.link import links
from service.usecases.issue_key import issue_key
from service.usecases.link import edit_link
from tests.bench.children.child_processes import with_vault
from tests.bench.data.databases import BenchDatabase

PATIENCE_S = 240.0
_WAIT_S = 120.0


def find_shop(data: BenchDatabase, *, staging: bool) -> Shop:
    """The live shop or the staging shop. The service may be running."""
    store = Store(data.database)
    try:
        return store.submit_read(lambda db: shops.find_shop(db, None, staging=staging)).result(_WAIT_S)
    finally:
        store.close()


def make_key(data: BenchDatabase, *, staging: bool) -> str:
    """A key of the live shop or the staging shop."""
    shop, now = find_shop(data, staging=staging), SystemClock().now()
    store = Store(data.database)
    try:
        return store.submit(lambda tx: issue_key(tx, shop, "Bench", now=now)).result(_WAIT_S).text
    finally:
        store.close()


def link_shop(data: BenchDatabase, address: str, key: str, *, staging: bool = False) -> None:
    """Links a shop to the marketplace there; the owner has approved what goes up."""
    shop, now = find_shop(data, staging=staging), SystemClock().now()

    async def link() -> None:
        secrets = open_secret_store(data.folder, with_vault())
        store = Store(data.database)
        try:
            await edit_link.set_link(store, secrets, shop, parse_upstream_address(address), Secret(key), now=now)
            await store.write(approve)
        finally:
            await asyncio.to_thread(store.close)

    def approve(tx: Tx) -> None:
        links.change_link(tx, shop.id, rehearsed_at=now)
        edit_link.approve(tx, shop, OnlyThere.LEAVE, by="owner", now=now)

    asyncio.run(link())


def wait_until_pushed(data: BenchDatabase, shop: Shop, left: int = 0) -> None:
    """Returns when the running program has at most so many items to send. Raises TimeoutError."""
    until, waiting = time.monotonic() + PATIENCE_S, None
    with closing(sqlite3.connect(data.database)) as db:
        while time.monotonic() < until:
            waiting = db.execute(
                "SELECT count(*) FILTER (WHERE waiting_since IS NOT NULL OR parked IS NOT NULL), "
                "(SELECT scanned_revision < revision FROM links JOIN shops ON shops.id = shop_id WHERE shop_id = ?1) "
                "FROM pushed_items WHERE shop_id = ?1",
                (shop.id,),
            ).fetchone()
            if not waiting[1] and waiting[0] <= left:
                return
            time.sleep(0.05)
    raise TimeoutError(f"items still wait: {waiting}")
