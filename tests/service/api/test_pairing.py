"""POST /v1/pair: a key for a code, and for nothing else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest
from aiohttp import HttpVersion11, web

from service.api.answers import Answer
from service.api.api_request import RequestTarget, parse_request_target
from service.api.pairing import CALLS_PER_ADDRESS, MAX_BODY_BYTES, PATH, PairingCodes, PairingHandler
from service.domain.call_log.calls import Bodies, Call
from service.domain.errors import BadRequest
from service.domain.pairing import (
    LIFE,
    MAX_TRIES,
    MAX_TRIES_IN_ALL,
    PairedTill,
    PairingState,
    ProofOf,
    derive_pairing_key,
    make_proof,
)
from service.domain.times import MINUTE, SECOND
from service.store import keys
from service.store.call_log.calls import get_call
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import ShopFixture
from tests.service.api.running_service import BareEdge, run_edge
from tests.service.api.wire_client import Json, Reply, exchange, request_bytes

PIN = "sha256//mine"
ADDRESS, STRANGER = "192.168.1.30", "192.168.1.66"
TILL = PairedTill(7, "Till 2", ADDRESS)


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
    offer = await codes.take(code, None, ADDRESS)
    assert offer is not None
    assert (offer.shop_id, offer.pin) == (3, PIN)
    assert await codes.take(code, None, ADDRESS) is None
    assert code not in repr(offer)
    assert offer.key.hex() not in repr(offer)


async def test_the_right_proof_is_taken_once_and_one_for_another_certificate_never(codes: PairingCodes) -> None:
    code = await codes.open(3, PIN)
    assert await codes.take(None, proof_of(code, "sha256//of-somebody-between"), ADDRESS) is None
    assert await codes.take(None, proof_of(code), ADDRESS) is not None
    assert await codes.take(None, proof_of(code), ADDRESS) is None


async def test_of_many_at_once_one_gets_it(codes: PairingCodes) -> None:
    code = await codes.open(3, PIN)
    taken = await asyncio.gather(*(codes.take(code, None, ADDRESS) for _ in range(20)))
    assert len([offer for offer in taken if offer is not None]) == 1


async def test_the_last_wrong_try_of_all_ends_the_code(codes: PairingCodes) -> None:
    code = await codes.open(3, PIN)
    for number in range(MAX_TRIES_IN_ALL):
        assert codes.status().tries_left == MAX_TRIES_IN_ALL - number
        assert await codes.take("00000000", None, f"192.168.1.{number}") is None
    assert codes.status().state is PairingState.USED_UP
    assert await codes.take(code, None, ADDRESS) is None


async def test_a_stranger_with_one_address_does_not_use_up_the_code(codes: PairingCodes) -> None:
    code = await codes.open(3, PIN)
    for _ in range(MAX_TRIES_IN_ALL):
        await codes.take("00000000", None, STRANGER)
    assert codes.status().tries_left == MAX_TRIES_IN_ALL - MAX_TRIES
    assert await codes.take(code, None, STRANGER) is None
    assert await codes.take(code, None, ADDRESS) is not None


async def test_many_wrong_ones_at_once_get_no_more_tries(codes: PairingCodes) -> None:
    code = await codes.open(3, PIN)
    await asyncio.gather(*(codes.take("00000000", None, f"192.168.1.{number}") for number in range(50)))
    assert await codes.take(code, None, ADDRESS) is None


async def test_the_fifth_try_may_be_the_right_one(codes: PairingCodes) -> None:
    code = await codes.open(3, PIN)
    for _ in range(MAX_TRIES - 1):
        await codes.take("00000000", None, ADDRESS)
    assert await codes.take(code, None, ADDRESS) is not None


async def test_it_ends_after_ten_minutes_whatever_the_clock_is_set_to(codes: PairingCodes, clock: FakeClock) -> None:
    code = await codes.open(3, PIN)
    clock.set(0)
    clock.advance(LIFE - SECOND)
    assert (codes.status().state, codes.status().left) == (PairingState.WAITING, SECOND)
    clock.advance(SECOND)
    assert codes.status().state is PairingState.EXPIRED
    assert await codes.take(code, None, ADDRESS) is None


async def test_a_new_code_ends_the_one_before_and_closing_ends_any(codes: PairingCodes) -> None:
    first = await codes.open(3, PIN)
    second = await codes.open(4, PIN)
    assert await codes.take(first, None, ADDRESS) is None
    codes.close()
    assert codes.status().state is PairingState.NONE
    assert await codes.take(second, None, ADDRESS) is None


async def test_a_code_that_was_sent_unencrypted_works_no_more(codes: PairingCodes) -> None:
    codes.expose("ABCD-EFGH")
    assert codes.status().state is PairingState.NONE
    code = await codes.open(3, PIN)
    codes.expose("ABCD-EFGH and whatever else somebody sends")
    assert codes.status().state is PairingState.WAITING
    codes.expose(f'{{"code": "{code[:4].lower()}-{code[4:]}"}}')
    assert (codes.status().state, codes.status().shop_id) == (PairingState.EXPOSED, 3)
    assert await codes.take(code, None, ADDRESS) is None
    assert await codes.take(await codes.open(3, PIN), None, ADDRESS) is not None


async def test_a_proof_that_was_sent_unencrypted_ends_the_code_too(codes: PairingCodes) -> None:
    code = await codes.open(3, PIN)
    codes.expose(make_proof(derive_pairing_key(code, PIN, 1), ProofOf.TILL))
    assert codes.status().state is PairingState.EXPOSED


async def test_one_that_is_being_compared_when_it_is_exposed_is_not_taken(codes: PairingCodes) -> None:
    code = await codes.open(3, PIN)
    taking = asyncio.ensure_future(codes.take(code, None, ADDRESS))
    await asyncio.sleep(0)
    codes.expose(code)
    assert await taking is None
    assert codes.status().state is PairingState.EXPOSED


async def test_one_whose_time_ends_while_it_is_compared_is_not_taken(codes: PairingCodes, clock: FakeClock) -> None:
    code = await codes.open(3, PIN)
    clock.advance(LIFE - SECOND)
    taking = asyncio.ensure_future(codes.take(code, None, ADDRESS))
    await asyncio.sleep(0)
    clock.advance(SECOND)
    assert await taking is None
    assert codes.status().state is PairingState.EXPIRED


async def test_the_owner_sees_who_paired_once_the_key_is_stored(codes: PairingCodes) -> None:
    offer = await codes.take(await codes.open(3, PIN), None, ADDRESS)
    assert offer is not None
    assert codes.status().state is PairingState.USED_UP
    codes.note_paired(offer, TILL)
    assert (codes.status().state, codes.status().till) == (PairingState.PAIRED, TILL)
    await codes.open(4, PIN)
    codes.note_paired(offer, TILL)
    assert codes.status().state is PairingState.WAITING


@dataclass
class Pairing:
    """An edge that pairs tills with its one shop."""

    edge: BareEdge
    codes: PairingCodes
    clock: FakeClock

    @property
    def floor(self) -> ShopFixture:
        return self.edge.floor

    async def open(self) -> str:
        return await self.codes.open(self.floor.shop.id, PIN)

    async def pair(self, body: Json, **headers: str) -> Reply:
        """A call, a minute after the one before, so that the rate does not count."""
        self.clock.advance(MINUTE)
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        return await exchange(self.edge.address, request_bytes("POST", PATH, body=sent, headers=headers))

    def bodies(self, call: Call) -> Bodies:
        return self.floor.read(lambda db: get_call(db, self.floor.shop.id, call.id, sees_unknown=True))[1]

    def names(self) -> list[str]:
        """The names of the shop's keys, without the test's own."""
        return [key.name for key in self.floor.read(lambda db: keys.list_keys(db, self.floor.shop.id))][1:]


@asynccontextmanager
async def run_pairing(folder: Path) -> AsyncIterator[Pairing]:
    clock = FakeClock()
    codes = PairingCodes(lambda: 0.0, rounds=1)
    handler = PairingHandler(codes, clock.monotonic)
    async with run_edge(folder, {}, keyless={PATH: handler.answer}, see=handler.see) as edge:
        yield Pairing(edge, codes, clock)


@pytest.fixture
async def pairing(tmp_path: Path) -> AsyncIterator[Pairing]:
    async with run_pairing(tmp_path) as running:
        yield running


async def test_the_code_gives_a_key_that_works_and_the_services_own_proof(pairing: Pairing) -> None:
    code = await pairing.open()
    reply = await pairing.pair({"name": " Till 2 ", "code": code.lower()})
    assert reply.status == 200
    paired = reply.json
    assert (paired["name"], paired["shop"], paired["staging"]) == ("Till 2", pairing.floor.shop.name, False)
    assert paired["pin"] == PIN
    assert paired["proof"] == make_proof(derive_pairing_key(code, PIN, 1), ProofOf.SERVICE)
    assert (await pairing.edge.call("GET", "/v1/none", key=paired["key"])).status == 404
    assert pairing.names() == ["Till 2"]
    told = pairing.codes.status()
    assert told.till is not None
    assert (told.state, told.till.name, told.till.address) == (PairingState.PAIRED, "Till 2", "127.0.0.1")


async def test_a_proof_gives_the_same_and_the_services_proof_sent_back_gives_nothing(pairing: Pairing) -> None:
    key = derive_pairing_key(await pairing.open(), PIN, 1)
    assert (await pairing.pair({"name": "T", "proof": make_proof(key, ProofOf.SERVICE)})).status == 401
    assert (await pairing.pair({"name": "T", "proof": make_proof(key, ProofOf.TILL)})).status == 200


async def test_a_key_is_made_once_however_many_ask_at_once(pairing: Pairing) -> None:
    code = await pairing.open()
    sent = request_bytes("POST", PATH, body=json.dumps({"name": "Till", "code": code}).encode())
    replies = await asyncio.gather(*(exchange(pairing.edge.address, sent) for _ in range(5)))
    assert sorted(reply.status for reply in replies) == [200, 401, 401, 401, 401]
    assert pairing.names() == ["Till"]


async def test_a_repeated_call_gets_no_second_key_with_an_idempotency_key_neither(pairing: Pairing) -> None:
    body = {"name": "Till", "code": await pairing.open()}
    headers = {"Idempotency-Key": "one"}
    assert [(await pairing.pair(body, **headers)).status for _ in range(2)] == [200, 401]
    assert pairing.names() == ["Till"]


async def test_guessing_has_five_tries(pairing: Pairing) -> None:
    code = await pairing.open()
    for number in range(MAX_TRIES):
        reply = await pairing.pair({"name": "T", "code": f"0000000{number}"})
        assert (reply.status, reply.error) == (401, "unauthorized")
        assert reply.headers["www-authenticate"] == "Bearer"
    assert (await pairing.pair({"name": "T", "code": code})).status == 401
    assert pairing.names() == []


async def test_without_a_code_every_call_is_refused_like_a_wrong_one(pairing: Pairing) -> None:
    refused = await pairing.pair({"name": "T", "code": "00000000"})
    await pairing.open()
    wrong = await pairing.pair({"name": "T", "code": "00000000"})
    assert (refused.status, refused.body) == (wrong.status, wrong.body)


@pytest.mark.parametrize(
    "body",
    [
        b"", b"no json", b"[]", {}, {"name": "T"}, {"code": "x"}, {"name": "T", "code": "x", "proof": "x"},
        {"name": 1, "code": "x"}, {"name": "T", "code": 12345678}, {"name": "", "code": "x"},
        {"name": "x" * 61, "code": "x"}, {"name": "a\u0000b", "code": "x"}, b'{"name": "T", "code": "\\ud800"}',
    ],
)  # fmt: skip
async def test_what_is_not_well_formed_is_400_and_no_try(pairing: Pairing, body: Json) -> None:
    code = await pairing.open()
    reply = await pairing.pair(body)
    assert (reply.status, reply.error) == (400, "bad_request")
    assert pairing.codes.status().tries_left == MAX_TRIES_IN_ALL
    assert (await pairing.pair({"name": "T", "code": code})).status == 200


async def test_what_is_no_json_is_said_so(pairing: Pairing) -> None:
    assert (await pairing.pair(b"no json")).json["message"].startswith("The body is not JSON: ")


async def test_a_name_is_stored_without_signs_that_nobody_can_see(pairing: Pairing) -> None:
    code = await pairing.open()
    paired = await pairing.pair({"name": "Till\u202e 9\u200b", "code": code})
    assert (paired.status, paired.json["name"]) == (200, "Till 9")
    assert (await pairing.pair({"name": "\u202e\u200b", "code": code})).status == 400


async def test_a_name_that_cannot_be_says_how_a_keys_name_is(pairing: Pairing) -> None:
    reply = await pairing.pair({"name": "", "code": "x"})
    assert reply.json["message"] == ("A key's name has 1 to 60 characters that can be seen; choose another one.")


async def test_a_stranger_sends_a_small_body_only(pairing: Pairing) -> None:
    large = await pairing.pair(b" " * (MAX_BODY_BYTES + 1))
    assert (large.status, large.error) == (413, "body_too_large")
    assert large.json["message"] == "The body is over 4096 bytes; send what this call asks for."
    assert large.headers["connection"] == "close"
    assert (await pairing.pair(b" " * MAX_BODY_BYTES)).status == 400, "no longer than allowed"
    head = request_bytes("POST", PATH, headers={"Content-Length": "2000000"})
    assert (await exchange(pairing.edge.address, head)).status == 413


async def test_another_method_is_405_and_another_host_400(pairing: Pairing) -> None:
    reply = await exchange(pairing.edge.address, request_bytes("GET", PATH))
    assert (reply.status, reply.error, reply.json["message"]) == (405, "method_not_allowed", "Use POST here.")
    assert reply.headers["allow"] == "POST"
    assert (await pairing.pair({"name": "T", "code": "x"}, Host="evil.example")).status == 400


async def test_the_log_has_the_call_without_code_or_key(pairing: Pairing) -> None:
    code = await pairing.open()
    await pairing.pair({"name": "Till 2", "code": "ZZZZZZZZ"})
    key = (await pairing.pair({"name": "Till 2", "code": code})).json["key"]
    paired, refused = pairing.edge.log()
    assert (paired.path, paired.status, paired.key, paired.shop_id) == (PATH, 200, "Till 2", pairing.floor.shop.id)
    assert paired.notes == ("paired: the key was made with a pairing code",)
    assert (refused.status, refused.key, refused.notes) == (401, None, ("wrong or late pairing code",))
    for call in (paired, refused):
        assert pairing.bodies(call) == Bodies(b"", b"")
    everything = b"".join(path.read_bytes() for path in pairing.floor.store.path.parent.iterdir())
    assert code.encode() not in everything
    assert b"ZZZZZZZZ" not in everything
    assert key.encode() not in everything


class AnyContent:
    """A body that is there."""

    def __init__(self, body: bytes) -> None:
        self._body = body

    def is_eof(self) -> bool:
        return True

    def read_nowait(self) -> bytes:
        return self._body


class AnyRequest:
    """As much of a call as is looked at."""

    def __init__(self, remote: str, body: str = "", *, secure: bool = True, method: str = "POST") -> None:
        self.remote, self.secure, self.method = remote, secure, method
        self.content, self.content_length = AnyContent(body.encode()), len(body)
        self.body_exists, self.headers = bool(body), dict[str, str]()
        self.version = HttpVersion11


async def ask(handler: PairingHandler, request: AnyRequest, path: str = PATH) -> int:
    """The status of the answer."""
    call = cast("web.BaseRequest", request)
    await handler.see(call, parse_request_target(path))
    try:
        answer = await handler.answer(call, 0)
    except BadRequest:
        return 400
    return answer.status if isinstance(answer, Answer) else 200


def name_code(code: str) -> str:
    return json.dumps({"name": "Till", "code": code})


@pytest.mark.parametrize("path", [PATH, "/pair", "/V1/PAIR/", f"{PATH}?again=1"])
async def test_a_code_that_comes_in_the_clear_from_another_computer_works_no_more(path: str) -> None:
    codes = PairingCodes(lambda: 0.0, rounds=1)
    handler = PairingHandler(codes, lambda: 0.0)
    code = await codes.open(1, PIN)
    assert await ask(handler, AnyRequest("192.168.1.30", "{}", secure=False), path) == 400
    assert await ask(handler, AnyRequest("192.168.1.30", name_code("ABCD-EFGH"), secure=False), path) == 400
    assert codes.status().state is PairingState.WAITING, "who knows no code ends none"
    await ask(handler, AnyRequest("192.168.1.30", name_code(code), secure=False), path)
    assert codes.status().state is PairingState.EXPOSED


async def test_a_code_that_comes_encrypted_or_from_this_computer_is_not_exposed() -> None:
    codes = PairingCodes(lambda: 0.0, rounds=1)
    handler = PairingHandler(codes, lambda: 0.0)
    for request in (AnyRequest("192.168.1.30", "{}"), AnyRequest("127.0.0.1", "{}", secure=False)):
        code = await codes.open(1, PIN)
        await handler.see(cast("web.BaseRequest", request), parse_request_target(f"{PATH}?{code}"))
        assert codes.status().state is PairingState.WAITING


async def test_a_code_in_the_clear_with_a_foreign_host_works_no_more(tmp_path: Path) -> None:
    """Its refusal comes from an earlier check; the code was seen all the same."""
    seen: list[str] = []

    async def see(_request: web.BaseRequest, target: RequestTarget) -> None:
        seen.append(target.path)

    async with run_edge(tmp_path, {}, see=see) as edge:
        for path in (PATH, "/elsewhere"):
            call = request_bytes("POST", path, headers={"Host": "shop.example"})
            assert (await exchange(edge.address, call)).status == 400
    assert seen == [PATH, "/elsewhere"]


async def test_calls_are_rated_for_each_address() -> None:
    clock = FakeClock()
    handler = PairingHandler(PairingCodes(clock.monotonic, rounds=1), clock.monotonic)
    wrong = name_code("ABCD-EFGH")
    one = [await ask(handler, AnyRequest("10.0.0.1", wrong)) for _ in range(CALLS_PER_ADDRESS + 1)]
    assert one == [401] * CALLS_PER_ADDRESS + [429]
    assert await ask(handler, AnyRequest("10.0.1.2", wrong)) == 401
    refused = await handler.answer(cast("web.BaseRequest", AnyRequest("10.0.0.1")), 0)
    assert isinstance(refused, Answer)
    assert (refused.error, refused.headers["Retry-After"]) == ("rate_limited", "60")
    clock.advance(MINUTE)
    assert await ask(handler, AnyRequest("10.0.0.1", wrong)) == 401


async def test_a_stranger_who_sends_nonsense_every_second_keeps_nobody_from_pairing() -> None:
    clock = FakeClock()
    codes = PairingCodes(clock.monotonic, rounds=1)
    handler = PairingHandler(codes, clock.monotonic)
    code = await codes.open(1, PIN)
    for number in range(300):
        await ask(handler, AnyRequest("10.0.0.66", "nonsense", secure=bool(number % 2)))
        clock.advance(SECOND)
    assert await ask(handler, AnyRequest("10.0.0.1", name_code(code))) == 200
