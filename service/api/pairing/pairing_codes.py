"""The one pairing code that may be open: only in memory, and there only what is derived from it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from service.domain.host.pairing import (
    LIFE,
    MAX_TRIES,
    ROUNDS,
    PairedTill,
    PairingState,
    PairingStatus,
    ProofOf,
    derive_pairing_key,
    generate_code,
    is_same,
    make_proof,
)


@dataclass(slots=True)
class Offer:
    """An open code, by the key that is derived from it."""

    shop_id: int
    pin: str
    ends_at: float
    key: bytes = field(repr=False)
    tries: int = 0


class PairingCodes:
    """Makes a code, counts its tries, and gives it away once."""

    def __init__(self, monotonic: Callable[[], float], *, rounds: int = ROUNDS) -> None:
        """`monotonic` is in seconds: a clock that is set does not lengthen a code's life."""
        self._monotonic = monotonic
        self._rounds = rounds
        self._offer: Offer | None = None
        self._outcome = PairingStatus(PairingState.NONE)

    async def open(self, shop_id: int, pin: str) -> str:
        """A new code for a shop, which ends an earlier one. `pin` is that of the certificate, or
        empty.
        """
        code = generate_code()
        key = await self._derive(code, pin)
        self._offer = Offer(shop_id, pin, self._monotonic() + LIFE / 1000, key)
        return code

    def close(self) -> None:
        """Ends the code."""
        self._offer = None
        self._outcome = PairingStatus(PairingState.NONE)

    def expose(self) -> None:
        """Ends the code, as somebody may have read it on its way."""
        offer = self._find_open()
        if offer is not None:
            self._end(PairingState.EXPOSED, offer)

    def status(self) -> PairingStatus:
        """The present code, or the result of the last one."""
        offer = self._find_open()
        if offer is None:
            return self._outcome
        left = round((offer.ends_at - self._monotonic()) * 1000)
        return PairingStatus(PairingState.WAITING, offer.shop_id, left, MAX_TRIES - offer.tries)

    async def take(self, code: str | None, proof: str | None) -> Offer | None:
        """The offer, if the code or the proof is right; it can be taken once. A wrong one counts as
        a try, the fifth ends the code.
        """
        offer = self._find_open()
        if offer is None:
            return None
        # Counted before the comparison, which takes time: many at once get no more tries.
        offer.tries += 1
        if offer.tries > MAX_TRIES:
            return None
        if code is not None:
            proof = make_proof(await self._derive(code, offer.pin), ProofOf.TILL)
        right = is_same(proof or "", make_proof(offer.key, ProofOf.TILL))
        if self._offer is not offer or self._find_open() is None:
            return None
        if right or offer.tries >= MAX_TRIES:
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

    async def _derive(self, code: str, pin: str) -> bytes:
        return await asyncio.get_running_loop().run_in_executor(None, derive_pairing_key, code, pin, self._rounds)
