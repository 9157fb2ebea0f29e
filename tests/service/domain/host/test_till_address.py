"""The address for a till."""

from __future__ import annotations

from service.domain.host.till_address import make_till_address


def test_the_first_allowed_name_is_used_and_this_computer_without_one() -> None:
    assert make_till_address(("shop-pc.local", "10.0.0.5"), 8710) == "http://shop-pc.local:8710"
    assert make_till_address(("fd00::1",), 8710) == "http://[fd00::1]:8710"
    assert make_till_address((), 8710) == "http://127.0.0.1:8710"


def test_only_an_address_in_the_network_is_encrypted() -> None:
    assert make_till_address(("shop-pc.local",), 8710, encrypted=True) == "https://shop-pc.local:8710"
    assert make_till_address((), 8710, encrypted=True) == "http://127.0.0.1:8710"
