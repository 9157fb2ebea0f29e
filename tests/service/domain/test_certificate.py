"""When a new certificate is due, and which names it has."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.domain.certificate import (
    LIFE,
    MAX_NAMES,
    RENEW_BEFORE,
    ServerCertificate,
    choose_names,
    is_due,
    make_till_address,
)
from service.domain.times import DAY

NAMES = ("localhost", "shop-pc", "192.168.1.20")
NEW = ServerCertificate("sha256//x", NAMES, 0, LIFE, 10 * LIFE, "authority.pem")


def test_the_first_allowed_name_is_used_and_this_computer_without_one() -> None:
    assert make_till_address(("shop-pc.local", "10.0.0.5"), 8710) == "http://shop-pc.local:8710"
    assert make_till_address(("fd00::1",), 8710) == "http://[fd00::1]:8710"
    assert make_till_address((), 8710) == "http://127.0.0.1:8710"


def test_only_an_address_in_the_network_is_encrypted() -> None:
    assert make_till_address(("shop-pc.local",), 8710, encrypted=True) == "https://shop-pc.local:8710"
    assert make_till_address((), 8710, encrypted=True) == "http://127.0.0.1:8710"


def test_it_is_due_60_days_before_its_end() -> None:
    assert not is_due(NEW, NAMES, LIFE - RENEW_BEFORE - 1)
    assert is_due(NEW, NAMES, LIFE - RENEW_BEFORE)
    assert is_due(NEW, NAMES, LIFE + DAY)


def test_it_is_due_when_the_clock_was_set_back_before_its_beginning() -> None:
    assert is_due(replace(NEW, not_before=DAY), NAMES, DAY - 1)
    assert not is_due(replace(NEW, not_before=DAY), NAMES, DAY)


def test_it_is_due_when_a_name_is_missing_and_not_when_one_is_too_many() -> None:
    assert is_due(NEW, (*NAMES, "192.168.1.21"), 1)
    assert not is_due(NEW, NAMES[:2], 1)


@pytest.mark.parametrize("host", ["Shop-PC.lan", "SHOP-PC", "shop-pc.corp.example"])
def test_a_computer_has_its_name_its_local_name_and_its_addresses(host: str) -> None:
    assert choose_names(host, ("192.168.1.20",), ("till.example",)) == (
        "localhost",
        "127.0.0.1",
        "shop-pc",
        "shop-pc.local",
        "192.168.1.20",
        "till.example",
    )


def test_a_computer_without_a_name_has_its_addresses() -> None:
    for name in ("", "localhost", "localhost.localdomain", "."):
        assert choose_names(name, ("10.0.0.5",), ()) == ("localhost", "127.0.0.1", "10.0.0.5")


def test_a_name_has_one_spelling_so_that_it_is_found_in_the_certificate() -> None:
    assert choose_names("", (), ("FD00:0::1", "Shop.Example.", "127.0.0.1")) == (
        "localhost",
        "127.0.0.1",
        "fd00::1",
        "shop.example",
    )


def test_names_are_bounded() -> None:
    many = tuple(f"10.0.0.{number}" for number in range(200))
    assert len(choose_names("shop-pc", many, ())) == MAX_NAMES
