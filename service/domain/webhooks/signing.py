"""Signatures of deliveries: making them, and checking them as a receiver does."""

from __future__ import annotations

import base64
import binascii
import hmac
import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from service.domain.times import MINUTE, Millis
from service.domain.webhooks.webhook_secrets import Secret, SecretPair

SECRET_PREFIX = "whsec_"  # noqa: S105
SECRET_BYTES = 32

EVENT = "x-service-event"
DELIVERY = "x-service-delivery"
SIGNATURE = "x-service-signature"
SIGNATURE_NEXT = "x-service-signature-next"
WEBHOOK_ID = "webhook-id"
WEBHOOK_TIMESTAMP = "webhook-timestamp"
WEBHOOK_SIGNATURE = "webhook-signature"

SCHEME = "sha256="
VERSION = "v1,"
TOLERANCE: Millis = 5 * MINUTE


def make_secret(random: Callable[[int], bytes] = secrets.token_bytes) -> Secret:
    """A new secret: `whsec_` and the base64 of 32 random bytes."""
    return Secret(SECRET_PREFIX + base64.b64encode(random(SECRET_BYTES)).decode("ascii"))


def decode_key(secret: Secret) -> bytes | None:
    """The bytes of the key of `webhook-signature`, or None when the text is no such secret."""
    try:
        return base64.b64decode(secret.text.removeprefix(SECRET_PREFIX), validate=True) or None
    except (binascii.Error, ValueError):
        return None


def sign_body(secret: Secret, body: bytes) -> str:
    """`sha256=` and the lower-case hex HMAC-SHA256 of the raw body, keyed with the whole secret."""
    return SCHEME + hmac.digest(secret.text.encode("utf-8"), body, "sha256").hex()


def sign_standard(key: bytes, delivery_id: str, timestamp: str, body: bytes) -> str:
    """`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`, keyed with the decoded secret."""
    signed = b"%b.%b.%b" % (delivery_id.encode("utf-8"), timestamp.encode("utf-8"), body)
    return VERSION + base64.b64encode(hmac.digest(key, signed, "sha256")).decode("ascii")


def make_delivery_headers(pair: SecretPair, *, delivery_id: str, event: str, body: bytes, at: Millis) -> dict[str, str]:
    """Every header; `at` is the moment of the attempt. Raises ValueError for a foreign secret."""
    timestamp = str(at // 1000)
    headers = {
        EVENT: event,
        DELIVERY: delivery_id,
        SIGNATURE: sign_body(pair.current, body),
        WEBHOOK_ID: delivery_id,
        WEBHOOK_TIMESTAMP: timestamp,
    }
    if pair.next is not None:
        headers[SIGNATURE_NEXT] = sign_body(pair.next, body)
    secrets_in_use = (pair.current,) if pair.next is None else (pair.current, pair.next)
    headers[WEBHOOK_SIGNATURE] = " ".join(
        sign_standard(_require_key(secret), delivery_id, timestamp, body) for secret in secrets_in_use
    )
    return headers


def _require_key(secret: Secret) -> bytes:
    key = decode_key(secret)
    if key is None:
        raise ValueError("a stored webhook secret is not base64")
    return key


class SignatureFault(StrEnum):
    """What can be wrong with a delivery that arrived."""

    HEADER_MISSING = "header_missing"
    HEADER_MALFORMED = "header_malformed"
    SECRET_MALFORMED = "secret_malformed"  # noqa: S105
    SECRET_MISTYPED = "secret_mistyped"  # noqa: S105
    WRONG_SECRET = "wrong_secret"  # noqa: S105
    NEXT_SECRET = "next_secret"  # noqa: S105
    BODY_RESERIALISED = "body_reserialised"
    BODY_CHANGED = "body_changed"
    CLOCK_OFF = "clock_off"


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault, the header that has it, and a sentence that says what to do."""

    fault: SignatureFault
    header: str
    sentence: str


@dataclass(frozen=True, slots=True)
class VerificationResult:
    """All that is wrong with a delivery; empty with right signatures and a recent time."""

    findings: tuple[Finding, ...]

    @property
    def is_genuine(self) -> bool:
        return not self.findings


def verify_delivery(headers: Mapping[str, str], body: bytes, secret: Secret, now: Millis) -> VerificationResult:
    """Checks `x-service-signature` and the three Standard Webhooks headers over the raw body."""
    given = {name.lower(): value.strip() for name, value in headers.items()}
    findings = [*_check_service(given, body, secret), *_check_standard(given, body, secret, now)]
    return VerificationResult(tuple(findings))


def _check_service(given: Mapping[str, str], body: bytes, secret: Secret) -> Iterator[Finding]:
    header = SIGNATURE
    signature = given.get(header)
    if signature is None:
        yield _report_missing(header)
    elif not _is_signature(signature):
        yield Finding(
            SignatureFault.HEADER_MALFORMED,
            header,
            f"{header} is not `sha256=` and 64 lower-case hex digits; something on the way rewrote it",
        )
    elif not hmac.compare_digest(signature, sign_body(secret, body)):
        yield _explain_mismatch(given, signature, body, secret)


def _check_standard(given: Mapping[str, str], body: bytes, secret: Secret, now: Millis) -> Iterator[Finding]:
    names = (WEBHOOK_ID, WEBHOOK_TIMESTAMP, WEBHOOK_SIGNATURE)
    absent = [name for name in names if name not in given]
    yield from (_report_missing(name) for name in absent)
    if absent:
        return
    delivery_id, timestamp, signatures = (given[name] for name in names)
    key = decode_key(secret)
    if key is None:
        yield Finding(
            SignatureFault.SECRET_MALFORMED,
            WEBHOOK_SIGNATURE,
            "The secret is not `whsec_` and base64, so webhook-signature cannot be checked; copy it again whole",
        )
    elif not _contains_signature(signatures, sign_standard(key, delivery_id, timestamp, body)):
        yield Finding(
            SignatureFault.WRONG_SECRET,
            WEBHOOK_SIGNATURE,
            "webhook-signature is not made with this secret over `id.timestamp.body`; check the secret, "
            "then that nothing rewrites the body, webhook-id or webhook-timestamp",
        )
    yield from _check_clock(timestamp, now)


def _check_clock(timestamp: str, now: Millis) -> Iterator[Finding]:
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        yield Finding(
            SignatureFault.HEADER_MALFORMED,
            WEBHOOK_TIMESTAMP,
            "webhook-timestamp is no whole number of seconds since 1970; something on the way rewrote it",
        )
        return
    off = now - int(timestamp) * 1000
    if abs(off) > TOLERANCE:
        words = "older" if off > 0 else "newer"
        yield Finding(
            SignatureFault.CLOCK_OFF,
            WEBHOOK_TIMESTAMP,
            f"webhook-timestamp is {abs(off) // 1000} s {words} than this computer's clock, and 300 s are "
            "tolerated; set both clocks by the network",
        )


def _explain_mismatch(given: Mapping[str, str], signature: str, body: bytes, secret: Secret) -> Finding:
    """Tries the usual mistakes, the most specific first."""
    header = SIGNATURE
    upcoming = given.get(SIGNATURE_NEXT, "")
    if upcoming.isascii() and hmac.compare_digest(upcoming, sign_body(secret, body)):
        return Finding(
            SignatureFault.NEXT_SECRET,
            header,
            "This is the next secret of a rotation that is not finished: the sender still signs with the "
            "current one; switch the rotation in the Webhooks pane",
        )
    for candidate in _list_repaired_secrets(secret):
        if hmac.compare_digest(signature, sign_body(candidate, body)):
            return Finding(
                SignatureFault.SECRET_MISTYPED,
                header,
                "The secret fits once its ends are mended: it starts with whsec_ and has no blanks or quotes",
            )
    for original in _list_possible_bodies(body):
        if hmac.compare_digest(signature, sign_body(secret, original)):
            return Finding(
                SignatureFault.BODY_RESERIALISED,
                header,
                "The secret is right, but the body was parsed and written again on the way; "
                "check the signature over the raw bytes, before any JSON is read",
            )
    if not _is_json(body):
        return Finding(
            SignatureFault.BODY_CHANGED,
            header,
            "The body is not the JSON that was sent: it was cut or re-encoded on the way; "
            "look at the proxy or framework in between",
        )
    return Finding(
        SignatureFault.WRONG_SECRET,
        header,
        f"{header} is not made with this secret over this body; use the secret shown when this target was "
        "made, and if it is the right one, look for what changes the body on the way",
    )


def _list_repaired_secrets(secret: Secret) -> Iterator[Secret]:
    bare = secret.text.strip().strip("\"'").strip()
    if bare != secret.text:
        yield Secret(bare)
    if not bare.startswith(SECRET_PREFIX):
        yield Secret(SECRET_PREFIX + bare)


def _list_possible_bodies(body: bytes) -> Iterator[bytes]:
    """The body in the forms that a sender may have used."""
    yield body.rstrip(b"\r\n")
    try:
        parsed = json.loads(body)
    except (ValueError, RecursionError):
        return
    for plain in (False, True):
        for separators in ((",", ":"), (", ", ": ")):
            text = json.dumps(parsed, ensure_ascii=plain, separators=separators)
            yield text.encode("utf-8", "surrogatepass")


def _is_json(body: bytes) -> bool:
    try:
        json.loads(body)
    except (ValueError, RecursionError):
        return False
    return True


def _contains_signature(signatures: str, wanted: str) -> bool:
    return any(hmac.compare_digest(one.encode(), wanted.encode()) for one in signatures.split())


def _is_signature(signature: str) -> bool:
    digits = signature.removeprefix(SCHEME)
    return signature.startswith(SCHEME) and len(digits) == 64 and not set(digits) - set("0123456789abcdef")


def _report_missing(header: str) -> Finding:
    return Finding(
        SignatureFault.HEADER_MISSING,
        header,
        f"{header} is missing: the call is not from the service, or a proxy on the way dropped the header",
    )
