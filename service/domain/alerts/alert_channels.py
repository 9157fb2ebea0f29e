"""Where alerts go: channels, each an address of the owner, and the heartbeat address.

The addresses are secrets: with one, others can read or send the owner's messages. They are in the
secret store only; the rest of the program knows their masked form.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlsplit

from service.domain.errors import Refused
from service.domain.sentences import Sentence, message
from service.domain.times import DAY, MINUTE, Millis

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
    """The address that is called every `minutes` while the program runs. Its service reports when
    the calls stop.
    """

    masked: str
    minutes: int
    secret_name: str
    last_answer_at: Millis | None = None
    fault: Sentence | None = None


def check_name(name: str) -> str:
    """The name that the owner gives a channel, trimmed. Raises Refused."""
    tidy = name.strip()
    if not tidy or len(tidy) > MAX_NAME or not tidy.isprintable():
        raise Refused(CODE, message("Give the alert address a name of 1 to {most} characters.", most=MAX_NAME))
    return tidy


def check_kinds(kinds: Collection[AlertKind]) -> frozenset[AlertKind]:
    """The chosen kinds. Raises Refused if there is none."""
    if not kinds:
        raise Refused(CODE, message("Choose at least one event to be alerted about."))
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
        raise Refused(
            CODE,
            message(
                "The heartbeat address must begin with {scheme} and have no password or space in it.", scheme="https://"
            ),
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
        raise Refused(CODE, message("The heartbeat goes every {offered} minutes; choose one.", offered=offered))
    return minutes


def retry_delay(failures: int) -> Millis:
    """The pause after the given number of failures in a row: 30 seconds at first, 15 minutes at
    last.
    """
    return _RETRY_DELAYS[min(max(failures, 1), len(_RETRY_DELAYS)) - 1]


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
