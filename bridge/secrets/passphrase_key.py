"""A key from a passphrase: the part of an encrypted file that backups and secrets share."""

from __future__ import annotations

import hashlib
import hmac
import os
from dataclasses import dataclass, field

PRESENT_COST = bytes((15, 8, 1))
"""The scrypt parameters of a new file."""

SALT, CHECK, TAG, DIGEST = 16, 16, 16, 32
"""Lengths in bytes: salt, passphrase check, AES-GCM tag, SHA-256."""

PARAMETERS = 3
_LOG2_N_RANGE, _R_RANGE, _P_RANGE = range(10, 18), range(1, 9), range(1, 5)
"""At most 128 MiB and about two seconds: a file sets scrypt's cost before the passphrase check."""


class DamagedError(Exception):
    """The file was changed since it was written."""


class WrongPassphraseError(Exception):
    """The file is whole but was encrypted with another passphrase."""


class NewerFormatError(Exception):
    """A later version of the program wrote the file."""


@dataclass(frozen=True, slots=True)
class PassphraseKey:
    """`check` tells a wrong passphrase from damage; it reveals nothing about `cipher_key`."""

    check: bytes
    cipher_key: bytes = field(repr=False)


def new_parameters() -> tuple[bytes, bytes]:
    """The present scrypt parameters, and a new salt."""
    return PRESENT_COST, os.urandom(SALT)


def derive_key(passphrase: str, parameters: bytes, salt: bytes, purpose: bytes) -> PassphraseKey:
    """64 bytes by scrypt: 32 encrypt, 32 make the check. Takes a tenth of a second and 32 MiB.

    Raises DamagedError if the parameters cost more than those of any file of ours.
    """
    log2_n, r, p = parameters
    if log2_n not in _LOG2_N_RANGE or r not in _R_RANGE or p not in _P_RANGE:
        raise DamagedError
    n, words = 1 << log2_n, passphrase.encode("utf-8", "surrogateescape")
    made = hashlib.scrypt(words, salt=salt, n=n, r=r, p=p, maxmem=128 * r * (n + p + 2), dklen=64)
    return PassphraseKey(hmac.digest(made[32:], purpose, "sha256")[:CHECK], made[:32])


class Cipher:
    """AES-256-GCM, for one key."""

    def __init__(self, key: bytes) -> None:
        # 8 MB of memory, which a program without encrypted files saves.
        from cryptography.exceptions import InvalidTag  # noqa: PLC0415
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

        self._damage = (InvalidTag, ValueError)
        self._aes = AESGCM(key)

    def encrypt(self, nonce: bytes, plain: bytes, header: bytes) -> bytes:
        """Binds what it encrypts to the header."""
        return self._aes.encrypt(nonce, plain, header)

    def decrypt(self, nonce: bytes, sealed: bytes, header: bytes) -> bytes:
        """Raises DamagedError."""
        try:
            return self._aes.decrypt(nonce, sealed, header)
        except self._damage:
            raise DamagedError from None
