"""Disturbs a link during its work, many times, and compares both sides afterwards."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.nothing_lost.link.link_oracle import LinkOracle
from tests.nothing_lost.link.link_side import KillableProcess, LinkSide, NetworkRelay
from tests.nothing_lost.link.link_troubles import KEY_NAME, LinkTroubles, Trouble
from tests.nothing_lost.link.shop_work import ShopWork

CALM_S = 90.0
LOOK_S = 0.3
ROUNDS_BETWEEN_CALMS = 20
RATE = 5
"""How much faster than real ones the clocks of both computers are: the link keeps its limits of
calls and its waits, which take a fifth of the time.
"""


@dataclass(slots=True)
class RoundsResult:
    """What happened how often, and what is wrong in the end."""

    happened: Counter[Trouble]
    granted: int
    found: list[str] = field(default_factory=list)


class LinkRounds:
    """Both sides, the network between them, and everything that happens to them."""

    def __init__(self, folder: Path, seed: int) -> None:
        began = time.time_ns() // 1_000_000
        self._starter = KillableProcess("tests.nothing_lost.link.linked_program")
        self.near, self.far = (LinkSide(self._starter, folder / name, began, RATE) for name in ("near", "far"))
        self.work = ShopWork(self.near, self.far, seed)
        self.troubles = LinkTroubles(self.near, self.far, NetworkRelay(self.far.port), seed)
        self.oracle = LinkOracle(self.work)
        self._chance = random.Random(seed)

    async def set_up(self) -> None:
        """Links both as an owner does; returns when the marketplace has the items."""
        await self._starter.start()
        for side in (self.near, self.far):
            await side.open()
        self.work.fill_shelves()
        for process in (self.far.program, self.troubles.relay, self.near.program):
            await process.start()
        await asyncio.to_thread(self._link)
        await self._settle(self.oracle.find_faults)

    def _link(self) -> None:
        self.troubles.give_key()
        self.near.commands.json("link", "push", "--dry-run")
        self.near.commands.json("link", "approve")

    async def run(self, rounds: int, granted: int = 0) -> RoundsResult:
        """Lets things calm down now and then, and ends with the first fault.

        At the end the work goes on until the link has taken `granted` steps there.
        """
        drawn, happened = self.draw(rounds), Counter[Trouble]()
        found: list[str] = []
        while drawn and not found:
            now, drawn = drawn[:ROUNDS_BETWEEN_CALMS], drawn[ROUNDS_BETWEEN_CALMS:]
            for trouble in now:
                await self._round(trouble)
            happened.update(now)
            found = await self._calm_down(0 if drawn else granted)
        return RoundsResult(happened, self.oracle.count_granted(KEY_NAME), found)

    async def _calm_down(self, granted: int) -> list[str]:
        """Gives what is wrong when nothing happens any more."""
        self.troubles.set_clocks_right()
        await self._work_calmly(granted)
        self.work.restock()
        found = await self._settle(self.oracle.find_faults)
        # Two readings of all open orders, a minute apart, have to miss an order before it is shown.
        return found + await self._settle(self.oracle.find_lost_orders)

    def draw(self, rounds: int) -> list[Trouble]:
        """The troubles of so many rounds: each comes as often as the others, in any order."""
        drawn: list[Trouble] = []
        while len(drawn) < rounds:
            drawn += self._chance.sample(list(Trouble), len(Trouble))
        return drawn[:rounds]

    async def close(self) -> None:
        for side in (self.near, self.far):
            await side.close()
        await self.troubles.relay.kill()
        await self._starter.kill()

    async def _round(self, trouble: Trouble) -> None:
        await self.troubles.prepare(trouble, self.work)
        working = asyncio.ensure_future(self.work.run(self._chance.randint(8, 20)))
        await asyncio.sleep(self._chance.uniform(0.05, 0.6))
        await self.troubles.begin(trouble)
        await working
        await self.troubles.end(trouble, self.work)

    async def _work_calmly(self, granted: int) -> None:
        """Nothing happens any more: how fast this computer is decides only how long it takes."""
        until = time.monotonic() + CALM_S
        while self.oracle.count_granted(KEY_NAME) < granted and time.monotonic() < until:
            await asyncio.to_thread(self.work.take_next_steps)
            await asyncio.sleep(LOOK_S)

    async def _settle(self, find: Callable[[], list[str]]) -> list[str]:
        """Waits until nothing is found; gives what is found after a long time."""
        until = time.monotonic() + CALM_S
        found = await asyncio.to_thread(find)
        while found and time.monotonic() < until:
            await asyncio.sleep(LOOK_S)
            found = await asyncio.to_thread(find)
        return found
