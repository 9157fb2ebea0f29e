"""The format of the encrypted file, byte for byte: writing and reading it.

    magic 8 | log2 n, r, p 3 | salt 16 | check 16 | nonce 12
    | AES-256-GCM of the JSON object | SHA-256 of it all 32

scrypt makes 64 bytes of the passphrase: 32 encrypt, 32 make `check`, which tells a wrong passphrase
from a damaged file. Everything before the ciphertext is authenticated with it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
from dataclasses import dataclass, field

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from bridge.passphrase_key import (
    CHECK,
    DIGEST,
    PARAMETERS,
    SALT,
    TAG,
    DamagedError,
    NewerFormatError,
    WrongPassphraseError,
    derive_key,
    new_parameters,
)

MAGIC = b"CPVAULT1"
NONCE = 12
_PURPOSE = b"counterpart vault"
_HEADER_LENGTH = len(MAGIC) + PARAMETERS + SALT + CHECK


@dataclass(frozen=True, slots=True)
class VaultKey:
    """The key of a file, with the header that belongs to it."""

    header: bytes
    cipher_key: bytes = field(repr=False)


def new_key(passphrase: str) -> VaultKey:
    """Makes a key with a new salt."""
    return _derive_key(passphrase, *new_parameters())


def encrypt(secrets: dict[str, str], key: VaultKey) -> bytes:
    """Encrypts a whole file; the bytes differ each time."""
    nonce = os.urandom(NONCE)
    plain = json.dumps(secrets).encode("utf-8")
    sealed = key.header + nonce + AESGCM(key.cipher_key).encrypt(nonce, plain, key.header)
    return sealed + hashlib.sha256(sealed).digest()


def unlock(data: bytes, passphrase: str, known: VaultKey | None = None) -> VaultKey:
    """The key of a file. Raises DamagedError, NewerFormatError, WrongPassphraseError."""
    head = _check_digest(data)[:_HEADER_LENGTH]
    if known is not None and hmac.compare_digest(known.header, head):
        return known
    start = len(MAGIC)
    parameters, salt = head[start : start + 3], head[start + 3 : start + 3 + SALT]
    key = _derive_key(passphrase, parameters, salt)
    if not hmac.compare_digest(key.header, head):
        raise WrongPassphraseError
    return key


def decrypt(data: bytes, key: VaultKey) -> dict[str, str]:
    """The secrets by name. Raises DamagedError."""
    nonce, sealed = data[_HEADER_LENGTH : _HEADER_LENGTH + NONCE], data[_HEADER_LENGTH + NONCE : -DIGEST]
    try:
        texts = json.loads(AESGCM(key.cipher_key).decrypt(nonce, sealed, key.header))
    except (InvalidTag, ValueError):
        raise DamagedError from None
    return {str(name): str(text) for name, text in texts.items()}


def _check_digest(data: bytes) -> bytes:
    if data[:7] == MAGIC[:7] and data[7:8] > MAGIC[7:]:
        raise NewerFormatError
    if len(data) < _HEADER_LENGTH + NONCE + TAG + DIGEST or not data.startswith(MAGIC):
        raise DamagedError
    if not hmac.compare_digest(hashlib.sha256(data[:-DIGEST]).digest(), data[-DIGEST:]):
        raise DamagedError
    return data


def _derive_key(passphrase: str, parameters: bytes, salt: bytes) -> VaultKey:
    key = derive_key(passphrase, parameters, salt, _PURPOSE)
    return VaultKey(MAGIC + parameters + salt + key.check, key.cipher_key)
