"""One POST to real sockets on loopback: the sent bytes, the read answer, and the named fault."""

from __future__ import annotations

import asyncio
import gzip
import socket
import ssl
import threading
from pathlib import Path

import pytest

from service.delivery.attempt_result import AttemptFault, AttemptResult
from service.delivery.name_resolution import AddressInfo
from service.delivery.poster import HttpPoster, _make_url
from service.domain.errors import Refused
from service.domain.sentences import verbatim
from service.domain.times import SystemClock
from service.domain.webhooks.retries import Outcome
from service.domain.webhooks.target_addresses import TargetAddress
from tests.fakes.certificates import openssl_trust
from tests.service.delivery.poster.poster_fakes import (
    BODY,
    HEADERS,
    OK,
    FakeNames,
    FakeProbe,
    Maker,
    against,
    row,
    send,
)
from tests.service.delivery.raw_receivers import (
    RawReceiver,
    answer,
    certificate,
    hang_up,
    receiving,
    serving_tls,
    silence,
)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "till.example"])
async def test_a_refused_connection_is_the_targets_fault_also_without_a_network(
    make: Maker, probe: FakeProbe, names: FakeNames, host: str
) -> None:
    names.known = {"localhost": ["::1", "127.0.0.1"], "till.example": ["127.0.0.1"]}
    probe.route = False
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        result = await send(make(), bound.getsockname()[1], host=host)
    assert (result.fault, result.outcome) == (AttemptFault.CONNECTION_REFUSED, Outcome.REFUSED)


async def test_a_name_that_does_not_exist_is_the_targets_fault(make: Maker) -> None:
    result = await send(make(), 80, host="nowhere.example")
    assert (result.fault, result.is_own_outage) == (AttemptFault.NAME_NOT_FOUND, False)
    assert "nowhere.example" in str(result.sentence)


@pytest.mark.parametrize(
    ("number", "names_resolve", "route", "own"),
    [
        (socket.EAI_AGAIN, False, True, True),
        (socket.EAI_AGAIN, True, True, False),
        (socket.EAI_NONAME, True, False, True),
        (socket.EAI_AGAIN, True, False, True),
    ],
)
async def test_no_name_resolution_for_anyone_is_an_own_outage(
    make: Maker, probe: FakeProbe, names: FakeNames, number: int, names_resolve: bool, route: bool, own: bool
) -> None:
    names.error = socket.gaierror(number, "no")
    probe.names, probe.route = names_resolve, route
    result = await send(make(), 80, host="till.example")
    assert result.is_own_outage is own
    assert result.fault is (AttemptFault.NETWORK_DOWN if own else AttemptFault.NAME_NOT_FOUND)


@pytest.mark.parametrize(
    "address", ["169.254.169.254", "::ffff:169.254.169.254", "fd00:ec2::254", "fe80::1", "0.0.0.0"]
)
async def test_a_name_that_leads_to_a_refused_address_is_not_connected_to(
    make: Maker, names: FakeNames, address: str
) -> None:
    names.known = {"sly.example": [address]}
    result = await send(make(), 80, host="sly.example")
    assert result.fault is AttemptFault.ADDRESS_NOT_ALLOWED
    assert address in str(result.sentence)


async def test_only_the_allowed_addresses_of_a_name_are_tried(make: Maker, names: FakeNames) -> None:
    names.known = {"half.example": ["169.254.169.254", "127.0.0.1"]}
    async with receiving(answer(OK)) as receiver:
        result = await send(make(), receiver.port, host="half.example")
    assert result.outcome is Outcome.ACCEPTED


async def test_a_name_that_changes_its_address_is_judged_again(make: Maker, names: FakeNames) -> None:
    poster = make()
    names.known = {"turn.example": ["127.0.0.1"]}
    async with receiving(answer(OK)) as receiver:
        assert (await send(poster, receiver.port, host="turn.example")).outcome is Outcome.ACCEPTED
        await poster.close_target(1)
        names.known = {"turn.example": ["169.254.169.254"]}
        assert (await send(poster, receiver.port, host="turn.example")).fault is AttemptFault.ADDRESS_NOT_ALLOWED


@pytest.mark.parametrize(
    "url",
    [
        "http://169.254.169.254/",
        "http://2852039166/",
        "http://0xA9FEA9FE/",
        "http://0251.0376.0251.0376/",
        "http://[::ffff:a9fe:a9fe]/",
        "http://\uff11\uff16\uff19.254.169.254/",
        "ftp://127.0.0.1/",
        "http://u:p@127.0.0.1/",
    ],
)
async def test_a_kept_address_that_is_not_allowed_is_never_connected_to(
    make: Maker, names: FakeNames, url: str
) -> None:
    result = await make().post(1, url, HEADERS, BODY)
    assert (result.fault, result.outcome) == (AttemptFault.ADDRESS_NOT_ALLOWED, Outcome.REFUSED)
    assert result.duration_ms == 0
    assert names.asked == []


@pytest.mark.parametrize("host", ["2130706433", "0x7f.1", "127.1", "017700000001", "[::ffff:127.0.0.1]"])
async def test_other_spellings_of_an_allowed_address_reach_it(make: Maker, names: FakeNames, host: str) -> None:
    async with receiving(answer(OK)) as receiver:
        assert (await send(make(), receiver.port, host=host)).outcome is Outcome.ACCEPTED
    assert names.asked == []


async def test_the_environments_proxy_is_not_used(make: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:1")
    assert (await against(answer(OK), make())).outcome is Outcome.ACCEPTED


async def test_https_is_verified(make: Maker, tmp_path: Path) -> None:
    files = certificate(tmp_path)
    trusting = ssl.create_default_context(cafile=files[0])
    async with receiving(answer(OK), serving_tls(*files)) as receiver:
        assert (await send(make(tls=trusting), receiver.port, scheme="https")).outcome is Outcome.ACCEPTED
        distrusted = await send(make(), receiver.port, scheme="https")
    assert distrusted.fault is AttemptFault.TLS
    assert "self-signed" in str(distrusted.sentence)


@pytest.mark.parametrize(
    ("names_in_it", "days", "expected"),
    [(("127.0.0.1",), -1, "has expired"), (("other.example",), 1, "is for another")],
)
async def test_what_is_wrong_with_a_certificate_is_said(
    make: Maker, tmp_path: Path, names_in_it: tuple[str, ...], days: int, expected: str
) -> None:
    files = certificate(tmp_path, names=names_in_it, days=days)
    trusting = ssl.create_default_context(cafile=files[0])
    async with receiving(answer(OK), serving_tls(*files)) as receiver:
        result = await send(make(tls=trusting), receiver.port, scheme="https")
    assert (result.fault, expected in str(result.sentence)) == (AttemptFault.TLS, True), result.sentence


async def test_https_to_a_plain_port_says_so(make: Maker) -> None:
    async def plain(receiver: object, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(100)
        writer.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()

    async with receiving(plain) as receiver:
        result = await send(make(), receiver.port, scheme="https")
    assert (result.fault, "does not speak https" in str(result.sentence)) == (AttemptFault.TLS, True), result.sentence


async def test_a_hanging_look_up_blocks_no_other_target(make: Maker, names: FakeNames) -> None:
    let_go = threading.Event()

    def lookup(host: str, port: int, family: int) -> list[AddressInfo]:
        if host == "hang.example":
            let_go.wait(10)
        return [row("127.0.0.1", port)]

    poster = make(limit_s=0.2)
    poster._lookup = lookup
    async with receiving(answer(OK)) as receiver:
        first = await poster.post(1, f"http://hang.example:{receiver.port}/", HEADERS, BODY)
        other = await poster.post(2, f"http://fine.example:{receiver.port}/", HEADERS, BODY)
    let_go.set()
    assert first.fault in (AttemptFault.TIMEOUT, AttemptFault.NAME_NOT_FOUND)
    assert other.outcome is Outcome.ACCEPTED


async def test_a_target_that_is_let_go_leaves_no_thread(make: Maker, names: FakeNames) -> None:
    names.known["here.example"] = ["127.0.0.1"]
    poster = make()
    # By identity: a thread of the test before that still ends has the same name.
    before = threading.enumerate()
    async with receiving(answer(OK)) as receiver:
        await send(poster, receiver.port, host="here.example")
        (looking_up,) = [thread for thread in threading.enumerate() if thread not in before]
        await poster.close_target(1)
    await asyncio.to_thread(looking_up.join, 10)
    assert not looking_up.is_alive()


@pytest.mark.parametrize(
    ("entered", "sent"),
    [
        ("/in?next=a%2Fb&p=%41+c", "/in?next=a%2Fb&p=%41+c"),
        ("/a%2fb/%41~?x=%3a|<y>", "/a%2fb/%41~?x=%3a|<y>"),
        ("/a/../b/./c", "/a/../b/./c"),
        ("", "/"),
        ("?x=%2F", "/?x=%2F"),
        ("/طلب?a=%2F&b=ف", "/%D8%B7%D9%84%D8%A8?a=%2F&b=%D9%81"),
    ],
)
@pytest.mark.parametrize("host", ["127.0.0.1", "127.1", "Shop_PC.Local", "متجر.bh"])
async def test_the_address_goes_out_as_it_was_entered(
    make: Maker, names: FakeNames, entered: str, sent: str, host: str
) -> None:
    names.known = {"shop_pc.local": ["127.0.0.1"], "xn--pgbep1f.bh": ["127.0.0.1"]}
    async with receiving(answer(OK)) as receiver:
        result = await send(make(), receiver.port, entered, host=host)
    assert (result.status, result.fault) == (200, None)
    assert receiver.requests[0][0].decode("ascii").split("\r\n")[0] == f"POST {sent} HTTP/1.1"


async def test_an_address_is_parsed_once(make: Maker) -> None:
    poster = make()
    first, second = (poster._parse_address("https://shop.example/in") for _ in range(2))
    assert first[0] is second[0]


def test_an_address_whose_host_is_no_host_is_refused_with_its_code() -> None:
    address = TargetAddress("https://shop.example/in", "https", "", 443, None)
    with pytest.raises(Refused) as caught:
        _make_url(address)
    assert caught.value.code == "address_not_allowed"
    assert caught.value.message == "The address is not well formed; correct it in the target"


class JumpingClock(SystemClock):
    """The wall clock jumps by `jump` between one look and the next."""

    jump = 0

    def now(self) -> int:
        moment = super().now() + self.jump
        self.jump *= 2
        return moment


async def test_the_exact_bytes_and_headers_go_out(make: Maker) -> None:
    async with receiving(answer(OK)) as receiver:
        result = await send(make(), receiver.port, "/in?a=b%20c")
    head, body = receiver.requests[0]
    assert (result.status, result.answer, result.outcome) == (200, b"ok", Outcome.ACCEPTED)
    assert body == BODY
    lines = head.decode().split("\r\n")
    assert lines[0] == "POST /in?a=b%20c HTTP/1.1"
    sent = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines[1:] if line)}
    assert {name: sent[name] for name in HEADERS} == HEADERS
    assert sent["content-type"] == "application/json"
    assert sent["content-length"] == str(len(BODY))
    assert sent["user-agent"] == "Counterpart/test"
    assert sent["accept-encoding"] == "identity"
    assert "cookie" not in sent


async def test_a_connection_serves_a_run_of_deliveries(make: Maker) -> None:
    poster = make()
    async with receiving(answer(OK)) as receiver:
        for _ in range(5):
            assert (await send(poster, receiver.port)).outcome is Outcome.ACCEPTED
        assert (len(receiver.requests), receiver.connections) == (5, 1)
        await poster.close_target(1)
        await send(poster, receiver.port)
        assert receiver.connections == 2


async def test_a_target_that_changes_does_not_break_off_an_attempt(make: Maker) -> None:
    arrived = asyncio.Event()

    async def late(receiver: RawReceiver, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await receiver.read_request(reader)
        arrived.set()
        await receiver.let_go.wait()
        writer.write(b"HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()
        assert await reader.read() == b"", "the connection of the earlier address stays open"
        closed.set()

    closed = asyncio.Event()
    poster = make()
    async with receiving(late) as receiver, asyncio.timeout(30):
        attempt = asyncio.create_task(send(poster, receiver.port))
        await arrived.wait()
        await poster.close_target(1)
        receiver.let_go.set()
        assert (await attempt).status == 401
        await closed.wait()


async def test_a_poster_that_ends_breaks_off_an_attempt_of_a_target_that_changed(make: Maker) -> None:
    arrived = asyncio.Event()

    async def mute(receiver: RawReceiver, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await receiver.read_request(reader)
        if not arrived.is_set():
            arrived.set()
            await receiver.let_go.wait()

    poster = make()
    async with receiving(mute) as receiver, asyncio.timeout(10):
        attempt = asyncio.create_task(send(poster, receiver.port))
        await arrived.wait()
        await poster.close_target(1)
        await send(poster, receiver.port, target_id=2)
        await poster.close_target(2)
        await poster.close()
        assert (await attempt).fault is AttemptFault.CONNECTION_LOST


async def test_cookies_are_not_sent_back(make: Maker) -> None:
    poster = make()
    raw = b"HTTP/1.1 204 No Content\r\nSet-Cookie: a=b\r\n\r\n"
    async with receiving(answer(raw)) as receiver:
        await send(poster, receiver.port)
        await send(poster, receiver.port)
    assert all(b"ookie" not in head for head, _ in receiver.requests)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_is_not_followed_and_is_no_success(make: Maker, status: int) -> None:
    raw = f"HTTP/1.1 {status} Moved\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n".encode()
    async with receiving(answer(raw)) as receiver:
        result = await send(make(), receiver.port)
    assert len(receiver.requests) == 1
    assert (result.status, result.outcome) == (status, Outcome.REFUSED)
    assert "/elsewhere" in str(result.sentence)


@pytest.mark.parametrize(
    ("status", "outcome"), [(200, "accepted"), (299, "accepted"), (400, "refused"), (503, "refused")]
)
async def test_only_2xx_is_success(make: Maker, status: int, outcome: str) -> None:
    raw = f"HTTP/1.1 {status} X\r\nContent-Length: 0\r\n\r\n".encode()
    assert (await against(answer(raw), make())).outcome == outcome


async def test_answers_are_read_to_4_kib_and_no_further(make: Maker) -> None:
    async def endless(receiver: object, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        while True:
            writer.write(b"400\r\n" + b"x" * 1024 + b"\r\n")
            await writer.drain()

    result = await against(endless, make())
    assert (result.status, result.answer) == (200, b"x" * 4096)


async def test_a_compressed_answer_is_not_unpacked(make: Maker) -> None:
    packed = gzip.compress(b"0" * 10_000_000)
    raw = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(packed) + packed
    result = await against(answer(raw), make())
    assert result.answer == packed[:4096]


async def test_an_answer_that_breaks_off_still_counts_by_its_status(make: Maker) -> None:
    async def cut(receiver: object, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart")
        await writer.drain()

    result = await against(cut, make())
    assert (result.outcome, result.answer) == (Outcome.ACCEPTED, b"part")


async def test_silence_is_a_timeout(make: Maker) -> None:
    result = await against(silence, make(limit_s=0.2))
    assert (result.fault, result.outcome) == (AttemptFault.TIMEOUT, Outcome.REFUSED)
    assert result.duration_ms >= 190


async def test_an_answer_begun_and_never_ended_is_a_timeout(make: Maker) -> None:
    async def stuck(receiver: RawReceiver, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await receiver.read_request(reader)
        writer.write(b"HTTP/1.1 200 OK\r\nX: y")
        await writer.drain()
        await receiver.let_go.wait()

    assert (await against(stuck, make(limit_s=0.2))).fault is AttemptFault.TIMEOUT


async def test_a_closed_connection_is_named(make: Maker) -> None:
    assert (await against(hang_up, make())).fault is AttemptFault.CONNECTION_LOST


@pytest.mark.parametrize(
    "raw",
    [b"SSH-2.0-OpenSSH_9.2\r\n", b"HTTP/1.1 abc\r\n\r\n", b"HTTP/1.1 200 OK\r\nX: " + b"y" * 100_000 + b"\r\n\r\n"],
)
async def test_an_answer_that_is_no_http_is_named(make: Maker, raw: bytes) -> None:
    assert (await against(answer(raw), make())).fault is AttemptFault.ANSWER_MALFORMED


@pytest.mark.parametrize(
    ("jump", "fault", "outcome"),
    [(9_000, AttemptFault.TIMEOUT, Outcome.REFUSED), (11_000, AttemptFault.ASLEEP, Outcome.OUTAGE)],
)
async def test_a_pc_that_slept_for_ten_seconds_is_an_own_outage(
    probe: FakeProbe, names: FakeNames, jump: int, fault: AttemptFault, outcome: Outcome
) -> None:
    clock = JumpingClock()
    clock.jump = jump
    poster = HttpPoster(tls=openssl_trust(), probe=probe, clock=clock, user_agent="x", lookup=names, limit_s=0.1)
    result = await against(silence, poster)
    await poster.close()
    assert (result.fault, result.outcome) == (fault, outcome)


@pytest.mark.parametrize(("jump", "fault"), [(20_000, AttemptFault.CONNECTION_LOST), (26_000, AttemptFault.ASLEEP)])
async def test_the_15_seconds_of_an_attempt_are_no_sleep(
    probe: FakeProbe, names: FakeNames, jump: int, fault: AttemptFault
) -> None:
    clock = JumpingClock()
    clock.jump = jump
    poster = HttpPoster(tls=openssl_trust(), probe=probe, clock=clock, user_agent="x", lookup=names)
    result = await against(hang_up, poster)
    await poster.close()
    assert result.fault is fault


def test_what_a_receiver_writes_is_not_in_the_repr() -> None:
    assert "private" not in repr(AttemptResult(200, None, verbatim("Accepted with 200"), 1, b"private"))


BODIES_AFTER_204 = [
    b"HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nok",
    b"HTTP/1.1 204 No Content\r\nContent-Type: application/json\r\n\r\n{}",
    b"HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
    b"HTTP/1.1 204 No Content\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok",
]


@pytest.mark.parametrize("raw", BODIES_AFTER_204, ids=["length", "no length", "chunked", "close"])
@pytest.mark.parametrize("piece", [1, 24, 1000])
async def test_a_204_with_a_body_is_a_204(make: Maker, raw: bytes, piece: int) -> None:
    async def in_pieces(receiver: RawReceiver, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await receiver.read_request(reader)
        for start in range(0, len(raw), piece):
            writer.write(raw[start : start + piece])
            await writer.drain()
        await receiver.let_go.wait()

    poster = make()
    async with receiving(in_pieces) as receiver:
        results = [await send(poster, receiver.port) for _ in range(3)]
    assert [(result.status, result.fault, result.answer) for result in results] == [(204, None, b"")] * 3


async def test_a_204_without_a_body_leaves_the_connection_open_for_the_next(make: Maker) -> None:
    poster = make()
    async with receiving(answer(b"HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n")) as receiver:
        results = [await send(poster, receiver.port) for _ in range(3)]
    assert ([result.status for result in results], receiver.connections) == ([204] * 3, 1)


async def test_a_304_with_a_body_is_a_304(make: Maker) -> None:
    result = await against(answer(b"HTTP/1.1 304 Not Modified\r\nContent-Length: 2\r\n\r\nok"), make())
    assert (result.status, result.outcome) == (304, Outcome.REFUSED)


async def test_a_body_that_comes_late_ends_the_connection_before_the_next_delivery(make: Maker) -> None:
    poster, late, gone = make(), asyncio.Event(), asyncio.Event()

    async def script(receiver: RawReceiver, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await receiver.read_request(reader)
        writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        if receiver.connections == 1:
            await late.wait()
            writer.write(b"ok")
            assert await reader.read() == b""
            gone.set()
        await receiver.let_go.wait()

    async with receiving(script) as receiver:
        first = await send(poster, receiver.port)
        late.set()
        async with asyncio.timeout(10):
            await gone.wait()
        second = await send(poster, receiver.port)
    assert [result.status for result in (first, second)] == [204, 204]
