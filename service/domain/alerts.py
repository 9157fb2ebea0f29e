"""Alerts outside the shop: channels, the heartbeat, what is news, texts, how a try ended."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol
from urllib.parse import urlsplit

from service.domain.errors import Refused
from service.domain.marketplace.orders import ACCEPT_WINDOW, Order, Status
from service.domain.money import format_bhd
from service.domain.pull.pulls import describe_same_file
from service.domain.sentences import EMPTY, Sentence, join_sentences, message, verbatim
from service.domain.shops import Shop
from service.domain.times import DAY, MINUTE, Millis
from service.domain.webhooks.webhook_secrets import Secret, SecretMissing, SecretReader, SecretsUnavailable

CODE = "bad_alert"

MAX_CHANNELS = 20
MAX_NAME = 60
MAX_ADDRESS = 2_000
MAX_WAITING = 200
"""Alerts that wait for one channel; of more, the oldest are dropped."""

MAX_AGE: Millis = DAY
"""An alert that could not be sent within this time is dropped."""

HEARTBEAT_MINUTES = (1, 5, 15, 30, 60)
_RETRY_DELAYS: tuple[Millis, ...] = tuple(step * MINUTE // 2 for step in (1, 2, 4, 10, 20, 30))
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]{0,30})://\S", re.ASCII | re.IGNORECASE)
SHORT_BEFORE: Millis = 10 * MINUTE
"""From here on an order has little time left."""
POST_LIMIT_S = 30
"""Seconds after which a try is cut off."""
MOST_IN_ONE = 20
"""Alerts that go out as one message; the rest follows in the next."""


class AlertKind(StrEnum):
    """What the owner can be alerted about."""

    NEW_ORDER = "new_order"
    TIME_SHORT = "time_short"
    LAPSED_ORDER = "lapsed_order"
    FAILED_NIGHT = "failed_night"
    TARGET_TROUBLE = "target_trouble"
    LINK_TROUBLE = "link_trouble"


@dataclass(frozen=True, slots=True)
class AlertChannel:
    """One address of the owner. `masked` is what may be shown of it, `service` how the library
    calls it.

    `with_buyer` adds the car and the customer to alerts about orders. `fault` says why the last
    try failed; `dropped` counts the alerts that came too late.
    """

    id: int
    name: str
    masked: str
    service: str
    kinds: frozenset[AlertKind]
    with_buyer: bool
    secret_name: str
    created_at: Millis
    last_sent_at: Millis | None = None
    fault: Sentence | None = None
    failures: int = 0
    next_try_at: Millis = 0
    dropped: int = 0
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The address called every `minutes` of the program; its service reports when that stops."""

    masked: str
    minutes: int
    secret_name: str
    last_answer_at: Millis | None = None
    fault: Sentence | None = None


def check_name(name: str) -> str:
    """The name that the owner gives a channel, trimmed. Raises Refused."""
    tidy = name.strip()
    if not tidy or len(tidy) > MAX_NAME or not tidy.isprintable():
        raise Refused.saying(CODE, "Give the alert address a name of 1 to {most} characters.", most=MAX_NAME)
    return tidy


def check_kinds(kinds: Collection[AlertKind]) -> frozenset[AlertKind]:
    """The chosen kinds. Raises Refused if there is none."""
    if not kinds:
        raise Refused.saying(CODE, "Choose at least one event to be alerted about.")
    return frozenset(kinds)


def check_address(address: str) -> str:
    """An address as the library reads it, trimmed. Raises Refused; no sentence has the address."""
    tidy = address.strip()
    if len(tidy) > MAX_ADDRESS or not tidy.isprintable() or _SCHEME.match(tidy) is None:
        raise Refused(CODE, refuse_address())
    return tidy


def refuse_address() -> Sentence:
    """For an address that the library does not read."""
    return message(
        "The alert address cannot be read. It looks like {push} or {mail}.",
        push="ntfy://topic",
        mail="mailto://user:password@host",
    )


def mask_address(address: str) -> str:
    """What may be shown of an address: its scheme. In many services the host is the secret."""
    match = _SCHEME.match(address)
    return f"{match.group(1).lower()}://…" if match else "…"


def check_heartbeat_address(address: str) -> str:
    """The heartbeat address: https, or http on this computer. Raises Refused."""
    tidy = address.strip()
    try:
        parts = urlsplit(tidy)
        host, _port = parts.hostname or "", parts.port
    except ValueError:
        host, parts = "", urlsplit("")
    is_safe = parts.scheme == "https" or (parts.scheme == "http" and _is_loopback(host))
    if not host or not is_safe or len(tidy) > MAX_ADDRESS or not tidy.isprintable() or " " in tidy or "@" in tidy:
        raise Refused.saying(
            CODE,
            "The heartbeat address must begin with {scheme} and have no password or space in it.",
            scheme="https://",
        )
    return tidy


def mask_heartbeat(address: str) -> str:
    """What may be shown of a heartbeat address: scheme and host."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.hostname}/…"


def check_minutes(minutes: int) -> int:
    """The pause between two heartbeats. Raises Refused if it is none of the offered."""
    if minutes not in HEARTBEAT_MINUTES:
        offered = ", ".join(str(one) for one in HEARTBEAT_MINUTES)
        raise Refused.saying(CODE, "The heartbeat goes every {offered} minutes; choose one.", offered=offered)
    return minutes


def retry_delay(failures: int) -> Millis:
    """The pause after so many failures in a row: from 30 seconds to 15 minutes."""
    return _RETRY_DELAYS[min(max(failures, 1), len(_RETRY_DELAYS)) - 1]


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing to report; `subject` is an order's reference, a target's or a run's id."""

    kind: AlertKind
    shop_id: int
    subject: str


@dataclass(frozen=True, slots=True)
class News:
    """An entry of the history or a run, by its position; `accept_by` of an order that waits."""

    position: int
    mark: Mark
    accept_by: Millis | None


@dataclass(frozen=True, slots=True)
class Position:
    """Up to where the order history and the runs were read."""

    history: int
    run: int


@dataclass(frozen=True, slots=True)
class WaitingAlert:
    """An alert that waits for its channel."""

    id: int
    mark: Mark
    at: Millis
    expires_at: Millis


def compute_expiry(kind: AlertKind, accept_by: Millis | None, now: Millis) -> Millis:
    """When an alert is of no use any more: an order that waits ends at `accept_by`."""
    if kind in (AlertKind.NEW_ORDER, AlertKind.TIME_SHORT):
        return accept_by if accept_by is not None else now + ACCEPT_WINDOW
    return now + MAX_AGE


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
    """No call raises for a receiver's fault, and none lasts longer than `POST_LIMIT_S`."""

    async def check(self, address: Secret) -> PostResult:
        """Reads the address and sends nothing: SENT with the service's name, or why it failed."""

    async def post(self, address: Secret, title: str, body: str) -> PostResult:
        """Sends one alert. Cancelling ends the try at once."""


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


async def read_address(secrets: SecretReader, name: str) -> Secret:
    """The address of that name. Raises SecretsUnavailable, with a sentence that says what to do."""
    try:
        return await secrets.read(name)
    except SecretMissing as error:
        lost = message("The address is not in the secret store of this computer. Remove it and add it again.")
        raise SecretsUnavailable(error.state, lost) from None


@dataclass(frozen=True, slots=True)
class AlertText:
    title: Sentence
    lines: tuple[Sentence, ...] = ()


def compose_order(kind: AlertKind, order: Order, shop: Shop, now: Millis, *, with_buyer: bool) -> AlertText | None:
    """The alert about an order; None if it is out of date, as the order was accepted meanwhile."""
    if kind is AlertKind.LAPSED_ORDER:
        title = message("{order} lapsed: nobody accepted it in time.", order=order.reference)
        return AlertText(title, (_total(order, shop), verbatim(shop.name), *_buyer(order, with_buyer=with_buyer)))
    if order.status is not Status.PLACED:
        return None
    if kind is AlertKind.TIME_SHORT:
        title = message("{order} is about to lapse.", order=order.reference)
    else:
        title = message("New order {order}", order=order.reference)
    left = () if order.accept_by is None else (_time_left(max(0, order.accept_by - now)),)
    return AlertText(title, (_total(order, shop), *left, verbatim(shop.name), *_buyer(order, with_buyer=with_buyer)))


def compose_night(shop: str, fault: Sentence | None, *, needs_approval: bool) -> AlertText:
    """The alert about a nightly file that was not saved."""
    if needs_approval:
        title = message("The nightly file of {shop} waits for your approval.", shop=shop)
    else:
        title = message("The nightly file of {shop} was not read.", shop=shop)
    return AlertText(title, () if not fault else (fault,))


def compose_same_file(shop: str, nights: int) -> AlertText:
    """The alert about a nightly file that does not change."""
    return AlertText(message("The nightly file of {shop} does not change.", shop=shop), (describe_same_file(nights),))


def compose_target(shop: str, host: str) -> AlertText:
    """The alert about a webhook target that does not take deliveries."""
    title = message("A webhook target of {shop} is in trouble.", shop=shop)
    return AlertText(title, (message("{host} does not take deliveries; they wait.", host=host),))


def compose_link(shop: str, state: Sentence) -> AlertText:
    """The alert about a link that the owner should look at."""
    return AlertText(message("The link of {shop} to the marketplace is in trouble.", shop=shop), (state,))


def compose_test() -> AlertText:
    """What the test button sends."""
    title = message("Test from Counterpart")
    return AlertText(title, (message("Alerts will arrive here."),))


def combine(texts: Sequence[AlertText]) -> AlertText:
    """Several alerts as one message: their titles, each with its first line."""
    if len(texts) == 1:
        return texts[0]
    lines = [join_sentences((text.title, *text.lines[:1]), " · ") for text in texts]
    return AlertText(message("{n:,} alerts from Counterpart", n=len(texts)), tuple(lines))


def _total(order: Order, shop: Shop) -> Sentence:
    return message("Customer pays BHD {total}", total=format_bhd(order.customer_total(shop.vat).total_fils))


def _time_left(left: Millis) -> Sentence:
    minutes = left // MINUTE
    return message("{n:,} minutes left to accept it", n=minutes) if minutes else message("Less than a minute left")


def _buyer(order: Order, *, with_buyer: bool) -> tuple[Sentence, ...]:
    if not with_buyer or order.vehicle is None:
        return ()
    car = order.vehicle
    year = EMPTY if car.year is None else verbatim(str(car.year))
    words = [verbatim(car.make), verbatim(car.model), *([year] if year else [])]
    return (join_sentences(words, " "),)
