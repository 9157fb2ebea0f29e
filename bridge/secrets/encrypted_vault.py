"""The encrypted file's form: what is written, byte for byte, and how it is opened again.

    magic 8 | log2 n, r, p 3 | salt 16 | check 16 | nonce 12 | AES-256-GCM of the JSON object | SHA-256 of it all 32

scrypt makes 64 bytes of the passphrase: 32 encrypt, 32 make `check`, which tells a wrong passphrase from a
damaged file. Everything before the ciphertext is authenticated with it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
from dataclasses import dataclass, field

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

MAGIC = b"CPVAULT1"
LOG2_N, R, P = 15, 8, 1
LARGEST_LOG2_N = 20
SALT, CHECK, NONCE, TAG, DIGEST = 16, 16, 12, 16, 32
_HEADER_LENGTH = len(MAGIC) + 3 + SALT + CHECK


class DamagedVaultError(Exception):
    """The file is not what was written."""


class WrongPassphraseError(Exception):
    """The file is whole; it was sealed with another passphrase."""


class NewerVaultError(Exception):
    """The file is of a later version of the program."""


@dataclass(frozen=True, slots=True)
class VaultKey:
    """What scrypt made of a passphrase and a salt; making it takes about a tenth of a second and 32 MiB."""

    header: bytes
    cipher_key: bytes = field(repr=False)


def new_key(passphrase: str) -> VaultKey:
    """A key with a salt of its own."""
    return _derive_key(passphrase, bytes((LOG2_N, R, P)), os.urandom(SALT))


def encrypt(secrets: dict[str, str], key: VaultKey) -> bytes:
    """The whole file; never the same twice."""
    nonce = os.urandom(NONCE)
    plain = json.dumps(secrets, sort_keys=True).encode("utf-8")
    sealed = key.header + nonce + AESGCM(key.cipher_key).encrypt(nonce, plain, key.header)
    return sealed + hashlib.sha256(sealed).digest()


def unlock(data: bytes, passphrase: str, known: VaultKey | None = None) -> VaultKey:
    """The key of a file. Raises DamagedVaultError, NewerVaultError, WrongPassphraseError."""
    head = _check_digest(data)[:_HEADER_LENGTH]
    if known is not None and hmac.compare_digest(known.header, head):
        return known
    start = len(MAGIC)
    parameters, salt = head[start : start + 3], head[start + 3 : start + 3 + SALT]
    if not (10 <= parameters[0] <= LARGEST_LOG2_N and 1 <= parameters[1] <= 32 and 1 <= parameters[2] <= 16):
        raise DamagedVaultError
    key = _derive_key(passphrase, parameters, salt)
    if not hmac.compare_digest(key.header, head):
        raise WrongPassphraseError
    return key


def decrypt(data: bytes, key: VaultKey) -> dict[str, str]:
    """The secrets by name. Raises DamagedVaultError."""
    nonce, sealed = data[_HEADER_LENGTH : _HEADER_LENGTH + NONCE], data[_HEADER_LENGTH + NONCE : -DIGEST]
    try:
        found = json.loads(AESGCM(key.cipher_key).decrypt(nonce, sealed, key.header))
    except (InvalidTag, ValueError):
        raise DamagedVaultError from None
    return {str(name): str(text) for name, text in found.items()}


def _check_digest(data: bytes) -> bytes:
    if data[:7] == MAGIC[:7] and data[7:8] > MAGIC[7:]:
        raise NewerVaultError
    if len(data) < _HEADER_LENGTH + NONCE + TAG + DIGEST or not data.startswith(MAGIC):
        raise DamagedVaultError
    if not hmac.compare_digest(hashlib.sha256(data[:-DIGEST]).digest(), data[-DIGEST:]):
        raise DamagedVaultError
    return data


def _derive_key(passphrase: str, parameters: bytes, salt: bytes) -> VaultKey:
    log2_n, r, p = parameters
    made = Scrypt(salt=salt, length=64, n=1 << log2_n, r=r, p=p).derive(passphrase.encode("utf-8", "surrogateescape"))
    check = hmac.digest(made[32:], b"counterpart vault", "sha256")[:CHECK]
    return VaultKey(MAGIC + parameters + salt + check, made[:32])
