"""To which address a delivery goes, and how its name and its certificate are checked."""

from __future__ import annotations

import asyncio
import socket
import ssl
import threading
from pathlib import Path

import pytest

from service.delivery.attempt_result import AttemptFault
from service.delivery.name_resolution import AddressInfo
from service.delivery.poster import _make_url
from service.domain.errors import Refused
from service.domain.webhooks.retries import Outcome
from service.domain.webhooks.target_addresses import TargetAddress
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
    answer,
    certificate,
    receiving,
    serving_tls,
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
