"""One POST: exact bytes, 15 s in total, no redirects, 4 KiB of the answer (contract §6)."""

from __future__ import annotations

import asyncio
import functools
import re
import ssl
import string
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from ipaddress import IPv6Address
from typing import Any
from urllib.parse import quote

import aiohttp
from aiohttp.client_proto import ResponseHandler
from yarl import URL

from service.delivery.attempt_result import AttemptFault, AttemptResult, make_answered_result
from service.delivery.error_diagnosis import diagnose
from service.delivery.name_resolution import (
    CheckingResolver,
    Lookup,
    NetworkProbe,
    look_up_in_system,
    make_checked_socket,
)
from service.delivery.worker_thread import WorkerThread
from service.domain.errors import Refused
from service.domain.sentences import message
from service.domain.times import SECOND, Clock, Millis
from service.domain.webhooks.target_addresses import Ip, TargetAddress, parse_target_address

TOTAL_TIMEOUT_S = 15.0
MAX_ANSWER_BYTES = 4096
# Short: a connection is reused within a series of deliveries, but rarely just as the receiver
# closes it.
KEEP_ALIVE_S = 1.0
_CONNECTIONS = 8
"""To one target."""
_NOT_QUOTED = string.punctuation
# If the wall clock passes an attempt's own limit by more than this, the PC was asleep.
SLEEP_THRESHOLD: Millis = 10 * SECOND

_BODILESS = re.compile(rb"HTTP/\d\.\d (?:204|304)(?!\d)")
_NAMES_A_BODY = re.compile(rb"\r\n(?:content-length:[ \t]*0*[1-9]|transfer-encoding:)", re.IGNORECASE)
_STATUS_LINE = len(b"HTTP/1.1 204 ")
_END = b"\r\n\r\n"
_MAX_HEAD_BYTES = 65_536


class LenientConnector(aiohttp.TCPConnector):
    """Its connections deliver only the head of an answer without a body; TCPConnector's options."""

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - handed on as they are
        super().__init__(**options)
        self._factory = functools.partial(_make_protocol, loop=self._loop)


class LenientProtocol(ResponseHandler):
    """One connection. Of an answer with a body that it must not have, the status counts and the
    body is dropped. It is not used again, as the start of the next answer is not known.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(loop)
        self._head = b""
        self._pass_through = self._head_complete = False

    def set_response_params(self, **params: Any) -> None:  # noqa: ANN401 - handed on as they are
        """Called for each request, before its answer is read."""
        self._head = b""
        self._pass_through = self._head_complete = False
        super().set_response_params(**params)

    def data_received(self, data: bytes) -> None:
        passed_on = data if self._pass_through else self._strip_body(data)
        if passed_on or not data:
            super().data_received(passed_on)

    def _strip_body(self, data: bytes) -> bytes:
        if self._head_complete:
            self.force_close()
            if self.transport is not None:
                # The next request may use it already.
                self.transport.close()
            return b""
        before = len(self._head)
        self._head += data
        if len(self._head) < _STATUS_LINE:
            return data
        if not _BODILESS.match(self._head) or before > _MAX_HEAD_BYTES:
            self._pass_through = True
            self._head = b""
            return data
        end = self._head.find(_END)
        if end < 0:
            return data
        self._head_complete = True
        end += len(_END)
        if len(self._head) > end or _NAMES_A_BODY.search(self._head):
            self.force_close()
        return data[: end - before]


def _make_protocol(loop: asyncio.AbstractEventLoop) -> ResponseHandler:
    return LenientProtocol(loop)


class TargetConnections:
    """A session of the HTTP client and its resolver, which aiohttp would not close."""

    def __init__(self, session: aiohttp.ClientSession, resolver: CheckingResolver) -> None:
        self._session = session
        self._resolver = resolver
        self._attempts = 0
        self._is_retired = False

    @property
    def is_closed(self) -> bool:
        return self._session.closed

    @asynccontextmanager
    async def use(self) -> AsyncIterator[aiohttp.ClientSession]:
        """The session for one attempt. The last one closes connections that are retired."""
        self._attempts += 1
        try:
            yield self._session
        finally:
            self._attempts -= 1
            if self._is_retired and self._attempts == 0:
                await self.close()

    async def retire(self) -> None:
        """Closes the connections, after the attempts in progress have ended."""
        self._is_retired = True
        if self._attempts == 0:
            await self.close()

    async def close(self) -> None:
        """Closes the connections; attempts in progress fail."""
        await self._session.close()
        await self._resolver.close()


class HttpPoster:
    """Posts with aiohttp, each target over its own connections; `tls` decides whom to trust."""

    def __init__(
        self,
        *,
        tls: ssl.SSLContext,
        probe: NetworkProbe,
        clock: Clock,
        user_agent: str,
        lookup: Lookup = look_up_in_system,
        limit_s: float = TOTAL_TIMEOUT_S,
    ) -> None:
        self._tls = tls
        self._probe = probe
        self._clock = clock
        self._lookup = lookup
        self._limit_s = limit_s
        self._fixed = {
            "Content-Type": "application/json",
            "User-Agent": user_agent,
            "Accept-Encoding": "identity",
        }
        self._connected: dict[int, TargetConnections] = {}
        self._retired: list[TargetConnections] = []
        self._addresses: dict[str, tuple[TargetAddress, URL]] = {}

    async def post(self, target_id: int, url: str, headers: Mapping[str, str], body: bytes) -> AttemptResult:
        """Makes one attempt. Faults outside are results; what it raises is a bug."""
        wall, started = self._clock.now(), self._clock.monotonic()
        try:
            address, aim = self._parse_address(url)
        except Refused as error:
            return AttemptResult(None, AttemptFault.ADDRESS_NOT_ALLOWED, error.sentence, 0)
        try:
            status, answer, location = await self._exchange(target_id, aim, {**self._fixed, **headers}, body)
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            return await self._explain_failure(error, address, wall, started)
        return make_answered_result(status, self._elapsed_ms(started), answer, location)

    async def close_target(self, target_id: int) -> None:
        """Closes the connections of a target that was removed or has a new address. An attempt in
        progress ends first: its receiver may have taken the delivery already.
        """
        self._retired = [one for one in self._retired if not one.is_closed]
        connections = self._connected.pop(target_id, None)
        if connections is not None:
            self._retired.append(connections)
            await connections.retire()

    async def close(self) -> None:
        """Closes every connection; attempts in progress fail."""
        open_now = [*self._connected.values(), *self._retired]
        self._connected, self._retired = {}, []
        for connections in open_now:
            await connections.close()

    async def _exchange(
        self, target_id: int, aim: URL, headers: Mapping[str, str], body: bytes
    ) -> tuple[int, bytes, str | None]:
        connections = self._connected.get(target_id) or self._connect_target(target_id)
        async with (
            connections.use() as session,
            session.post(aim, data=body, headers=headers, allow_redirects=False) as response,
        ):
            answer = await _read_start(response)
            return response.status, answer, response.headers.get("Location")

    async def _explain_failure(
        self, error: Exception, address: TargetAddress, wall: Millis, started: float
    ) -> AttemptResult:
        took = self._elapsed_ms(started)
        if self._clock.now() - wall > self._limit_s * SECOND + SLEEP_THRESHOLD:
            return AttemptResult(
                None, AttemptFault.ASLEEP, message("This computer slept during the attempt; sent again now"), took
            )
        diagnosis = await diagnose(error, address, self._probe)
        if diagnosis is None:
            raise error
        return AttemptResult(None, diagnosis.fault, diagnosis.sentence, took)

    def _parse_address(self, url: str) -> tuple[TargetAddress, URL]:
        """Checks the address as written. A literal IP is checked and used in its normal form."""
        known = self._addresses.get(url)
        if known is not None:
            return known
        address = parse_target_address(url)
        aim = _make_url(address)
        if len(self._addresses) > 1000:
            self._addresses.clear()
        self._addresses[url] = (address, aim)
        return address, aim

    def _connect_target(self, target_id: int) -> TargetConnections:
        resolver = CheckingResolver(WorkerThread(f"look-up for target {target_id}"), self._lookup)
        connector = LenientConnector(
            resolver=resolver,
            socket_factory=make_checked_socket,
            ssl=self._tls,
            limit=_CONNECTIONS,
            keepalive_timeout=KEEP_ALIVE_S,
            ttl_dns_cache=10,
        )
        session = aiohttp.ClientSession(
            connector=connector,
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            trust_env=False,
            timeout=aiohttp.ClientTimeout(total=self._limit_s),
        )
        return self._connected.setdefault(target_id, TargetConnections(session, resolver))

    def _elapsed_ms(self, started: float) -> int:
        return max(0, round((self._clock.monotonic() - started) * 1000))


def _make_url(address: TargetAddress) -> URL:
    """The URL as the owner entered it, also with `%2F`; only impossible characters are encoded."""
    host = address.host if address.literal is None else str(_unmap_ipv4(address.literal))
    try:
        return URL(quote(address.url, safe=_NOT_QUOTED), encoded=True).with_host(host)
    except ValueError as error:
        raise Refused.saying(
            "address_not_allowed", "The address is not well formed; correct it in the target"
        ) from error


def _unmap_ipv4(literal: Ip) -> Ip:
    """The IPv4 address in an IPv4-mapped IPv6 address, to which not every system connects."""
    return (literal.ipv4_mapped or literal) if isinstance(literal, IPv6Address) else literal


async def _read_start(response: aiohttp.ClientResponse) -> bytes:
    """Reads at most 4 KiB. The status counts: an answer that breaks off is used as it came."""
    beginning = bytearray()
    try:
        while len(beginning) < MAX_ANSWER_BYTES:
            piece = await response.content.read(MAX_ANSWER_BYTES - len(beginning))
            if not piece:
                return bytes(beginning)
            beginning += piece
    except (aiohttp.ClientError, TimeoutError, OSError):
        response.close()
        return bytes(beginning)
    if not response.content.at_eof():
        response.close()
    return bytes(beginning)
