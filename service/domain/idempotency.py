"""Calls that may be sent again, and the answer that is kept for them (contract §9.6)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from service.domain.errors import BadRequest, Refused
from service.domain.times import DAY, Millis, format_rfc3339

HEADER = "Idempotency-Key"
MAX_KEY_LENGTH = 255
RETENTION: Millis = DAY
"""How long an answer is kept."""
_PRINTABLE = re.compile(r"[\x20-\x7e]{1,255}")


@dataclass(frozen=True, slots=True)
class RepeatableCall:
    """A call with an `Idempotency-Key`, sent with the API key `key_id`. Two calls are the same when
    all parts are equal. Of the header, path and body only the SHA-256 is known, so a secret in one
    of them is stored nowhere.
    """

    key_id: int
    digest: bytes
    fingerprint: bytes

    @property
    def name(self) -> tuple[int, bytes]:
        """What a second call with the same header and API key has too."""
        return self.key_id, self.digest


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """The answer of the first call, as every repetition gets it."""

    fingerprint: bytes
    at: Millis
    status: int
    body: bytes
    waits_for: int | None = None
    """The queued action that the answer waits for; status and body are then empty."""


def parse_repeatable_call(headers: Sequence[str], key_id: int, target: str, body: bytes) -> RepeatableCall | None:
    """The call by its headers, or None. Raises BadRequest for a malformed or second header."""
    if not headers:
        return None
    if len(headers) > 1:
        raise BadRequest(f"{HEADER} is given more than once; give it once.")
    if not _PRINTABLE.fullmatch(headers[0]):
        raise BadRequest(f"{HEADER} must be 1 to {MAX_KEY_LENGTH} printable ASCII characters.")
    fingerprint = hashlib.sha256(target.encode("utf-8", "surrogateescape") + b"\n" + body).digest()
    return RepeatableCall(key_id, hashlib.sha256(headers[0].encode("ascii")).digest(), fingerprint)


def is_final(status: int) -> bool:
    """Whether an answer is kept: 2xx, and 4xx that would be the same at the next try.

    401 and 429 pass by themselves, and 409 says that the first call is not answered yet.
    """
    return 200 <= status < 300 or (400 <= status < 500 and status not in (401, 409, 429))


def check_same_call(call: RepeatableCall, earlier: KeptAnswer) -> None:
    """Raises Refused where the key was used for a call with another path or body."""
    if earlier.fingerprint != call.fingerprint:
        raise Refused.saying(
            "idempotency_mismatch",
            "This Idempotency-Key was used for another call at {at}. "
            "Use a new key for each call, and the same key only to send the same call again.",
            at=format_rfc3339(earlier.at),
        )
