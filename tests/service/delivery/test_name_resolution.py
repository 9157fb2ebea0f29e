"""Checked look-ups, sockets that are checked again, and the network probe."""

from __future__ import annotations

import socket

import pytest

from service.delivery.name_resolution import (
    CONTROL_NAMES,
    AddressError,
    AddressInfo,
    CheckingResolver,
    NameLookupError,
    SystemProbe,
    make_checked_socket,
)
from service.delivery.worker_thread import WorkerThread


def row(address: str) -> AddressInfo:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    return (family, socket.SOCK_STREAM, 6, "", (address, 80))


def resolver(*addresses: str) -> CheckingResolver:
    return CheckingResolver(WorkerThread("look-up"), lambda *_: [row(one) for one in addresses])


async def test_refused_addresses_are_left_out() -> None:
    found = await resolver("169.254.169.254", "10.0.0.5", "fe80::1%eth0", "fd00::1").resolve("a.example", 80)
    assert [one["host"] for one in found] == ["10.0.0.5", "fd00::1"]


async def test_a_name_with_only_refused_addresses_is_refused() -> None:
    with pytest.raises(AddressError, match=r"a.example leads to 169.254.169.254, which is a cloud metadata address"):
        await resolver("169.254.169.254").resolve("a.example", 80)


async def test_a_name_without_addresses_is_unknown() -> None:
    with pytest.raises(NameLookupError):
        await resolver().resolve("a.example", 80)


@pytest.mark.parametrize("address", ["169.254.169.254", "::ffff:169.254.169.254", "224.0.0.1", "::"])
def test_no_socket_is_made_for_a_refused_address(address: str) -> None:
    with pytest.raises(AddressError):
        make_checked_socket(row(address))


def test_a_socket_is_made_for_an_allowed_address() -> None:
    with make_checked_socket(row("127.0.0.1")) as made:
        assert made.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.parametrize("known", [True, False])
async def test_the_probe_looks_up_control_names_only(known: bool) -> None:
    asked: list[str] = []

    def lookup(host: str, port: int, family: int) -> list[AddressInfo]:
        asked.append(host)
        if not known:
            raise socket.gaierror(socket.EAI_AGAIN, "no")
        return [row("192.0.2.1")]

    probe = SystemProbe(WorkerThread("look-up"), lookup, has_route=lambda: False)
    assert await probe.names_resolve() is known
    assert asked == list(CONTROL_NAMES[: 1 if known else 2])
    assert not await probe.has_route()
