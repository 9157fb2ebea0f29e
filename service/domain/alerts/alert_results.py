"""The port that sends an alert, and how a try ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from service.domain.alerts.alert_channels import refuse_address
from service.domain.sentences import Sentence, message
from service.domain.webhooks.webhook_secrets import Secret

POST_LIMIT_S = 30
"""Seconds after which a try is cut off."""


class PostOutcome(StrEnum):
    """How a try to send an alert ended."""

    SENT = "sent"
    REFUSED = "refused"
    UNREACHABLE = "unreachable"
    NOT_SENT = "not_sent"
    BAD_ADDRESS = "bad_address"
    TOO_SLOW = "too_slow"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class PostResult:
    """`service` is how the library calls the receiver, `status` what it answered, if it did."""

    outcome: PostOutcome
    service: str = ""
    status: int | None = None

    @property
    def is_sent(self) -> bool:
        return self.outcome is PostOutcome.SENT


class AlertPost(Protocol):
    """Sends alerts. No call raises for a receiver's fault, and none lasts longer than
    `POST_LIMIT_S`.
    """

    async def check(self, address: Secret) -> PostResult:
        """Reads the address and sends nothing: SENT with the service's name, or why it failed."""
        ...

    async def post(self, address: Secret, title: str, body: str) -> PostResult:
        """Sends one alert. Cancelling ends the try at once."""
        ...


def describe_result(result: PostResult) -> Sentence:
    """How a try ended and what to do, in one sentence without any part of the address."""
    if result.outcome is PostOutcome.REFUSED:
        return message("The receiver refused it with {status}. Check the address.", status=result.status or 0)
    return _SENTENCES[result.outcome]


_SENTENCES = {
    PostOutcome.SENT: message("It was handed over. Look at your phone or mail."),
    PostOutcome.UNREACHABLE: message(
        "The receiver could not be reached or did not take it. Check the internet connection and the address."
    ),
    PostOutcome.NOT_SENT: message("The receiver did not take it. Check the address, user and password."),
    PostOutcome.BAD_ADDRESS: refuse_address(),
    PostOutcome.TOO_SLOW: message("The receiver did not answer within {seconds} seconds.", seconds=POST_LIMIT_S),
    PostOutcome.BROKEN: message("The program that sends alerts did not start. Install the newest version again."),
}
