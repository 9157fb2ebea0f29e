"""`counterpart serve`: the service without a window, until it is told to stop (CONTRACT.md section 8)."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from pathlib import Path

from bridge.instance import Instance
from bridge.paths import database_file
from bridge.program_log import open_program_log
from bridge.secrets.choice import open_secret_store
from bridge.signals import stop_on_signals
from bridge.start_up import StartUp
from bridge.trust import system_trust
from service.domain.times import SystemClock
from service.service import Service, ServiceOptions
from service.store.keys import list_keys
from service.store.shops import list_shops
from service.store.transaction import Reading

log = logging.getLogger(__name__)


def serve(folder: Path, host: str | None, port: int | None) -> int:
    """Runs until SIGTERM, SIGINT or Ctrl-C; gives the exit code. Raises CounterpartError where it cannot start."""
    instance = Instance(folder)
    try:
        open_program_log(folder, to_screen=True)
        start_up = StartUp(folder, SystemClock())
        found = start_up.begin()
        if found.set_aside is not None:
            sys.stderr.write(f"The database was damaged and has been set aside as {found.set_aside}.\n")
        asyncio.run(_run(folder, host, port))
        start_up.end()
    finally:
        instance.release()
    return 0


async def _run(folder: Path, host: str | None, port: int | None) -> None:
    stop = asyncio.Event()
    stop_on_signals(stop)
    secrets = open_secret_store(folder, os.environ)
    service = Service(ServiceOptions.standard(database_file(folder), secrets, system_trust()))
    try:
        await service.start(host, port)
    except BaseException:
        await service.stop()
        raise
    print(f"Listening on {service.address}", flush=True)  # noqa: T201 - the word that scripts wait for
    if not await service.store.read(_has_keys):
        sys.stderr.write(_first_steps(service.address))
    await stop.wait()
    log.info("Stopping")
    await service.stop()


def _has_keys(db: Reading) -> bool:
    return any(list_keys(db, shop.id) for shop in list_shops(db))


def _first_steps(address: str) -> str:
    command = Path(sys.argv[0]).name if Path(sys.argv[0]).suffix != ".py" else f"{sys.executable} -m bridge"
    return (
        "\nNo system has a key yet. Make one for your till (it is shown once):\n"
        f'    {command} keys create "Till 1"\n'
        "Then try a call with it:\n"
        f'    curl -H "Authorization: Bearer KEY" {address}/v1/items\n'
        "To have something to look at, fill the staging shop, and use a staging key:\n"
        f"    {command} sample\n"
        f'    {command} keys create "Trial" --staging\n\n'
    )
