"""What another process changes while the service runs:
keys at once, the rest within half a second (contract §8.4).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

from service.store import keys, orders, settings
from service.store.engine.writer import EXTERNAL_CHECK_S
from service.store.keys import list_keys
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import ShopFixture
from tests.nothing_lost.service_process import open_store, prepare_shop, run_service
from tests.service.api.wire_client import exchange, request_bytes

WAIT_S = 20.0


async def wait_until(holds: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(WAIT_S):
        while not await holds():
            pass


async def test_another_process_is_heard(tmp_path: Path) -> None:
    assert EXTERNAL_CHECK_S <= 0.5
    async with open_store(tmp_path) as store:
        clock = FakeClock(time.time_ns() // 1_000_000)
        shop = await prepare_shop(store, clock)
        floor = ShopFixture(store, shop.shop, clock)
        async with run_service(tmp_path) as service:

            async def host_answered() -> bool:
                request = request_bytes("GET", "/health", headers={"Host": "counter.local"})
                return (await exchange(service.address, request)).status == 200

            assert not await host_answered()
            await store.write(lambda tx: settings.write_setting(tx, "allowed_hosts", "counter.local"))
            await wait_until(host_answered)

            floor.add("A", 5)
            order = floor.place("A")
            listed = (await service.call("GET", "/v1/orders", shop.key)).json["orders"]
            assert [one["reference"] for one in listed] == [order.reference]

            # Its time is over by what another process writes:
            # the service gets a notice of it and cancels the order.
            late = floor.place("A")
            await store.write(lambda tx: orders.update_order(tx, replace(late, accept_by=clock.now())))

            async def late_is_cancelled() -> bool:
                order = await store.read(lambda db: orders.get_order(db, shop.shop.id, late.reference))
                return order.status == "cancelled"

            await wait_until(late_is_cancelled)

            key = await store.read(lambda db: list_keys(db, shop.shop.id)[0])
            await store.write(lambda tx: keys.revoke_key(tx, key, clock.now()))
            assert (await service.call("GET", "/v1/items", shop.key)).status == 401


async def test_another_process_finds_no_lock_held(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        shop = await prepare_shop(store)
        floor = ShopFixture(store, shop.shop, FakeClock())
        async with run_service(tmp_path) as service:

            async def work() -> None:
                for number in range(30):
                    rows = [{"sku": f"S{number}-{row}", "name": "n"} for row in range(20)]
                    assert (await service.call("POST", "/v1/items", shop.key, {"items": rows})).status == 200

            async def own_work() -> None:
                for number in range(30):
                    await asyncio.wrap_future(floor.submit_upload({"sku": f"OWN{number}", "name": "n"}))

            await asyncio.gather(work(), own_work())
            assert (await service.call("GET", "/v1/items", shop.key)).json["total"] == 630
