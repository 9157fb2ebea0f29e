"""Makes a call's entry for the log, and commits it with the call's effect (CONTRACT.md section 7)."""

from __future__ import annotations

from collections.abc import Callable

from aiohttp import web
from msgspec import Struct

from service.api.answers import Answer, Write, fault_of
from service.api.identify import REVOKED, Identified
from service.domain.blotting import blot, blot_path, blot_text
from service.domain.calls import MAX_ANSWER_KEPT, Call
from service.domain.errors import BadRequest, NotFound, Refused
from service.domain.times import Millis
from service.store import keys
from service.store.bodies import pack
from service.store.calls import Packed, add_calls
from service.store.transaction import Tx

_MAX_PATH = 2048


class CallRecord(Struct, frozen=True):
    """A call that is about to be committed: what is known of it, and its answer or the work that makes it."""

    identified: Identified
    outcome: Answer | Write
    request: web.BaseRequest
    body: bytes
    packed: bytes | None
    at: Millis
    elapsed: Callable[[], float]

    def commit(self, tx: Tx) -> Answer:
        """Runs the work, if there is any, and keeps the call with what came of it. Undoes the work when it raises."""
        caller = self.identified.caller
        if caller is not None and tx.epoch != self.identified.epoch and not keys.is_active(tx, caller.key.id):
            return self._kept(tx, Identified(revoked=caller, note=REVOKED).refusal())
        if isinstance(self.outcome, Answer):
            return self._kept(tx, self.outcome)
        try:
            if self.outcome.reads:
                return self._kept(tx, self.outcome.work(tx))
            with tx.savepoint():
                return self._kept(tx, self.outcome.work(tx))
        except (Refused, NotFound, BadRequest) as error:
            return self._kept(tx, fault_of(error))

    @property
    def path(self) -> str:
        """The path with its query, as the log keeps it."""
        return blot_path(self.request.raw_path.encode("utf-8", "replace").decode())[:_MAX_PATH]

    def _kept(self, tx: Tx, answer: Answer) -> Answer:
        """Leaves the entry, which is written with those of the calls that are committed together."""
        known = self.identified.known
        packed = Packed()
        if known is not None:
            response = answer.packed or pack_answer(answer.body)
            packed = Packed(self.packed, response, len(answer.body) > MAX_ANSWER_KEPT)
            if answer.status != 401:
                tx.at_end(keys.note_uses, (known.key.id, self.at))
        tx.at_end(add_calls, (self._entry(answer), packed))
        return answer

    def _entry(self, answer: Answer) -> Call:
        known = self.identified.known
        return Call(
            id=0,
            at=self.at,
            shop_id=None if known is None else known.shop.id,
            key_id=None if known is None else known.key.id,
            key=None if known is None else known.key.name,
            remote=self.request.remote or "",
            method=self.request.method[:20],
            path=self.path,
            status=answer.status,
            duration_us=int(self.elapsed() * 1_000_000),
            request_bytes=len(self.body) or self.request.content_length or 0,
            response_bytes=len(answer.body),
            error=answer.error,
            message=None if answer.message is None else blot_text(answer.message),
            notes=tuple([blot_text(note) for note in answer.notes]),
            facts=answer.facts_json,
        )


def pack_request(body: bytes) -> bytes | None:
    """A request's body as it is kept, all of it; a millisecond for a large one, which another thread would not save."""
    return pack(blot(body))


def pack_answer(body: bytes) -> bytes | None:
    """As much of an answer's body as is kept."""
    return pack(blot(body[:MAX_ANSWER_KEPT]))
