"""The sender of webhooks as the service runs it: started, kept running, and told of what changed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import ssl
from collections.abc import Sequence
from dataclasses import dataclass

from service.delivery.alarms import ClockAlarm
from service.delivery.dispatcher import STOP_LIMIT_S, Dispatcher
from service.delivery.incidents import LogIncidents
from service.delivery.network import SystemProbe
from service.delivery.one_thread import OneThread
from service.delivery.outbox import StoreOutbox
from service.delivery.poster import HttpPoster
from service.delivery.secret_cache import SecretCache
from service.domain.changes import Changes, Family
from service.domain.errors import Unavailable
from service.domain.times import Clock, Millis
from service.store.store import Store
from service.store.targets import Bearing, read_bearings
from service.version import VERSION

AFTER_FAULT_S = 5.0
_OF_INTEREST = frozenset({Family.DELIVERIES, Family.TARGETS, Family.SHOPS})

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SendingOptions:
    """Whom https trusts, after how long each failure is followed by the next attempt, and how long ends may take."""

    tls: ssl.SSLContext
    retry_after: Sequence[Millis]
    after_fault_s: float = AFTER_FAULT_S
    stop_limit_s: float = STOP_LIMIT_S


class Sender:
    """Runs a dispatcher from `start` to `stop`, and a fresh one after a bug ended the one before."""

    def __init__(self, store: Store, secrets: SecretCache, clock: Clock, options: SendingOptions) -> None:
        self._store = store
        self._secrets = secrets
        self._clock = clock
        self._options = options
        self._probe_thread = OneThread("The look-up of control names")
        self._poster = HttpPoster(
            tls=options.tls, probe=SystemProbe(self._probe_thread), clock=clock, user_agent=f"Counterpart/{VERSION}"
        )
        self._dispatcher: Dispatcher | None = None
        self._bearings: dict[int, Bearing] = {}
        self._moved = asyncio.Event()
        self._stopping = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._tasks = [
            asyncio.create_task(self._run(), name="sending webhooks"),
            asyncio.create_task(self._watch(), name="watching targets"),
        ]

    async def stop(self) -> None:
        """Starts nothing more, and returns when what was in flight has ended or its limit is over."""
        self._stopping.set()
        self._moved.set()
        if self._dispatcher is not None:
            await self._dispatcher.stop()
        await asyncio.gather(*self._tasks)
        await self._poster.close()
        self._probe_thread.close()

    def changed(self, changes: Changes) -> None:
        """Something was committed, here or by another process; to be called in the event loop."""
        if changes.families & {Family.TARGETS}:
            self._moved.set()
        if changes.families & _OF_INTEREST and self._dispatcher is not None:
            self._dispatcher.wake()

    def secrets_changed(self) -> None:
        """The secret store may be readable again."""
        if self._dispatcher is not None:
            self._dispatcher.secrets_changed()

    def resumed(self) -> None:
        """The PC slept or its clock jumped."""
        if self._dispatcher is not None:
            self._dispatcher.resumed()

    async def _run(self) -> None:
        while not self._stopping.is_set():
            self._dispatcher = self._new_dispatcher()
            try:
                await self._dispatcher.run(self._options.stop_limit_s)
            except Exception:
                log.exception("Sending webhooks went wrong; it goes on in %.0f s", self._options.after_fault_s)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(self._options.after_fault_s):
                        await self._stopping.wait()

    async def _watch(self) -> None:
        """Lets go of connections, claims and secrets of targets that moved or went; what went wrong is done again."""
        while not self._stopping.is_set():
            self._moved.clear()
            again_s = None
            try:
                await self._follow(await self._store.read(read_bearings))
            except Unavailable as error:
                log.warning("Targets could not be looked at: %s", error.message)
                again_s = self._options.after_fault_s
            except Exception:
                log.exception("Targets could not be looked at; they are again in %.0f s", self._options.after_fault_s)
                again_s = self._options.after_fault_s
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(again_s):
                    await self._moved.wait()

    async def _follow(self, now: dict[int, Bearing]) -> None:
        before, self._bearings = self._bearings, now
        changed = [target_id for target_id, bearing in before.items() if now.get(target_id) != bearing]
        self._secrets.keep_only([name for bearing in now.values() for name in bearing.secret_names])
        if changed and self._dispatcher is not None:
            self._dispatcher.targets_changed(changed)
        for target_id in changed:
            if target_id not in now or now[target_id].url != before[target_id].url:
                await self._poster.forget(target_id)

    def _new_dispatcher(self) -> Dispatcher:
        return Dispatcher(
            outbox=StoreOutbox(self._store),
            poster=self._poster,
            secrets=self._secrets,
            clock=self._clock,
            alarm=ClockAlarm(self._clock),
            incidents=LogIncidents(),
            retry_after=self._options.retry_after,
        )
