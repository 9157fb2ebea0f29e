"""A child of the bench: the headless service without its rate limit, with the secrets that a link
needs, until SIGTERM: `FOLDER`.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

from bridge.secrets.chosen_store import open_secret_store
from bridge.system.process import freeze_startup_objects
from service.domain.times import SystemClock
from service.service import Service, ServiceOptions
from service.store.engine.connection import FILE_NAME


async def run(folder: Path) -> None:
    """Listens on any free port, and says where."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    secrets = open_secret_store(folder, os.environ)
    service = Service(ServiceOptions(folder / FILE_NAME, SystemClock(), rate_limit=None, secrets=secrets))
    await service.start(port=0)
    freeze_startup_objects()  # as `counterpart serve` does
    print(f"Listening on {service.address}", flush=True)
    await stop.wait()
    await service.stop()


if __name__ == "__main__":
    asyncio.run(run(Path(sys.argv[1])))
