"""Sends the alerts that wait: one message for each channel at a time, all channels at once."""

from __future__ import annotations

import asyncio

from service.domain.alerts.alert_results import AlertPost
from service.domain.alerts.alert_secrets import read_address
from service.domain.times import Clock, Millis
from service.domain.webhooks.webhook_secrets import SecretReader, SecretsUnavailable
from service.store.engine.store import Store
from service.usecases.alerts.edit_alerts import Speak
from service.usecases.alerts.send_alerts import (
    Batch,
    drop_unsendable,
    find_next_try,
    finish_batch,
    list_due_batches,
    postpone,
)


class AlertSender:
    """A task of the service's loop. A try lasts at most as long as the port allows; meanwhile the
    loop goes on.
    """

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
