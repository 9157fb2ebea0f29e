"""A receiver of alerts in memory, and a shop with an alert address."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from dataclasses import dataclass, field

from service.domain.alerts import AlertChannel, AlertKind, PostOutcome, PostResult
from service.domain.sentences import Sentence
from service.domain.webhooks.webhook_secrets import Secret
from service.store import alert_channels
from service.usecases.edit_alerts import add_channel
from tests.bridge.secrets.fake_secret_stores import FakeSecretStore
from tests.fakes.shop_fixture import ShopFixture

SENT = PostResult(PostOutcome.SENT, "ntfy")
ADDRESS = "ntfy://ntfy.test/very-secret-topic"


@dataclass
class FakeAlertPost:
    """Answers as set per address, SENT unless set; notes what it sent."""

    sent: list[tuple[str, str, str]] = field(default_factory=list)
    answers: dict[str, PostResult] = field(default_factory=dict)
    may_answer: asyncio.Event | None = None
    asked: asyncio.Event = field(default_factory=asyncio.Event)

    async def check(self, address: Secret) -> PostResult:
        return self.answers.get(f"check {address.text}", SENT)

    async def post(self, address: Secret, title: str, body: str) -> PostResult:
        self.asked.set()
        if self.may_answer is not None:
            await self.may_answer.wait()
        answer = self.answers.get(address.text, SENT)
        if answer.is_sent:
            self.sent.append((address.text, title, body))
        return answer


@dataclass
class AlertFixture:
    """A shop, its secret store, and a receiver."""

    shop: ShopFixture
    secrets: FakeSecretStore = field(default_factory=FakeSecretStore)
    post: FakeAlertPost = field(default_factory=FakeAlertPost)

    async def add(
        self,
        *kinds: AlertKind,
        name: str = "Phone",
        address: str = ADDRESS,
        with_buyer: bool = False,
    ) -> AlertChannel:
        """An alert address; of every kind where none is named."""
        chosen: Collection[AlertKind] = kinds or tuple(AlertKind)
        now = self.shop.clock.now()
        return await add_channel(
            self.shop.store, self.secrets, self.post, name, address, chosen, with_buyer=with_buyer, now=now
        )

    def channel(self, channel_id: int = 1) -> AlertChannel:
        return self.shop.read(lambda db: alert_channels.get_channel(db, channel_id))


def speak(sentence: Sentence) -> str:
    """English."""
    return str(sentence)
