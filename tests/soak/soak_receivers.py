"""Receivers of webhooks on loopback: well, failing at random, down, or silent; each records what
came.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import Enum

from service.domain.times import SECOND
from service.domain.webhooks.signing import verify_delivery
from service.domain.webhooks.webhook_secrets import Secret
from tests.service.delivery.raw_receivers import RawReceiver, receiving

_ANSWERS = {status: b"HTTP/1.1 %d Said\r\nContent-Length: 0\r\n\r\n" % status for status in (204, 503)}


class ReceiverBehaviour(Enum):
    """What it answers next, drawn from these; 0 hangs up without an answer, None never answers."""

    WELL = (204,)
    FLAKY = (204, 204, 204, 503, 0)
    DOWN = (503,)
    SILENT = (204, None)


@dataclass(frozen=True, slots=True)
class Arrival:
    """One POST as it came, and what it was answered."""

    target: str
    delivery: str
    event: str
    key: str
    digest: bytes
    genuine: bool
    status: int | None


class SoakReceiver:
    """One target's side; `secrets` are those it may check with, the current one first."""

    def __init__(self, name: str, chance: random.Random, tell: Callable[[Arrival], None]) -> None:
        self.name = name
        self.mood = ReceiverBehaviour.WELL
        self.secrets: list[Secret] = []
        self.port = 0
        self.holding = 0
        """How many calls it leaves without an answer right now."""
        self.connections = 0
        self.posts = 0
        self._chance = chance
        self._tell = tell

    async def __call__(self, raw: RawReceiver, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            await self._answer(raw, reader, writer)
        finally:
            self.connections -= 1

    async def _answer(self, raw: RawReceiver, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            await raw.read_request(reader)
            head, body = raw.requests.pop()
            status = self._chance.choice(self.mood.value)
            self.posts += 1
            self._tell(self._arrival(head, body, status))
            if status is None:
                await self._wait_for_end(reader)
            if not status:
                return
            writer.write(_ANSWERS[status])
            await writer.drain()

    async def _wait_for_end(self, reader: asyncio.StreamReader) -> None:
        self.holding += 1
        try:
            await reader.read()
        finally:
            self.holding -= 1

    def _arrival(self, head: bytes, body: bytes, status: int | None) -> Arrival:
        lines = (line.split(": ", 1) for line in head.decode().split("\r\n")[1:] if line)
        headers = {name.lower(): value for name, value in lines}
        decoded = json.loads(body)
        # One that falls asleep after signing posts an old moment,
        # which is another matter than the signature.
        signed_at = int(headers.get("webhook-timestamp", "0")) * SECOND
        genuine = any(
            headers.get("x-service-signature") == signature_of(secret, body)
            and verify_delivery(headers, body, secret, signed_at).is_genuine
            for secret in self.secrets
        )
        return Arrival(
            self.name,
            headers.get("x-service-delivery", ""),
            decoded["id"],
            key_of(decoded["event"], decoded["data"]),
            hashlib.sha256(body).digest()[:8],
            genuine,
            status,
        )


def signature_of(secret: Secret, body: bytes) -> str:
    """Check signatures by contract §6.3 with code of the test's own, not with the program's."""
    return "sha256=" + hmac.new(secret.text.encode(), body, hashlib.sha256).hexdigest()


def key_of(kind: str, data: dict[str, object]) -> str:
    """What happened, as the book expects it."""
    order = data.get("order")
    if isinstance(order, dict):
        return f"{kind} {order['reference']} {order['status']}"
    return f"{kind} {data['sku']} {data['quantity']}"


@asynccontextmanager
async def listening(receiver: SoakReceiver) -> AsyncIterator[None]:
    """The receiver on a free port, until the block ends."""
    async with receiving(receiver) as raw:
        receiver.port = raw.port
        yield
