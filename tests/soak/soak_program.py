"""The program as `counterpart serve` wires it, in a loop with simulated time: started, stopped, and
waited for.
"""

from __future__ import annotations

import asyncio
import ssl
import threading
import time
from collections.abc import Callable
from pathlib import Path

from keyring.errors import KeyringLocked, NoKeyringError, PasswordDeleteError

from bridge.backups.backup_location import BackupLocation
from bridge.backups.backup_service import BackupService
from bridge.backups.nightly_backup import NightlyBackup
from bridge.secrets.chosen_store import ChosenStore
from bridge.secrets.keyring_store import KeyringStore
from bridge.system.paths import database_file
from service.delivery.secret_stores import SecretCache
from service.domain.changes import Changes
from service.domain.times import MINUTE, SECOND, Millis
from service.service import Service, ServiceOptions
from service.store.engine.readers import READER_COUNT
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx
from tests.soak.simulated_time import SimulatedClock, WarpedLoop
from tests.soak.soak_receivers import SoakReceiver

HANGS_S = 600.0
TICK: Millis = 10
IDLE_TICKS = 2
"""After so many looks at which nobody was at work the program has done what it had to do."""
STEP: Millis = 20 * SECOND
"""Less than what the program takes for a sleep of the PC."""
PATIENCE_S = 120.0


class UnreliableKeyring:
    """Implements bridge.secrets.keyring_store.Backend;
    used from the keyring's thread, turned from the test's.
    """

    def __init__(self) -> None:
        self._entries: dict[tuple[str, str], str] = {}
        self._error: Exception | None = None
        self._let_go = threading.Event()
        self._let_go.set()
        self.blocked = 0
        """How many calls wait for an answer right now."""
        self.answered = 0

    def works(self) -> None:
        """From now on it answers, also those who have waited."""
        self._error = None
        self._let_go.set()

    def is_locked(self) -> None:
        self._error = KeyringLocked("locked")

    def is_absent(self) -> None:
        self._error = NoKeyringError("none")

    def hangs(self) -> None:
        """From now on no call returns."""
        self._let_go.clear()

    def get_password(self, service: str, username: str) -> str | None:
        self._answer()
        return self._entries.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._answer()
        self._entries[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._answer()
        if self._entries.pop((service, username), None) is None:
            raise PasswordDeleteError("none of that name")

    @property
    def entries(self) -> int:
        return len(self._entries)

    def _answer(self) -> None:
        self.blocked += 1
        try:
            if not self._let_go.wait(HANGS_S):
                raise TimeoutError("the test never let go of the keyring")
        finally:
            self.blocked -= 1
        if self._error is not None:
            raise self._error
        self.answered += 1


class SoakProgram:
    """One data folder's program over all its restarts."""

    def __init__(self, folder: Path, loop: WarpedLoop, keyring: UnreliableKeyring) -> None:
        self.folder = folder
        self.world = SimulatedClock(loop)
        self.receivers: list[SoakReceiver] = []
        self._loop = loop
        self._keyring = keyring
        self._tls = ssl.create_default_context()
        self._commits = 0

    async def start(self) -> None:
        """As a process that begins: nothing is remembered but what is on
        the disk and in the keyring.
        """
        self._keyring_store = KeyringStore(lambda: self._keyring)
        self.secrets = SecretCache(ChosenStore(self._keyring_store, None))
        await self.start_service()

    async def start_service(self) -> None:
        """The service alone, as the window's program brings it up again."""
        options = ServiceOptions(database_file(self.folder), self.world, secrets=self.secrets, tls=self._tls)
        self.service = Service(options)
        self.service.store.subscribe(self._committed)
        self.backups = BackupService(self.folder, self.service.guard, self.secrets, lambda work: work())
        nightly = NightlyBackup(BackupLocation(self.folder), self.backups, self.service.guard)
        self.service.add_task("The nightly backup", nightly.step)
        await self.service.start(port=0)

    async def stop_service(self) -> None:
        await self.service.stop()

    def ask_keyring_again(self) -> None:
        """What "Try again" in the window does."""
        self._keyring_store.ask_again()

    async def stop(self) -> None:
        await self.service.stop()
        self._keyring_store.close()

    @property
    def store(self) -> Store:
        return self.service.store

    async def wait_until(self, condition: Callable[[ReadTx], bool], what: str, limit: Millis = 90 * MINUTE) -> None:
        """Lets time pass until the database says so.
        Raises AssertionError after so much of the world's time.
        """
        end = self.world.monotonic() + limit / 1000
        while not await self.store.read(condition):
            assert self.world.monotonic() < end, f"{what} did not come about in {limit // MINUTE} minutes"
            await self.advance_in_steps(STEP)

    async def advance_in_steps(self, span: Millis) -> None:
        """Lets time pass while the PC is awake,
        in steps at each of which everything due is done.
        """
        while span > 0:
            self.world.advance(min(span, STEP))
            span -= STEP
            await self.settle()

    async def wake_after(self, span: Millis) -> None:
        """The PC slept for a while and is awake again; the program notices at its next look."""
        self.world.sleep(span)
        await self.advance_in_steps(MINUTE)

    async def settle(self) -> None:
        """Returns when nobody is at work any more but who waits for the time,
        the keyring or a silent receiver.
        """
        quiet, end = 0, time.monotonic() + PATIENCE_S
        while quiet < IDLE_TICKS:
            assert time.monotonic() < end, "the program never came to rest"
            before = self._commits
            self.world.advance(TICK)
            await self._wait_until_idle()
            quiet = 0 if self._commits != before or self._busy() else quiet + 1

    def _busy(self) -> bool:
        held = sum(receiver.holding for receiver in self.receivers)
        dispatcher = self.service._sender._dispatcher
        posting = 0 if dispatcher is None else len(dispatcher._posts)
        return self._loop.in_threads > 0 or (posting > held and not self._keyring.blocked)

    async def _wait_until_idle(self) -> None:
        """Everything that the writer and the readers had been asked for is done."""
        together = threading.Barrier(READER_COUNT)
        await asyncio.gather(
            self.store.write(lambda _: None),
            self.store.write(lambda _: None, large=True),
            *[self.store.read(lambda _: together.wait(PATIENCE_S)) for _ in range(READER_COUNT)],
        )

    def _committed(self, _changes: Changes) -> None:
        self._commits += 1
