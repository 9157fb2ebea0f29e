"""The certificate of this installation, for encrypted calls from the network (contract §2.8):
its keys and files, which only the user may read, and the names that it is for.
"""

from __future__ import annotations

import base64
import hashlib
import ipaddress
import ssl
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.types import CertificatePublicKeyTypes
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from filelock import FileLock, Timeout

from bridge.system.network_names import find_addresses, find_host_name
from bridge.system.paths import replace_private_file
from service.api.server_tls import LoadedCertificate
from service.domain.certificate import AUTHORITY_LIFE, LIFE, ServerCertificate, choose_names, is_due
from service.domain.errors import NotFound, Unavailable
from service.domain.sentences import Sentence, message, os_reason
from service.domain.times import HOUR, Millis
from service.store.engine.data_folders import make_private_folder

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
FOLDER_NAME = "certificate"
AUTHORITY_FILE, AUTHORITY_KEY = "authority.pem", "authority.key"
SERVER_FILE, SERVER_KEY = "server.pem", "server.key"
KEY_FILES = (AUTHORITY_KEY, SERVER_KEY)
_LOCK_WAIT_S = 5.0

_DAMAGED = message("it is damaged")
_NONE_YET = message("There is no certificate yet. It is made when the service is opened to the network.")


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
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return (*names.get_values_for_type(x509.DNSName), *map(str, names.get_values_for_type(x509.IPAddress)))


def read_pin(public: CertificatePublicKeyTypes) -> str:
    """The SHA-256 of the public key, as curl's `--pinnedpubkey` takes it."""
    encoded = public.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    return f"sha256//{base64.b64encode(hashlib.sha256(encoded).digest()).decode()}"


def read_shown_pin(shown: bytes) -> str:
    """The pin of a certificate in DER, as a server shows it. Raises ValueError."""
    return read_pin(x509.load_der_x509_certificate(shown).public_key())


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


@dataclass(frozen=True, slots=True)
class _Keys:
    authority: Key
    server: Key


@dataclass(frozen=True, slots=True)
class _Certificates:
    authority: x509.Certificate
    server: x509.Certificate


def _join_keys(keys: _Keys, authority: x509.Certificate) -> bytes:
    """Three texts of PEM, with an empty line between them."""
    return b"\n".join((encode_key(keys.authority), encode_key(keys.server), encode_certificates(authority)))


def _split_keys(shared: bytes) -> tuple[_Keys, x509.Certificate]:
    """Raises ValueError."""
    first, second, authority = shared.split(b"\n\n")
    return _Keys(decode_key(first), decode_key(second)), x509.load_pem_x509_certificate(authority)


class SharedKeys(Protocol):
    """The keys of services on one database, as PEM: both keys and the authority's certificate."""

    def read(self) -> bytes | None:
        """Those that every computer uses; empty where there are none yet, None where this one uses
        its own. Blocks. Raises Unavailable.
        """

    def write(self, keys: bytes) -> None:
        """Every computer uses these from now on. Blocks. Raises Unavailable."""


class OwnKeys:
    """The SharedKeys of a service that is alone."""

    def read(self) -> bytes | None:
        return None

    def write(self, keys: bytes) -> None:
        """Nobody else uses them."""


class CertificateFolder:
    """The certificate of a data folder. Several processes may use it at once."""

    def __init__(
        self,
        data_folder: Path,
        shared: SharedKeys | None = None,
        *,
        host_name: Callable[[], str] = find_host_name,
        addresses: Callable[[], tuple[str, ...]] = find_addresses,
        lock_wait_s: float = _LOCK_WAIT_S,
    ) -> None:
        """Touches nothing until it is used."""
        self.path = data_folder / FOLDER_NAME
        self._host_name = host_name
        self._addresses = addresses
        self._lock_wait_s = lock_wait_s
        self._loaded: LoadedCertificate | None = None
        self._stamps: tuple[tuple[int, int], ...] = ()
        self._shared: SharedKeys = shared or OwnKeys()
        self._seen: bytes | None = None
        """The shared keys that were loaded."""

    @property
    def key_files(self) -> tuple[Path, ...]:
        """What nobody else may read."""
        return tuple(self.path / name for name in KEY_FILES)

    @property
    def authority_file(self) -> Path:
        """The certificate that a till may trust."""
        return self.path / AUTHORITY_FILE

    def load(self, allowed_hosts: Sequence[str], now: Millis) -> LoadedCertificate:
        """Made or renewed if due, else the same object. Blocks. Raises Unavailable."""
        names, shared = self.choose_names(allowed_hosts), self._shared.read()
        loaded, is_same = self._loaded, shared == self._seen and self._read_stamps() == self._stamps
        if loaded is not None and is_same and not is_due(loaded.certificate, names, now):
            return loaded
        with self._locked():
            keys = self._take_keys(shared, now)
            certificates = self._read_certificates(keys)
            if certificates is None or is_due(self._describe(certificates, keys), names, now):
                certificates = self._make_certificates(keys, names, now)
            self._loaded = LoadedCertificate(self._describe(certificates, keys), self._make_context())
            self._stamps, self._seen = self._read_stamps(), shared
        return self._loaded

    def find(self) -> ServerCertificate | None:
        """The certificate as it is in the files; None where none was made. Raises Unavailable."""
        if not self.path.exists():
            return None
        with self._locked():
            keys = self._read_keys()
            certificates = None if keys is None else self._read_certificates(keys)
            return None if keys is None or certificates is None else self._describe(certificates, keys)

    def renew(self, allowed_hosts: Sequence[str], now: Millis) -> ServerCertificate:
        """A new certificate, the same keys: no till notices. Raises NotFound and Unavailable."""
        if not self.path.exists():
            raise NotFound(_NONE_YET)
        shared = self._shared.read()
        with self._locked():
            keys = self._take_keys(shared, now)
            return self._describe(self._make_certificates(keys, self.choose_names(allowed_hosts), now), keys)

    def replace(self, allowed_hosts: Sequence[str], now: Millis) -> ServerCertificate:
        """Makes new keys and certificates: every till must pin again. Raises Unavailable."""
        with self._locked():
            keys = _Keys(make_key(), make_key())
            authority = self._make_authority(keys, now)
            self._shared.write(_join_keys(keys, authority))
            self._write_keys(keys, authority)
            return self._describe(self._make_certificates(keys, self.choose_names(allowed_hosts), now), keys)

    def save_authority(self, path: Path) -> None:
        """Copies the certificate that a till may trust. Raises NotFound and Unavailable."""
        if self.find() is None:
            raise NotFound(_NONE_YET)
        try:
            path.write_bytes(self.authority_file.read_bytes())
        except OSError as error:
            raise Unavailable.saying(
                "{path} cannot be written: {reason}. Choose another place.", path=str(path), reason=os_reason(error)
            ) from error

    def choose_names(self, allowed_hosts: Sequence[str]) -> tuple[str, ...]:
        """The names that a certificate made now has."""
        return choose_names(self._host_name(), self._addresses(), allowed_hosts)

    def _take_keys(self, shared: bytes | None, now: Millis) -> _Keys:
        """Shared keys go before the files' own, which are shared where there are none."""
        if shared:
            keys, authority = _split_keys(shared)
            if any(not key.exists() or key.read_bytes() not in shared for key in self.key_files):
                self._write_keys(keys, authority)
            return keys
        own = self._read_keys()
        keys = own or _Keys(make_key(), make_key())
        authority = self._find_authority(keys, now) or self._make_authority(keys, now)
        if shared is not None:
            self._shared.write(_join_keys(keys, authority))
        if own is None:
            self._write_keys(keys, authority)
        return keys

    def _write_keys(self, keys: _Keys, authority: x509.Certificate) -> None:
        """Puts them into the files; the certificate of earlier ones goes first."""
        (self.path / SERVER_FILE).unlink(missing_ok=True)
        self._write(AUTHORITY_KEY, encode_key(keys.authority))
        self._write(SERVER_KEY, encode_key(keys.server))
        self._write(AUTHORITY_FILE, encode_certificates(authority))

    def _read_keys(self) -> _Keys | None:
        """The keys; None where the making of the first ones was not finished. Later a missing or
        damaged key is a fault: tills know it, so it is replaced only when the owner says so.
        """
        if not all(key.exists() for key in self.key_files) and not (self.path / SERVER_FILE).exists():
            return None
        try:
            authority, server = (decode_key(self._read(name)) for name in KEY_FILES)
        except ValueError as error:
            raise self._unavailable(_DAMAGED) from error
        return _Keys(authority, server)

    def _make_certificates(self, keys: _Keys, names: Sequence[str], now: Millis) -> _Certificates:
        """A new certificate, signed by the authority, whose own certificate stays where it can."""
        authority = self._find_authority(keys, now) or self._make_authority(keys, now)
        made = _Certificates(authority, make_certificate(keys.server, authority, keys.authority, names, now))
        self._write(AUTHORITY_FILE, encode_certificates(authority))
        self._write(SERVER_FILE, encode_certificates(made.server, authority))
        return made

    def _make_authority(self, keys: _Keys, now: Millis) -> x509.Certificate:
        return make_authority(keys.authority, self._host_name() or "this computer", now)

    def _find_authority(self, keys: _Keys, now: Millis) -> x509.Certificate | None:
        """The authority's certificate; None where it is missing, of other keys or not yet valid."""
        try:
            found = x509.load_pem_x509_certificate((self.path / AUTHORITY_FILE).read_bytes())
        except (FileNotFoundError, ValueError):
            return None
        is_ours = found.public_key() == keys.authority.public_key()
        return found if is_ours and to_millis(found.not_valid_before_utc) <= now else None

    def _read_certificates(self, keys: _Keys) -> _Certificates | None:
        """The certificates; None where they are missing or do not belong to the keys."""
        try:
            authority = x509.load_pem_x509_certificate((self.path / AUTHORITY_FILE).read_bytes())
            server = x509.load_pem_x509_certificate((self.path / SERVER_FILE).read_bytes())
        except (FileNotFoundError, ValueError):
            return None
        certificates = _Certificates(authority, server)
        return certificates if is_signed_by(server, keys.server, authority, keys.authority) else None

    def _describe(self, certificates: _Certificates, keys: _Keys) -> ServerCertificate:
        return ServerCertificate(
            pin=read_pin(keys.server.public_key()),
            names=read_names(certificates.server),
            not_before=to_millis(certificates.server.not_valid_before_utc),
            not_after=to_millis(certificates.server.not_valid_after_utc),
            authority_not_after=to_millis(certificates.authority.not_valid_after_utc),
            authority_file=str(self.authority_file),
        )

    def _make_context(self) -> ssl.SSLContext:
        """TLS 1.2 and later, without renegotiation."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.options |= ssl.OP_NO_RENEGOTIATION | ssl.OP_NO_COMPRESSION
        context.set_alpn_protocols(["http/1.1"])
        context.load_cert_chain(self.path / SERVER_FILE, self.path / SERVER_KEY)
        return context

    def _read(self, name: str) -> bytes:
        return (self.path / name).read_bytes()

    def _write(self, name: str, data: bytes) -> None:
        replace_private_file(self.path / name, data)

    def _read_stamps(self) -> tuple[tuple[int, int], ...]:
        """What changes when another process replaces a file."""
        try:
            statuses = [(self.path / name).stat() for name in (*KEY_FILES, AUTHORITY_FILE, SERVER_FILE)]
        except OSError:
            return ()
        return tuple((one.st_mtime_ns, one.st_size) for one in statuses)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """One process at a time. Raises Unavailable for every fault of the files."""
        try:
            make_private_folder(self.path)
            with FileLock(self.path / "certificate.lock", timeout=self._lock_wait_s, mode=0o600):
                yield
        except Timeout:
            raise self._unavailable(message("another process keeps it locked")) from None
        except ssl.SSLError as error:
            raise self._unavailable(_DAMAGED) from error
        except OSError as error:
            raise self._unavailable(os_reason(error)) from error

    def _unavailable(self, reason: Sentence) -> Unavailable:
        return Unavailable.saying(
            "The certificate in {folder} cannot be used: {reason}. Put its files back, or make new ones with "
            "{command}; every till must then pin the new one.",
            command="counterpart certificate replace",
            folder=str(self.path),
            reason=reason,
        )
