"""The state of a link in one word and one sentence (link §5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.domain.errors import Refused
from service.domain.link.link_state import (
    Link,
    LinkState,
    check_key,
    check_not_here,
    is_fresh,
    parse_upstream_address,
    state_of,
)
from service.domain.sentences import message

NOW = 1_795_183_509_120
ON = Link(1, "https://m.example", "webhook-1", True, True, False, False, NOW, last_answer_at=NOW, full_read_at=NOW)
NO_ROUTE = message("No route to the host.")


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("https://market.example", "https://market.example"),
        (" https://market.example/v1/ ", "https://market.example"),
        ("https://market.example/shop/v1", "https://market.example/shop"),
        ("https://market.example/v1/v1", "https://market.example/v1"),
        ("https://market.example/MAX/v1", "https://market.example/MAX"),
        ("https://market.example/v1/X", "https://market.example/v1/X"),
        ("HTTPS://market.example//", "HTTPS://market.example"),
        ("https://market.example//v1", "https://market.example"),
        ("https://market.example/a@b", "https://market.example/a@b"),
        ("https://market.example/a@b/c", "https://market.example/a@b/c"),
        ("https://market.example/a://b", "https://market.example/a://b"),
    ],
)
def test_paths_are_appended_to_the_base_address(text: str, url: str) -> None:
    assert parse_upstream_address(text).url == url


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
    far = parse_upstream_address(text)
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
        parse_upstream_address(text)
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
        check_not_here(parse_upstream_address("http://localhost:8710"), 8710)
    assert raised.value.code == "link_not_allowed"


@pytest.mark.parametrize("text", ["http://localhost:8711", "http://192.168.1.20:8710", "https://market.example:8710"])
def test_a_link_to_another_port_or_computer_is_not(text: str) -> None:
    far = parse_upstream_address(text)
    check_not_here(far, 8710)
    assert far.url == text


@pytest.mark.parametrize(
    ("link", "state", "sentence"),
    [
        (replace(ON, is_on=False), LinkState.OFF, "The link is off. Orders and changes wait until it is on."),
        (replace(ON, is_on=False, off_reason=message("Restored.")), LinkState.OFF, "Restored."),
        (replace(ON, refused=message("The key is refused.")), LinkState.REFUSED, "The key is refused."),
        (replace(ON, held=message("90 of 100 items.")), LinkState.HELD, "90 of 100 items."),
        (
            replace(ON, last_answer_at=None, fault=NO_ROUTE),
            LinkState.WAITING,
            "The marketplace has not answered yet. No route to the host.",
        ),
        (
            replace(ON, last_answer_at=NOW + 1, fault=NO_ROUTE),
            LinkState.WAITING,
            "The marketplace does not answer; it is asked again and again. No route to the host.",
        ),
        (
            replace(ON, fault=NO_ROUTE),
            LinkState.WAITING,
            "The marketplace does not answer; it is asked again and again. No route to the host.",
        ),
        (replace(ON, approved=False), LinkState.HELD, "The marketplace's catalogue is being read, so that you see"),
        (replace(ON, approved=False, rehearsed_at=NOW), LinkState.HELD, "Look at what would change"),
        (replace(ON, full_read_at=None), LinkState.WAITING, "The marketplace answers; its orders are being read."),
        (replace(ON, practice=True), LinkState.CONNECTED, "Connected to the practice marketplace."),
        (replace(ON, notice=message("Its clock is wrong.")), LinkState.CONNECTED, "Its clock is wrong."),
        (ON, LinkState.CONNECTED, ""),
    ],
)
def test_each_state_has_its_sentence(link: Link, state: LinkState, sentence: str) -> None:
    found, words = state_of(link, NOW)
    assert found is state
    assert str(words).startswith(sentence)
    assert bool(words) is bool(sentence), "the state alone says that it is connected"


def test_what_the_owner_has_to_do_comes_before_what_passes_by_itself() -> None:
    refused = replace(ON, refused=message("The key is refused."), last_answer_at=None, held=NO_ROUTE)
    assert state_of(refused, NOW)[0] is LinkState.REFUSED
    assert state_of(replace(refused, is_on=False), NOW)[0] is LinkState.OFF
    held = replace(ON, held=message("90 of 100 items would go to 0."), full_read_at=None, practice=True)
    assert state_of(held, NOW) == (LinkState.HELD, held.held)


def test_a_link_that_slept_is_not_connected_whatever_socket_is_open() -> None:
    assert state_of(ON, NOW + 90_000)[0] is LinkState.CONNECTED
    assert state_of(ON, NOW + 90_001)[0] is LinkState.WAITING


def test_an_answer_counts_for_90_seconds_and_one_of_the_future_never() -> None:
    ages = (-1, 0, 90_000, 90_001)
    assert [is_fresh(NOW - age, NOW) for age in ages] == [False, True, True, False]
    assert not is_fresh(None, NOW)
