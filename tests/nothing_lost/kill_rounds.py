"""Kills the service in the middle of its work, again and again, and looks for what was lost."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass
from pathlib import Path

from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import ShopFixture
from tests.nothing_lost.concurrent_calls import ConcurrentCalls, find_losses
from tests.nothing_lost.service_process import open_store, prepare_shop, run_service

ORDERS = 12


@dataclass(frozen=True, slots=True)
class KillRound:
    """What one round came to."""

    calls: int
    uploads: int
    found: list[str]


async def kill_rounds(folder: Path, rounds: int, seed: int, most_calls: int = 80) -> list[KillRound]:
    """Runs callers against one database,
    kills the service after some of their answers, and looks into it.
    """
    chance = random.Random(seed)
    clock = FakeClock(time.time_ns() // 1_000_000)
    async with open_store(folder) as store:
        shop = await prepare_shop(store, clock)
    came_to = []
    for number in range(rounds):
        async with open_store(folder) as store:
            orders = _new_orders(ShopFixture(store, shop.shop, clock))
        load = ConcurrentCalls(shop.key, orders, seed * 1000 + number + 1, enough=chance.randint(1, most_calls))
        async with run_service(folder) as service:
            working = asyncio.ensure_future(load.run(service.address))
            await asyncio.wait([working, asyncio.ensure_future(load.reached.wait())], return_when="FIRST_COMPLETED")
            await service.kill()
            await working
        async with open_store(folder) as store:
            found = await store.read(lambda db, load=load: find_losses(db, shop.shop, load.answered))  # type: ignore[misc]
        came_to.append(KillRound(load.answered.calls, len(load.answered.uploads), found))
    return came_to


def _new_orders(floor: ShopFixture) -> list[str]:
    floor.add("HELD", 1000)
    return [floor.place("HELD").reference for _ in range(ORDERS)]
