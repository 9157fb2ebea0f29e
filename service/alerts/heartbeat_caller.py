"""Calls the owner's address every few minutes, so that its service notices when this PC is off."""

from __future__ import annotations

import ssl
from collections.abc import Awaitable, Callable

import aiohttp

from service.domain.alerts.alert_channels import Heartbeat
from service.domain.alerts.alert_secrets import read_address
from service.domain.sentences import Sentence, message
from service.domain.times import MINUTE, SECOND, Clock, Millis
from service.domain.webhooks.webhook_secrets import SecretReader, SecretsUnavailable
from service.store.alerts import heartbeat_row
from service.store.engine.store import Store

CALL_LIMIT_S = 10.0
LOOK_EVERY: Millis = 5 * SECOND
"""How soon a new or changed address is called."""

CallAddress = Callable[[str], Awaitable[int | None]]
"""Calls an address with GET; answers the status, or None if there was no answer."""


class HeartbeatCaller:
    """A task of the service's loop."""

    def __init__(self, store: Store, clock: Clock, secrets: SecretReader, call: CallAddress) -> None:
        self._store, self._clock, self._secrets, self._call = store, clock, secrets, call
        self._called: tuple[str, Millis, Millis] | None = None

    async def step(self) -> Millis | None:
        """Calls the address if it is due; returns when to look again."""
        now = self._clock.now()
        heartbeat = await self._store.read(heartbeat_row.find_heartbeat)
        if heartbeat is not None and self._is_due(heartbeat, now):
            fault = await self._call_once(heartbeat)
            answered_at = self._clock.now() if fault is None else None
            await self._store.write(
                lambda tx: heartbeat_row.note_heartbeat(tx, heartbeat.secret_name, answered_at, fault)
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
    """One GET; follows no redirect and reads no body. No error text leaves it, as it may have the
    address.
    """
    timeout = aiohttp.ClientTimeout(total=CALL_LIMIT_S)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout, trust_env=True) as session,
            session.get(url, ssl=tls, allow_redirects=False) as answer,
        ):
            return answer.status
    except (TimeoutError, aiohttp.ClientError, OSError, ValueError):
        return None
