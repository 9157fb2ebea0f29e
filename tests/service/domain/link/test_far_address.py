"""Which addresses and keys a link takes (link §5)."""

from __future__ import annotations

import pytest

from service.domain.errors import Refused
from service.domain.link.far_address import check_key, check_not_here, parse_far_address


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("https://market.example", "https://market.example"),
        (" https://market.example/v1/ ", "https://market.example"),
        ("https://market.example/shop/v1", "https://market.example/shop"),
        ("https://market.example/v1/v1", "https://market.example/v1"),
        ("HTTPS://market.example//", "HTTPS://market.example"),
        ("https://market.example//v1", "https://market.example"),
        ("https://market.example/a@b", "https://market.example/a@b"),
        ("https://market.example/a@b/c", "https://market.example/a@b/c"),
        ("https://market.example/a://b", "https://market.example/a://b"),
    ],
)
def test_paths_are_appended_to_the_base_address(text: str, url: str) -> None:
    assert parse_far_address(text).url == url


@pytest.mark.parametrize(
    ("text", "loopback", "private", "needs_word"),
    [
        ("http://localhost:8710", True, True, False),
        ("http://127.0.0.1:8710", True, True, False),
        ("http://[::1]:8710", True, True, False),
        ("http://192.168.1.20", False, True, True),
        ("https://192.168.1.20", False, True, False),
        ("https://market.example", False, False, False),
        ("https://8.8.8.8", False, False, False),
    ],
)
def test_where_an_address_is(text: str, loopback: bool, private: bool, needs_word: bool) -> None:
    far = parse_far_address(text)
    assert (far.is_loopback, far.is_private, far.needs_word) == (loopback, private, needs_word)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("market.example", "must begin with https://"),
        ("ftp://market.example", "must begin with https://"),
        ("https://till:hunter2@market.example", "has a user name or password in it"),
        ("https://till:hunter2@market.example/v1", "has a user name or password in it"),
        ("https://market.example/v1?key=1", r"has a \? part"),
        ("http://market.example", "^market.example is not on this network, so http would show the key"),
        ("http://8.8.8.8/v1", "^8.8.8.8 is not on this network"),
    ],
)
def test_what_is_refused_and_why(text: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence) as raised:
        parse_far_address(text)
    assert raised.value.code == "link_not_allowed"
    assert "hunter2" not in raised.value.message


def test_a_key_is_taken_as_it_was_pasted() -> None:
    assert check_key(" cp_live_abc\n", staging=False) == "cp_live_abc"
    assert check_key("cp_test_abc", staging=True) == "cp_test_abc"
    assert check_key("another-market's~key", staging=True) == "another-market's~key"


@pytest.mark.parametrize(
    ("key", "staging", "sentence"),
    [
        ("", False, "That is no key"),
        (" \n", False, "That is no key"),
        ("cp live", False, "That is no key"),
        ("cp_live_\x07", False, "That is no key"),
        ("cp_live_é", False, "That is no key"),
        ("cp_live_abc", True, "That is a live key, and this is the staging shop"),
        ("cp_test_abc", False, "That is a staging key, and this is the live shop"),
    ],
)
def test_a_key_of_the_other_kind_of_shop_is_refused(key: str, staging: bool, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence) as raised:
        check_key(key, staging=staging)
    assert raised.value.code == "link_not_allowed"


def test_a_link_to_this_installation_itself_is_refused() -> None:
    with pytest.raises(Refused, match="That is this Counterpart itself") as raised:
        check_not_here(parse_far_address("http://localhost:8710"), 8710)
    assert raised.value.code == "link_not_allowed"


@pytest.mark.parametrize("text", ["http://localhost:8711", "http://192.168.1.20:8710", "https://market.example:8710"])
def test_a_link_to_another_port_or_computer_is_not(text: str) -> None:
    far = parse_far_address(text)
    check_not_here(far, 8710)
    assert far.url == text
