"""Starts, kills and inspects a service that runs in a separate process."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

from service.domain.shops import Shop
from service.store.engine.store import Store
from service.store.shops import find_shop
from service.usecases.edit_shop import ensure_first_shop
from service.usecases.issue_key import issue_key
from tests.child_program import ChildProgram
from tests.fakes.clock import FakeClock
from tests.service.api.wire_client import Reply, exchange, request_bytes

START_S = 20.0


@dataclass(slots=True)
class ServiceProcess:
    """A service's process."""

    process: ChildProgram
    address: str

    async def kill(self) -> None:
        """Ends it as a power cut would."""
        await asyncio.to_thread(self.process.kill)

    async def end(self) -> int:
        """Ends it by SIGTERM; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return await asyncio.to_thread(self.process.wait, START_S)

    @property
    def rss(self) -> int:
        """Bytes of memory that it has."""
        return int(psutil.Process(self.process.pid).memory_info().rss)

    async def call(self, method: str, target: str, key: str | None, body: object = None) -> Reply:
        sent = None if body is None else json.dumps(body).encode()
        return await exchange(self.address, request_bytes(method, target, key=key, body=sent))


@asynccontextmanager
async def run_child(
    module: str, *words: str, environment: Mapping[str, str] | None = None, quiet: bool = False
) -> AsyncIterator[ChildProgram]:
    """A module in a process of its own; killed at the end if it still runs."""
    process = ChildProgram(module, *words, environment={**os.environ, **(environment or {})}, quiet=quiet)
    try:
        yield process
    finally:
        await asyncio.to_thread(process.close)


@asynccontextmanager
async def run_service(folder: Path, environment: Mapping[str, str] | None = None) -> AsyncIterator[ServiceProcess]:
    """A service over the data in `folder`; killed at the end if it still runs."""
    async with run_child("tests.nothing_lost.limited_service", str(folder), environment=environment) as process:
        line = await read_line(process)
        assert line, "the service did not start"
        yield ServiceProcess(process, json.loads(line)["address"])


@asynccontextmanager
async def run_program(folder: Path, *options: str) -> AsyncIterator[ServiceProcess]:
    """`counterpart serve` as it ships: lock, start-up check, backups;
    killed at the end if it still runs.
    """
    words = ("serve", "--data-dir", str(folder), "--port", "0", *options)
    async with run_child("bridge", *words, quiet=True) as process:
        line = await read_line(process)
        assert line.startswith("Listening on "), "the program did not start"
        yield ServiceProcess(process, line.removeprefix("Listening on ").strip())


async def read_line(process: ChildProgram) -> str:
    """The next line of its standard output; empty when it has ended."""
    async with asyncio.timeout(START_S):
        return await asyncio.to_thread(process.output.readline)


async def run_command(folder: Path, *words: str) -> None:
    """A command of the program in a process of its own, which must succeed."""
    async with run_child("bridge", *words, "--data-dir", str(folder)) as process:
        output = await asyncio.to_thread(process.output.read)
        assert await asyncio.to_thread(process.wait, START_S) == 0, output


@asynccontextmanager
async def open_store(folder: Path) -> AsyncIterator[Store]:
    """The database while the service runs, or after its end, as the command line opens it."""
    store = Store(folder / "counterpart.db")
    try:
        yield store
    finally:
        store.close()


@dataclass(slots=True)
class PreparedShop:
    """A shop with a key, as calls need it."""

    shop: Shop
    key: str


async def prepare_shop(store: Store, clock: FakeClock | None = None) -> PreparedShop:
    """The first shop and a key for it."""
    now = (clock or FakeClock()).now()
    await store.write(lambda tx: ensure_first_shop(tx, now))
    shop = await store.read(lambda db: find_shop(db, None, staging=False))
    key = await store.write(lambda tx: issue_key(tx, shop, "Till 1", now=now))
    return PreparedShop(shop, key.text)
