"""Makes a call's entry for the log, and commits it with the call's effect (CONTRACT.md section 7)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace

from aiohttp import web

from service.api.answers import Answer, Write, fault_of
from service.api.identify import Identified
from service.domain.blotting import blot, blot_path, blot_text
from service.domain.calls import MAX_ANSWER_KEPT, Call
from service.domain.errors import BadRequest, NotFound, Refused
from service.domain.times import Millis
from service.store import keys
from service.store.bodies import pack
from service.store.calls import Packed, add_call
from service.store.transaction import Tx

_WORTH_A_THREAD = 16 * 1024
_MAX_PATH = 2048


@dataclass(frozen=True, slots=True)
class CallRecord:
    """A call that is about to be committed: its entry so far, and its answer or the work that makes it."""

    call: Call
    outcome: Answer | Write
    request: bytes | None
    response: bytes | None
    elapsed: Callable[[], float]
    keeps_bodies: bool

    def commit(self, tx: Tx) -> Answer:
        """Runs the work, if there is any, and keeps the call with what came of it."""
        answer = self.outcome if isinstance(self.outcome, Answer) else _run(tx, self.outcome)
        response = self.response
        if isinstance(self.outcome, Write):
            response = pack(blot(answer.body[:MAX_ANSWER_KEPT]))
        packed = Packed(self.request, response, len(answer.body) > MAX_ANSWER_KEPT) if self.keeps_bodies else Packed()
        add_call(tx, self._entry(answer), packed)
        if self.call.key_id is not None and answer.status != 401:
            keys.note_use(tx, self.call.key_id, self.call.at)
        return answer

    def _entry(self, answer: Answer) -> Call:
        return replace(
            self.call,
            status=answer.status,
            duration_us=int(self.elapsed() * 1_000_000),
            response_bytes=len(answer.body),
            error=answer.error,
            message=None if answer.message is None else blot_text(answer.message),
            notes=tuple(blot_text(note) for note in answer.notes),
            facts=answer.facts_json,
        )


async def record(
    identified: Identified,
    outcome: Answer | Write,
    *,
    request: web.BaseRequest,
    body: bytes,
    at: Millis,
    elapsed: Callable[[], float],
) -> CallRecord:
    """The record of a call, its bodies blotted and packed; large ones beside the event loop."""
    known = identified.caller or identified.revoked
    answered = outcome.body if isinstance(outcome, Answer) else b""
    packed_request, packed_response = None, None
    if known is not None:
        packed_request = await _packed(body)
        packed_response = await _packed(answered[:MAX_ANSWER_KEPT])
    call = Call(
        id=0,
        at=at,
        shop_id=None if known is None else known.shop.id,
        key_id=None if known is None else known.key.id,
        key=None if known is None else known.key.name,
        remote=request.remote or "",
        method=request.method[:20],
        path=blot_path(request.raw_path.encode("utf-8", "replace").decode())[:_MAX_PATH],
        status=0,
        duration_us=0,
        request_bytes=len(body) or request.content_length or 0,
        response_bytes=0,
    )
    return CallRecord(call, outcome, packed_request, packed_response, elapsed, known is not None)


def _run(tx: Tx, write: Write) -> Answer:
    try:
        with tx.savepoint():
            return write.work(tx)
    except (Refused, NotFound, BadRequest) as error:
        return fault_of(error)


async def _packed(body: bytes) -> bytes | None:
    if len(body) < _WORTH_A_THREAD:
        return pack(blot(body))
    return await asyncio.get_running_loop().run_in_executor(None, lambda: pack(blot(body)))
