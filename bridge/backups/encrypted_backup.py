"""The encrypted backup's form, byte for byte. A file of any length needs the memory of one chunk.

    magic 8 | version 1 | log2 n, r, p 3 | salt 16 | check 16 | nonce prefix 7
    | label length 4 | label, JSON | SHA-256 of all that 32 | chunks

scrypt makes 64 bytes of the passphrase: 32 encrypt, 32 make `check`, which tells a wrong passphrase
from a damaged file. A chunk is AES-256-GCM of at most 1 MiB. Its nonce is prefix, number 4, and 1
for the last one, so that none can be cut off, doubled or moved. What is before the chunks is
authenticated with each. Inside: length 4 | attachment, JSON | the database.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from bridge.secrets.passphrase_key import (
    CHECK,
    DIGEST,
    PARAMETERS,
    PRESENT_COST,
    SALT,
    TAG,
    Cipher,
    DamagedError,
    NewerFormatError,
    PassphraseKey,
    WrongPassphraseError,
    derive_key,
)

MAGIC = b"CPBACKUP"
VERSION = 1
CHUNK = 1024 * 1024
_PREFIX = 7
_PURPOSE = b"counterpart backup"
_FIXED = len(MAGIC) + 1 + PARAMETERS + SALT + CHECK + _PREFIX + 4
_MAX_LABEL = 64 * 1024
_MAX_ATTACHMENT = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class FileHeader:
    """The part of the file before the chunks; `raw` is all of it."""

    raw: bytes
    label: bytes

    @property
    def parameters(self) -> bytes:
        return self.raw[9:12]

    @property
    def salt(self) -> bytes:
        return self.raw[12:28]

    @property
    def check(self) -> bytes:
        return self.raw[28:44]

    @property
    def prefix(self) -> bytes:
        return self.raw[44:51]


def is_encrypted(file: Path) -> bool:
    """Whether the file begins like an encrypted backup. Raises OSError."""
    with file.open("rb") as source:
        return source.read(len(MAGIC)) == MAGIC


def encrypted_size(header: FileHeader, attachment: int, database: int) -> int:
    """The length of a complete file, in bytes."""
    inner = 4 + attachment + database
    return len(header.raw) + inner + TAG * max(1, -(-inner // CHUNK))


def read_header(source: BinaryIO) -> FileHeader:
    """What is readable without the passphrase. Raises DamagedError, NewerFormatError."""
    fixed = source.read(_FIXED)
    if len(fixed) < _FIXED or not fixed.startswith(MAGIC):
        raise DamagedError
    if fixed[8] > VERSION:
        raise NewerFormatError
    (length,) = struct.unpack(">I", fixed[-4:])
    rest = source.read(min(length, _MAX_LABEL) + DIGEST)
    described, digest = fixed + rest[:-DIGEST], rest[-DIGEST:]
    if len(rest) != length + DIGEST or not hmac.compare_digest(hashlib.sha256(described).digest(), digest):
        raise DamagedError
    return FileHeader(described + digest, rest[:-DIGEST])


def encrypt(
    source: BinaryIO,
    target: BinaryIO,
    passphrase: str,
    label: bytes,
    attachment: bytes,
    *,
    cost: bytes = PRESENT_COST,
) -> Iterator[int]:
    """Writes a backup; yields after each chunk how many bytes of the database were written. `cost`
    are the parameters of scrypt.
    """
    salt = os.urandom(SALT)
    key = derive_key(passphrase, cost, salt, _PURPOSE)
    header = MAGIC + bytes((VERSION,)) + cost + salt + key.check + os.urandom(_PREFIX)
    header += struct.pack(">I", len(label)) + label
    head = FileHeader(header + hashlib.sha256(header).digest(), label)
    target.write(head.raw)
    cipher, number, waiting = Cipher(key.cipher_key), 0, struct.pack(">I", len(attachment)) + attachment
    done = 0
    while True:
        piece = source.read(CHUNK)
        waiting, done = waiting + piece, done + len(piece)
        while len(waiting) > CHUNK or not piece:
            last = not piece and len(waiting) <= CHUNK
            chunk, waiting = waiting[:CHUNK], waiting[CHUNK:]
            target.write(cipher.encrypt(_nonce(head, number, last), chunk, head.raw))
            number += 1
            if last:
                yield done
                return
        yield done


def decrypt(source: BinaryIO, target: BinaryIO, passphrase: str, header: FileHeader) -> Iterator[int | bytes]:
    """Writes the database to `target`; yields its attachment first, then how many bytes were
    written.

    Raises WrongPassphraseError, DamagedError.
    """
    cipher = Cipher(_derive_checked_key(header, passphrase).cipher_key)
    chunks = _decrypt_chunks(source, cipher, header)
    begun = next(chunks)
    while len(begun) < 4 or len(begun) < 4 + _attachment_length(begun):
        more = next(chunks, None)
        if more is None:
            raise DamagedError
        begun += more
    end = 4 + _attachment_length(begun)
    yield begun[4:end]
    done = target.write(begun[end:])
    yield done
    for chunk in chunks:
        done += target.write(chunk)
        yield done


def _attachment_length(begun: bytes) -> int:
    length = int(struct.unpack(">I", begun[:4])[0])
    if length > _MAX_ATTACHMENT:
        raise DamagedError
    return length


def _decrypt_chunks(source: BinaryIO, cipher: Cipher, header: FileHeader) -> Iterator[bytes]:
    number, here = 0, source.read(CHUNK + TAG)
    while True:
        following = source.read(CHUNK + TAG)
        yield cipher.decrypt(_nonce(header, number, not following), here, header.raw)
        if not following:
            return
        number, here = number + 1, following


def _nonce(header: FileHeader, number: int, last: bool) -> bytes:
    return header.prefix + struct.pack(">I?", number, last)


def _derive_checked_key(header: FileHeader, passphrase: str) -> PassphraseKey:
    key = derive_key(passphrase, header.parameters, header.salt, _PURPOSE)
    if not hmac.compare_digest(key.check, header.check):
        raise WrongPassphraseError
    return key
