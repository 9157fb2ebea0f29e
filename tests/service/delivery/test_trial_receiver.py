"""The test receiver with real POSTs."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator

import aiohttp
import pytest
import pytest_asyncio

from service.delivery.trial_receiver import ReceivedDelivery, TrialReceiver, format_received, make_warning, read_secret
from service.domain.errors import BadRequest, Unavailable
from service.domain.times import SystemClock
from service.domain.webhooks.signing import SignatureFault, make_delivery_headers, make_secret
from service.domain.webhooks.webhook_secrets import Secret, SecretPair

SECRET = make_secret()
BODY = '{"id":"evt_1","event":"rfq.new","text":"فلتر"}'.encode()


def signed(secret: Secret = SECRET) -> dict[str, str]:
    now = SystemClock().now()
    return make_delivery_headers(SecretPair(secret), delivery_id="dlv_1", event="rfq.new", body=BODY, at=now)


@pytest.fixture
def arrivals() -> list[ReceivedDelivery]:
    return []


@pytest_asyncio.fixture
async def address(arrivals: list[ReceivedDelivery]) -> AsyncIterator[str]:
    receiver = TrialReceiver(SECRET, SystemClock(), arrivals.append)
    yield await receiver.start()
    await receiver.stop()


async def post(address: str, headers: dict[str, str], body: bytes = BODY) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.post(address, data=body, headers=headers) as response:
        return response.status, await response.text()


async def test_a_genuine_delivery_is_accepted_and_shown(address: str, arrivals: list[ReceivedDelivery]) -> None:
    assert await post(address + "any/path", signed()) == (200, "received\n")
    assert arrivals[0].verdict is not None
    assert arrivals[0].verdict.is_genuine
    text = format_received(arrivals[0])
    assert "OK: both signatures are right" in text
    assert "فلتر" in text
    assert "dlv_1" in text
    assert text.splitlines()[0].endswith("  POST /any/path  rfq.new")


async def test_a_retry_is_told_by_its_identifier(address: str, arrivals: list[ReceivedDelivery]) -> None:
    await post(address, signed())
    await post(address, signed())
    assert [arrival.is_repeated for arrival in arrivals] == [False, True]
    assert "(sent again)" in format_received(arrivals[1])


async def test_a_post_without_an_identifier_is_never_a_retry(address: str, arrivals: list[ReceivedDelivery]) -> None:
    await post(address, {})
    await post(address, {})
    assert [arrival.is_repeated for arrival in arrivals] == [False, False]
    assert format_received(arrivals[1]).splitlines()[0].endswith("  POST /  no event kind")


async def test_a_fault_is_named_to_both_sides(address: str, arrivals: list[ReceivedDelivery]) -> None:
    status, said = await post(address, signed(make_secret()))
    assert status == 400
    assert "use the secret shown when this target was made" in said
    assert SignatureFault.WRONG_SECRET.value in format_received(arrivals[0])


async def test_only_post_is_received(address: str, arrivals: list[ReceivedDelivery]) -> None:
    async with aiohttp.ClientSession() as session, session.get(address) as response:
        assert response.status == 405
    assert arrivals == []


async def test_without_a_secret_it_says_that_nothing_was_checked(arrivals: list[ReceivedDelivery]) -> None:
    receiver = TrialReceiver(None, SystemClock(), arrivals.append)
    assert (await post(await receiver.start(), signed()))[0] == 200
    await receiver.stop()
    assert "NOT CHECKED" in format_received(arrivals[0])


async def test_a_port_that_is_taken_is_said(address: str) -> None:
    with pytest.raises(Unavailable, match=r"^Port \d+ cannot be listened on: [^{}]+; give another one$"):
        await TrialReceiver(None, SystemClock(), lambda _: None).start(int(address.rsplit(":", 1)[1].strip("/")))


def test_what_comes_from_outside_cannot_drive_the_terminal() -> None:
    arrival = ReceivedDelivery(
        0, "/\x1b[2J", {"x-service-event": "a\x1b]0;b\x07"}, b"\x1b[31m\xff", None, is_repeated=False
    )
    text = format_received(arrival)
    assert "\x1b" not in text
    assert "\\x1b[31m\\xff" in text
    assert "  x-service-event: a\\x1b]0;b\\x07" in text, "spaces stay"


def test_the_secret_comes_from_the_option_the_environment_or_the_keyboard() -> None:
    environment = {"COUNTERPART_RECEIVE_SECRET": "whsec_e"}
    assert read_secret("whsec_o", environment) == Secret("whsec_o")
    assert read_secret(None, environment) == Secret("whsec_e")
    assert read_secret("-", {}, io.StringIO("whsec_t\n")) == Secret("whsec_t")
    assert read_secret(None, {}) is None
    with pytest.raises(BadRequest):
        read_secret("-", {}, io.StringIO(""))


@pytest.mark.parametrize(("option", "warned"), [("whsec_o", True), ("-", False), (None, False)])
def test_a_secret_on_the_command_line_is_warned_of(option: str | None, warned: bool) -> None:
    assert (make_warning(option) is not None) is warned
    assert "whsec_o" not in str(make_warning(option))
