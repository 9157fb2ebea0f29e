"""The running service makes the code that a command asks for."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import msgspec
import pytest

from service.api.pairing.code_answerer import CodeAnswerer
from service.api.pairing.code_request import NAME, CodeAsker, MadeCode, read_request, write_request
from service.api.pairing.pairing_codes import PairingCodes
from service.domain.errors import Unavailable
from service.domain.host.certificate import ServerCertificate
from service.domain.host.pairing import PairingState
from service.domain.sentences import verbatim
from service.domain.times import MINUTE
from service.store.engine.store import Store
from service.store.settings import read_settings
from tests.fakes.clock import START, FakeClock
from tests.fakes.new_database import new_store
from tests.service.api.running_service import run_service

CERTIFICATE = ServerCertificate("sha256//mine", ("localhost",), START, START + MINUTE, START + MINUTE, "")


def make_answerer(store: Store, codes: PairingCodes, certificate: ServerCertificate | None = None) -> CodeAnswerer:
    return CodeAnswerer(store, FakeClock(), codes, lambda: certificate)


async def answer(store: Store, answerer: CodeAnswerer, asker: CodeAsker) -> MadeCode | None:
    await store.write(lambda tx: write_request(tx, asker.request))
    await answerer.answer()
    request = await store.read(read_request)
    return None if request is None or request.answer is None else asker.open(request.answer)


async def test_the_code_is_open_with_the_pin_of_the_certificate(tmp_path: Path) -> None:
    store, codes = new_store(tmp_path), PairingCodes(FakeClock().monotonic, rounds=1)
    made = await answer(store, make_answerer(store, codes, CERTIFICATE), CodeAsker(1, START))
    assert made is not None
    assert made.pin == CERTIFICATE.pin
    offer = await codes.take(made.code, None)
    assert offer is not None
    assert (offer.shop_id, offer.pin) == (1, CERTIFICATE.pin)
    store.close()


async def test_of_two_that_ask_the_later_has_the_code_that_works(tmp_path: Path) -> None:
    store, codes = new_store(tmp_path), PairingCodes(FakeClock().monotonic, rounds=1)
    answerer = make_answerer(store, codes)
    first, second = CodeAsker(1, START), CodeAsker(2, START)
    earlier = await answer(store, answerer, first)
    later = await answer(store, answerer, second)
    assert earlier is not None
    assert later is not None
    assert await codes.take(earlier.code, None) is None
    offer = await codes.take(later.code, None)
    assert offer is not None
    assert offer.shop_id == 2
    request = await store.read(read_request)
    assert request is not None
    assert request.answer is not None
    assert first.open(request.answer) is None
    store.close()


async def test_without_a_certificate_that_is_needed_the_reason_is_the_answer(tmp_path: Path) -> None:
    def fail() -> ServerCertificate | None:
        raise Unavailable(verbatim("The certificate cannot be read."))

    store, codes = new_store(tmp_path), PairingCodes(FakeClock().monotonic, rounds=1)
    made = await answer(store, CodeAnswerer(store, FakeClock(), codes, fail), CodeAsker(1, START))
    assert made == MadeCode(fault="The certificate cannot be read.")
    assert codes.status().state is PairingState.NONE
    store.close()


async def test_a_damaged_request_opens_no_code(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    store, codes = new_store(tmp_path), PairingCodes(FakeClock().monotonic, rounds=1)
    asker = CodeAsker(1, START)
    asker.request = msgspec.structs.replace(asker.request, public_key=b"short")
    with caplog.at_level(logging.WARNING):
        assert await answer(store, make_answerer(store, codes), asker) is None
    assert codes.status().state is PairingState.NONE
    assert "is damaged" in caplog.text
    store.close()


async def test_a_service_that_starts_deletes_what_a_killed_command_left(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    await store.write(lambda tx: write_request(tx, CodeAsker(1, START).request))
    store.close()
    async with run_service(tmp_path) as stand:
        assert NAME not in await stand.store.read(read_settings)
        assert stand.service.pairing.status().state is PairingState.NONE


async def test_a_running_service_answers_and_pairs_a_till_with_the_code(tmp_path: Path) -> None:
    async with run_service(tmp_path) as stand:
        asker = CodeAsker(stand.shop.id, stand.clock.now())
        applied = asyncio.Event()
        stand.service.on_settings_applied = applied.set
        await stand.store.write(lambda tx: write_request(tx, asker.request))
        async with asyncio.timeout(20):
            while (request := await stand.store.read(read_request)) is None or request.answer is None:
                await applied.wait()
                applied.clear()
        made = asker.open(request.answer)
        assert made is not None
        reply = await stand.call("POST", "/v1/pair", key=None, body={"name": "Till 2", "code": made.code.lower()})
        assert (reply.status, reply.json["pin"], reply.json["shop"]) == (200, None, stand.shop.name)
        assert (await stand.call("GET", "/v1/items", key=reply.json["key"])).status == 200
