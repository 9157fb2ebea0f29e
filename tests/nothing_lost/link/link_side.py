"""The processes of a linked pair: two installations, and the network between them."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

from service.store.engine.store import Store
from tests.bridge.cli.cli_with_secrets import CliWithSecrets
from tests.bridge.secrets.quick_vault import make_quick_vault
from tests.child_program import ROOT
from tests.fakes.clock import FakeClock
from tests.fakes.free_port import free_port
from tests.fakes.shop_fixture import ShopFixture
from tests.nothing_lost.link.linked_program import SideClock
from tests.nothing_lost.service_process import prepare_shop

START_S = 40.0
PASSPHRASE = {"COUNTERPART_VAULT_PASSPHRASE": CliWithSecrets.passphrase}


class KillableProcess:
    """A Python module in a process of its own, which speaks in lines."""

    def __init__(self, module: str, *words: str) -> None:
        self._line = (sys.executable, "-m", module, *words)
        self._process: asyncio.subprocess.Process | None = None

    @property
    def runs(self) -> bool:
        """Whether it was started, and not killed since."""
        return self._process is not None

    async def start(self) -> None:
        """Starts it unless it runs."""
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                *self._line, cwd=ROOT, env={**os.environ, **PASSPHRASE}, stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
            )  # fmt: skip

    async def kill(self) -> None:
        """Ends it as a power cut would."""
        if self._process is not None:
            self._process.kill()
            await self._process.wait()
            self._process = None

    def say(self, line: str) -> None:
        """Writes a line to its standard input."""
        assert self._process is not None, "it runs"
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())

    async def hear(self) -> str:
        """The next line of its standard output."""
        assert self._process is not None, "it runs"
        assert self._process.stdout is not None
        async with asyncio.timeout(START_S):
            line = await self._process.stdout.readline()
        assert line, f"{self._line} ended"
        return line.decode().strip()


class NetworkRelay(KillableProcess):
    """The network between both sides, on a port that stays the same."""

    def __init__(self, target_port: int) -> None:
        port = free_port()
        super().__init__("tests.nothing_lost.link.network_relay", str(port), str(target_port))
        self.address = f"http://127.0.0.1:{port}"

    async def start(self) -> None:
        """Returns when it listens."""
        if not self.runs:
            await super().start()
            assert await self.hear() == "Listening"


class LinkedProgram:
    """The program of one side: a real process, forked from one that has imported everything."""

    def __init__(self, starter: KillableProcess, folder: Path, port: int) -> None:
        self._starter, self._folder, self._port = starter, folder, port
        self._process: int | None = None

    async def start(self) -> None:
        """Returns when it listens; one that runs goes on."""
        if self._process is None:
            self._starter.say(f"start {self._folder} {self._port}")
            self._process = int(await self._starter.hear())
            assert await self._starter.hear() == f"Listening on http://127.0.0.1:{self._port}"

    async def kill(self) -> None:
        """Ends it as a power cut would."""
        if self._process is not None:
            self._starter.say(f"kill {self._process}")
            assert await self._starter.hear() == str(self._process)
            self._process = None

    def signal(self, number: signal.Signals) -> None:
        assert self._process is not None, "it runs"
        os.kill(self._process, number)


class LinkSide:
    """One installation: its data, which the test opens too, its program, and its clocks."""

    def __init__(self, starter: KillableProcess, folder: Path, began: int, rate: int) -> None:
        self.folder, self.port = folder, free_port()
        folder.mkdir()
        make_quick_vault(folder, CliWithSecrets.passphrase)
        self.clock = SideClock(folder)
        self.clock.write(began=began, rate=rate)
        self.program = LinkedProgram(starter, folder, self.port)
        self.commands = CliWithSecrets(folder, FakeClock())
        self.shop: ShopFixture

    async def open(self) -> str:
        """Makes the first shop; gives a key of it."""
        store, clock = Store(self.folder / "counterpart.db"), FakeClock(self.clock.now())
        made = await prepare_shop(store, clock)
        self.shop = ShopFixture(store, made.shop, clock)
        return made.key

    def look_at_clock(self) -> None:
        """What the test does next here has this computer's time."""
        self.shop.clock.set(self.clock.now())
        self.commands.clock.set(self.clock.now())

    def back_up(self, file: Path) -> None:
        """Makes a backup while the program runs."""
        self.look_at_clock()
        self.commands.json("backup", str(file))

    def restore(self, file: Path) -> None:
        """Puts a backup in the place of the data. The program must not run."""
        self.look_at_clock()
        shop = self.shop
        shop.store.close()
        result = self.commands.run("restore", str(file))
        assert result.exit_code == 0, result.output
        self.shop = ShopFixture(Store(self.folder / "counterpart.db"), shop.shop, shop.clock)

    async def close(self) -> None:
        await self.program.kill()
        self.shop.store.close()
