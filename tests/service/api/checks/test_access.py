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

HOST_REFUSED = (
    "This address is not one the program answers to. Call 127.0.0.1, or let the owner allow this host in Settings."
)
ORIGIN_REFUSED = "Calls from this web page's origin are not allowed. The owner can allow it in Settings."
OPENED = AccessRules(frozenset({"counter.local"}), frozenset({"https://till.example"}))


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
