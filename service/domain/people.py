"""The people at the counter and their PINs."""

from __future__ import annotations

import hashlib
import hmac
import math
import secrets
import unicodedata
from dataclasses import dataclass

from service.domain.actors import COUNTER, OWNER, format_staff
from service.domain.errors import Refused
from service.domain.sentences import Sentence, message

MAX_STAFF = 100
OWNER_ID = 0
"""The owner's number among the people; staff have numbers from 1."""

NOBODY_ID = -1
"""Stands for nobody chosen."""
MIN_DIGITS, MAX_DIGITS = 4, 12
FREE_TRIES = 5
"""Wrong tries in a row before the first wait."""

FIRST_WAIT_S, LONGEST_WAIT_S = 60.0, 3600.0

CODE = "bad_pin"
PIN_COST = (1 << 15, 8, 1)
"""The scrypt parameters of a new PIN: cost, block, lanes."""

_MEMORY = 64 * 1024 * 1024
_SALT_BYTES = 16


@dataclass(frozen=True, slots=True)
class Person:
    """A person at the counter. The owner has the number 0 and no name."""

    id: int
    name: str = ""
    active: bool = True
    has_pin: bool = False

    @property
    def is_owner(self) -> bool:
        return self.id == OWNER_ID

    @property
    def author(self) -> str:
        """What histories store for what this person does."""
        if self.id == NOBODY_ID:
            return COUNTER
        return OWNER if self.is_owner else format_staff(self.name)


NOBODY = Person(NOBODY_ID)


def check_pin(text: str) -> str:
    """The digits of a PIN as they are hashed; digits of any script count. Raises Refused."""
    digits = "".join(str(unicodedata.digit(sign, -1)) for sign in text)
    if "-" in digits or not MIN_DIGITS <= len(digits) <= MAX_DIGITS:
        raise Refused.saying(CODE, "A PIN has {least} to {most} digits.", least=MIN_DIGITS, most=MAX_DIGITS)
    return digits


def hash_pin(digits: str) -> str:
    """What is stored of a PIN: scrypt with a salt of its own."""
    salt = secrets.token_bytes(_SALT_BYTES)
    cost, block, lanes = PIN_COST
    return f"scrypt${cost}${block}${lanes}${salt.hex()}${_compute(digits, salt, cost, block, lanes).hex()}"


def matches(digits: str, stored: str) -> bool:
    """Whether this is the stored PIN, in constant time; no match for an unreadable hash."""
    try:
        name, cost, block, lanes, salt, wanted = stored.split("$")
        found = _compute(digits, bytes.fromhex(salt), int(cost), int(block), int(lanes))
        return name == "scrypt" and hmac.compare_digest(found, bytes.fromhex(wanted))
    except (ValueError, OverflowError):
        return False


def compute_wait(wrong_tries: int) -> float:
    """Seconds until the next try: 60 after the fifth wrong one, then doubled, up to an hour."""
    if wrong_tries < FREE_TRIES:
        return 0.0
    return min(LONGEST_WAIT_S, FIRST_WAIT_S * 2.0 ** min(wrong_tries - FREE_TRIES, 16))


def refuse_wrong(wrong_tries: int) -> Refused:
    """Why a PIN was refused, after so many wrong ones in a row."""
    wait = compute_wait(wrong_tries)
    if wait:
        return Refused.saying(CODE, "This PIN is wrong. {next}", next=describe_wait(wait))
    return Refused.saying(CODE, "This PIN is wrong. {n} tries are left before a wait.", n=FREE_TRIES - wrong_tries)


def describe_wait(seconds: float) -> Sentence:
    """When the next try is possible, in whole minutes, rounded up."""
    return message("Try again in {n} minutes.", n=max(1, math.ceil(seconds / 60)))


def _compute(digits: str, salt: bytes, cost: int, block: int, lanes: int) -> bytes:
    return hashlib.scrypt(digits.encode(), salt=salt, n=cost, r=block, p=lanes, maxmem=_MEMORY, dklen=32)
