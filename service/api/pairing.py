"""A till gets its key with a one-time code (contract §5.2)."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import unquote

import msgspec
from aiohttp import web
from msgspec import Struct

from service.api.answers import Answer, AnswerJob, make_error
from service.api.api_request import Caller, RequestTarget
from service.api.checks.access import is_loopback
from service.api.checks.rate_limits import WINDOW_S, AddressRateLimiter
from service.api.request_body import read_body
from service.domain import wire
from service.domain.errors import BadRequest, Refused
from service.domain.json_bodies import decode_body
from service.domain.pairing import (
    LIFE,
    MAX_TRIES,
    MAX_TRIES_IN_ALL,
    ROUNDS,
    PairedTill,
    PairingState,
    PairingStatus,
    ProofOf,
    derive_pairing_key,
    find_codes,
    generate_code,
    is_same,
    make_proof,
    normalize_code,
)
from service.domain.sentences import message
from service.domain.times import MINUTE, Millis
from service.store.engine.transaction import Tx
from service.store.shops import get_shop
from service.usecases.issue_key import issue_key, tidy_name

PATH = "/v1/pair"
MAX_BODY_BYTES = 4_096
CALLS_PER_ADDRESS = 10
_BODY_DEADLINE_S = 10.0
_SHAPE = "Send an object with name, the till's name, and either code or proof; all three are texts."
_REFUSAL = (
    f"The code is wrong, or it is no longer valid: it works once, for {LIFE // MINUTE} minutes and {MAX_TRIES} tries. "
    "Ask the shop's owner for a new one."
)


@dataclass(slots=True)
class Offer:
    """An open code, by the key that is derived from it."""

    shop_id: int
    pin: str
    ends_at: float
    key: bytes = field(repr=False)
    digest: bytes = field(repr=False)
    """By which the code is known again in what was sent in the clear."""
    tries: Counter[str] = field(default_factory=Counter)
    """By address."""

    @property
    def tries_left(self) -> int:
        return MAX_TRIES_IN_ALL - self.tries.total()


class PairingCodes:
    """Makes a code, counts its tries, and gives it away once."""

    def __init__(self, monotonic: Callable[[], float], *, rounds: int = ROUNDS) -> None:
        """`monotonic` is in seconds: a clock that is set does not lengthen a code's life."""
        self._monotonic = monotonic
        self._rounds = rounds
        self._digest_key = secrets.token_bytes(32)
        self._offer: Offer | None = None
        self._outcome = PairingStatus(PairingState.NONE)

    async def open(self, shop_id: int, pin: str) -> str:
        """A new code for a shop in the place of another. `pin` is the certificate's, or empty."""
        code = generate_code()
        key = await self._derive(code, pin)
        self._offer = Offer(shop_id, pin, self._monotonic() + LIFE / 1000, key, self._compute_digest(code))
        return code

    def close(self) -> None:
        """Ends the code."""
        self._offer = None
        self._outcome = PairingStatus(PairingState.NONE)

    def expose(self, sent: str) -> None:
        """Ends the code if it, or a till's proof of it, is in what was sent in the clear: somebody
        may have read it on its way. Who only sends something ends nothing.
        """
        offer = self._find_open()
        if offer is None:
            return
        has_code = any(hmac.compare_digest(self._compute_digest(one), offer.digest) for one in find_codes(sent))
        if has_code or make_proof(offer.key, ProofOf.TILL) in sent.lower():
            self._end(PairingState.EXPOSED, offer)

    def status(self) -> PairingStatus:
        """The present code, or the result of the last one."""
        offer = self._find_open()
        if offer is None:
            return self._outcome
        left = round((offer.ends_at - self._monotonic()) * 1000)
        return PairingStatus(PairingState.WAITING, offer.shop_id, left, offer.tries_left)

    async def take(self, code: str | None, proof: str | None, address: str) -> Offer | None:
        """The offer, if the code or the proof is right; it can be taken once. A wrong one counts as
        a try of that address; the last one in all ends the code.
        """
        offer = self._find_open()
        if offer is None or offer.tries[address] >= MAX_TRIES or offer.tries_left <= 0:
            return None
        # Counted before the comparison, which takes time: many at once get no more tries.
        offer.tries[address] += 1
        if code is not None:
            proof = make_proof(await self._derive(code, offer.pin), ProofOf.TILL)
        right = is_same(proof or "", make_proof(offer.key, ProofOf.TILL))
        if self._offer is not offer or self._find_open() is None:
            return None
        if right or offer.tries_left <= 0:
            self._end(PairingState.USED_UP, offer)
        return offer if right else None

    def note_paired(self, offer: Offer, till: PairedTill) -> None:
        """Tells the owner which till got the key, once it is stored."""
        if self._offer is None:
            self._outcome = PairingStatus(PairingState.PAIRED, offer.shop_id, till=till)

    def _find_open(self) -> Offer | None:
        offer = self._offer
        if offer is not None and self._monotonic() >= offer.ends_at:
            self._end(PairingState.EXPIRED, offer)
            return None
        return offer

    def _end(self, state: PairingState, offer: Offer) -> None:
        self._offer = None
        self._outcome = PairingStatus(state, offer.shop_id)

    def _compute_digest(self, code: str) -> bytes:
        return hashlib.blake2b(normalize_code(code).encode(), key=self._digest_key).digest()

    async def _derive(self, code: str, pin: str) -> bytes:
        return await asyncio.get_running_loop().run_in_executor(None, derive_pairing_key, code, pin, self._rounds)


class _Body(Struct):
    name: str
    code: str | None = None
    proof: str | None = None


_DECODER = msgspec.json.Decoder(_Body)


class PairingHandler:
    """Answers calls for a key."""

    def __init__(self, codes: PairingCodes, monotonic: Callable[[], float]) -> None:
        self._codes = codes
        self._monotonic = monotonic
        self._by_address = AddressRateLimiter(CALLS_PER_ADDRESS)

    async def see(self, request: web.BaseRequest, target: RequestTarget) -> None:
        """Ends the code if it comes in the clear from elsewhere. Call it before the first check."""
        if self._is_protected(request) or target.path.lower().strip("/").removeprefix("v1/") != "pair":
            return
        body = await read_body(request, _BODY_DEADLINE_S, MAX_BODY_BYTES)
        sent = body.decode("utf-8", "replace") if isinstance(body, bytes) else ""
        self._codes.expose(f"{unquote(target.path)} {unquote(target.query)} {sent}")

    async def answer(self, request: web.BaseRequest, at: Millis) -> Answer | AnswerJob:
        """The key for a till that knows the code. Raises BadRequest."""
        if request.method != "POST":
            answer = make_error(405, "method_not_allowed", "Use POST here.")
            answer.headers["Allow"] = "POST"
            return answer
        address = request.remote or ""
        if not self._is_protected(request):
            raise BadRequest(
                "A till on another computer is paired over an encrypted connection only: call https:// in place of "
                "http://. Let the owner make a new code: one that was sent unencrypted works no more."
            )
        if self._by_address.count_call(address, self._monotonic()):
            answer = make_error(429, "rate_limited", "Too many tries to pair; try again in a minute.")
            answer.headers["Retry-After"] = str(int(WINDOW_S))
            return answer
        body = await read_body(request, _BODY_DEADLINE_S, MAX_BODY_BYTES)
        if isinstance(body, Answer):
            return body
        asked = _parse(body)
        offer = await self._codes.take(asked.code, asked.proof, address)
        return _make_refusal() if offer is None else AnswerJob(self._make_work(offer, asked.name, address, at))

    def _is_protected(self, request: web.BaseRequest) -> bool:
        """Whether nobody can read the call on its way."""
        return request.secure or is_loopback(request.remote or "")

    def _make_work(self, offer: Offer, name: str, address: str, at: Millis) -> Callable[[Tx], Answer]:
        def work(tx: Tx) -> Answer:
            shop = get_shop(tx, offer.shop_id)
            made = issue_key(tx, shop, name, now=at)
            proof = make_proof(offer.key, ProofOf.SERVICE)
            body = wire.Paired(made.text, made.key.name, shop.name, shop.staging, offer.pin or None, proof)
            till = PairedTill(made.key.id, made.key.name, address)
            return Answer(
                200,
                wire.encode(body),
                notes=("paired: the key was made with a pairing code",),
                made_for=Caller(made.key, shop),
                on_committed=lambda: self._codes.note_paired(offer, till),
            )

        return work


def _parse(body: bytes) -> _Body:
    """What was sent, with a name that a key can have. Raises BadRequest; this is no try."""
    try:
        asked = decode_body(body, _DECODER, "The body")
        asked.name = tidy_name(asked.name, message("key"))
    except msgspec.ValidationError as error:
        raise BadRequest(_SHAPE) from error
    except Refused as error:
        raise BadRequest(error.message) from error
    if (asked.code is None) == (asked.proof is None):
        raise BadRequest(_SHAPE)
    return asked


def _make_refusal() -> Answer:
    answer = make_error(401, "unauthorized", _REFUSAL, notes=("wrong or late pairing code",))
    answer.headers["WWW-Authenticate"] = "Bearer"
    return answer
