"""What every call passes, in the order of CONTRACT.md section 2, and its entry in the call log.

Host and Origin, key, rate, path and method, size, then the handler. Whatever the answer is, it leaves
only after the call's log entry is committed, in one transaction with the call's effect.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from aiohttp import web

from service.api.access import AccessRules, check_host, check_origin
from service.api.answers import ON_EVERY_ANSWER, Answer, Write, fault, fault_of, internal_error, new_reference
from service.api.bodies import DEADLINE_S, read_body
from service.api.calling import Asked, Caller
from service.api.cors import cors_headers, is_preflight, preflight_answer
from service.api.identify import Identified, KnownCallers
from service.api.rates import KeyRates, RateState, StrangerRates
from service.api.recording import CallRecord, pack_request
from service.api.routes import Routes
from service.api.sending import PlainResponse, is_plain
from service.api.target import Target, split_target
from service.domain import wire
from service.domain.blotting import blot_path
from service.domain.errors import BadRequest, CounterpartError, Unavailable
from service.domain.times import Clock, Millis
from service.store.store import Store
from service.version import VERSION

log = logging.getLogger(__name__)

PREFIX = "/v1"
STRANGERS_WAIT_S = 0.5
_JSON = "application/json"
_NOBODY = Identified()


@dataclass(slots=True)
class Passage:
    """What is known of a call so far, while it passes the checks."""

    request: web.BaseRequest
    at: Millis
    started: float
    target: Target
    origin: str | None = None
    identified: Identified = _NOBODY
    rate: RateState | None = None
    body: bytes = b""
    packed: bytes | None = None


class Edge:
    """Answers every call to the service."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        routes: Routes,
        access: Callable[[], AccessRules],
        *,
        rates: KeyRates,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        body_deadline_s: float = DEADLINE_S,
    ) -> None:
        self._store = store
        self._clock = clock
        self._routes = routes
        self._access = access
        self._rates = rates
        self._strangers = StrangerRates()
        self._callers = KnownCallers(store)
        self._pause = pause
        self._body_deadline_s = body_deadline_s

    async def answer(self, request: web.BaseRequest) -> web.StreamResponse:
        """One call, from its first header to its answer."""
        target = split_target(request.raw_path)
        passage = Passage(request, self._clock.now(), self._clock.monotonic(), target)
        if target.path != PREFIX and not target.path.startswith(PREFIX + "/"):
            return self._response(passage, self._outside(passage))
        try:
            answer = await self._logged(passage)
        finally:
            if passage.rate is not None and passage.rate.passed and passage.identified.caller is not None:
                self._rates.settle(passage.identified.caller.key.id, self._clock.monotonic())
        return self._response(passage, answer)

    def _outside(self, passage: Passage) -> Answer:
        """What is not under /v1: the health call, and nothing else; neither needs a key nor is logged."""
        try:
            self._check_access(passage)
        except BadRequest as error:
            return fault_of(error)
        if passage.target.path != "/health":
            return fault(404, "not_found", "There is nothing here; the interface is under /v1.")
        if passage.request.method not in ("GET", "HEAD"):
            answer = fault(405, "method_not_allowed", "Use GET here.")
            answer.headers["Allow"] = "GET, HEAD"
            return answer
        return Answer(200, wire.encode(wire.Health("ok", VERSION)))

    async def _logged(self, passage: Passage) -> Answer:
        """Passes the checks, runs the handler, and commits the entry with the effect."""
        outcome = await self._guarded(passage)
        large = isinstance(outcome, Write) and outcome.large
        try:
            return await self._store.write(self._record(passage, outcome).commit, large=large, guarded=False)
        except CounterpartError as error:
            log.warning("%s was answered with 503: %s", _named(passage), error.message)
            return fault_of(error)
        except Exception as error:  # noqa: BLE001 - whatever a bug raises, its caller gets an answer
            answer = self._bug(passage, error)
        try:
            return await self._store.write(self._record(passage, answer).commit, guarded=False)
        except Unavailable as error:
            return fault_of(error)

    def _record(self, passage: Passage, outcome: Answer | Write) -> CallRecord:
        return CallRecord(
            passage.identified,
            outcome,
            passage.request,
            passage.body,
            passage.packed,
            passage.at,
            lambda: self._clock.monotonic() - passage.started,
        )

    async def _guarded(self, passage: Passage) -> Answer | Write:
        try:
            return await self._checked(passage)
        except CounterpartError as error:
            return fault_of(error)
        except Exception as error:  # noqa: BLE001 - whatever a bug raises, its caller gets an answer
            return self._bug(passage, error)

    def _bug(self, passage: Passage, error: Exception) -> Answer:
        reference = new_reference()
        log.error("Reference %s: %s", reference, _named(passage), exc_info=error)
        return internal_error(reference)

    async def _checked(self, passage: Passage) -> Answer | Write:
        """The checks in their order, each of which may end the call."""
        self._check_access(passage)
        if is_preflight(passage.request, passage.origin):
            return preflight_answer(passage.request)
        passage.identified = self._callers.identify(passage.request.headers.getall("Authorization", []))
        caller = passage.identified.caller
        if caller is None:
            if self._strangers.slow_down(passage.request.remote or "", self._clock.monotonic()):
                await self._pause(STRANGERS_WAIT_S)
            return passage.identified.refusal()
        passage.rate = self._rates.admit(caller.key.id, self._clock.monotonic())
        if passage.rate is not None and not passage.rate.passed:
            return _too_many(passage.rate)
        return await self._routed(passage, caller)

    def _check_access(self, passage: Passage) -> None:
        rules = self._access()
        check_host(passage.request.headers.get("Host"), rules)
        if passage.target.authority is not None:
            check_host(passage.target.authority, rules)
        origin = passage.request.headers.get("Origin")
        check_origin(origin, rules)
        passage.origin = origin

    async def _routed(self, passage: Passage, caller: Caller) -> Answer | Write:
        match = self._routes.find(passage.target.path)
        if match is None:
            return fault(404, "not_found", "There is no such path; GET /v1/openapi.json describes those there are.")
        handler = match.handlers.get(passage.request.method)
        if handler is None:
            answer = fault(405, "method_not_allowed", f"Use {match.allow} here.")
            answer.headers["Allow"] = match.allow
            return answer
        body = await read_body(passage.request, self._body_deadline_s)
        if isinstance(body, Answer):
            return body
        passage.body = body
        passage.packed = pack_request(body)
        encoding = passage.request.headers.get("Content-Encoding", "identity").strip().lower()
        if encoding not in ("identity", ""):
            raise BadRequest("The body must be sent as it is, without Content-Encoding.")
        return await handler(Asked(caller, match.parts, passage.target.query, body, passage.at))

    def _response(self, passage: Passage, answer: Answer) -> web.StreamResponse:
        headers = dict(answer.headers)
        # A key that was revoked while its call was under way is answered like any other that is not valid.
        if passage.rate is not None and answer.status != 401:
            headers["RateLimit-Limit"] = str(passage.rate.limit)
            headers["RateLimit-Remaining"] = str(passage.rate.remaining)
            headers["RateLimit-Reset"] = str(passage.rate.reset)
        if passage.origin is not None:
            headers.update(cors_headers(passage.origin))
        if answer.status == 204:
            return web.Response(status=204, headers={**ON_EVERY_ANSWER, **headers})
        if passage.origin is None and not answer.close and is_plain(passage.request, answer.body):
            return PlainResponse(answer.status, answer.body, headers)
        headers = {**ON_EVERY_ANSWER, **headers}
        response = web.Response(status=answer.status, body=answer.body, headers=headers, content_type=_JSON)
        if answer.close:
            response.force_close()
        return response


def _named(passage: Passage) -> str:
    """A call as the program's log names it: a key in the path is blotted out there too."""
    return f"{passage.request.method} {blot_path(passage.target.path)}"


def _too_many(rate: RateState) -> Answer:
    answer = fault(429, "rate_limited", f"More than {rate.limit} calls in a minute; try again in {rate.reset} seconds.")
    answer.headers["Retry-After"] = str(rate.reset)
    return answer
