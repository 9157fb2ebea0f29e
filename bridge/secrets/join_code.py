"""A one-time code by which another computer gets the key of the secrets in the database
(docs/operating.md, and decision 0009 for what it shows).

The command that made the code waits; both sides leave what they say in one setting.
"""

from __future__ import annotations

import secrets
from enum import StrEnum

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from msgspec import Struct

from service.api.sealed_codes import NONCE, make_cipher
from service.domain.pairing import ProofOf, derive_pairing_key, generate_code, is_same, make_proof
from service.domain.webhooks.webhook_secrets import Secret
from service.store.engine.transaction import ReadTx, Tx
from service.store.settings import read_settings, write_setting

NAME = "join_offer"
"""Of the setting."""
_PURPOSE = b"counterpart join "


class JoinRequest(Struct, frozen=True):
    """What the computer that has the code says. The proof is bound to both public keys."""

    id: str
    public_key: bytes
    proof: str
    computer: str


class JoinState(StrEnum):
    """Of the request in an offer."""

    WAITS = "waits"
    WRONG = "wrong"
    DONE = "done"


class JoinOffer(Struct, frozen=True):
    """A code that works; it is not in it."""

    id: str
    public_key: bytes
    request: JoinRequest | None = None
    state: JoinState = JoinState.WAITS
    answer: bytes = b""


def read_offer(db: ReadTx) -> JoinOffer | None:
    text = read_settings(db).get(NAME)
    try:
        return None if text is None else msgspec.json.decode(text, type=JoinOffer)
    except msgspec.DecodeError:
        return None


def write_offer(tx: Tx, offer: JoinOffer) -> None:
    """In place of an earlier one, whose code then works no more."""
    write_setting(tx, NAME, msgspec.json.encode(offer).decode())


def change_offer(tx: Tx, offer: JoinOffer) -> bool:
    """The same where this offer is still there; gives whether it is."""
    present = read_offer(tx)
    if present is None or present.id != offer.id:
        return False
    write_offer(tx, offer)
    return True


def make_asking(offer: JoinOffer, request: JoinRequest) -> JoinOffer:
    """The offer with a request that waits for its answer."""
    return JoinOffer(offer.id, offer.public_key, request)


def remove_offer(tx: Tx, offer_id: str) -> None:
    present = read_offer(tx)
    if present is not None and present.id == offer_id:
        write_setting(tx, NAME, None)


class Inviter:
    """The side that has the key."""

    def __init__(self) -> None:
        self._private_key = X25519PrivateKey.generate()
        self.code = generate_code()
        self.offer = JoinOffer(secrets.token_hex(8), self._private_key.public_key().public_bytes_raw())
        self._code_key = _derive(self.code, self.offer)

    def answer(self, request: JoinRequest, key: Secret) -> JoinOffer:
        """The offer with the key for this request, or with its refusal."""
        bound = _bind(self.offer, request.public_key)
        refused = JoinOffer(self.offer.id, self.offer.public_key, request, JoinState.WRONG)
        if not is_same(make_proof(self._code_key + bound, ProofOf.TILL), request.proof):
            return refused
        try:
            cipher = make_cipher(self._private_key, request.public_key, bound, self._code_key)
        except ValueError:
            return refused
        sealed = cipher.encrypt(NONCE, key.text.encode(), None)
        return JoinOffer(self.offer.id, self.offer.public_key, request, JoinState.DONE, sealed)


class Joiner:
    """The side that has the code."""

    def __init__(self, code: str, offer: JoinOffer, computer: str) -> None:
        self._private_key = X25519PrivateKey.generate()
        public_key = self._private_key.public_key().public_bytes_raw()
        self._code_key, bound = _derive(code, offer), _bind(offer, public_key)
        self.request = JoinRequest(
            secrets.token_hex(8), public_key, make_proof(self._code_key + bound, ProofOf.TILL), computer
        )

    def open(self, offer: JoinOffer) -> Secret | None:
        """The key; None where the answer was not made by who made the code."""
        bound = _bind(offer, self.request.public_key)
        try:
            cipher = make_cipher(self._private_key, offer.public_key, bound, self._code_key)
            return Secret(cipher.decrypt(NONCE, offer.answer, None).decode())
        except (InvalidTag, ValueError):
            return None


def _derive(code: str, offer: JoinOffer) -> bytes:
    """Slow, as that of a till."""
    return derive_pairing_key(code, f"join {offer.id}")


def _bind(offer: JoinOffer, joiner: bytes) -> bytes:
    return _PURPOSE + offer.id.encode() + offer.public_key + joiner
