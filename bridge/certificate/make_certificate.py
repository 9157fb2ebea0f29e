"""Keys and certificates of the installation: an authority of its own, and the certificate that it
signs for this computer.
"""

from __future__ import annotations

import base64
import hashlib
import ipaddress
from collections.abc import Sequence
from datetime import UTC, datetime

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from service.domain.certificate import AUTHORITY_LIFE, LIFE
from service.domain.times import HOUR, Millis

Key = ec.EllipticCurvePrivateKey
_SINCE = 24 * HOUR
"""A till whose clock is a little behind accepts a new certificate."""
_USAGES = (
    "digital_signature",
    "content_commitment",
    "key_encipherment",
    "data_encipherment",
    "key_agreement",
    "key_cert_sign",
    "crl_sign",
    "encipher_only",
    "decipher_only",
)


def make_key() -> Key:
    """A new private key, EC P-256."""
    return ec.generate_private_key(ec.SECP256R1())


def encode_key(key: Key) -> bytes:
    """The key as PEM, not encrypted."""
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def decode_key(data: bytes) -> Key:
    """Reads a key. Raises ValueError if it is none of ours."""
    try:
        key = serialization.load_pem_private_key(data, None)
    except TypeError as error:  # it asks for a passphrase
        raise ValueError("the key is encrypted") from error
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise ValueError("the key is of another kind")  # noqa: TRY004 - a damaged file, not a wrong argument
    return key


def make_authority(key: Key, computer: str, now: Millis) -> x509.Certificate:
    """The certificate of the authority, which signs certificates of this installation only."""
    name = _name(f"Counterpart authority of {computer}"[:64])
    return (
        _builder(name, name, key.public_key(), now, AUTHORITY_LIFE)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage("key_cert_sign", "crl_sign"), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )


def make_certificate(
    key: Key, authority: x509.Certificate, authority_key: Key, names: Sequence[str], now: Millis
) -> x509.Certificate:
    """The certificate of the service for these host names and addresses."""
    by = authority_key.public_key()
    return (
        _builder(_name("Counterpart"), authority.subject, key.public_key(), now, LIFE)
        .add_extension(x509.SubjectAlternativeName([_general_name(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage("digital_signature"), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(by), critical=False)
        .sign(authority_key, hashes.SHA256())
    )


def is_signed_by(certificate: x509.Certificate, key: Key, authority: x509.Certificate, authority_key: Key) -> bool:
    """Whether certificate, authority and both keys belong together."""
    try:
        certificate.verify_directly_issued_by(authority)
        authority.verify_directly_issued_by(authority)
    except (InvalidSignature, TypeError, ValueError):
        return False
    return certificate.public_key() == key.public_key() and authority.public_key() == authority_key.public_key()


def read_names(certificate: x509.Certificate) -> tuple[str, ...]:
    """The host names and addresses of a certificate."""
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return (*names.get_values_for_type(x509.DNSName), *map(str, names.get_values_for_type(x509.IPAddress)))


def read_pin(key: Key) -> str:
    """The SHA-256 of the public key, as curl's `--pinnedpubkey` takes it."""
    public = key.public_key().public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    return f"sha256//{base64.b64encode(hashlib.sha256(public).digest()).decode()}"


def encode_certificates(*certificates: x509.Certificate) -> bytes:
    """Certificates as PEM, one after the other."""
    return b"".join(one.public_bytes(serialization.Encoding.PEM) for one in certificates)


def to_millis(moment: datetime) -> Millis:
    return int(moment.timestamp() * 1000)


def _builder(
    subject: x509.Name, issuer: x509.Name, public: ec.EllipticCurvePublicKey, now: Millis, life: Millis
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(public)
        .serial_number(x509.random_serial_number())
        .not_valid_before(_moment(now - _SINCE))
        .not_valid_after(_moment(now + life))
    )


def _moment(at: Millis) -> datetime:
    return datetime.fromtimestamp(at // 1000, UTC)


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])


def _usage(*allowed: str) -> x509.KeyUsage:
    return x509.KeyUsage(**{name: name in allowed for name in _USAGES})


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)
