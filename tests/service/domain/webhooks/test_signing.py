"""Signatures, checked with the receivers' own libraries, and the shape of a delivery."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time

import pytest
import standardwebhooks
from gidgethub import ValidationFailure
from gidgethub.sansio import validate_event
from hypothesis import given
from hypothesis import strategies as st

from service.domain.webhooks import signing
from service.domain.webhooks.signing import SignatureFault as Fault
from service.domain.webhooks.signing import make_delivery_headers, make_secret, verify_delivery
from service.domain.webhooks.webhook_secrets import Secret, SecretPair

NOW = 1_800_000_000_000
SENT = {"id": "evt_1", "event": "stock.changed", "data": {"sku": "A/1", "branch": "المنامة", "quantity": 2.5}}
BODY = json.dumps(SENT, ensure_ascii=False, separators=(",", ":")).encode()
SECRET, OTHER = make_secret(), make_secret()


def arriving(body: bytes = BODY, pair: SecretPair | None = None) -> dict[str, str]:
    return make_delivery_headers(
        pair or SecretPair(SECRET), delivery_id="dlv_1", event="stock.changed", body=body, at=NOW
    )


def faults(headers: dict[str, str], body: bytes, secret: Secret, now: int = NOW) -> list[Fault]:
    return [finding.fault for finding in verify_delivery(headers, body, secret, now).findings]


def test_a_genuine_delivery_has_no_findings() -> None:
    assert verify_delivery(arriving(), BODY, SECRET, NOW).is_genuine


def test_header_names_are_matched_in_any_case() -> None:
    assert verify_delivery({name.title(): value for name, value in arriving().items()}, BODY, SECRET, NOW).is_genuine


def test_a_wrong_secret_is_named_for_both_signatures() -> None:
    assert faults(arriving(), BODY, OTHER) == [Fault.WRONG_SECRET, Fault.WRONG_SECRET]


@pytest.mark.parametrize(
    "rewritten",
    [
        json.dumps(SENT, ensure_ascii=False).encode(),
        json.dumps(SENT).encode(),
        json.dumps(SENT, indent=4).encode(),
        json.dumps(SENT).replace("/", "\\/").encode(),
        BODY + b"\n",
    ],
)
def test_a_body_written_again_is_named(rewritten: bytes) -> None:
    assert faults(arriving(), rewritten, SECRET)[0] is Fault.BODY_RESERIALISED


def test_a_body_cut_short_is_named() -> None:
    assert faults(arriving(), BODY[:-5], SECRET)[0] is Fault.BODY_CHANGED


@pytest.mark.parametrize("name", ["x-service-signature", "webhook-id", "webhook-timestamp", "webhook-signature"])
def test_a_missing_header_is_named(name: str) -> None:
    headers = arriving()
    del headers[name]
    verdict = verify_delivery(headers, BODY, SECRET, NOW)
    assert [(finding.fault, finding.header) for finding in verdict.findings] == [(Fault.HEADER_MISSING, name)]


@pytest.mark.parametrize("off", [301_000, -301_000])
def test_a_clock_that_is_off_is_named(off: int) -> None:
    assert faults(arriving(), BODY, SECRET, NOW + off) == [Fault.CLOCK_OFF]


@pytest.mark.parametrize(("off", "words"), [(301_999, "301 s older"), (-301_999, "301 s newer")])
def test_a_clock_that_is_off_is_named_with_its_seconds(off: int, words: str) -> None:
    (finding,) = verify_delivery(arriving(), BODY, SECRET, NOW + off).findings
    assert finding.header == "webhook-timestamp"
    assert finding.sentence == (
        f"webhook-timestamp is {words} than this computer's clock, and 300 s are tolerated; "
        "set both clocks by the network"
    )


@pytest.mark.parametrize("off", [300_000, -300_000, 0])
def test_five_minutes_are_tolerated(off: int) -> None:
    assert faults(arriving(), BODY, SECRET, NOW + off) == []


def test_the_next_secret_used_too_early_is_named() -> None:
    headers = arriving(pair=SecretPair(SECRET, OTHER))
    assert faults(headers, BODY, OTHER) == [Fault.NEXT_SECRET]


@pytest.mark.parametrize("spoil", [lambda text: text[6:], lambda text: f' "{text}"\n'])
def test_a_secret_copied_badly_is_named(spoil: object) -> None:
    assert callable(spoil)
    assert faults(arriving(), BODY, Secret(spoil(SECRET.text)))[0] is Fault.SECRET_MISTYPED


def test_a_secret_that_is_none_is_named() -> None:
    assert Fault.SECRET_MALFORMED in faults(arriving(), BODY, Secret("hunter 2"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("x-service-signature", "sha1=00"),
        ("x-service-signature", "sha256=" + "A" * 64),
        ("webhook-timestamp", "yesterday"),
        ("webhook-timestamp", "٣"),
    ],
)
def test_a_malformed_header_is_named(name: str, value: str) -> None:
    assert Fault.HEADER_MALFORMED in faults({**arriving(), name: value}, BODY, SECRET)


@pytest.mark.parametrize(
    ("headers", "body", "secret", "header", "words"),
    [
        (arriving(), BODY, OTHER, "x-service-signature", "use the secret shown when this target was made"),
        (arriving(), BODY[:-5], SECRET, "x-service-signature", "The body is not the JSON that was sent"),
        (arriving(), BODY + b"\n", SECRET, "x-service-signature", "check the signature over the raw bytes"),
        (arriving(pair=SecretPair(SECRET, OTHER)), BODY, OTHER, "x-service-signature", "switch the rotation"),
        (arriving(), BODY, Secret(SECRET.text[6:]), "x-service-signature", "it starts with whsec_"),
        ({**arriving(), "x-service-signature": "x"}, BODY, SECRET, "x-service-signature", "64 lower-case hex digits"),
        ({**arriving(), "webhook-timestamp": "x"}, BODY, SECRET, "webhook-timestamp", "seconds since 1970"),
        ({**arriving(), "webhook-timestamp": "1" * 13}, BODY, SECRET, "webhook-timestamp", "seconds since 1970"),
        (arriving(), BODY, Secret("hunter 2"), "webhook-signature", "copy it again whole"),
        ({**arriving(), "webhook-id": "dlv_2"}, BODY, SECRET, "webhook-signature", "nothing rewrites the body"),
        ({}, BODY, SECRET, "webhook-id", "or a proxy on the way dropped the header"),
    ],
)
def test_each_finding_names_its_header_and_what_to_do(
    headers: dict[str, str], body: bytes, secret: Secret, header: str, words: str
) -> None:
    findings = verify_delivery(headers, body, secret, NOW).findings
    assert header in [one.header for one in findings if words in one.sentence]


def test_one_right_signature_of_several_is_enough() -> None:
    both = arriving(pair=SecretPair(SECRET, OTHER))
    assert len(both["webhook-signature"].split()) == 2
    assert faults({**both, "webhook-signature": f"v1,x {both['webhook-signature']}"}, BODY, SECRET) == []


names = st.sampled_from(sorted(arriving()))


@given(st.dictionaries(names, st.text(max_size=90)), st.binary(max_size=60))
def test_whatever_arrives_is_judged_and_never_taken_for_genuine(headers: dict[str, str], body: bytes) -> None:
    verdict = verify_delivery(headers, body, SECRET, NOW)
    assert not verdict.is_genuine
    assert all(SECRET.text not in finding.sentence for finding in verdict.findings)


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
