"""How a delivery is signed (contract §6.3, Standard Webhooks)."""

from __future__ import annotations

import base64
import binascii
import hmac
import secrets
from collections.abc import Callable

from service.domain.times import Millis
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
    """`sha256=` and the lower-case hex HMAC-SHA256 of the raw body,
    keyed with the whole text of the secret.
    """
    return SCHEME + hmac.digest(secret.text.encode("utf-8"), body, "sha256").hex()


def sign_standard(key: bytes, delivery_id: str, timestamp: str, body: bytes) -> str:
    """`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`,
    keyed with the decoded bytes of the secret.
    """
    signed = b"%b.%b.%b" % (delivery_id.encode("utf-8"), timestamp.encode("utf-8"), body)
    return VERSION + base64.b64encode(hmac.digest(key, signed, "sha256")).decode("ascii")


def make_delivery_headers(pair: SecretPair, *, delivery_id: str, event: str, body: bytes, at: Millis) -> dict[str, str]:
    """Every header that says what a delivery is and who sent it; `at` is the moment of the attempt.

    Raises ValueError for a secret that the service did not make: nothing is sent half signed.
    """
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
