"""A child of the bench: the service with its webhooks: `FOLDER serve`, or `FOLDER drain TARGET…`.

`serve` listens until SIGTERM. `drain` makes every delivery wait again,
and prints the seconds until all of those to the named targets were delivered.
"""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from service.delivery.secret_stores import SecretCache
from service.domain.changes import ChangeKind, Changes
from service.domain.times import SystemClock
from service.service import Service, ServiceOptions
from service.store.engine.connection import FILE_NAME
from service.store.engine.transaction import ReadTx, Tx
from tests.bench.data.waiting_deliveries import vault


async def serve(service: Service) -> None:
    """Listens on any free port, and says where."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    await service.start(port=0)
    print(f"Listening on {service.address}", flush=True)
    await stop.wait()


async def drain(service: Service, targets: Sequence[int]) -> float:
    """Seconds from the commit that makes them wait to the one that records the last."""
    loop, stirred = asyncio.get_running_loop(), asyncio.Event()

    def hear(_changes: Changes) -> None:
        loop.call_soon_threadsafe(stirred.set)

    await service.start_tasks()
    await service.store.write(_wait_again)
    began = time.perf_counter()
    service.store.subscribe(hear)
    while await service.store.read(lambda db: _left(db, targets)):
        await stirred.wait()
        stirred.clear()
    return time.perf_counter() - began


def _wait_again(tx: Tx) -> None:
    tx.update("DELETE FROM attempts")
    tx.update("UPDATE targets SET failures = 0, trouble_since = NULL")
    tx.update(
        "UPDATE deliveries SET state = 'waiting', attempts = 0, tries = 0, finished_at = NULL, next_attempt_at = 1"
    )
    tx.mark_changed(ChangeKind.DELIVERIES)


def _left(db: ReadTx, targets: Sequence[int]) -> bool:
    return any(
        db.one(f"SELECT 1 FROM deliveries WHERE target_id = ? AND state = '{state}' LIMIT 1", (target,))
        for target in targets
        for state in ("waiting", "sending")
    )


async def run(folder: Path, mode: str, targets: Sequence[int]) -> None:
    """Ends the service in every case."""
    secrets = SecretCache(vault(folder))
    service = Service(ServiceOptions(folder / FILE_NAME, SystemClock(), rate_limit=None, secrets=secrets))
    try:
        if mode == "serve":
            await serve(service)
        else:
            print(await drain(service, targets))
    finally:
        await service.stop()


if __name__ == "__main__":
    asyncio.run(run(Path(sys.argv[1]), sys.argv[2], [int(word) for word in sys.argv[3:]]))
