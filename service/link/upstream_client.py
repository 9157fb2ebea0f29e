"""One call to the marketplace: paced, bounded, without redirects, and in the call log (link §5)."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import ssl
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import TypeVar, cast
from urllib.parse import quote

import aiohttp
from yarl import URL

from service.domain.link.call_pacing import CallPriority, full, rest_of
from service.domain.link.upstream_orders import clock_offset
from service.domain.sentences import Sentence, message, os_reason, verbatim
from service.domain.times import Clock, Millis
from service.domain.webhooks.webhook_secrets import Secret
from service.link.link_errors import KeyRefused, LinkFault, NoAnswer, NotReached, NotUnderstood, UpstreamFault
from service.link.upstream_json import clean, read_message
from service.version import VERSION

Pause = Callable[[float], Awaitable[None]]
T = TypeVar("T")

MIB = 1024 * 1024
MAX_ANSWER = 16 * MIB
_LARGE = MIB // 4
"""Bytes of an answer that another thread reads, as the calls of tills would wait for it."""
CALL_LIMIT_S = 30.0
CONNECT_LIMIT_S = 10.0
SILENT_S = 9.0
"""Seconds after which a call that is not answered yet shows in the state of the link."""
_FIXED = {"User-Agent": f"Counterpart/{VERSION}", "Accept-Encoding": "identity", "Accept": "application/json"}


class Pacer:
    """The token bucket of one link, for all its callers in one event loop."""

    def __init__(self, clock: Clock, pause: Pause = asyncio.sleep) -> None:
        self._clock = clock
        self._pause = pause
        self._bucket = full(clock.monotonic())
        self._queue: list[tuple[CallPriority, int, asyncio.Event]] = []
        self._numbers = itertools.count()

    async def take(self, priority: CallPriority) -> None:
        """Returns when a call of that priority may be sent."""
        entry = (priority, next(self._numbers), asyncio.Event())
        heapq.heappush(self._queue, entry)
        try:
            await self._wait_turn(entry)
        finally:
            self._queue.remove(entry)
            heapq.heapify(self._queue)
            if self._queue:
                self._queue[0][2].set()

    async def _wait_turn(self, entry: tuple[CallPriority, int, asyncio.Event]) -> None:
        priority, _, turn = entry
        while True:
            if self._queue[0] is not entry:
                turn.clear()
                await turn.wait()
                continue
            wait = self._bucket.wait_for(priority, self._clock.monotonic())
            if wait <= 0:
                self._bucket = self._bucket.taken(self._clock.monotonic())
                return
            await self._pause(wait)

    def rest(self, seconds: float) -> None:
        """Sends nothing for so many seconds, as upstream asked."""
        self._bucket = self._bucket.resting(self._clock.monotonic(), seconds)

    def heed(self, remaining: int | None, reset_s: int | None) -> None:
        """Notes what upstream says of its own count."""
        self._bucket = self._bucket.after_answer(self._clock.monotonic(), remaining, reset_s)


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: status, body, and our clock less upstream's as far as it gave its time."""

    status: int
    body: bytes
    clock_offset: Millis | None = None


@dataclass(frozen=True, slots=True)
class Exchange:
    """One call as it is logged; `status` 0 if there was no answer."""

    method: str
    path: str
    request: bytes
    at: Millis
    duration_s: float
    reply: Reply
    fault: LinkFault | None


@dataclass(frozen=True, slots=True)
class Request:
    """One call to make; `expected` are the statuses that its reader understands."""

    method: str
    path: str
    body: bytes
    priority: CallPriority
    expected: tuple[int, ...]
    longer_s: float = 0.0


Read = Callable[[Reply], T]
"""Makes the caller's result of an answer, or raises NotUnderstood."""

Journal = Callable[[Exchange], Awaitable[None]]
"""Records a call; called once for each, when it is over."""


class UpstreamClient:
    """Calls one marketplace with one key. Call `close` when it is no longer needed."""

    def __init__(
        self,
        url: str,
        key: Secret,
        *,
        tls: ssl.SSLContext,
        clock: Clock,
        pacer: Pacer,
        journal: Journal,
        on_silence: Callable[[], None] = lambda: None,
        silent_s: float = SILENT_S,
    ) -> None:
        """`on_silence` is called when a call waits for its answer for `silent_s`."""
        self._url = url
        self._headers = {**_FIXED, "Authorization": f"Bearer {key.text}"}
        self._tls = tls
        self._clock = clock
        self._pacer = pacer
        self._journal = journal
        self._on_silence = on_silence
        self._silent_s = silent_s
        self._session: aiohttp.ClientSession | None = None

    async def close(self) -> None:
        """Closes every connection."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def get(self, path: str, priority: CallPriority, read: Read[T], *, longer_s: float = 0.0) -> T:
        """What `read` makes of a 200 or 404. `longer_s` is what it may wait. Raises LinkFault."""
        return await self._call(Request("GET", path, b"", priority, (200, 404), longer_s), read)

    async def post(self, path: str, body: bytes, priority: CallPriority, read: Read[T]) -> T:
        """The result of `read` for a 200, 404 or 422. Raises LinkFault."""
        return await self._call(Request("POST", path, body, priority, (200, 404, 422)), read)

    async def _call(self, request: Request, read: Read[T]) -> T:
        """Makes one call. An unreadable answer is logged, and counts as none."""
        await self._pacer.take(request.priority)
        at, started = self._clock.now(), self._clock.monotonic()
        reply, fault, result = Reply(0, b""), None, None
        silence = asyncio.get_running_loop().call_later(self._silent_s + request.longer_s, self._on_silence)
        try:
            reply = await self._exchange(request)
            if len(reply.body) > _LARGE:
                result = await asyncio.to_thread(_understand, request, reply, read)
            else:
                result = _understand(request, reply, read)
        except LinkFault as error:
            fault = error
        except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError) as error:
            fault = NotReached(describe(error))
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
            fault = NoAnswer(describe(error))
        finally:
            silence.cancel()
        took = self._clock.monotonic() - started
        await self._journal(Exchange(request.method, request.path, request.body, at, took, reply, fault))
        if fault is not None:
            raise fault
        return cast("T", result)

    async def _exchange(self, request: Request) -> Reply:
        session = self._session or self._open()
        timeout = aiohttp.ClientTimeout(total=CALL_LIMIT_S + request.longer_s, sock_connect=CONNECT_LIMIT_S)
        headers = {**self._headers, **({"Content-Type": "application/json"} if request.body else {})}
        url = URL(self._url + request.path, encoded=True)
        async with session.request(
            request.method, url, data=request.body or None, headers=headers, allow_redirects=False, timeout=timeout
        ) as response:
            self._heed(response)
            answer = await _bounded(response)
            return Reply(response.status, answer, _offset(response.headers, self._clock.now()))

    def _heed(self, response: aiohttp.ClientResponse) -> None:
        """Notes what upstream says of its limits."""
        headers = response.headers
        if response.status == 429 or (response.status == 503 and "Retry-After" in headers):
            self._pacer.rest(rest_of(headers.get("Retry-After")))
            return
        self._pacer.heed(_number(headers, "RateLimit-Remaining"), _number(headers, "RateLimit-Reset"))

    def _open(self) -> aiohttp.ClientSession:
        connector = aiohttp.TCPConnector(ssl=self._tls, limit=8, keepalive_timeout=20.0, ttl_dns_cache=10)
        self._session = aiohttp.ClientSession(
            connector=connector, cookie_jar=aiohttp.DummyCookieJar(), auto_decompress=False, trust_env=False
        )
        return self._session


def _understand(request: Request, reply: Reply, read: Read[T]) -> T:
    """The result of `read`. Raises LinkFault."""
    fault = _judge(reply, request.expected)
    if fault is not None:
        raise fault
    return read(reply)


def _judge(reply: Reply, expected: tuple[int, ...]) -> LinkFault | None:
    """Why an answer is not usable for the caller."""
    if reply.status in expected:
        return None
    sentence = read_message(reply.body)
    if reply.status == 401:
        return KeyRefused(message("The marketplace refuses the key. Make a new one on its website and enter it here."))
    if reply.status == 429:
        return NoAnswer(message("The marketplace asked for fewer calls; it is asked again later."))
    if reply.status >= 500:
        return UpstreamFault(message("The marketplace has a fault of its own ({status}).", status=reply.status))
    if 300 <= reply.status < 400:
        return NotUnderstood(
            message("The address leads elsewhere ({status}). Give the marketplace's own address.", status=reply.status)
        )
    words = sentence or verbatim(clean(reply.body[:200].decode("utf-8", "replace"), 100))
    return NotUnderstood(message("The marketplace answered {status}: {words}", status=reply.status, words=words))


def segment(text: str) -> str:
    """A text as one segment of a path."""
    return quote(text, safe="")


def describe(error: Exception) -> Sentence:
    """Why there was no answer, in a sentence."""
    if isinstance(error, TimeoutError):
        return message("The marketplace did not answer in time.")
    if isinstance(error, aiohttp.ClientConnectorCertificateError):
        return message(
            "The marketplace's certificate is not valid for its address; check the address and this PC's clock."
        )
    if isinstance(error, aiohttp.ClientSSLError):
        return message("The address answers, but not with https. Check the address and its port.")
    if isinstance(error, aiohttp.ClientConnectorDNSError):
        return message("The marketplace's name cannot be found; check the address and the internet connection.")
    if isinstance(error, aiohttp.ClientConnectorError):
        return message("The marketplace cannot be reached: {reason}.", reason=os_reason(error.os_error))
    if isinstance(error, aiohttp.ClientPayloadError | aiohttp.ServerDisconnectedError):
        return message("The connection to the marketplace broke off.")
    if isinstance(error, aiohttp.ClientError | ValueError):
        return message("The marketplace did not answer as a web server does.")
    return message("The marketplace cannot be reached: {reason}.", reason=os_reason(error))


async def _bounded(response: aiohttp.ClientResponse) -> bytes:
    """The whole answer. Raises NotUnderstood if it is longer than MAX_ANSWER."""
    pieces = bytearray()
    async for piece in response.content.iter_any():
        pieces += piece
        if len(pieces) > MAX_ANSWER:
            response.close()
            raise NotUnderstood(
                message(
                    "The marketplace's answer is larger than {most} MB; it was not read further.",
                    most=MAX_ANSWER // MIB,
                )
            )
    return bytes(pieces)


def _offset(headers: Mapping[str, str], now: Millis) -> Millis | None:
    """Our clock less upstream's, from the `Date` header; None without one."""
    try:
        return clock_offset(now, round(parsedate_to_datetime(headers.get("Date", "")).timestamp() * 1000))
    except (ValueError, TypeError, OverflowError):
        return None


def _number(headers: Mapping[str, str], name: str) -> int | None:
    text = headers.get(name, "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
