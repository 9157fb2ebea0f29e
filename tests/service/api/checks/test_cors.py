"""Browsers: allowed origins and their preflight calls (contract §2.1)."""

from __future__ import annotations

import pytest

from service.store.shops import list_shops
from tests.service.api.running_service import RunningService
from tests.service.api.wire_client import Reply

TILL = "https://till.example"
ASKS = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}


@pytest.fixture
async def opened(stand: RunningService) -> RunningService:
    """A service whose owner allowed one origin and one host."""
    stand.set("allowed_origins", TILL)
    stand.set("allowed_hosts", "counter.local")
    while not stand.service.settings.allowed_hosts:
        await stand.store.read(list_shops)
    return stand


def allowed(reply: Reply) -> bool:
    return reply.headers.get("access-control-allow-origin") == TILL and reply.headers["vary"] == "Origin"


async def test_a_preflight_is_answered_without_a_key(opened: RunningService) -> None:
    reply = await opened.call("OPTIONS", "/v1/items", key=None, headers={"Origin": TILL, **ASKS})
    assert reply.status == 204
    assert reply.body == b""
    assert allowed(reply)
    assert reply.headers["access-control-allow-methods"] == "GET, HEAD, POST"
    assert reply.headers["access-control-allow-headers"] == (
        "Authorization, Content-Type, Idempotency-Key, If-None-Match"
    )
    assert reply.headers["access-control-max-age"] == "600", "a browser asks again after ten minutes"
    assert "access-control-allow-private-network" not in reply.headers
    (logged,) = opened.log()
    assert (logged.method, logged.status, logged.shop_id, logged.response_bytes) == ("OPTIONS", 204, None, 0)


async def test_a_preflight_from_a_page_on_the_internet_may_reach_this_network(opened: RunningService) -> None:
    headers = {"Origin": TILL, "Access-Control-Request-Private-Network": "true", **ASKS}
    reply = await opened.call("OPTIONS", "/v1/items", key=None, headers=headers)
    assert reply.headers["access-control-allow-private-network"] == "true"


@pytest.mark.parametrize("headers", [{}, {"Origin": TILL}, ASKS])
async def test_options_that_is_no_preflight_is_an_ordinary_call(
    opened: RunningService, headers: dict[str, str]
) -> None:
    assert (await opened.call("OPTIONS", "/v1/items", key=None, headers=headers)).status == 401
    assert (await opened.call("OPTIONS", "/v1/items", headers=headers)).status == 405


async def test_a_preflight_from_elsewhere_is_refused(opened: RunningService) -> None:
    reply = await opened.call("OPTIONS", "/v1/items", key=None, headers={"Origin": "https://evil.example", **ASKS})
    assert (reply.status, reply.error) == (400, "bad_request")
    assert "access-control-allow-origin" not in reply.headers


async def test_a_preflight_under_another_name_is_refused(opened: RunningService) -> None:
    headers = {"Origin": TILL, "Host": "evil.example", **ASKS}
    assert (await opened.call("OPTIONS", "/v1/items", key=None, headers=headers)).status == 400


async def test_every_answer_to_an_allowed_origin_can_be_read_by_its_page(opened: RunningService) -> None:
    headers = {"Origin": TILL, "Host": "counter.local:8710"}
    ok = await opened.call("GET", "/v1/items", headers=headers)
    refusals = [
        await opened.call("GET", "/v1/items", key=None, headers=headers),
        await opened.call("GET", "/v1/none", headers=headers),
        await opened.call("POST", "/v1/items", headers=headers, body=b"{"),
        await opened.call("POST", "/v1/items", headers={**headers, "Content-Length": "9999999"}),
        await opened.call("GET", "/health", key=None, headers=headers),
    ]
    assert [reply.status for reply in (ok, *refusals)] == [200, 401, 404, 400, 413, 200]
    assert all(allowed(reply) for reply in (ok, *refusals))
    assert "RateLimit-Remaining" in ok.headers["access-control-expose-headers"]
    assert "Retry-After" in ok.headers["access-control-expose-headers"]


async def test_without_an_origin_there_is_no_word_of_it(opened: RunningService) -> None:
    reply = await opened.call("GET", "/v1/items")
    assert not any(name.startswith("access-control") for name in reply.headers)


async def test_a_page_may_read_every_header_that_an_answer_has_for_its_caller(opened: RunningService) -> None:
    reply = await opened.call("GET", "/v1/items?x=1", headers={"Origin": TILL})
    exposed = set(reply.headers["access-control-expose-headers"].lower().split(", "))
    assert {"etag", "x-request-id", "x-ignored-parameters", "ratelimit-limit"} <= exposed & set(reply.headers)
    assert {"idempotent-replayed", "retry-after"} <= exposed
