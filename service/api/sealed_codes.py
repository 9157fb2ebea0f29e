"""A pairing code that only the command that asked for it can read."""

from __future__ import annotations

import secrets

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from service.api.pairing_requests import CodeRequest, MadeCode, SealedCode
from service.domain.times import Millis

_PURPOSE = b"counterpart pairing request"
NONCE = bytes(12)
"""Each key is made for one message."""


class CodeAsker:
    """The side that asks: makes one request, and reads the answer to it."""

    def __init__(self, shop_id: int, now: Millis, *, for_counter: bool = False) -> None:
        self._private_key = X25519PrivateKey.generate()
        public_key = self._private_key.public_key().public_bytes_raw()
        self.request = CodeRequest(secrets.token_hex(8), shop_id, public_key, now, for_counter=for_counter)

    def open(self, answer: SealedCode) -> MadeCode | None:
        """The code; None where the answer was made for another request or is damaged."""
        try:
            cipher = make_cipher(self._private_key, answer.public_key, _bind(self.request))
            return msgspec.json.decode(cipher.decrypt(NONCE, answer.text, None), type=MadeCode)
        except (InvalidTag, ValueError):
            return None


def seal_code(made: MadeCode, request: CodeRequest) -> SealedCode:
    """The code for the one who asked. Raises ValueError where the public key is none."""
    own = X25519PrivateKey.generate()
    cipher = make_cipher(own, request.public_key, _bind(request))
    text = cipher.encrypt(NONCE, msgspec.json.encode(made), None)
    return SealedCode(own.public_key().public_bytes_raw(), text)


def make_cipher(own: X25519PrivateKey, other: bytes, bound: bytes, code_key: bytes | None = None) -> ChaCha20Poly1305:
    """The cipher for one message between the owners of two keys, bound to a text and, if given, to
    the key of a code. Raises ValueError where the public key is none.
    """
    shared = own.exchange(X25519PublicKey.from_public_bytes(other))
    return ChaCha20Poly1305(HKDF(SHA256(), length=32, salt=code_key, info=bound).derive(shared))


def _bind(request: CodeRequest) -> bytes:
    return _PURPOSE + request.id.encode() + request.public_key
