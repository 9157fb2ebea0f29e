"""Two computers, each with a data folder and a secret store of its own, on one PostgreSQL: what one
stores the other can use once it has joined.
"""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bridge.secrets.engine_choice import DATABASE_VARIABLE
from bridge.secrets.vault_file import PASSPHRASE_VARIABLE
from service.domain.times import SystemClock
from service.domain.webhooks.signing import verify_delivery
from service.domain.webhooks.webhook_secrets import Secret
from tests.bridge.cli.cli_runner import Cli
from tests.bridge.secrets.quick_vault import make_quick_vault
from tests.fakes.postgres_server import OwnDatabase, make_address
from tests.nothing_lost.service_process import START_S, ServiceProcess, read_line, run_child
from tests.service.delivery.raw_receivers import RawReceiver, answer, receiving

pytestmark = pytest.mark.slow
WAIT_S = 20.0
OK = b"HTTP/1.1 204 No Content\r\n\r\n"
ITEMS = {"items": [{"sku": "A", "name": "Pad", "quantity": 5, "price_fils": 1000}]}
ORDER = {"lines": [{"sku": "A", "quantity": 1}]}
PAUSE = threading.Event()
"""Never set."""


@pytest.fixture
def hosts(tmp_path: Path) -> Iterator[tuple[Cli, Cli]]:
    """The commands of each computer."""
    own = OwnDatabase()
    made = []
    for name in ("one", "two"):
        folder, passphrase = tmp_path / name, f"of computer {name}"
        folder.mkdir()
        make_quick_vault(folder, passphrase)
        environment = {DATABASE_VARIABLE: make_address(own.name), PASSPHRASE_VARIABLE: passphrase}
        made.append(Cli(folder, environment=environment))
    yield made[0], made[1]
    own.close()


@asynccontextmanager
async def serving(host: Cli) -> AsyncIterator[ServiceProcess]:
    words = ("serve", "--data-dir", str(host.folder), "--port", "0")
    async with run_child("bridge", *words, environment=host.environment, quiet=True) as process:
        line = await read_line(process)
        assert line.startswith("Listening on ")
        yield ServiceProcess(process, line.removeprefix("Listening on ").strip())


async def until(look: Callable[[], bool]) -> None:
    async with asyncio.timeout(WAIT_S):
        while not await asyncio.to_thread(look):
            await asyncio.to_thread(PAUSE.wait, 0.2)


async def join(first: Cli, second: Cli) -> None:
    """Both commands, as their owners type them."""
    words = ("database", "code", "--data-dir", str(first.folder))
    async with run_child("bridge", *words, environment=first.environment) as inviting:
        code = (await read_line(inviting)).strip()
        assert await asyncio.to_thread(second.json, "join", code) == {"joined": True}
        assert await asyncio.to_thread(inviting.wait, START_S) == 0


async def test_a_target_made_at_one_computer_is_delivered_signed_by_the_other(hosts: tuple[Cli, Cli]) -> None:
    first, second = hosts
    key = first.json("keys", "create", "Till 1", "--staging")["key"]
    async with receiving(answer(OK)) as receiver, serving(first) as one, serving(second) as two:
        url = f"http://127.0.0.1:{receiver.port}/in"
        words = ("webhooks", "add", url, "--event", "order.placed", "--staging")
        secret = (await asyncio.to_thread(first.json, *words))["secret"]
        assert (await one.call("POST", "/v1/items", key, ITEMS)).status == 200
        await one.kill()
        assert (await two.call("POST", "/v1/test/orders", key, ORDER)).status == 200
        await until(lambda: "counterpart join CODE" in str(second.json("webhooks", "list", "--staging")))
        assert receiver.requests == []
        await join(first, second)
        await until(lambda: bool(receiver.requests))
        assert is_genuine(receiver, secret)
        assert await two.end() == 0


def is_genuine(receiver: RawReceiver, secret: str) -> bool:
    head, body = receiver.requests[0]
    lines = (line.split(": ", 1) for line in head.decode().split("\r\n")[1:] if line)
    headers = {name.lower(): value for name, value in lines}
    return verify_delivery(headers, body, Secret(secret), SystemClock().now()).is_genuine


async def test_a_tills_pin_holds_at_each_computer_that_has_joined(hosts: tuple[Cli, Cli]) -> None:
    first, second = hosts
    pin = (await asyncio.to_thread(first.json, "certificate", "replace", "--yes"))["pin"]
    assert "There is no certificate yet" in await asyncio.to_thread(second.fails, "certificate", "show")
    await join(first, second)
    assert (await asyncio.to_thread(second.json, "certificate", "show"))["pin"] == pin
    authorities = {host.folder / "certificate" / "authority.pem" for host in hosts}
    assert len({file.read_bytes() for file in authorities}) == 1
    replaced = await asyncio.to_thread(second.json, "certificate", "replace", "--yes")
    assert (await asyncio.to_thread(first.json, "certificate", "renew"))["pin"] == replaced["pin"] != pin


async def test_a_code_ends_with_its_command(hosts: tuple[Cli, Cli]) -> None:
    first, second = hosts
    words = ("database", "code", "--data-dir", str(first.folder))
    async with run_child("bridge", *words, environment=first.environment) as inviting:
        code = (await read_line(inviting)).strip()
        inviting.send_signal(signal.SIGINT)
        assert await asyncio.to_thread(inviting.wait, START_S) == 130
    assert "No code works now" in await asyncio.to_thread(second.fails, "join", code)


async def test_a_restore_keeps_the_secrets_of_now(hosts: tuple[Cli, Cli], tmp_path: Path) -> None:
    first, _ = hosts
    first.environment["COUNTERPART_BACKUP_PASSPHRASE"] = "three quiet harbours"
    key = first.json("keys", "create", "Till 1", "--staging")["key"]
    backup = str(tmp_path / "a.cpbackup")
    async with receiving(answer(OK)) as receiver:
        url = f"http://127.0.0.1:{receiver.port}/in"
        await asyncio.to_thread(first.ok, "backup", backup)
        words = ("webhooks", "add", url, "--event", "order.placed", "--staging")
        await asyncio.to_thread(first.json, *words)
        await asyncio.to_thread(first.ok, "backup", backup + "2")
        for file in (backup, backup + "2"):
            await asyncio.to_thread(first.ok, "restore", file)
        (target,) = first.json("webhooks", "list", "--staging")
        secret = (await asyncio.to_thread(first.json, "webhooks", "rotate", str(target["id"]), "--staging"))["secret"]
        assert secret.startswith("whsec_")
        async with serving(first) as service:
            assert (await service.call("POST", "/v1/items", key, ITEMS)).status == 200
            assert (await service.call("POST", "/v1/test/orders", key, ORDER)).status == 200
            await until(lambda: bool(receiver.requests))
            assert await service.end() == 0
