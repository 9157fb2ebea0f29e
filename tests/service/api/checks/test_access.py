"""Host and Origin (contract §2.1)."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from service.api.checks.access import (
    AccessRules,
    check_encryption,
    check_host,
    check_origin,
    is_own_origin,
    make_access_rules,
)
from service.domain.errors import BadRequest
from service.domain.settings import Settings
from service.store.shops import list_shops
from tests.service.api.running_service import RunningService
from tests.service.api.wire_client import Reply

TILL = "https://till.example"
ASKS = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
HOST_REFUSED = (
    "This address is not one the program answers to. Call 127.0.0.1, or let the owner allow this host in Settings."
)
ORIGIN_REFUSED = "Calls from this web page's origin are not allowed. The owner can allow it in Settings."
OPENED = AccessRules(frozenset({"counter.local"}), frozenset({"https://till.example"}))


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


def refused(look: Callable[[], None]) -> bool:
    """Whether a look at a call's headers ends in a refusal."""
    try:
        look()
    except BadRequest:
        return True
    return False


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "127.0.0.1:8710", "127.9.9.9:1", "localhost", "LOCALHOST:8710", "localhost.", "[::1]",
        "[::1]:8710", "[::1]:1", " localhost ", "localhost.localdomain:80",
    ],
)  # fmt: skip
def test_loopback_names_pass(host: str) -> None:
    assert not refused(lambda: check_host(host, AccessRules()))


@pytest.mark.parametrize(
    "host",
    [
        None, "", "evil.example", "evil.example:8710", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1",
        "localhost:8710:8710", "localhost:evil", "[::1]:x1", "[::1]x1", "[::1", "[::1]evil", "[::1]:evil", "::1",
        "[::1%a]b]", "[::1%a]b]:80",
        "[::2]", "user@localhost", "0.0.0.0", "counter.local", "localhost/", "127.1",
    ],
)  # fmt: skip
def test_other_names_are_refused(host: str | None) -> None:
    with pytest.raises(BadRequest, match=f"^{re.escape(HOST_REFUSED)}$"):
        check_host(host, AccessRules())


@pytest.mark.parametrize("host", ["counter.local", "Counter.Local:8710", "localhost"])
def test_a_name_that_the_owner_allowed_passes(host: str) -> None:
    assert not refused(lambda: check_host(host, OPENED))


@pytest.mark.parametrize(
    "host",
    [
        "evilcounter.local", "evil-counter.local", "sub.counter.local", ".counter.local", "counter.local.evil.example",
        "counter.locale", "counter", "local", "counter.local@evil.example", "evillocalhost", "xlocalhost.localdomain",
    ],
)  # fmt: skip
def test_a_name_that_only_contains_an_allowed_one_is_refused(host: str) -> None:
    assert refused(lambda: check_host(host, OPENED))


@pytest.mark.parametrize("origin", [None, "https://till.example", "https://TILL.example/"])
def test_no_origin_and_an_allowed_one_pass(origin: str | None) -> None:
    assert not refused(lambda: check_origin(origin, OPENED))


@pytest.mark.parametrize(
    ("typed", "sent", "allowed"),
    [
        ("https://till.example:443", "https://till.example", True),
        ("http://10.0.0.5:80", "http://10.0.0.5", True),
        ("https://till.example", "https://till.example:443", True),
        ("https://till.example:80", "https://till.example", False),
        ("http://till.example:443", "http://till.example", False),
        ("http://till.example:8080", "http://till.example:80", False),
    ],
)
def test_a_port_that_a_browser_leaves_out_may_be_typed(typed: str, sent: str, allowed: bool) -> None:
    rules = AccessRules(origins=frozenset({typed}))
    assert refused(lambda: check_origin(sent, rules)) is not allowed


@pytest.mark.parametrize(
    "origin",
    [
        "null",
        "",
        "http://till.example",
        "https://till.example:8443",
        "https://till.example.evil",
        "http://localhost",
        "https://till.exampleX",
        "xhttps://till.example",
    ],
)
def test_other_origins_are_refused(origin: str) -> None:
    with pytest.raises(BadRequest, match=f"^{re.escape(ORIGIN_REFUSED)}$"):
        check_origin(origin, OPENED)


@pytest.mark.parametrize(
    ("origin", "host", "own"),
    [
        ("http://127.0.0.1:8710", "127.0.0.1:8710", True),
        ("http://LOCALHOST", " localhost:80 ", True),
        ("http://127.0.0.1:8710", "127.0.0.1:8711", False),
        ("https://127.0.0.1:8710", "127.0.0.1:8710", False),
        ("http://evil.example", "127.0.0.1", False),
        ("http://", None, False),
        ("null", None, False),
    ],
)
def test_a_page_of_the_service_itself_is_known_by_the_host_of_its_call(
    origin: str, host: str | None, own: bool
) -> None:
    assert is_own_origin(origin, host) is own


@pytest.mark.parametrize("address", ["192.168.1.30", "10.0.0.5", "fd00::1", ""])
def test_calls_from_the_network_are_encrypted_where_the_owner_asks_for_it(address: str) -> None:
    asking = AccessRules(encrypted_only=True)
    with pytest.raises(BadRequest, match="must be encrypted here: call https:// in place of http://") as refusal:
        check_encryption(address, asking, encrypted=False)
    assert "key or pairing code that was sent unencrypted" in str(refusal.value.message), "a till may have sent either"
    assert not refused(lambda: check_encryption(address, asking, encrypted=True))
    assert not refused(lambda: check_encryption(address, AccessRules(), encrypted=False))


@pytest.mark.parametrize("address", ["127.0.0.1", "127.9.9.9", "::1"])
def test_calls_of_this_computer_are_never_asked_for_encryption(address: str) -> None:
    assert not refused(lambda: check_encryption(address, AccessRules(encrypted_only=True), encrypted=False))


def test_encryption_is_asked_for_by_an_open_service_unless_the_owner_allows_http() -> None:
    assert make_access_rules(Settings(open_to_network=True)).encrypted_only
    assert not make_access_rules(Settings(open_to_network=True, network_http=True)).encrypted_only
    assert not make_access_rules(Settings()).encrypted_only, "serve --host works as before"


def test_the_owners_hosts_and_origins_are_those_of_the_settings() -> None:
    settings = Settings(allowed_hosts=("counter.local",), allowed_origins=("https://till.example",))
    assert make_access_rules(settings) == OPENED


def test_the_reference_is_its_own_origin_under_the_scheme_of_the_call() -> None:
    assert is_own_origin("https://shop-pc.local:8710", "shop-pc.local:8710", encrypted=True)
    assert not is_own_origin("http://shop-pc.local:8710", "shop-pc.local:8710", encrypted=True)
    assert not is_own_origin("https://shop-pc.local:8710", "shop-pc.local:8710")
