"""Services of one database are restarted one after the other under load: each call is answered."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from urllib.parse import urlsplit

import pytest

from tests.nothing_lost.test_postgres_kills import CALLERS, PAUSE, WAIT_S, Chain, chain

__all__ = ["chain"]
pytestmark = pytest.mark.slow
ROUNDS = 2
CALLS_BETWEEN = 40


class Balancer:
    """What HAProxy does with `option redispatch`: a connection that is refused goes to the next
    service.
    """

    def __init__(self) -> None:
        self.addresses: list[str] = []
        self._turn = 0
        self.address = ""
        self._serving: set[asyncio.Task[None] | None] = set()

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with server:
            yield

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # The loop itself keeps no hold of the task of a connection.
        self._serving.add(asyncio.current_task())
        there, to_service = await self._connect()
        await asyncio.gather(_copy(reader, to_service), _copy(there, writer))
        self._serving.discard(asyncio.current_task())

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        while True:
            self._turn += 1
            parts = urlsplit(self.addresses[self._turn % len(self.addresses)])
            try:
                return await asyncio.open_connection(parts.hostname, parts.port)
            except ConnectionError:
                continue


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        return
    finally:
        writer.close()


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


async def test_services_that_are_restarted_one_by_one_answer_every_call(chain: Chain) -> None:
    balancer = Balancer()
    async with balancer.run(), AsyncExitStack() as stack:
        running = [await stack.enter_async_context(chain.run(name)) for name in ("one", "two")]
        balancer.addresses = [process.address for process in running]
        load = Load(chain, balancer.address)
        working = asyncio.create_task(load.run())
        for turn in range(2 * ROUNDS):
            await load.wait_for_more(CALLS_BETWEEN)
            place = turn % 2
            assert await running[place].end() == 0
            running[place] = await stack.enter_async_context(chain.run(("one", "two")[place]))
            balancer.addresses[place] = running[place].address
        await load.wait_for_more(CALLS_BETWEEN)
        load.stop = True
        await working
    assert load.lost == []
    assert set(load.answers) == {200}
    assert await chain.count_orders() == len(load.answers)
