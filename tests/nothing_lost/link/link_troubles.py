"""What happens to a link in the middle of its work: kill -9, sleep, clocks, a full disk, a revoked
key, older backups.
"""

from __future__ import annotations

import asyncio
import random
import signal
from collections import Counter
from enum import StrEnum
from pathlib import Path

from service.domain.times import DAY, HOUR, MINUTE, Millis
from service.store.engine.transaction import Tx
from service.store.keys import list_keys
from service.store.link import links
from service.usecases.issue_key import issue_key, revoke_key
from tests.nothing_lost.link.link_side import LinkSide, NetworkRelay
from tests.nothing_lost.link.shop_work import ShopWork

KEY_NAME = "Link"
MOST_TRIES = 5


class Trouble(StrEnum):
    """What happens in one round."""

    KILL = "kill -9 of one side or both"
    NETWORK = "kill -9 of the proxy"
    SLEEP = "this computer sleeps"
    CLOCK = "a clock jumps"
    DISK = "this computer's disk is full"
    KEY = "the key is revoked"
    OLDER_HERE = "this side is restored from an older backup"
    OLDER_THERE = "the marketplace is restored from an older backup"


class LinkTroubles:
    """Begins and ends one trouble at a time. What a person has to do afterwards, it does too."""

    def __init__(self, near: LinkSide, far: LinkSide, relay: NetworkRelay, seed: int) -> None:
        self.near, self.far, self.relay = near, far, relay
        self._chance = random.Random(seed)
        self._backup: Path | None = None
        self._returned: Counter[str] = Counter()

    async def prepare(self, trouble: Trouble, work: ShopWork) -> None:
        """Makes the backup that is older by the time it is restored."""
        side = {Trouble.OLDER_HERE: self.near, Trouble.OLDER_THERE: self.far}.get(trouble)
        if side is not None:
            self._backup = side.folder.parent / "older.cpbackup"
            self._backup.unlink(missing_ok=True)
            self._returned = work.returned.copy()
            await asyncio.to_thread(side.back_up, self._backup)

    async def begin(self, trouble: Trouble) -> None:
        """Half of the times something is killed in addition."""
        await _BEGIN[trouble](self)
        if self._chance.random() < 0.5:
            await self._kill()

    async def end(self, trouble: Trouble, work: ShopWork) -> None:
        """Everything runs again when this returns."""
        if trouble is Trouble.OLDER_HERE:
            await self._restore(self.near)
            work.returned = self._returned
        if trouble is Trouble.OLDER_THERE:
            await self._restore(self.far)
        for process in (self.far.program, self.relay, self.near.program):
            await process.start()
        if trouble is Trouble.DISK:
            self.near.program.signal(signal.SIGUSR2)
        if trouble is Trouble.KEY:
            await asyncio.to_thread(self.give_key)
        if trouble is Trouble.OLDER_HERE:
            await asyncio.to_thread(self.near.commands.json, "link", "on")
        if trouble is Trouble.OLDER_THERE:
            await asyncio.to_thread(self.compare)

    def give_key(self) -> None:
        """The marketplace's owner makes a key, the shop's owner enters it: again, where a busy
        computer did not open the file of secrets in time.
        """
        far = self.far.shop
        key = far.write(lambda tx: issue_key(tx, far.shop, KEY_NAME, now=far.clock.now())).text
        self.near.look_at_clock()
        line = ("link", "set", self.relay.address, "--key-stdin", "--anyway")
        codes = [0]
        while (code := self.near.commands.run(*line, stdin=key).exit_code) and len(codes) < MOST_TRIES:
            codes.append(code)
        assert code == 0, codes

    def compare(self) -> None:
        """What happens each night, only earlier."""
        shop = self.near.shop

        def note(tx: Tx) -> None:
            links.change_link(tx, shop.shop.id, compare_due=True)

        shop.write(note)

    def set_clocks_right(self) -> None:
        for side in (self.near, self.far):
            side.clock.set_ahead(0)

    async def _kill(self) -> None:
        await self._chance.choice([self._kill_side, self._kill_network])()

    async def _kill_side(self) -> None:
        for side in self._chance.choice([(self.near,), (self.far,), (self.near, self.far)]):
            await side.program.kill()

    async def _kill_network(self) -> None:
        await self.relay.kill()

    async def _sleep(self) -> None:
        """The process is stopped while hours go by on both computers."""
        span: Millis = self._chance.choice([10 * MINUTE, 8 * HOUR])
        self.near.program.signal(signal.SIGSTOP)
        await asyncio.sleep(self._chance.uniform(0.2, 0.5))
        self.far.clock.advance(span)
        self.near.clock.sleep(span)
        self.near.program.signal(signal.SIGCONT)

    async def _set_clock(self) -> None:
        side = self._chance.choice([self.near, self.far])
        side.clock.set_ahead(self._chance.choice([-DAY, -HOUR, HOUR, DAY]))

    async def _fill_disk(self) -> None:
        self.near.program.signal(signal.SIGUSR1)

    async def _revoke_key(self) -> None:
        far = self.far.shop

        def revoke(tx: Tx) -> None:
            for key in list_keys(tx, far.shop.id):
                if key.name == KEY_NAME and key.revoked_at is None:
                    revoke_key(tx, far.shop, key.id, now=far.clock.now())

        await asyncio.to_thread(far.write, revoke)

    async def _kill_near(self) -> None:
        await self.near.program.kill()

    async def _kill_upstream(self) -> None:
        await self.far.program.kill()

    async def _restore(self, side: LinkSide) -> None:
        assert self._backup is not None, "prepare made it"
        await side.program.kill()
        await asyncio.to_thread(side.restore, self._backup)


_BEGIN = {
    Trouble.KILL: LinkTroubles._kill_side,
    Trouble.NETWORK: LinkTroubles._kill_network,
    Trouble.SLEEP: LinkTroubles._sleep,
    Trouble.CLOCK: LinkTroubles._set_clock,
    Trouble.DISK: LinkTroubles._fill_disk,
    Trouble.KEY: LinkTroubles._revoke_key,
    Trouble.OLDER_HERE: LinkTroubles._kill_near,
    Trouble.OLDER_THERE: LinkTroubles._kill_upstream,
}
