"""TLS and HTTP on one port: real callers, and those who would block it."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import logging
import ssl
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from service.api.answers import Answer
from service.api.api_request import ApiRequest
from service.api.asyncio_tls import TlsProtocol
from service.api.connection import ConnectionLimits
from service.api.edge import Handler
from service.domain.json_bodies import MAX_BODY_BYTES
from tests.fakes.certificates import make_caller_context, make_folder, make_server_context
from tests.service.api.running_service import BareEdge, run_edge
from tests.service.api.wire_client import connected, request_bytes

FEW = ConnectionLimits(total=12, per_address=8, reserve=2, keyless_idle_s=60)
HELLO = bytes.fromhex("16030100ff010000fb0303")
"""The beginning of a handshake that goes no further."""
OLD_HELLO = bytes.fromhex("160301002f0100002b0301" + "00" * 32 + "000004c013c0140100")
"""A caller that knows TLS 1.0 only."""


class Calls:
    """Handlers that answer what they got, one of them when the test says so."""

    def __init__(self) -> None:
        self.asked, self.go_on = asyncio.Event(), asyncio.Event()

    async def size(self, request: ApiRequest) -> Answer:
        return Answer(200, str(len(request.body)).encode())

    async def address(self, request: ApiRequest) -> Answer:
        return Answer(200, f'"{request.address}"'.encode())

    async def held(self, _: ApiRequest) -> Answer:
        self.asked.set()
        await self.go_on.wait()
        return Answer(200, b'"event"')


@asynccontextmanager
async def encrypted_edge(folder: Path, limits: ConnectionLimits = FEW) -> AsyncIterator[tuple[BareEdge, Calls]]:
    calls, context = Calls(), make_server_context(folder)
    table: dict[str, dict[str, Handler]] = {
        "/v1/size": {"GET": calls.size, "POST": calls.size},
        "/v1/address": {"GET": calls.address},
        "/v1/held": {"GET": calls.held},
    }
    async with run_edge(folder / "data", table, limits=limits, tls=lambda: context) as edge:
        yield edge, calls


async def test_one_port_answers_both_and_a_connection_serves_many_calls(tmp_path: Path) -> None:
    async with encrypted_edge(tmp_path) as (edge, _):
        caller, asked = make_caller_context(tmp_path), request_bytes("GET", "/v1/address", key=edge.key)
        async with connected(edge.address, caller) as encrypted, connected(edge.address) as plain:
            for _ in range(3):
                await encrypted.send(asked)
                assert (await encrypted.reply()).json == "https://127.0.0.1"
                await plain.send(asked)
                assert (await plain.reply()).json == "http://127.0.0.1"
            await encrypted.send(asked * 3)
            assert [(await encrypted.reply()).status for _ in range(3)] == [200] * 3


async def test_bodies_up_to_the_bound_pass_and_16_mb_are_refused(tmp_path: Path) -> None:
    async with encrypted_edge(tmp_path) as (edge, _):
        caller = make_caller_context(tmp_path)
        async with connected(edge.address, caller) as connection:
            await connection.send(request_bytes("POST", "/v1/size", key=edge.key, body=b"x" * MAX_BODY_BYTES))
            assert (await connection.reply()).body == str(MAX_BODY_BYTES).encode()
            await connection.send(
                request_bytes("POST", "/v1/size", key=edge.key, headers={"Content-Length": str(16 * 1024 * 1024)})
            )
            assert (await connection.reply()).status == 413


async def test_a_held_call_is_answered_when_something_happens(tmp_path: Path) -> None:
    async with (
        encrypted_edge(tmp_path) as (edge, calls),
        connected(edge.address, make_caller_context(tmp_path)) as connection,
    ):
        await connection.send(request_bytes("GET", "/v1/held", key=edge.key))
        await calls.asked.wait()
        calls.go_on.set()
        assert (await connection.reply()).json == "event"


async def test_the_presented_certificate_has_the_pin_whatever_name_is_asked_for(tmp_path: Path) -> None:
    async with encrypted_edge(tmp_path) as (edge, _):
        certificate = make_folder(tmp_path).find()
        assert certificate is not None
        anyone = ssl.create_default_context()
        anyone.check_hostname, anyone.verify_mode = False, ssl.CERT_NONE
        async with connected(edge.address, anyone, "evil.example") as connection:
            presented = connection.writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
            public = x509.load_der_x509_certificate(presented).public_key()
            digest = hashlib.sha256(public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()
            assert certificate.pin == f"sha256//{base64.b64encode(digest).decode()}"
            await connection.send(request_bytes("GET", "/v1/size", key=edge.key, headers={"Host": "evil.example"}))
            assert (await connection.reply()).status == 400


async def test_a_caller_refuses_a_name_that_is_not_in_the_certificate(tmp_path: Path) -> None:
    async with encrypted_edge(tmp_path) as (edge, _):
        with pytest.raises(ssl.SSLCertVerificationError, match="Hostname mismatch"):
            async with connected(edge.address, make_caller_context(tmp_path), "evil.example"):
                pass
        assert (await edge.call("GET", "/v1/size")).status == 200


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        (b"\x16", "ConnectionResetError"),
        (b"\x16\x03\x01", "ConnectionResetError"),
        (b"\x16" + b"garbage" * 100, "WRONG_VERSION_NUMBER"),
        (b"\x16\x03\x01\x00\x05hello", "UNEXPECTED_MESSAGE"),
    ],
)
async def test_a_handshake_of_garbage_ends_its_connection_only(
    tmp_path: Path, sent: bytes, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with encrypted_edge(tmp_path) as (edge, _):
        async with connected(edge.address) as connection:
            await connection.send(sent)
            connection.end()
            while not await connection.ended():  # an alert may come first
                pass
        assert (await edge.call("GET", "/v1/size")).status == 200
    told = [record.getMessage() for record in caplog.records]
    assert told.count(f"An encrypted connection from 127.0.0.1 was not made ({reason})") == 1
    assert not [record for record in caplog.records if record.levelno > logging.WARNING]


async def test_tls_1_0_is_refused_and_the_log_names_the_reason(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with encrypted_edge(tmp_path) as (edge, _), connected(edge.address) as connection:
        await connection.send(OLD_HELLO)
        assert await connection.ended()
    assert "was not made (UNSUPPORTED_PROTOCOL)" in caplog.text


def test_old_versions_renegotiation_and_compression_are_off(tmp_path: Path) -> None:
    context = make_server_context(tmp_path)
    assert context.minimum_version is ssl.TLSVersion.TLSv1_2
    for refused in (ssl.OP_NO_RENEGOTIATION, ssl.OP_NO_COMPRESSION):
        assert context.options & refused


def test_the_buffer_of_a_connection_is_small() -> None:
    """1,000 open handshakes would take 256 MB with asyncio's own buffer."""
    assert TlsProtocol.max_size == 32 * 1024


async def test_a_till_is_answered_while_100_handshakes_lie_open(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with encrypted_edge(tmp_path) as (edge, _), AsyncExitStack() as stack:
        open_ones = [await stack.enter_async_context(connected(edge.address)) for _ in range(100)]
        for number, one in enumerate(open_ones):
            await one.send(HELLO if number % 2 else b"\x16")
        for _ in range(3):
            async with connected(edge.address, make_caller_context(tmp_path)) as till:
                await till.send(request_bytes("GET", "/v1/size", key=edge.key))
                assert (await till.reply()).status == 200
        assert (await edge.call("GET", "/v1/size")).status == 200
        assert await open_ones[0].ended()
    assert len(caplog.records) < 5


async def test_a_handshake_and_a_silent_connection_have_a_time(tmp_path: Path) -> None:
    limits = ConnectionLimits(handshake_s=1)
    async with encrypted_edge(tmp_path, limits) as (edge, _), AsyncExitStack() as stack:
        half, silent, till = [await stack.enter_async_context(connected(edge.address)) for _ in range(3)]
        await half.send(HELLO)
        await till.send(request_bytes("GET", "/v1/size", key=edge.key))
        assert (await till.reply()).status == 200
        assert await half.ended()
        assert await silent.ended()
        await till.send(request_bytes("GET", "/v1/size", key=edge.key))
        assert (await till.reply()).status == 200


async def test_a_stop_waits_for_no_handshake_and_no_consent(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with encrypted_edge(tmp_path) as (edge, _), AsyncExitStack() as stack:
        half = await stack.enter_async_context(connected(edge.address))
        await half.send(HELLO)
        silent = await stack.enter_async_context(connected(edge.address))
        idle = await stack.enter_async_context(connected(edge.address, make_caller_context(tmp_path)))
        assert (await edge.call("GET", "/v1/size")).status == 200
        async with asyncio.timeout(5):
            await edge.stop()
            for one in (half, silent, idle):
                assert await one.ended()
    assert caplog.messages == ["An encrypted connection from 127.0.0.1 was not made (it ended)"]


async def test_a_caller_that_closes_its_side_ends_its_connection_without_a_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with (
        encrypted_edge(tmp_path) as (edge, calls),
        connected(edge.address, make_caller_context(tmp_path)) as connection,
    ):
        await connection.send(request_bytes("GET", "/v1/held", key=edge.key))
        await calls.asked.wait()
        connection.writer.close()
        calls.go_on.set()
        assert (await edge.call("GET", "/v1/size")).status == 200
    assert not caplog.records
