"""Pairing codes: how they look, and how code and certificate prove each other (contract §5.2).

A till and the service both derive a key from the code and from the pin of the certificate that each
of them sees. Somebody between them has another certificate, so the two keys differ. The derivation
is slow, so that the code cannot be found from a proof while it is valid.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from enum import StrEnum

from service.domain.times import MINUTE, Millis

LIFE: Millis = 10 * MINUTE
MAX_TRIES = 5
"""From one address: a stranger cannot use up the code of others."""
MAX_TRIES_IN_ALL = 30
LENGTH = 8
ROUNDS = 200_000
"""Of PBKDF2-HMAC-SHA256."""
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""No I, L, O and U: they are mistaken for others. 8 of these are 40 bits."""
_LIKE_A_CODE = re.compile(r"[0-9A-Za-z](?:[- ]{0,3}[0-9A-Za-z]){7}(?![0-9A-Za-z])")
_SALT = "counterpart pairing "
_MISTAKEN = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})


class ProofOf(StrEnum):
    """Whose proof it is: one cannot be sent back as the other."""

    TILL = "till"
    SERVICE = "service"


class PairingState(StrEnum):
    NONE = "none"
    WAITING = "waiting"
    PAIRED = "paired"
    EXPIRED = "expired"
    USED_UP = "used_up"
    EXPOSED = "exposed"
    """Another computer called unencrypted, so somebody may have read it."""


@dataclass(frozen=True, slots=True)
class PairedTill:
    """The key that a till got, and the address that asked for it."""

    key_id: int
    name: str
    address: str


@dataclass(frozen=True, slots=True)
class PairingStatus:
    """The present code as its owner sees it; `left` is the time until it ends."""

    state: PairingState
    shop_id: int = 0
    left: Millis = 0
    tries_left: int = 0
    till: PairedTill | None = None


def generate_code() -> str:
    """A new code, without its dash."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def format_code(code: str) -> str:
    """A code as it is shown: two groups of four."""
    return f"{code[:4]}-{code[4:]}"


def normalize_code(typed: str) -> str:
    """A typed code: any case, spaces and dashes, and letters that look like digits."""
    return typed.upper().translate(_MISTAKEN)


def find_codes(text: str) -> set[str]:
    """What in a text may be a code."""
    return set(_LIKE_A_CODE.findall(text))


def derive_pairing_key(code: str, pin: str, rounds: int = ROUNDS) -> bytes:
    """The key of a code and the pin of a certificate; without TLS the pin is empty. Slow."""
    salt = (_SALT + pin).encode()
    return hashlib.pbkdf2_hmac("sha256", normalize_code(code).encode("utf-8", "surrogatepass"), salt, rounds)


def make_proof(key: bytes, of: ProofOf) -> str:
    """The HMAC-SHA256 that shows who knows the key, in lower-case hex."""
    return hmac.new(key, of.value.encode(), hashlib.sha256).hexdigest()


def is_same(one: str, other: str) -> bool:
    """Compares two proofs in constant time."""
    return hmac.compare_digest(one.encode("utf-8", "surrogatepass"), other.encode("utf-8", "surrogatepass"))
