"""Signatures, checked with the receivers' own libraries, and the shape of a delivery."""

from __future__ import annotations

import base64
import hashlib
import hmac
import time

import pytest
import standardwebhooks
from gidgethub import ValidationFailure
from gidgethub.sansio import validate_event
from hypothesis import given
from hypothesis import strategies as st

from service.domain.webhooks import signing
from service.domain.webhooks.signing import make_delivery_headers, make_secret
from service.domain.webhooks.webhook_secrets import Secret, SecretPair

BODY = '{"id":"evt_1","data":{"name_ar":"فلتر زيت","quantity":2.5}}'.encode()


def headers_for(pair: SecretPair, body: bytes = BODY, at: int | None = None) -> dict[str, str]:
    moment = int(time.time() * 1000) if at is None else at
    return make_delivery_headers(pair, delivery_id="dlv_1", event="order.placed", body=body, at=moment)


def test_a_secret_is_whsec_and_the_base64_of_32_bytes() -> None:
    secret = make_secret(lambda size: bytes(range(size)))
    assert secret.text == "whsec_" + base64.b64encode(bytes(range(32))).decode()
    assert make_secret() != make_secret()


def test_no_repr_shows_a_secret() -> None:
    secret = make_secret()
    assert secret.text not in repr(SecretPair(secret, secret))
    assert secret.text not in f"{secret} {secret!r}"


def test_the_service_signature_is_keyed_with_the_whole_text() -> None:
    secret = make_secret()
    wanted = "sha256=" + hmac.new(secret.text.encode(), BODY, hashlib.sha256).hexdigest()
    headers = headers_for(SecretPair(secret), at=1_700_000_000_999)
    assert headers[signing.SIGNATURE] == wanted
    assert headers["x-service-event"] == "order.placed"
    assert headers["x-service-delivery"] == headers["webhook-id"] == "dlv_1"
    assert headers["webhook-timestamp"] == "1700000000"
    assert signing.SIGNATURE_NEXT not in headers


@given(st.binary(max_size=2000))
def test_gidgethub_and_standardwebhooks_accept_what_is_signed(raw: bytes) -> None:
    secret = make_secret()
    body = raw.hex().encode()
    headers = headers_for(SecretPair(secret), body)
    validate_event(body, signature=headers[signing.SIGNATURE], secret=secret.text)
    standardwebhooks.Webhook(secret.text).verify(body, headers, json_parse=False)
    with pytest.raises(ValidationFailure):
        validate_event(body + b" ", signature=headers[signing.SIGNATURE], secret=secret.text)
    with pytest.raises(standardwebhooks.WebhookVerificationError):
        standardwebhooks.Webhook(secret.text).verify(body + b" ", headers, json_parse=False)


def test_during_a_rotation_both_secrets_verify() -> None:
    current, upcoming = make_secret(), make_secret()
    headers = headers_for(SecretPair(current, upcoming))
    validate_event(BODY, signature=headers[signing.SIGNATURE], secret=current.text)
    validate_event(BODY, signature=headers[signing.SIGNATURE_NEXT], secret=upcoming.text)
    assert len(headers[signing.WEBHOOK_SIGNATURE].split(" ")) == 2
    for secret in (current, upcoming):
        standardwebhooks.Webhook(secret.text).verify(BODY, headers)


@pytest.mark.parametrize("text", ["whsec_not base64", "whsec_bm90 YmFzZTY0", "whsec_", "whsec_é"])
def test_a_secret_of_another_make_signs_nothing(text: str) -> None:
    with pytest.raises(ValueError, match=r"^a stored webhook secret is not base64$") as caught:
        headers_for(SecretPair(Secret(text)))
    assert text.removeprefix("whsec_") == "" or text not in str(caught.value)
