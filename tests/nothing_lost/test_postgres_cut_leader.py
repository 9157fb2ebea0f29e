"""The leader's line to PostgreSQL is cut: another service leads within 15 s, and the one that was
cut serves again when the line is back.
"""

from __future__ import annotations

import asyncio
import json
import shutil

import pytest

from bridge.secrets.vault_file import VAULT_FILE_NAME
from tests.fakes.postgres_server import start_server
from tests.nothing_lost.test_cut_counter import SERVICE, Networks, Talker, networks
from tests.nothing_lost.test_postgres_kills import LEADER, PAUSE, SILENT_S, Chain, chain

__all__ = ["chain", "networks"]
pytestmark = pytest.mark.slow
PORT = 5432
WAIT_S = 30.0


async def test_a_leader_whose_line_is_cut_is_replaced_and_serves_again(
    chain: Chain, networks: Networks, monkeypatch: pytest.MonkeyPatch
) -> None:
    socket = start_server() / f".s.PGSQL.{PORT}"
    bridge = Talker(networks.at_service("tests.nothing_lost.socket_bridge", str(socket), SERVICE, str(PORT)))
    bridge.wait_for(lambda line: line == "listening")
    folder = chain.folder / "cut"
    folder.mkdir()
    shutil.copy(chain.folder / VAULT_FILE_NAME, folder)
    monkeypatch.setenv("COUNTERPART_DATABASE", f"postgresql://counterpart@{SERVICE}:{PORT}/{chain.database.name}")
    leader = Talker(networks.at_counter("tests.nothing_lost.limited_service", str(folder)))
    try:
        address = json.loads(await asyncio.to_thread(leader.wait_for, lambda line: line.startswith("{")))["address"]
        term = await chain.wait_for_term(0, WAIT_S)
        async with chain.run("two") as other:
            await asyncio.to_thread(networks.plug, on=False)
            later = await chain.wait_for_term(term, SILENT_S)
            assert later == term + 1
            assert (await chain.order(other.address, "a")).status == 200
            await asyncio.to_thread(networks.plug, on=True)
            await wait_until_served(networks, address, chain.key)
            assert int(await chain.store.read(lambda db: db.scalar(LEADER))) == later, "it follows now"
    finally:
        for program in (leader, bridge):
            await asyncio.to_thread(program.stop)


async def wait_until_served(networks: Networks, address: str, key: str) -> None:
    """Calls in the network of the service that was cut."""
    line = networks.at_counter("tests.nothing_lost.one_call", address, key)
    async with asyncio.timeout(WAIT_S):
        while True:
            process = await asyncio.create_subprocess_exec(*line, stdout=asyncio.subprocess.PIPE)
            output, _ = await process.communicate()
            if output.strip() == b"200":
                return
            await asyncio.to_thread(PAUSE.wait, 0.2)
