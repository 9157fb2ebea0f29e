"""Keys and certificates as other programs read them."""

from __future__ import annotations

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, NoEncryption, PrivateFormat

from bridge.certificate import make_certificate as making
from service.domain.certificate import AUTHORITY_LIFE, LIFE
from service.domain.times import DAY
from tests.fakes.clock import START

APPLES_MOST = 825 * DAY


def test_a_key_is_read_back_and_has_the_same_pin() -> None:
    key = making.make_key()
    again = making.decode_key(making.encode_key(key))
    assert isinstance(key.curve, ec.SECP256R1)
    assert making.read_pin(again) == making.read_pin(key)
    assert making.read_pin(making.make_key()) != making.read_pin(key)


def test_a_foreign_key_is_refused() -> None:
    other = rsa.generate_private_key(65537, 2048).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    locked = making.make_key().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"x"))
    for data in (other, locked, b"", b"-----BEGIN PRIVATE KEY-----"):
        with pytest.raises(ValueError, match=r".+"):
            making.decode_key(data)


def test_the_authority_signs_certificates_and_no_further_authority() -> None:
    key = making.make_key()
    authority = making.make_authority(key, "a" * 200, START)
    limits = authority.extensions.get_extension_for_class(x509.BasicConstraints)
    assert (limits.critical, limits.value.ca, limits.value.path_length) == (True, True, 0)
    assert making.to_millis(authority.not_valid_after_utc) // 1000 == (START + AUTHORITY_LIFE) // 1000


def test_a_certificate_is_valid_since_yesterday_for_a_time_that_every_system_accepts() -> None:
    keys = making.make_key(), making.make_key()
    authority = making.make_authority(keys[0], "shop-pc", START)
    made = making.make_certificate(keys[1], authority, keys[0], ("shop-pc", "10.0.0.5", "fd00::1"), START)
    assert making.read_names(made) == ("shop-pc", "10.0.0.5", "fd00::1")
    assert making.to_millis(made.not_valid_before_utc) <= START - DAY
    assert making.to_millis(made.not_valid_after_utc) // 1000 == (START + LIFE) // 1000
    assert LIFE + DAY < APPLES_MOST
    assert making.is_signed_by(made, keys[1], authority, keys[0])
    assert not making.is_signed_by(made, keys[0], authority, keys[0])
    assert not making.is_signed_by(made, keys[1], making.make_authority(keys[1], "x", START), keys[1])
