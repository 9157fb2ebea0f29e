"""`counterpart serve` on PostgreSQL: services on one database, and a server that is away."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from bridge.secrets.vault_file import PASSPHRASE_VARIABLE
from bridge.system.paths import database_file
from tests.bridge.cli.cli_runner import Cli
from tests.fakes.postgres_server import PASSWORD, OwnDatabase, guarded_address, make_address, without_server
from tests.nothing_lost.service_process import ServiceProcess, run_program

pytestmark = pytest.mark.slow
ROWS = {"items": [{"sku": "A", "name": "Pad", "quantity": 5, "price_fils": 1000}]}
WAIT_S = 20.0
PAUSE = threading.Event()
"""Never set."""


@pytest.fixture
def address() -> Iterator[str]:
    database = OwnDatabase()
    yield make_address(database.name)
    database.close()


@pytest.fixture
def cli(tmp_path: Path, address: str) -> Cli:
    """Commands on the same database, from a data folder of their own."""
    return Cli(tmp_path / "commands", environment={"COUNTERPART_DATABASE": address})


async def until(service: ServiceProcess, key: str, status: int) -> None:
    """Calls until the answer has the status; a call has to wait for its turn at the limit."""
    async with asyncio.timeout(WAIT_S):
        while (await service.call("GET", "/v1/items", key)).status != status:
            await asyncio.to_thread(PAUSE.wait, 0.25)


async def test_two_services_and_the_command_line_have_the_same_data(tmp_path: Path, address: str, cli: Cli) -> None:
    key = cli.json("keys", "create", "Till 1")["key"]
    one, two = tmp_path / "one", tmp_path / "two"
    async with run_program(one, "--database", address) as first, run_program(two, "--database", address) as second:
        assert (await first.call("POST", "/v1/items", key, ROWS)).status == 200
        assert cli.json("items", "show", "A")["sku"] == "A"
        assert (await second.call("GET", "/v1/items", key)).json["total"] == 1
        await first.kill()
        assert (await second.call("GET", "/v1/items", key)).json["total"] == 1
        cli.ok("keys", "revoke", "Till 1")
        await until(second, key, 401)
        assert await second.end() == 0
    assert [folder for folder in (one, two) if database_file(folder).exists()] == [], "nothing is in the data folders"


async def test_the_password_comes_from_the_secret_store_and_nothing_prints_it(
    address: str, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PASSPHRASE_VARIABLE, "only for a test")
    cli.environment[PASSPHRASE_VARIABLE] = "only for a test"
    with guarded_address(address.partition("@/")[2].partition("?")[0]) as guarded:
        words = ("database", "password", "--database", guarded, "--password-stdin")
        await asyncio.to_thread(cli.ok, *words, stdin=f"{PASSWORD}\n")
        key = cli.json("keys", "create", "Till 1")["key"]
        async with run_program(cli.folder, "--database", guarded) as service:
            assert (await service.call("GET", "/v1/items", key)).status == 200
            process = psutil.Process(service.process.pid)
            assert not any(PASSWORD in word for word in (*process.cmdline(), *process.environ().values()))
            assert await service.end() == 0
    logs = [file.read_text() for file in cli.folder.rglob("*.log")]
    assert logs
    assert not any(PASSWORD in text for text in logs)


async def test_a_server_that_is_away_is_answered_with_503_until_it_is_there(
    tmp_path: Path, address: str, cli: Cli
) -> None:
    key = cli.json("keys", "create", "Till 1")["key"]
    with without_server():
        async with run_program(tmp_path / "one", "--database", address) as service:
            assert (await service.call("GET", "/v1/items", key)).status == 503
            assert "does not answer" in cli.fails("keys", "list", code=1)


async def test_a_server_that_was_killed_is_used_again(tmp_path: Path, address: str, cli: Cli) -> None:
    key = cli.json("keys", "create", "Till 1")["key"]
    async with run_program(tmp_path / "one", "--database", address) as service:
        assert (await service.call("POST", "/v1/items", key, ROWS)).status == 200
        with without_server():
            assert (await service.call("POST", "/v1/items", key, ROWS)).status == 503
        await until(service, key, 200)
        assert (await service.call("GET", "/v1/items", key)).json["total"] == 1


async def test_a_backup_is_made_while_services_work(tmp_path: Path, address: str, cli: Cli) -> None:
    key = cli.json("keys", "create", "Till 1")["key"]
    async with run_program(tmp_path / "one", "--database", address) as service:
        assert (await service.call("POST", "/v1/items", key, ROWS)).status == 200
        await asyncio.to_thread(cli.ok, "backup", str(tmp_path / "shop.cpbackup"))
        assert (await service.call("POST", "/v1/items", key, {"items": [{"sku": "B", "name": "Disc"}]})).status == 200
        await asyncio.to_thread(cli.ok, "restore", str(tmp_path / "shop.cpbackup"))
        assert list((await service.call("GET", "/v1/items", key)).json["items"]) == ["A"]
        assert (await service.call("POST", "/v1/items", key, ROWS)).status == 200


def test_an_address_with_a_password_or_of_another_kind_is_refused(cli: Cli) -> None:
    cli.environment["COUNTERPART_DATABASE"] = "postgresql://u:secret@h/d"
    refusal = cli.fails("keys", "list")
    assert "counterpart database password" in refusal
    assert "secret" not in refusal
    cli.environment["COUNTERPART_DATABASE"] = "mysql://u@h/d"
    assert "postgresql://" in cli.fails("keys", "list")
