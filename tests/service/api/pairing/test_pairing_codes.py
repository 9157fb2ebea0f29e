"""One code at a time: its life, its tries, its one use."""

from __future__ import annotations

import asyncio

import pytest

from service.api.pairing.pairing_codes import PairingCodes
from service.domain.host.pairing import (
    LIFE,
    MAX_TRIES,
    PairedTill,
    PairingState,
    ProofOf,
    derive_pairing_key,
    make_proof,
)
from service.domain.times import SECOND
from tests.fakes.clock import FakeClock

PIN = "sha256//mine"
TILL = PairedTill(7, "Till 2", "192.168.1.30")


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def codes(clock: FakeClock) -> PairingCodes:
    return PairingCodes(clock.monotonic, rounds=1)


def proof_of(code: str, pin: str = PIN) -> str:
    return make_proof(derive_pairing_key(code, pin, 1), ProofOf.TILL)


async def test_the_right_code_is_taken_once(codes: PairingCodes) -> None:
    code = await codes.open(3, PIN)
    offer = await codes.take(code, None)
    assert offer is not None
    assert (offer.shop_id, offer.pin) == (3, PIN)
    assert await codes.take(code, None) is None
    assert code not in repr(offer)
    assert offer.key.hex() not in repr(offer)


async def test_the_right_proof_is_taken_once_and_one_for_another_certificate_never(codes: PairingCodes) -> None:
    code = await codes.open(3, PIN)
    assert await codes.take(None, proof_of(code, "sha256//of-somebody-between")) is None
    assert await codes.take(None, proof_of(code)) is not None
    assert await codes.take(None, proof_of(code)) is None


async def test_of_many_at_once_one_gets_it(codes: PairingCodes) -> None:
    code = await codes.open(3, PIN)
    taken = await asyncio.gather(*(codes.take(code, None) for _ in range(20)))
    assert len([offer for offer in taken if offer is not None]) == 1


async def test_the_fifth_wrong_try_ends_the_code(codes: PairingCodes) -> None:
    code = await codes.open(3, PIN)
    for number in range(MAX_TRIES):
        assert codes.status().tries_left == MAX_TRIES - number
        assert await codes.take("00000000", None) is None
    assert codes.status().state is PairingState.USED_UP
    assert await codes.take(code, None) is None


async def test_many_wrong_ones_at_once_get_no_more_tries(codes: PairingCodes) -> None:
    code = await codes.open(3, PIN)
    await asyncio.gather(*(codes.take("00000000", None) for _ in range(50)))
    assert await codes.take(code, None) is None


async def test_the_fifth_try_may_be_the_right_one(codes: PairingCodes) -> None:
    code = await codes.open(3, PIN)
    for _ in range(MAX_TRIES - 1):
        await codes.take("00000000", None)
    assert await codes.take(code, None) is not None


async def test_it_ends_after_ten_minutes_whatever_the_clock_is_set_to(codes: PairingCodes, clock: FakeClock) -> None:
    code = await codes.open(3, PIN)
    clock.set(0)
    clock.advance(LIFE - SECOND)
    assert (codes.status().state, codes.status().left) == (PairingState.WAITING, SECOND)
    clock.advance(SECOND)
    assert codes.status().state is PairingState.EXPIRED
    assert await codes.take(code, None) is None


async def test_a_new_code_ends_the_one_before_and_closing_ends_any(codes: PairingCodes) -> None:
    first = await codes.open(3, PIN)
    second = await codes.open(4, PIN)
    assert await codes.take(first, None) is None
    codes.close()
    assert codes.status().state is PairingState.NONE
    assert await codes.take(second, None) is None


async def test_a_code_that_was_sent_unencrypted_works_no_more(codes: PairingCodes) -> None:
    codes.expose()
    assert codes.status().state is PairingState.NONE
    code = await codes.open(3, PIN)
    codes.expose()
    assert (codes.status().state, codes.status().shop_id) == (PairingState.EXPOSED, 3)
    assert await codes.take(code, None) is None
    assert await codes.take(await codes.open(3, PIN), None) is not None


async def test_one_that_is_being_compared_when_it_is_exposed_is_not_taken(codes: PairingCodes) -> None:
    code = await codes.open(3, PIN)
    taking = asyncio.ensure_future(codes.take(code, None))
    await asyncio.sleep(0)
    codes.expose()
    assert await taking is None
    assert codes.status().state is PairingState.EXPOSED


async def test_one_whose_time_ends_while_it_is_compared_is_not_taken(codes: PairingCodes, clock: FakeClock) -> None:
    code = await codes.open(3, PIN)
    clock.advance(LIFE - SECOND)
    taking = asyncio.ensure_future(codes.take(code, None))
    await asyncio.sleep(0)
    clock.advance(SECOND)
    assert await taking is None
    assert codes.status().state is PairingState.EXPIRED


async def test_the_owner_sees_who_paired_once_the_key_is_stored(codes: PairingCodes) -> None:
    offer = await codes.take(await codes.open(3, PIN), None)
    assert offer is not None
    assert codes.status().state is PairingState.USED_UP
    codes.note_paired(offer, TILL)
    assert (codes.status().state, codes.status().till) == (PairingState.PAIRED, TILL)
    await codes.open(4, PIN)
    codes.note_paired(offer, TILL)
    assert codes.status().state is PairingState.WAITING
