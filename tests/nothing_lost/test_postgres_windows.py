"""Windows that are attached to two services of one PostgreSQL: what is done in one is seen in the
other.
"""

from __future__ import annotations

import asyncio
import queue
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from bridge.desktop.composition import Program, compose_attached
from service.domain.catalogue.stock import Cause, NewMovement
from service.domain.changes import ChangeKind, Changes
from tests.bridge.cli.cli_runner import Cli
from tests.fakes.postgres_server import OwnDatabase, make_address
from tests.nothing_lost.service_process import run_program
from ui.backend.host_port import HostState, HostStatus

pytestmark = pytest.mark.slow
WAIT_S = 20.0
SHOP = 1


class Window:
    """An attached window's program, and the changes that are reported to it."""

    def __init__(self, folder: Path) -> None:
        self.program: Program = compose_attached(folder, lambda: None)
        self.changes: queue.Queue[Changes] = queue.Queue()
        self.states: queue.Queue[HostState] = queue.Queue()
        self.program.gateway.on_changes(self.changes.put)
        self.program.gateway.on_host(self._on_host)
        self.program.thread.start()

    def _on_host(self, status: HostStatus) -> None:
        self.states.put(status.state)

    def wait_until_attached(self) -> None:
        while self.states.get(timeout=WAIT_S) is not HostState.LISTENING:
            pass

    def wait_for(self, kind: ChangeKind) -> None:
        """Until the other window's work is heard of."""
        while kind not in self.changes.get(timeout=WAIT_S).kinds:
            pass

    def forget_changes(self) -> None:
        while not self.changes.empty():
            self.changes.get()

    def close(self) -> None:
        self.program.thread.stop(WAIT_S)
        for closeable in self.program.closeables:
            closeable.close()


@pytest.fixture
def cli(tmp_path: Path) -> Iterator[Cli]:
    own = OwnDatabase()
    made = Cli(tmp_path / "commands", environment={"COUNTERPART_DATABASE": make_address(own.name)})
    made.ok("items", "add", "A", "--name", "Pad", "--price", "1.500", "--quantity", "4")
    yield made
    own.close()


async def test_what_one_window_does_the_other_shows(cli: Cli, tmp_path: Path) -> None:
    address = cli.environment["COUNTERPART_DATABASE"]
    folders = tmp_path / "one", tmp_path / "two"
    async with run_program(folders[0], "--database", address), run_program(folders[1], "--database", address):
        with ExitStack() as stack:
            windows = [Window(folder) for folder in folders]
            for window in windows:
                stack.callback(window.close)
            await asyncio.to_thread(look_at_both, *windows)


def look_at_both(one: Window, two: Window) -> None:
    for window in (one, two):
        window.wait_until_attached()
    for ours, theirs, left in ((one, two, 3000), (two, one, 2000)):
        assert theirs.program.gateway.catalogue.item(SHOP, "A").result(WAIT_S).quantity == left + 1000
        theirs.forget_changes()
        ours.program.gateway.catalogue.move(SHOP, NewMovement("A", "Main", Cause.SALE, 1000, "")).result(WAIT_S)
        theirs.wait_for(ChangeKind.STOCK)
        assert theirs.program.gateway.catalogue.item(SHOP, "A").result(WAIT_S).quantity == left
