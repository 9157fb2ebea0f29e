"""The steps of every call, in the order of contract §2.3, and its entry in the call log.

Host and Origin, key, rate, path and method, rights, size, then the handler. Every answer, also a
refusal, leaves only after the call's log entry is committed, in one transaction with the call's
effect.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from urllib.parse import unquote

from aiohttp import web
from msgspec import Struct

from service.api.answers import Answer, AnswerJob, LongBody, convert_error, make_error, make_internal_error, send_long
from service.api.api_request import (
    ApiRequest,
    Caller,
    QueryParams,
    RequestTarget,
    check_target_size,
    parse_request_target,
)
from service.api.call_recording import CallRecord, make_rate_limited, pack_request
from service.api.checks.access import (
    AccessRules,
    check_encryption,
    check_host,
    check_origin,
    cors_headers,
    is_own_origin,
    is_preflight,
    preflight_answer,
)
from service.api.checks.authentication import CallerCache, CallerIdentity
from service.api.checks.preconditions import RepeatedCalls, apply_precondition, make_in_progress
from service.api.checks.rate_limits import AddressRateLimiter, KeyRateLimiter, RateLimitState
from service.api.checks.rights import check_rights
from service.api.connection import show_key
from service.api.openapi.description import encode_description
from service.api.reference.site import DESCRIPTION, find_page, is_page
from service.api.request_body import BODY_DEADLINE_S, read_body
from service.api.response import make_long_response
from service.api.response_fast import send_quickly
from service.domain import wire
from service.domain.errors import BadRequest, CounterpartError, Unavailable, make_error_reference
from service.domain.idempotency import HEADER as IDEMPOTENCY_KEY
from service.domain.idempotency import RepeatableCall, parse_repeatable_call
from service.domain.redaction import redact_path
from service.domain.times import Clock, Millis
from service.store.call_log.call_pages import NO_SHOP
from service.store.engine.store import Store
from service.version import VERSION

OPEN_METHODS = ("GET", "HEAD")
HEALTH = "/health"
Handler = Callable[[ApiRequest], Awaitable[Answer | AnswerJob]]
KeylessHandler = Callable[[web.BaseRequest, Millis], Awaitable[Answer | AnswerJob]]
"""Answers a path under /v1 without a key; it decides itself about an unencrypted call."""
log = logging.getLogger(__name__)

PREFIX = "/v1"
UNKNOWN_CALLER_DELAY_S = 0.5
_NO_CALLER = CallerIdentity()


def answer_open_path(method: str, path: str, address: str) -> Answer:
    """The answer outside /v1. The reference's pages are files and are sent elsewhere."""
    if path not in (HEALTH, DESCRIPTION) and not is_page(path):
        return make_error(
            404, "not_found", "There is nothing here; the interface is under /v1, its reference at /docs."
        )
    if method not in OPEN_METHODS:
        answer = make_error(405, "method_not_allowed", "Use GET, HEAD here.")
        answer.headers["Allow"] = ", ".join(OPEN_METHODS)
        return answer
    if path == HEALTH:
        return Answer(200, wire.encode(wire.Health("ok", VERSION)))
    return Answer(200, encode_description(address))


class RouteMatch(Struct, frozen=True):
    """An existing path: its pattern, its handlers by method, and its variable parts, decoded."""

    pattern: str
    handlers: dict[str, Handler]
    path_params: tuple[str, ...]

    @property
    def allow(self) -> str:
        """The Allow header of a 405."""
        return ", ".join(self.handlers).replace("GET", "GET, HEAD")

    def find_handler(self, method: str) -> Handler | None:
        """The handler of a method; HEAD is handled like GET. None where there is none."""
        return self.handlers.get("GET" if method == "HEAD" else method)


See = Callable[[web.BaseRequest, RequestTarget], Awaitable[None]]
"""What has to happen because of what a call brought, before anything can refuse it."""


async def see_nothing(_request: web.BaseRequest, _target: RequestTarget) -> None:
    """Nothing has to happen."""


class Routes:
    """The paths of version 1: a `{…}` stands for one segment."""

    def __init__(
        self,
        table: dict[str, dict[str, Handler]],
        keyless: Mapping[str, KeylessHandler] = MappingProxyType({}),
        see: See = see_nothing,
    ) -> None:
        """`keyless` are paths that are answered without a key. `see` is called first, always."""
        self.table = table
        self.keyless = keyless
        self.see = see
        self._fixed = {path: handlers for path, handlers in table.items() if "{" not in path}
        self._patterns = [(path.split("/"), handlers) for path, handlers in table.items()]

    def find(self, path: str) -> RouteMatch | None:
        """The match of a raw path in any percent-encoding, or None if there is no such path."""
        handlers = self._fixed.get(path)
        if handlers is not None:
            return RouteMatch(path, handlers, ())
        segments = path.split("/")
        if "%" in path:
            segments = [unquote(segment) for segment in segments]
        for pattern, route in self._patterns:
            if len(pattern) == len(segments):
                parts = _match_segments(pattern, segments)
                if parts is not None:
                    return RouteMatch("/".join(pattern), route, parts)
        return None


def _match_segments(pattern: list[str], segments: list[str]) -> tuple[str, ...] | None:
    parts = []
    for expected, segment in zip(pattern, segments, strict=True):
        if expected.startswith("{"):
            if not segment:
                return None
            parts.append(segment)
        elif expected != segment:
            return None
    return tuple(parts)


@dataclass(slots=True)
class CallContext:
    """What is known of a call during the checks."""

    request: web.BaseRequest
    at: Millis
    started: float
    target: RequestTarget
    origin: str | None = None
    identified: CallerIdentity = _NO_CALLER
    rate: RateLimitState | None = None
    body: bytes = b""
    packed: bytes | None = None
    repeatable: RepeatableCall | None = None
    """The call, where it is the first with its Idempotency-Key."""
    params: QueryParams | None = None
    """The parameters of the call, if it has some."""
    long_body: LongBody | None = None
    """The body of the answer, where it is too long for memory."""


class Edge:
    """Answers every call to the service."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        routes: Routes,
        access: Callable[[], AccessRules],
        *,
        rates: KeyRateLimiter,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        body_deadline_s: float = BODY_DEADLINE_S,
    ) -> None:
        self._store = store
        self._clock = clock
        self._routes = routes
        self._access = access
        self._key_limiter = rates
        self._address_limiter = AddressRateLimiter()
        self._caller_cache = CallerCache(store, clock.now)
        self._repeated_calls = RepeatedCalls(store)
        self._sleep = sleep
        self._body_deadline_s = body_deadline_s

    async def answer(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answers one call, from its first header to its answer."""
        target = parse_request_target(request.raw_path)
        context = CallContext(request, self._clock.now(), self._clock.monotonic(), target)
        await self._routes.see(request, target)
        if target.path != PREFIX and not target.path.startswith(PREFIX + "/"):
            return self._answer_outside_prefix(context)
        answer: Answer | None = None
        try:
            try:
                answer = await self._answer_and_log(context)
            finally:
                self._settle_rate(context, answer)
                if context.repeatable is not None:
                    self._repeated_calls.finish(context.repeatable)
            if answer.long_body is not None:
                response = make_long_response(answer, self._make_headers(context, answer))
                return await send_long(request, response, answer.long_body)
            return self._make_response(context, answer)
        finally:
            if context.long_body is not None:
                context.long_body.close()

    def _settle_rate(self, context: CallContext, answer: Answer | None) -> None:
        """Finishes the count of a call, or cancels it if the call was refused as too many."""
        caller = context.identified.caller
        if context.rate is None or not context.rate.allowed or caller is None:
            return
        if answer is not None and answer.status == 429:
            self._key_limiter.cancel_call(caller.key.id)
        else:
            self._key_limiter.finish_call(caller.key.id, self._clock.monotonic())

    def _answer_outside_prefix(self, context: CallContext) -> web.StreamResponse:
        """Answers paths outside /v1: they need no key and are not logged."""
        try:
            self._check_access(context)
            check_target_size(context.target)
        except BadRequest as error:
            return self._make_response(context, convert_error(error))
        method, path = context.request.method, context.target.path
        page = find_page(path) if method in OPEN_METHODS else None
        if page is not None:
            return page
        refusal = self._store.refusal or self._store.damage
        if path == HEALTH and refusal is not None:
            return self._make_response(context, convert_error(refusal))
        answer = answer_open_path(method, path, _base_address(context.request))
        if answer.status == 200:
            answer = apply_precondition(answer, context.request.headers.getall("If-None-Match", ()))
        return self._make_response(context, answer)

    async def _answer_and_log(self, context: CallContext) -> Answer:
        """Runs the checks and the handler, and commits the entry with the effect."""
        outcome = await self._handle_safely(context)
        large = isinstance(outcome, AnswerJob) and outcome.large
        context.long_body = outcome.long_body if isinstance(outcome, Answer) else None
        try:
            answer = await self._store.write(
                self._make_record(context, outcome).commit,
                shops=_name_shops(context, outcome),
                large=large,
                own_savepoint=False,
            )
        except CounterpartError as error:
            log.warning("%s was answered with 503: %s", _describe_call(context), error.message)
            return convert_error(error)
        except Exception as error:  # noqa: BLE001 - whatever a bug raises, its caller gets an answer
            answer = self._report_bug(context, error)
        else:
            if answer.on_committed is not None:
                answer.on_committed()
            return answer
        try:
            return await self._store.write(
                self._make_record(context, answer).commit, shops=_name_shops(context, answer), own_savepoint=False
            )
        except Unavailable as error:
            return convert_error(error)

    def _make_record(self, context: CallContext, outcome: Answer | AnswerJob) -> CallRecord:
        held_s = outcome.held_s if isinstance(outcome, Answer) else 0.0
        return CallRecord(
            context.identified,
            outcome,
            context.request,
            context.body,
            context.packed,
            # The log is read by time, so a late entry must not appear among those that were read
            # already.
            context.at + int(held_s * 1000),
            lambda: self._clock.monotonic() - context.started - held_s,
            context.repeatable,
            context.params,
            None if context.rate is None or not context.rate.allowed else context.rate.limit,
        )

    async def _handle_safely(self, context: CallContext) -> Answer | AnswerJob:
        try:
            return await self._check_and_handle(context)
        except CounterpartError as error:
            return convert_error(error)
        except Exception as error:  # noqa: BLE001 - whatever a bug raises, its caller gets an answer
            return self._report_bug(context, error)

    def _report_bug(self, context: CallContext, error: Exception) -> Answer:
        reference = make_error_reference()
        log.error("Reference %s: %s", reference, _describe_call(context), exc_info=error)
        return make_internal_error(reference)

    async def _check_and_handle(self, context: CallContext) -> Answer | AnswerJob:
        """Runs the checks in their order. Each can end the call."""
        self._check_access(context)
        if is_preflight(context.request, context.origin):
            return preflight_answer(context.request)
        keyless = self._routes.keyless.get(context.target.path)
        if keyless is not None:
            return await keyless(context.request, context.at)
        context.identified = await self._caller_cache.identify(context.request.headers.getall("Authorization", []))
        caller = context.identified.caller
        if caller is None:
            if self._address_limiter.count_call(context.request.remote or "", self._clock.monotonic()):
                await self._sleep(UNKNOWN_CALLER_DELAY_S)
            return context.identified.make_refusal()
        show_key(context.request)
        context.rate = self._key_limiter.admit(caller.key.id, self._clock.monotonic())
        if context.rate is not None and not context.rate.allowed:
            return make_rate_limited(context.rate)
        return await self._route(context, caller)

    def _check_access(self, context: CallContext) -> None:
        rules = self._access()
        host = context.request.headers.get("Host")
        if rules.encrypted_only and context.target.path not in self._routes.keyless:
            check_encryption(context.request.remote or "", rules, encrypted=context.request.secure)
        check_host(host, rules)
        if context.target.authority is not None:
            check_host(context.target.authority, rules)
        origin = context.request.headers.get("Origin")
        if origin is not None and is_own_origin(origin, host, encrypted=context.request.secure):
            return  # the reference, whose pages this service serves itself
        check_origin(origin, rules)
        context.origin = origin

    async def _route(self, context: CallContext, caller: Caller) -> Answer | AnswerJob:
        check_target_size(context.target)
        match = self._routes.find(context.target.path)
        if match is None:
            return make_error(
                404, "not_found", "There is no such path; GET /v1/openapi.json describes those there are."
            )
        handler = match.find_handler(context.request.method)
        if handler is None:
            answer = make_error(405, "method_not_allowed", f"Use {match.allow} here.")
            answer.headers["Allow"] = match.allow
            return answer
        check_rights(caller.key.rights, match.pattern, context.request.method)
        body = await read_body(context.request, self._body_deadline_s)
        if isinstance(body, Answer):
            return body
        context.body = body
        context.packed = pack_request(body)
        params = QueryParams.parse(context.target.query)
        context.params = params if params.pairs else None
        repeated = await self._begin_repeatable(context, caller)
        if repeated is not None:
            return repeated
        if _is_encoded(context.request):
            raise BadRequest("The body must be sent as it is: no Content-Encoding, no Transfer-Encoding but chunked.")
        return await handler(
            ApiRequest(
                caller,
                match.path_params,
                params,
                body,
                context.at,
                _base_address(context.request),
                context.request,
                context.repeatable,
            )
        )

    async def _begin_repeatable(self, context: CallContext, caller: Caller) -> Answer | None:
        """The answer of a call that was sent before with this Idempotency-Key; None for any other.
        Raises BadRequest where the header is malformed.
        """
        if context.request.method != "POST" or IDEMPOTENCY_KEY not in context.request.headers:
            return None
        headers, target = context.request.headers.getall(IDEMPOTENCY_KEY), context.target
        call = parse_repeatable_call(headers, caller.key.id, f"{target.path}?{target.query}", context.body)
        if call is None:
            return None
        if self._repeated_calls.is_under_way(call):
            return make_in_progress()
        replay = await self._repeated_calls.begin(call)
        if replay is None:
            context.repeatable = call
        return replay

    def _make_response(self, context: CallContext, answer: Answer) -> web.StreamResponse:
        return send_quickly(context.request, answer, self._make_headers(context, answer))

    def _make_headers(self, context: CallContext, answer: Answer) -> dict[str, str]:
        """The headers of an answer beyond those of every answer."""
        headers = dict(answer.headers)
        if answer.call_id is not None:
            headers["X-Request-Id"] = str(answer.call_id)
        # A key that was revoked during its call gets the same answer as any invalid key.
        rate = answer.rate or context.rate
        if rate is not None and answer.status != 401:
            headers["RateLimit-Limit"] = str(rate.limit)
            headers["RateLimit-Remaining"] = str(rate.remaining)
            headers["RateLimit-Reset"] = str(rate.reset)
        if context.origin is not None:
            headers.update(cors_headers(context.origin))
        return headers


def _name_shops(context: CallContext, outcome: Answer | AnswerJob) -> tuple[int] | None:
    """The shop whose rows the call may write; None for pairing, which has no key."""
    known = context.identified.logged_caller
    if known is not None:
        return (known.shop.id,)
    return (NO_SHOP,) if isinstance(outcome, Answer) else None


def _is_encoded(request: web.BaseRequest) -> bool:
    """Whether any header says so: a header can come twice, and name several encodings."""
    return _names_another(request, "Content-Encoding", "identity") or _names_another(
        request, "Transfer-Encoding", "chunked"
    )


def _names_another(request: web.BaseRequest, name: str, plain: str) -> bool:
    if name not in request.headers:
        return False
    headers = request.headers.getall(name)
    return any(word.strip().lower() not in (plain, "") for header in headers for word in header.split(","))


def _base_address(request: web.BaseRequest) -> str:
    """The address that a call was made to, without its path."""
    return f"{request.scheme}://{request.headers.get('Host', '')}"


def _describe_call(context: CallContext) -> str:
    """A call as the program's log names it. A key in the path is redacted there too."""
    return f"{context.request.method} {redact_path(context.target.path)}"
