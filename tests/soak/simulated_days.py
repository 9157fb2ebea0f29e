"""The days of a shop, one fault after the other: by day, at night, and on a holiday."""

from __future__ import annotations

import random
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from service.domain.actors import OWNER
from service.domain.shops import Shop
from service.domain.times import DAY, HOUR, MINUTE, SECOND, Millis, next_due
from service.store.engine.transaction import ReadTx
from service.usecases.edit_target import TargetEdit, edit_target
from service.usecases.manage_secrets import rotate_secret, switch_secret
from service.usecases.settle_clock import settle_clock
from tests.soak.expected_state import ExpectedState
from tests.soak.fickle_keyring import UnreliableKeyring
from tests.soak.simulated_shop import SimulatedShop, remove_export
from tests.soak.soak_program import SoakProgram
from tests.soak.soak_receivers import ReceiverBehaviour, SoakReceiver

MORNING, NIGHT = 8 * 60 + 30, 60 + 26
"""Minutes after midnight: when the PC is opened,
and when one that is not off is busy with backup and pull.
"""


@dataclass(frozen=True, slots=True)
class SoakContext:
    """Who takes part. `targets` are the receivers' ids, in their order."""

    program: SoakProgram
    book: ExpectedState
    shop: Shop
    at_work: SimulatedShop
    receivers: tuple[SoakReceiver, ...]
    targets: tuple[int, ...]
    keyring: UnreliableKeyring
    chance: random.Random


class DaySimulation:
    """Lives through days; each ends at a calm moment, when everything is held against the book."""

    def __init__(self, cast: SoakContext, *, rounds: int = 2) -> None:
        """`rounds` of business in each of a day's three sessions."""
        self._cast = cast
        self._rounds = rounds
        self._down = False
        self._troubles: list[Callable[[], Awaitable[None]]] = [
            self._keyring_locked, self._receiver_down, self._keyring_hangs, self._clock_back,
            self._service_restarts, self._keyring_absent, self._new_secret,
        ]  # fmt: skip

    async def day(self, number: int) -> None:
        """From the opening of the PC to the evening, with the trouble whose turn it is."""
        cast = self._cast
        cast.book.new_day(cast.program.world.now())
        self._set_behaviour(ReceiverBehaviour.FLAKY)
        await self._session()
        await cast.program.wake_after(3 * HOUR)
        await self._troubles[number % len(self._troubles)]()
        await self._session()
        await cast.program.wake_after(2 * HOUR)
        await self._silence_receiver()
        await self._session()
        if number % 7 == 3:
            await cast.at_work.read_catalogue()
        await self._let_order_lapse()
        await self._evening()

    async def night(self, number: int, *, off: Millis = 0) -> None:
        """The file is written, or not; the PC is on, off or asleep;
        in the morning the night was dealt with once.
        """
        cast = self._cast
        missing = number % 7 == 5
        if missing:
            remove_export(cast.at_work.export)
        else:
            cast.at_work.write_export()
        restart = number % 3 == 1
        if restart:
            await cast.program.stop()
        cast.program.world.sleep(off)
        if number % 7 == 2 and not restart:
            await self._sleep_until(NIGHT)
            await cast.program.advance_in_steps(38 * MINUTE)
        await self._sleep_until(MORNING, awake=not restart)
        if restart:
            await cast.program.start()
        await self._wait_for_nightly_work(missing=missing)

    async def _wait_for_nightly_work(self, *, missing: bool) -> None:
        cast = self._cast
        cast.book.nights += 1
        nights = cast.book.nights
        await cast.program.wait_until(
            lambda db: (
                db.scalar("SELECT count(*) FROM pull_runs WHERE actor = 'time' AND state <> 'running'") >= nights
            ),
            "the pull of the night",
        )
        if not missing:
            cast.at_work.expect_pull()
        due = next_due(cast.program.world.now() - DAY, 90, None)
        await cast.program.wait_until(lambda _: self._has_backup(due), "the backup of the night")

    def _has_backup(self, due: Millis) -> bool:
        return any(one.verified and one.at >= due for one in self._cast.program.backups.list())

    async def _sleep_until(self, minute: int, *, awake: bool = True) -> None:
        world = self._cast.program.world
        span = next_due(world.now(), minute, None) - world.now()
        if awake:
            await self._cast.program.wake_after(span)
        else:
            world.sleep(span)

    async def _session(self) -> None:
        """Some minutes of business; no order is left without an answer."""
        cast, work = self._cast, self._cast.at_work
        for _ in range(self._rounds):
            await work.uploads(2)
            await work.reads()
            await work.moves(3)
            for _ in range(2):
                await work.place()
            await work.move_on(4)
            await cast.program.advance_in_steps(40 * SECOND)
        await self._accept_all()

    async def _accept_all(self) -> None:
        work = self._cast.at_work
        while work.placed_references():
            await work.move_on(100)

    async def _let_order_lapse(self) -> None:
        """One order that nobody answers."""
        left = await self._cast.at_work.place()
        await self._cast.program.wake_after(31 * MINUTE)
        self._cast.at_work.expect_lapse(left)

    async def _evening(self) -> None:
        """Everything goes out and is compared, unless a receiver stays down over the night."""
        cast = self._cast
        cast.book.compare_parts(await cast.at_work.catalogue())
        if not self._down:
            await self._wait_until_delivered()
            now = cast.program.world.now()
            await cast.program.store.read(lambda db: cast.book.close_deliveries(db, now))
        await cast.program.store.read(cast.book.compare_records)
        self._down = False

    async def _wait_until_delivered(self, limit: Millis = 90 * MINUTE) -> None:
        """Receivers are well, and one more event for each has them catch up with what failed."""
        self._set_behaviour(ReceiverBehaviour.WELL)
        await self._cast.at_work.moves(1)
        await self._cast.program.wait_until(_no_delivery_waits, "the delivery of every event", limit)

    def _set_behaviour(self, mood: ReceiverBehaviour) -> None:
        for receiver in self._cast.receivers:
            receiver.mood = mood
        if self._down:
            self._cast.receivers[-1].mood = ReceiverBehaviour.DOWN

    async def _silence_receiver(self) -> None:
        """A receiver that leaves calls without an answer until their time is over."""
        first = self._cast.receivers[0]
        first.mood = ReceiverBehaviour.SILENT
        await self._cast.at_work.moves(2)
        await self._cast.program.advance_in_steps(MINUTE)
        first.mood = ReceiverBehaviour.FLAKY

    async def _receiver_down(self) -> None:
        """Every attempt of the schedule fails;
        the next day it is back and everything reaches it after all.
        """
        self._down = True
        self._set_behaviour(ReceiverBehaviour.FLAKY)
        await self._cast.at_work.moves(3)
        for _ in range(6):
            await self._cast.program.wake_after(17 * MINUTE)
        failed = await self._cast.program.store.read(
            lambda db: db.scalar("SELECT count(*) FROM deliveries WHERE state = 'failed'")
        )
        assert failed, "nothing failed through its schedule"

    async def _keyring_locked(self) -> None:
        self._cast.keyring.is_locked()
        await self._without_keyring()

    async def _keyring_absent(self) -> None:
        self._cast.keyring.is_absent()
        await self._without_keyring()

    async def _keyring_hangs(self) -> None:
        """It hangs for minutes, then a little slower than others, and no thread is left behind."""
        cast = self._cast
        cast.keyring.hangs()
        await self._without_keyring()
        await self._restart()
        cast.keyring.hangs()
        await cast.at_work.moves(1)
        await cast.program.advance_in_steps(3 * SECOND)
        cast.keyring.works()
        await cast.program.settle()

    async def _without_keyring(self) -> None:
        """Since a restart nothing can be signed:
        nothing is posted, and all goes out once the keyring is back.
        """
        cast = self._cast
        await self._restart()
        posts = sum(receiver.posts for receiver in cast.receivers)
        await cast.at_work.moves(2)
        await cast.program.advance_in_steps(30 * SECOND)
        threads = threading.active_count()
        for _ in range(2):
            await cast.at_work.moves(1)
            await cast.program.advance_in_steps(MINUTE)
            assert not (await cast.program.secrets.status()).is_usable
        if threading.active_count() > threads or cast.keyring.blocked > 1:
            cast.book.found.append(f"{threading.active_count() - threads} threads wait for the keyring")
        if sum(receiver.posts for receiver in cast.receivers) != posts:
            cast.book.found.append("something was posted though the keyring was away")
        notes = await cast.program.store.read(lambda db: db.all("SELECT note FROM targets WHERE note IS NOT NULL"))
        if len(notes) != len(cast.targets):
            cast.book.found.append("a target does not say that it waits for the keyring")
        cast.keyring.works()
        await self._wait_until_delivered(30 * MINUTE)

    async def _restart(self) -> None:
        await self._cast.program.stop()
        await self._cast.program.start()

    async def _service_restarts(self) -> None:
        """In the middle of work, as after a fault or a restored backup."""
        await self._cast.at_work.moves(10)
        await self._cast.program.stop_service()
        await self._cast.program.start_service()

    async def _clock_back(self) -> None:
        """By an hour, with an order that waits and deliveries between two attempts.
        The owner confirms the clock, and the order then has its time.
        """
        cast = self._cast
        for receiver in cast.receivers:
            receiver.mood = ReceiverBehaviour.DOWN
        left = await cast.at_work.place()
        await cast.program.advance_in_steps(5 * MINUTE)
        cast.program.world.set_clock(-HOUR)
        await cast.program.advance_in_steps(MINUTE)
        self._set_behaviour(ReceiverBehaviour.WELL)
        await cast.program.wait_until(
            _no_delivery_waits, "what was to be tried again before the clock was set back", 30 * MINUTE
        )
        assert left in cast.at_work.placed_references()
        now = cast.program.world.now()
        await cast.program.store.write(lambda tx: settle_clock(tx, by=OWNER, now=now))
        await cast.program.wake_after(HOUR + 26 * MINUTE)
        cast.at_work.expect_lapse(left)

    async def _new_secret(self) -> None:
        """Both targets' secrets are rotated, and the second one moves to another address."""
        cast, program = self._cast, self._cast.program
        for target, receiver in zip(cast.targets, cast.receivers, strict=True):
            made = await rotate_secret(program.store, program.secrets, cast.shop, target)
            receiver.secrets.append(made.secret)
            await cast.at_work.moves(1)
            await program.advance_in_steps(30 * SECOND)
            await switch_secret(program.store, program.secrets, cast.shop, target)
            await program.settle()
            receiver.secrets = [made.secret]
        url = f"http://localhost:{cast.receivers[-1].port}/in/{program.world.now()}"
        await program.store.write(lambda tx: edit_target(tx, cast.shop, cast.targets[-1], TargetEdit(url=url)))
        await cast.at_work.moves(1)
        await program.settle()


def _no_delivery_waits(db: ReadTx) -> bool:
    return db.one("SELECT 1 FROM deliveries WHERE state IN ('waiting', 'sending', 'failed') LIMIT 1") is None
