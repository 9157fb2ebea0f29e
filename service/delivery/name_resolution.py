"""Resolves names to allowed addresses, and tells whether this computer's own network is down."""

from __future__ import annotations

import errno
import socket
import sys
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from typing import Protocol

from aiohttp.abc import AbstractResolver, ResolveResult

from service.delivery.worker_thread import NoAnswerError, WorkerThread
from service.domain.sentences import Sentence, message
from service.domain.webhooks.target_addresses import find_ip_fault

LOOKUP_TIMEOUT_S = 10.0
PROBE_TIMEOUT_S = 3.0
CONTROL_NAMES = ("a.root-servers.net", "k.root-servers.net")
"""Names that resolve if any name does; they are looked up, never connected to."""

_ROUTE_PROBES = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))

AddressInfo = tuple[socket.AddressFamily, socket.SocketKind, int, str, tuple[str | int | bytes, ...]]
"""The result of socket.getaddrinfo: family, kind, protocol, canonical name, socket address."""

Lookup = Callable[[str, int, int], list[AddressInfo]]


class AddressError(OSError):
    """Nothing is posted to this address; the sentence says which address and why."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(errno.EACCES, str(sentence))
        self.sentence = sentence


class NameLookupError(OSError):
    """A name could not be resolved. `temporary`: the cause is the name server, not the name."""

    def __init__(self, sentence: Sentence, *, temporary: bool) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence
        self.temporary = temporary


class NetworkProbe(Protocol):
    """Tells this computer's own outage from a fault of the target."""

    async def has_route(self) -> bool:
        """Whether this computer has a route to any other network."""

    async def names_resolve(self) -> bool:
        """Whether any name at all can be looked up."""


def look_up_in_system(host: str, port: int, family: int) -> list[AddressInfo]:
    """The operating system's resolver; blocks."""
    return [*socket.getaddrinfo(host, port, family=family, type=socket.SOCK_STREAM)]


class CheckingResolver(AbstractResolver):
    """Resolves in its own thread and returns only addresses that may be posted to."""

    def __init__(self, thread: WorkerThread, lookup: Lookup = look_up_in_system) -> None:
        self._thread = thread
        self._lookup = lookup

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """Resolves a host name. Raises NameLookupError, AddressError."""
        rows = await self._look_up(host, port, family)
        allowed = [row for row in rows if find_ip_fault(ip_address(_address_text(row))) is None]
        if not allowed:
            _raise_refusal(host, _address_text(rows[0]))
        return [_make_resolve_result(host, row) for row in allowed]

    async def close(self) -> None:
        self._thread.close()

    async def _look_up(self, host: str, port: int, family: int) -> list[AddressInfo]:
        try:
            rows = await self._thread.call(lambda: self._lookup(host, port, family), LOOKUP_TIMEOUT_S)
        except socket.gaierror as error:
            # Only on Linux do the numbers differ for "no such name" and "no name server answers".
            temporary = error.errno != socket.EAI_NONAME or sys.platform != "linux"
            raise NameLookupError(message("No address is known for {host}", host=host), temporary=temporary) from error
        except NoAnswerError as error:
            raise NameLookupError(
                message("The name server gave no answer for {host}", host=host), temporary=True
            ) from error
        except UnicodeError as error:
            raise NameLookupError(message("No host is called {host}", host=host), temporary=False) from error
        if not rows:
            raise NameLookupError(message("No address is known for {host}", host=host), temporary=False)
        return rows


def make_checked_socket(
    row: tuple[int | socket.AddressFamily, int | socket.SocketKind, int, str, tuple[object, ...]],
) -> socket.socket:
    """The socket for one attempt, and the final check of its very address. Raises AddressError."""
    family, kind, protocol, _, address = row
    host = str(address[0])
    if (reason := find_ip_fault(ip_address(host))) is not None:
        raise AddressError(message("{host} {reason}", host=host, reason=reason))
    made = socket.socket(family=family, type=kind, proto=protocol)
    if protocol in (0, socket.IPPROTO_TCP):
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


class SystemProbe:
    """Asks the operating system; the route needs no packet, the names at most one query."""

    def __init__(
        self,
        thread: WorkerThread,
        lookup: Lookup = look_up_in_system,
        has_route: Callable[[], bool] | None = None,
    ) -> None:
        self._thread = thread
        self._lookup = lookup
        self._routed = has_route or has_any_route

    async def has_route(self) -> bool:
        return self._routed()

    async def names_resolve(self) -> bool:
        for name in CONTROL_NAMES:
            if await self._resolves(name):
                return True
        return False

    async def _resolves(self, name: str) -> bool:
        try:
            return bool(await self._thread.call(lambda: self._lookup(name, 0, socket.AF_UNSPEC), PROBE_TIMEOUT_S))
        except (OSError, NoAnswerError):
            return False


def has_any_route(probes: Sequence[tuple[socket.AddressFamily, str]] = _ROUTE_PROBES) -> bool:
    """Whether a datagram socket can be pointed at a far address; that alone sends nothing."""
    for family, far in probes:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((far, 9))
        except OSError:
            continue
        return True
    return False


def _address_text(row: AddressInfo) -> str:
    *_, address = row
    return str(address[0])


def _raise_refusal(host: str, address: str) -> None:
    reason = find_ip_fault(ip_address(address))
    if reason is not None:
        raise AddressError(
            message("{host} leads to {address}, which {reason}", host=host, address=address, reason=reason)
        )


def _make_resolve_result(host: str, row: AddressInfo) -> ResolveResult:
    family, _, protocol, _, address = row
    return ResolveResult(
        hostname=host,
        host=str(address[0]),
        port=int(address[1]),
        family=family,
        proto=protocol,
        flags=socket.AI_NUMERICHOST | socket.AI_NUMERICSERV,
    )
