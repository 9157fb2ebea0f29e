"""A service that makes events and posts them, to be killed.

`python -m tests.nothing_lost.webhook_service FOLDER MODE` starts it.

MODE `work` places orders, moves them on and counts stock without pause; `drain` only sends, and
ends once nothing waits any more. The attempts of a delivery follow each other within milliseconds.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from bridge.secrets.vault_file import VAULT_FILE_NAME, VaultStore
from service.delivery.secret_stores import SecretCache
from service.domain.catalogue.stock import Cause, NewMovement
from service.domain.changes import Changes
from service.domain.marketplace.order_requests import LineRequest, OrderRequest
from service.domain.marketplace.orders import Action
from service.domain.shops import Shop
from service.domain.times import SystemClock
from service.domain.webhooks.webhook_secrets import Secret
from service.service import Service, ServiceOptions
from service.store.engine.transaction import ReadTx
from service.store.shops import find_shop
from service.usecases.act_on_order import act_on_order
from service.usecases.move_stock import move_stock
from service.usecases.place_order import place_order

RETRY_AFTER = (20,) * 200
PASSPHRASE = Secret("only for this test")
SKU = "A"
_LIFE = (Action.ACCEPT, Action.READY, Action.DISPATCHED)


def vault(folder: Path) -> VaultStore:
    return VaultStore(folder / VAULT_FILE_NAME, PASSPHRASE)


async def main(folder: Path, mode: str) -> None:
    clock = SystemClock()
    options = ServiceOptions(
        folder / "counterpart.db", clock, secrets=SecretCache(vault(folder)), retry_after=RETRY_AFTER
    )
    service = Service(options)
    await service.start_tasks()
    if mode == "work":
        shop = await service.store.read(lambda db: find_shop(db, None, staging=False))
        await asyncio.gather(*(_work(service, shop, clock) for _ in range(3)))
    await _wait_until_drained(service)
    await service.stop()


async def _work(service: Service, shop: Shop, clock: SystemClock) -> None:
    """Causes events until the process is killed."""
    store = service.store
    request = OrderRequest((LineRequest(SKU, 1000),))
    while True:
        order = await store.write(lambda tx: place_order(tx, shop, request, by="owner", now=clock.now()))
        for action in _LIFE:
            await store.write(
                lambda tx, order=order, action=action: act_on_order(  # type: ignore[misc]
                    tx, shop, order.reference, action, reason=None, by="Till", now=clock.now()
                )
            )
        await store.write(
            lambda tx: move_stock(tx, shop, NewMovement(SKU, None, Cause.RETURN, 1000), by="owner", now=clock.now())
        )


async def _wait_until_drained(service: Service) -> None:
    loop, stirred = asyncio.get_running_loop(), asyncio.Event()

    def hear(_changes: Changes) -> None:
        loop.call_soon_threadsafe(stirred.set)

    service.store.subscribe(hear)
    while await service.store.read(_unfinished):
        await stirred.wait()
        stirred.clear()


def _unfinished(db: ReadTx) -> bool:
    return db.one("SELECT 1 FROM deliveries WHERE state IN ('waiting', 'sending') LIMIT 1") is not None


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
