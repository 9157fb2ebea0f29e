"""A service in a separate process, to be killed, starved and locked out.

`python -m tests.nothing_lost.limited_service FOLDER` starts it.

Prints one line of JSON with its address. FILE_LIMIT in the environment is the most bytes that a
file may grow to, until the process is sent SIGUSR1. PORT is where it listens. With
NEXT_VERSION it is of a version whose items have one column more.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from pathlib import Path

from bridge.secrets.engine_choice import choose_database
from service.delivery.secret_stores import SecretCache
from service.domain.times import SharedClock, SystemClock
from service.service import Service, ServiceOptions
from service.store.postgres.schema import LaterStep
from tests.nothing_lost.webhook_service import RETRY_AFTER, vault

MORE_COLUMN = LaterStep("ALTER TABLE items ADD COLUMN colour text", keeps_older=True)


def limit_files(size: int) -> None:
    """Makes the disk seem full: no file of this process grows beyond `size` bytes."""
    import resource  # noqa: PLC0415 - there is none on Windows

    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def make_options(folder: Path) -> ServiceOptions:
    """On PostgreSQL it has secrets, and posts quickly again what was not taken."""
    own, shared, file = SystemClock(), SharedClock(SystemClock()), folder / "counterpart.db"
    engine = choose_database(None, os.environ, folder, shared)
    if engine is not None and "NEXT_VERSION" in os.environ:
        engine.later_steps = (*engine.later_steps, MORE_COLUMN)
    if engine is None:
        return ServiceOptions(file, own, rate_limit=None)
    secrets = SecretCache(vault(folder))
    return ServiceOptions(file, shared, rate_limit=None, engine=engine, secrets=secrets, retry_after=RETRY_AFTER)


async def main(folder: Path) -> None:
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    service = Service(make_options(folder))
    await service.start(port=int(os.environ.get("PORT", "0")))
    if "FILE_LIMIT" in os.environ:
        limit_files(int(os.environ["FILE_LIMIT"]))
        loop.add_signal_handler(signal.SIGUSR1, limit_files, -1)
    print(json.dumps({"address": service.address}), flush=True)  # noqa: T201 - the test waits for this line
    await stop.wait()
    await service.stop()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
