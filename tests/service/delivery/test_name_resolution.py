"""Checked look-ups, sockets that are checked again, and the network probe."""

from __future__ import annotations

import socket
import sys

import pytest

from service.delivery.name_resolution import (
    CONTROL_NAMES,
    AddressError,
    AddressInfo,
    CheckingResolver,
    NameLookupError,
    SystemProbe,
    has_any_route,
    make_checked_socket,
)
from service.delivery.worker_thread import WorkerThread
from tests.service.delivery.delivery_fakes import SilentThread


def row(address: str) -> AddressInfo:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    return (family, socket.SOCK_STREAM, 6, "", (address, 80))


def resolver(*addresses: str) -> CheckingResolver:
    return CheckingResolver(WorkerThread("look-up"), lambda *_: [row(one) for one in addresses])


async def test_refused_addresses_are_left_out() -> None:
    found = await resolver("169.254.169.254", "10.0.0.5", "fe80::1%eth0", "fd00::1").resolve("a.example", 80)
    assert [one["host"] for one in found] == ["10.0.0.5", "fd00::1"]


async def test_a_result_is_all_that_a_connection_needs() -> None:
    asked: list[tuple[str, int, int]] = []

    def lookup(host: str, port: int, family: int) -> list[AddressInfo]:
        asked.append((host, port, family))
        return [(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", ("192.0.2.7", port))]

    (found,) = await CheckingResolver(WorkerThread("look-up"), lookup).resolve("a.example", 8443, socket.AF_INET)
    assert asked == [("a.example", 8443, socket.AF_INET)]
    assert found == {
        "hostname": "a.example",
        "host": "192.0.2.7",
        "port": 8443,
        "family": socket.AF_INET,
        "proto": socket.IPPROTO_TCP,
        "flags": socket.AI_NUMERICHOST | socket.AI_NUMERICSERV,
    }


async def test_a_name_with_only_refused_addresses_is_refused() -> None:
    with pytest.raises(AddressError, match=r"a.example leads to 169.254.169.254, which is a cloud metadata address"):
        await resolver("169.254.169.254").resolve("a.example", 80)


async def test_a_name_without_addresses_is_unknown() -> None:
    with pytest.raises(NameLookupError, match=r"^No address is known for a\.example$") as caught:
        await resolver().resolve("a.example", 80)
    assert not caught.value.temporary


@pytest.mark.parametrize(
    ("error", "sentence", "temporary"),
    [
        (
            socket.gaierror(socket.EAI_NONAME, "no"),
            "No address is known for a.example",
            sys.platform != "linux",
        ),
        (socket.gaierror(socket.EAI_AGAIN, "no"), "No address is known for a.example", True),
        (UnicodeError("label too long"), "No host is called a.example", False),
    ],
)
async def test_a_look_up_that_fails_says_what_and_whether_it_may_pass(
    error: Exception, sentence: str, temporary: bool
) -> None:
    def lookup(*_: object) -> list[AddressInfo]:
        raise error

    with pytest.raises(NameLookupError) as caught:
        await CheckingResolver(WorkerThread("look-up"), lookup).resolve("a.example", 80)
    assert (str(caught.value.sentence), caught.value.temporary) == (sentence, temporary)


async def test_a_name_server_that_is_silent_is_left_after_10_seconds() -> None:
    thread = SilentThread()
    with pytest.raises(NameLookupError) as caught:
        await CheckingResolver(thread).resolve("a.example", 80)
    assert str(caught.value.sentence) == "The name server gave no answer for a.example"
    assert caught.value.temporary
    assert thread.limits == [10.0]


async def test_a_probe_of_names_takes_3_seconds_at_most_for_each() -> None:
    thread = SilentThread()
    assert not await SystemProbe(thread).names_resolve()
    assert thread.limits == [3.0, 3.0]


@pytest.mark.parametrize("address", ["169.254.169.254", "::ffff:169.254.169.254", "224.0.0.1", "::"])
def test_no_socket_is_made_for_a_refused_address(address: str) -> None:
    with pytest.raises(AddressError) as caught:
        make_checked_socket(row(address))
    assert str(caught.value.sentence).startswith(f"{address} ")


def test_a_socket_is_made_for_an_allowed_address() -> None:
    with make_checked_socket(row("127.0.0.1")) as made:
        assert (made.family, made.type, made.proto) == row("127.0.0.1")[:3]
        assert made.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.parametrize("known", [True, False])
async def test_the_probe_looks_up_control_names_only(known: bool) -> None:
    asked: list[tuple[str, int, int]] = []

    def lookup(host: str, port: int, family: int) -> list[AddressInfo]:
        asked.append((host, port, family))
        if not known:
            raise socket.gaierror(socket.EAI_AGAIN, "no")
        return [row("192.0.2.1")]

    probe = SystemProbe(WorkerThread("look-up"), lookup, has_route=lambda: False)
    assert await probe.names_resolve() is known
    assert asked == [(name, 0, socket.AF_UNSPEC) for name in CONTROL_NAMES[: 1 if known else 2]]
    assert not await probe.has_route()


NEAR, NOWHERE = (socket.AF_INET, "127.0.0.1"), (socket.AF_INET, "no address")


@pytest.mark.parametrize(
    ("probes", "expected"), [((NEAR,), True), ((NOWHERE, NEAR), True), ((NOWHERE, NOWHERE), False), ((), False)]
)
def test_one_address_that_has_a_route_is_enough(
    probes: tuple[tuple[socket.AddressFamily, str], ...], expected: bool
) -> None:
    assert has_any_route(probes) is expected
