"""API keys: their shape, their checksum, and what is stored of them (contract §5)."""

from __future__ import annotations

import hashlib
import re
import secrets
import string
import zlib
from dataclasses import dataclass
from enum import StrEnum

from service.domain.times import Millis

ALPHABET = string.digits + string.ascii_uppercase + string.ascii_lowercase
LIVE = "cp_live_"
TEST = "cp_test_"
RANDOM_LENGTH = 30
CHECK_LENGTH = 6
PREFIX_LENGTH = 12

_SHAPE = re.compile(rf"cp_(?:live|test)_[0-9A-Za-z]{{{RANDOM_LENGTH + CHECK_LENGTH}}}", re.ASCII)


class KeyForm(StrEnum):
    """What the text of a presented key says by itself, without a database."""

    WELL_FORMED = "well_formed"
    MISTYPED = "mistyped"
    NOT_A_KEY = "shapeless"


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
