"""Alerts outside the shop: looking for news, sending it, calling the heartbeat's address."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Awaitable, Callable

import aiohttp

from service.domain.alerts import AlertPost, Heartbeat, read_address
from service.domain.sentences import Sentence, message
from service.domain.times import MINUTE, SECOND, Clock, Millis
from service.domain.webhooks.webhook_secrets import SecretReader, SecretsUnavailable
from service.store import alert_channels
from service.store.engine.store import Store
from service.usecases.edit_alerts import Speak
from service.usecases.send_alerts import (
    Batch,
    drop_unsendable,
    find_news,
    find_next_try,
    finish_batch,
    list_due_batches,
    postpone,
    queue_news,
)

WATCH_EVERY: Millis = MINUTE
ASLEEP_AFTER: Millis = 5 * MINUTE
"""After a longer pause between two steps the computer was asleep."""
CALL_LIMIT_S = 10.0
LOOK_EVERY: Millis = 5 * SECOND
"""How soon a new or changed address is called."""

CallAddress = Callable[[str], Awaitable[int | None]]
"""Calls an address with GET; answers the status, or None if there was no answer."""


class AlertSender:
    """A task of the service's loop, which goes on while a try lasts as long as the port allows."""

    def __init__(self, store: Store, clock: Clock, secrets: SecretReader, post: AlertPost, speak: Speak) -> None:
        self._store, self._clock = store, clock
        self._secrets, self._post, self._speak = secrets, post, speak

    async def step(self) -> Millis | None:
        """Tries each channel that is due; returns when the next one is."""
        now = self._clock.now()
        batches = await self._store.read(lambda db: list_due_batches(db, now))
        if any(batch.outdated or batch.expired for batch in batches):
            await self._store.write(lambda tx: drop_unsendable(tx, batches))
        ended = await asyncio.gather(*(self._send(batch) for batch in batches), return_exceptions=True)
        for fault in ended:
            if fault is not None:
                raise fault
        return await self._store.read(lambda db: find_next_try(db, self._clock.now()))

    async def _send(self, batch: Batch) -> None:
        if batch.text is None:
            return
        try:
            address = await read_address(self._secrets, batch.channel.secret_name)
        except SecretsUnavailable as error:
            fault = error.sentence
            await self._store.write(lambda tx: postpone(tx, batch.channel, fault, self._clock.now()))
            return
        body = "\n".join(self._speak(line) for line in batch.text.lines)
        result = await self._post.post(address, self._speak(batch.text.title), body)
        await self._store.write(lambda tx: finish_batch(tx, batch, result, self._clock.now()))


class AlertWatch:
    """A task of the service's loop. It writes only if something is new."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._awake_since = self._looked_at = clock.now()

    async def step(self) -> Millis | None:
        """Queues what is new; returns when to look again."""
        now = self._clock.now()
        if not 0 <= now - self._looked_at <= ASLEEP_AFTER:
            self._awake_since = now
        self._looked_at, since = now, self._awake_since
        news = await self._store.read(lambda db: find_news(db, now, since))
        if news.has_changes:
            await self._store.write(lambda tx: queue_news(tx, now, since))
        return min(now + WATCH_EVERY, news.next_at or now + WATCH_EVERY)


class HeartbeatCaller:
    """A task of the service's loop."""

    def __init__(self, store: Store, clock: Clock, secrets: SecretReader, call: CallAddress) -> None:
        self._store, self._clock, self._secrets, self._call = store, clock, secrets, call
        self._called: tuple[str, Millis, Millis] | None = None

    async def step(self) -> Millis | None:
        """Calls the address if it is due; returns when to look again."""
        now = self._clock.now()
        heartbeat = await self._store.read(alert_channels.find_heartbeat)
        if heartbeat is not None and self._is_due(heartbeat, now):
            fault = await self._call_once(heartbeat)
            answered_at = self._clock.now() if fault is None else None
            await self._store.write(
                lambda tx: alert_channels.note_heartbeat(tx, heartbeat.secret_name, answered_at, fault)
            )
            # An address that does not answer is asked again soon: its service counts the minutes.
            pause = heartbeat.minutes * MINUTE if fault is None else MINUTE
            self._called = (heartbeat.secret_name, now, pause)
        return now + LOOK_EVERY

    def _is_due(self, heartbeat: Heartbeat, now: Millis) -> bool:
        if self._called is None or self._called[0] != heartbeat.secret_name:
            return True
        _name, at, pause = self._called
        return not 0 <= now - at < pause

    async def _call_once(self, heartbeat: Heartbeat) -> Sentence | None:
        """Why the call failed; None if it was answered with 2xx."""
        try:
            address = await read_address(self._secrets, heartbeat.secret_name)
        except SecretsUnavailable as error:
            return error.sentence
        status = await self._call(address.text)
        if status is None:
            return message("{address} could not be reached. Check the internet connection.", address=heartbeat.masked)
        if 200 <= status < 300:
            return None
        return message(
            "{address} answered {status}. Check the heartbeat address.",
            address=heartbeat.masked,
            status=status,
        )


async def call_address(url: str, tls: ssl.SSLContext) -> int | None:
    """One GET without redirects. No error text leaves it: it may have the address."""
    timeout = aiohttp.ClientTimeout(total=CALL_LIMIT_S)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout, trust_env=True) as session,
            session.get(url, ssl=tls, allow_redirects=False) as answer,
        ):
            return answer.status
    except (TimeoutError, aiohttp.ClientError, OSError, ValueError):
        return None
