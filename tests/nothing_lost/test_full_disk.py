"""A full disk and a database locked by another program: a clear 503, no partial work, and no
restart needed.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pytest

from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import ShopFixture
from tests.nothing_lost.concurrent_calls import AnsweredCalls, find_losses
from tests.nothing_lost.service_process import PreparedShop, ServiceProcess, open_store, prepare_shop, run_service
from tests.service.api.wire_client import Reply

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits of file sizes and signals are POSIX's")


async def prepare_service(folder: Path) -> tuple[PreparedShop, str]:
    """A shop with one item and one order."""
    async with open_store(folder) as store:
        shop = await prepare_shop(store)
        floor = ShopFixture(store, shop.shop, FakeClock(time.time_ns() // 1_000_000))
        floor.add("A", 5)
        return shop, floor.place("A").reference


async def upload(service: ServiceProcess, key: str, serial: int) -> int:
    """Sends a good deal of data; the status."""
    rows = [
        {"sku": f"U{serial}-{row}", "name": f"upload {serial}", "brand": "x" * 500, "quantity": 1} for row in range(40)
    ]
    return (await service.call("POST", f"/v1/items?call={serial}", key, {"items": rows})).status


class Limit:
    """A limit of file sizes stands in for a full disk."""

    environment: ClassVar[dict[str, str]] = {"FILE_LIMIT": "600000"}

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self) -> None:
        """The limit is there from the start."""

    def make_room(self, service: ServiceProcess) -> None:
        service.process.send_signal(signal.SIGUSR1)


class SmallDisk:
    """A disk of 8 MiB, full but for half of one."""

    environment: ClassVar[dict[str, str]] = {}

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "filler"

    def fill(self) -> None:
        disk = os.statvfs(self.folder)
        self._filler.write_bytes(bytes(disk.f_bavail * disk.f_bsize - 500_000))

    def make_room(self, service: ServiceProcess) -> None:
        self._filler.unlink()


@pytest.fixture
def limited(tmp_path: Path) -> Limit:
    """For users without the right to mount a disk."""
    return Limit(tmp_path)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[SmallDisk]:
    """Needs root and a system that lets it mount."""
    mount = shutil.which("mount")
    line = [str(mount), "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(tmp_path)]
    if mount is None or os.geteuid() != 0 or subprocess.run(line, check=False, capture_output=True).returncode:
        pytest.skip("no disk can be mounted here; the limit of file sizes stands in for it")
    yield SmallDisk(tmp_path)
    subprocess.run(["umount", str(tmp_path)], check=True)


@pytest.mark.parametrize("kind", ["limited", "small_disk"])
async def test_a_full_disk_is_503_and_over_once_there_is_room(kind: str, request: pytest.FixtureRequest) -> None:
    disk: Limit | SmallDisk = request.getfixturevalue(kind)
    shop, reference = await prepare_service(disk.folder)
    async with run_service(disk.folder, disk.environment) as service:
        disk.fill()
        answered, serial, status = AnsweredCalls(), 0, 200
        while status == 200 and serial < 200:
            serial += 1
            status = await upload(service, shop.key, serial)
            if status == 200:
                answered.uploads[serial] = 40
                answered.paths.add(f"/v1/items?call={serial}")
        assert status == 503
        reply = await until_full(service, shop.key, reference)
        assert reply.error == "unavailable"
        assert "disk" in reply.json["message"]
        assert "Nothing was changed" in reply.json["message"]
        assert (await service.call("GET", "/health", None)).status == 200
        disk.make_room(service)
        while (reply := await service.call("POST", f"/v1/orders/{reference}/accept", shop.key)).status == 503:
            assert reply.error == "unavailable"
        assert reply.json == {"order": reference, "status": "confirmed"}
        answered.statuses[reference] = "confirmed"
        assert await upload(service, shop.key, serial) == 200
        answered.uploads[serial] = 40
        assert (await service.call("GET", "/v1/items", shop.key)).json["total"] == 40 * serial + 1
        assert await service.end() == 0
    async with open_store(disk.folder) as store:
        assert await store.read(lambda db: find_losses(db, shop.shop, answered)) == []


async def until_full(service: ServiceProcess, key: str, reference: str) -> Reply:
    """Small calls may still find a little room; sends them until there is none for them either."""
    while (reply := await service.call("POST", f"/v1/orders/{reference}/confirm_fitment", key)).status == 200:
        pass
    return reply


async def test_a_locked_database_is_503_and_over_once_it_is_free(tmp_path: Path) -> None:
    shop, reference = await prepare_service(tmp_path)
    async with run_service(tmp_path) as service:
        other = sqlite3.connect(tmp_path / "counterpart.db", isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        calls = [
            service.call("POST", f"/v1/orders/{reference}/accept", shop.key),
            service.call("POST", "/v1/items", shop.key, {"items": [{"sku": "NEW", "name": "n"}]}),
            service.call("GET", "/v1/items", shop.key),
            service.call("GET", "/v1/items", None),
        ]
        replies = await asyncio.gather(*calls)
        assert [(reply.status, reply.error) for reply in replies] == [(503, "unavailable")] * 4
        assert "Another program is holding the database" in replies[0].json["message"]
        assert (await service.call("GET", "/health", None)).status == 200
        other.execute("ROLLBACK")
        other.close()
        reply = await service.call("POST", f"/v1/orders/{reference}/accept", shop.key)
        assert reply.json["status"] == "confirmed"
        assert list((await service.call("GET", "/v1/items", shop.key)).json["items"]) == ["A"]
        assert await service.end() == 0
    async with open_store(tmp_path) as store:
        answered = AnsweredCalls(statuses={reference: "confirmed"})
        assert await store.read(lambda db: find_losses(db, shop.shop, answered)) == []


async def test_a_lock_held_for_a_moment_is_waited_for(tmp_path: Path) -> None:
    shop, _ = await prepare_service(tmp_path)
    async with run_service(tmp_path) as service:
        other = sqlite3.connect(tmp_path / "counterpart.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        calling = asyncio.ensure_future(service.call("GET", "/v1/items", shop.key))
        done, _ = await asyncio.wait([calling], timeout=0.2)
        assert not done
        other.execute("ROLLBACK")
        other.close()
        assert (await calling).status == 200


async def test_sigterm_finishes_what_is_in_flight_and_exits_0(tmp_path: Path) -> None:
    shop, _ = await prepare_service(tmp_path)
    async with run_service(tmp_path) as service:
        other = sqlite3.connect(tmp_path / "counterpart.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        calling = asyncio.ensure_future(upload(service, shop.key, 1))
        await asyncio.wait([calling], timeout=0.2)
        ending = asyncio.ensure_future(service.end())
        await asyncio.wait([ending], timeout=0.2)
        assert not ending.done()
        other.execute("ROLLBACK")
        other.close()
        assert await calling == 200
        assert await ending == 0
    async with open_store(tmp_path) as store:
        answered = AnsweredCalls({1: 40}, {}, {"/v1/items?call=1"})
        assert await store.read(lambda db: find_losses(db, shop.shop, answered)) == []
