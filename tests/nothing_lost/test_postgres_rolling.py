"""Services of one database are restarted one after the other behind HAProxy, under load: each call
is answered, also by the version before while the next one has added a column.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from tests.fakes.free_port import free_port
from tests.nothing_lost.service_process import ServiceProcess
from tests.nothing_lost.test_postgres_kills import CALLERS, PAUSE, WAIT_S, Chain, chain
from tests.programs import ROOT, program

__all__ = ["chain"]
pytestmark = pytest.mark.slow
ROUNDS = 2
CALLS_BETWEEN = 40


def read_page() -> str:
    """The backend of HAProxy as docs/operating.md has it."""
    page = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    block = page.partition("## Behind HAProxy\n")[2].partition("\n## ")[0]
    return "".join(f"{line.strip()}\n" for line in block.splitlines() if line.startswith("    "))


@asynccontextmanager
async def balancing(folder: Path, ports: Sequence[int]) -> AsyncIterator[tuple[str, int]]:
    """HAProxy before services at these ports of this computer; gives its address and the port that
    says which of them are up.
    """
    port, state_port, settings = free_port(), free_port(), folder / "haproxy.cfg"
    there = iter(ports)
    backend = re.sub(r"10\.0\.0\.\d:8710", lambda _: f"127.0.0.1:{next(there)}", read_page())
    settings.write_text(
        f"global\nstats socket ipv4@127.0.0.1:{state_port}\n"
        "defaults\nmode http\ntimeout connect 5s\ntimeout client 60s\ntimeout server 60s\n"
        f"frontend shop\nbind 127.0.0.1:{port}\ndefault_backend counterpart\n{backend}"
    )
    # In the foreground: it ends with this process.
    running = await asyncio.create_subprocess_exec(program("haproxy"), "-db", "-q", "-f", settings)
    try:
        async with asyncio.timeout(WAIT_S):
            while not await is_open(port):
                await asyncio.to_thread(PAUSE.wait, 0.05)
        yield f"http://127.0.0.1:{port}", state_port
    finally:
        running.terminate()
        await running.wait()


async def wait_until_up(state_port: int) -> None:
    """Until HAProxy calls both services, as an operator looks before the next restart."""
    async with asyncio.timeout(WAIT_S):
        while True:
            reader, writer = await asyncio.open_connection("127.0.0.1", state_port)
            writer.write(b"show servers state\n")
            states = [line.split()[5] for line in (await reader.read()).splitlines()[2:] if line]
            writer.close()
            if states == [b"2", b"2"]:
                return
            await asyncio.to_thread(PAUSE.wait, 0.05)


async def is_open(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True


class Load:
    """Callers whose every call has to be answered with 200, none of them sent twice."""

    def __init__(self, chain: Chain, address: str) -> None:
        self._chain, self._address = chain, address
        self.answers: list[int] = []
        self.lost: list[str] = []
        self.stop = False

    async def run(self) -> None:
        await asyncio.gather(*(self._call(number) for number in range(CALLERS)))

    async def _call(self, number: int) -> None:
        while not self.stop:
            try:
                reply = await self._chain.order(self._address, f"{number}-{len(self.answers)}")
                self.answers.append(reply.status)
            except (OSError, asyncio.IncompleteReadError) as error:
                self.lost.append(repr(error))

    async def wait_for_more(self, calls: int) -> None:
        enough = len(self.answers) + calls
        async with asyncio.timeout(WAIT_S):
            while len(self.answers) < enough:
                await asyncio.to_thread(PAUSE.wait, 0.02)


async def test_services_that_are_restarted_one_by_one_answer_every_call(chain: Chain, tmp_path: Path) -> None:
    ports = [free_port(), free_port()]
    async with AsyncExitStack() as stack:

        async def start(place: int, **version: str) -> ServiceProcess:
            name = ("one", "two")[place]
            return await stack.enter_async_context(chain.run(name, PORT=str(ports[place]), **version))

        running = [await start(place) for place in range(2)]
        address, state_port = await stack.enter_async_context(balancing(tmp_path, ports))
        load = Load(chain, address)
        working = asyncio.create_task(load.run())
        for turn in range(2 * ROUNDS):
            await load.wait_for_more(CALLS_BETWEEN)
            place = turn % 2
            assert await running[place].end() == 0
            running[place] = await start(place, **({"NEXT_VERSION": "1"} if turn >= ROUNDS else {}))
            await wait_until_up(state_port)
        await load.wait_for_more(CALLS_BETWEEN)
        load.stop = True
        await working
    assert load.lost == []
    assert set(load.answers) == {200}
    assert await chain.count_orders() == len(load.answers)
    assert await chain.store.read(lambda db: db.scalar("SELECT steps FROM versions")) == 2
