"""How other computers call this one."""

from __future__ import annotations

import ipaddress

from bridge.system.network_names import find_addresses, find_host_name
from service.domain.settings import is_host


def test_addresses_are_those_of_networks() -> None:
    for address in find_addresses():
        assert not ipaddress.IPv4Address(address).is_loopback


def test_the_name_is_empty_or_one_that_a_caller_can_use() -> None:
    name = find_host_name()
    assert name == "" or is_host(name.lower())
