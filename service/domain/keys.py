"""API keys: shape, checksum, last day, and what is stored of them (contract §5)."""

from __future__ import annotations

import hashlib
import re
import secrets
import string
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, tzinfo
from enum import StrEnum

from service.domain.errors import Refused
from service.domain.times import DAY, Millis, compute_end_of_day

ALPHABET = string.digits + string.ascii_uppercase + string.ascii_lowercase
LIVE = "cp_live_"
TEST = "cp_test_"
RANDOM_LENGTH = 30
CHECK_LENGTH = 6
PREFIX_LENGTH = 12

EXPIRES_SOON: Millis = 14 * DAY
"""How long before its end a key is mentioned to the owner."""

MAX_LIFETIME: Millis = 3653 * DAY
"""Ten years: a later day is a typing error."""

_SHAPE = re.compile(rf"cp_(?:live|test)_[0-9A-Za-z]{{{RANDOM_LENGTH + CHECK_LENGTH}}}", re.ASCII)


class KeyForm(StrEnum):
    """What the text of a presented key says by itself, without a database."""

    WELL_FORMED = "well_formed"
    MISTYPED = "mistyped"
    NOT_A_KEY = "shapeless"


class Rights(StrEnum):
    """What a key may do (contract §5.3)."""

    ALL = "all"
    CATALOGUE = "catalogue"
    ORDERS = "orders"
    READ = "read"


@dataclass(frozen=True, slots=True)
class ApiKey:
    """One system's key: never the key itself, only what is stored of it."""

    id: int
    shop_id: int
    name: str
    prefix: str
    created_at: Millis
    last_used_at: Millis | None = None
    revoked_at: Millis | None = None
    expires_at: Millis | None = None
    """The last millisecond at which it works; None for a key without an end."""
    expired_at: Millis | None = None
    """When a call was first refused because of its end: from then on no clock brings it back."""
    last_used_from: str | None = None
    """The address of the connection that used it last."""
    rights: Rights = Rights.ALL

    def has_expired(self, trusted_now: Millis) -> bool:
        """Whether its end has come, by a clock that is believed."""
        if self.expires_at is None:
            return False
        return self.expired_at is not None or trusted_now > self.expires_at

    def expires_soon(self, trusted_now: Millis) -> bool:
        """Whether it works now and ends within 14 days."""
        return (
            self.expires_at is not None
            and self.revoked_at is None
            and not self.has_expired(trusted_now)
            and self.expires_at - trusted_now <= EXPIRES_SOON
        )

    def needs_renewal(self, trusted_now: Millis) -> bool:
        """Whether it ends within 14 days, or ended in the last 14."""
        if self.expires_at is None or self.revoked_at is not None:
            return False
        return abs(self.expires_at - trusted_now) <= EXPIRES_SOON


@dataclass(frozen=True, slots=True)
class EndingKey:
    """A key whose end is near, or was in the last days."""

    name: str
    expires_at: Millis
    expired: bool


@dataclass(frozen=True, slots=True)
class NewKey:
    """A new key with its whole text, which exists only at this moment."""

    key: ApiKey
    text: str

    def __repr__(self) -> str:
        return f"NewKey({self.key!r})"


def generate_key(*, staging: bool) -> str:
    """A new key: prefix, 30 random characters, 6 of checksum."""
    rest = (TEST if staging else LIVE) + "".join(secrets.choice(ALPHABET) for _ in range(RANDOM_LENGTH))
    return rest + compute_checksum(rest)


def compute_checksum(rest: str) -> str:
    """The CRC-32 of the text before it, in six base62 digits."""
    number = zlib.crc32(rest.encode("ascii"))
    digits = []
    for _ in range(CHECK_LENGTH):
        number, digit = divmod(number, len(ALPHABET))
        digits.append(ALPHABET[digit])
    return "".join(reversed(digits))


def classify_key(text: str) -> KeyForm:
    """Tells a mistyped key (its checksum is wrong) from text that never was a key."""
    if not text.startswith((LIVE, TEST)):
        return KeyForm.NOT_A_KEY
    if not _SHAPE.fullmatch(text) or compute_checksum(text[:-CHECK_LENGTH]) != text[-CHECK_LENGTH:]:
        return KeyForm.MISTYPED
    return KeyForm.WELL_FORMED


def compute_digest(text: str) -> bytes:
    """The SHA-256 that is stored instead of the key."""
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).digest()


def get_prefix(text: str) -> str:
    """The first 12 characters, by which a person tells keys apart."""
    return text[:PREFIX_LENGTH]


def compute_expiry(last_day: date, trusted_now: Millis, zone: tzinfo | None = None) -> Millis:
    """The end of a key's last day, in a zone or here. Raises Refused for a day out of bounds."""
    try:
        end = compute_end_of_day(last_day, zone)
    except (OverflowError, ValueError, OSError):
        end = trusted_now + MAX_LIFETIME + 1
    if end <= trusted_now:
        raise Refused.saying("bad_expiry", "The key's last day is over already; choose today or a later day.")
    if end > trusted_now + MAX_LIFETIME:
        raise Refused.saying(
            "bad_expiry", "The key's last day is more than ten years ahead; choose an earlier one, or none."
        )
    return end


def list_ending_keys(keys: Iterable[ApiKey], trusted_now: Millis) -> tuple[EndingKey, ...]:
    """Those that end within 14 days or ended in the last 14, the earliest end first."""
    ending = [
        EndingKey(key.name, key.expires_at, key.has_expired(trusted_now))
        for key in keys
        if key.expires_at is not None and key.needs_renewal(trusted_now)
    ]
    return tuple(sorted(ending, key=lambda key: key.expires_at))
