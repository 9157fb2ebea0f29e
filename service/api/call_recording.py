"""Makes a call's entry for the log, and commits it with the call's effect (contract §7.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from aiohttp import web
from msgspec import Struct

from service.api.answers import Answer, AnswerJob, convert_error, make_error
from service.api.api_request import IGNORED_HEADER, QueryParams, format_ignored
from service.api.checks.authentication import REVOKED_NOTE, CallerIdentity
from service.api.checks.preconditions import READING_METHODS, apply_precondition, find_replay
from service.api.checks.rate_limits import RateLimitState, measure_window
from service.domain.call_log.calls import MAX_STORED_ANSWER, Call, cut_call, list_names
from service.domain.errors import BadRequest, NotFound, Refused
from service.domain.idempotency import RepeatableCall, is_final
from service.domain.redaction import redact, redact_path, redact_text
from service.domain.times import Millis
from service.store import keys
from service.store.call_log.body_compression import pack_body
from service.store.call_log.calls import PackedBodies, add_calls
from service.store.engine.transaction import Tx
from service.store.history.item_writes import set_call
from service.store.kept_answers import keep_answer


class CallRecord(Struct, frozen=True):
    """A call before its commit: what is known of it, and its answer or the work that makes it."""

    identified: CallerIdentity
    outcome: Answer | AnswerJob
    request: web.BaseRequest
    body: bytes
    packed: bytes | None
    at: Millis
    elapsed: Callable[[], float]
    repeatable: RepeatableCall | None = None
    params: QueryParams | None = None
    """The parameters of the call, if it has some."""
    rate_limit: int | None = None
    """How many calls of the key all services may answer in a minute."""

    def commit(self, tx: Tx) -> Answer:
        """Runs the work, if any, and stores the call. Undoes the work when it raises."""
        caller = self.identified.caller
        if caller is None or self.rate_limit is None or not tx.is_shared:
            return self._decide(tx)
        now, answered = self.at + int(self.elapsed() * 1000), keys.read_answers(tx, caller.key.id)
        rate = measure_window(answered, now, self.rate_limit)
        answer = self._decide(tx) if rate.allowed or self._is_done else self._record(tx, make_rate_limited(rate))
        if answer.status != 429:
            keys.write_answers(tx, caller.key.id, [*answered, now][-self.rate_limit :])
        answer.rate = rate
        return answer

    @property
    def _is_done(self) -> bool:
        """Whether the call had its effect before, at a marketplace."""
        made = self.outcome
        return isinstance(made, Answer) and made.status < 300 and self.request.method not in READING_METHODS

    def _decide(self, tx: Tx) -> Answer:
        caller = self.identified.caller
        if caller is not None and tx.epoch != self.identified.epoch and not keys.is_active(tx, caller.key.id):
            return self._record(tx, CallerIdentity(revoked=caller, note=REVOKED_NOTE).make_refusal())
        if isinstance(self.outcome, Answer):
            return self._record(tx, self.outcome)
        if self.repeatable is not None and (replay := find_replay(tx, self.repeatable)) is not None:
            return self._record(tx, replay)
        try:
            if self.outcome.read_only:
                return self._record(tx, self.outcome.work(tx))
            with tx.savepoint():
                return self._record(tx, self.outcome.work(tx))
        except (Refused, NotFound, BadRequest) as error:
            return self._record(tx, convert_error(error))

    @property
    def path(self) -> str:
        """The path with its query, as the log stores it."""
        return redact_path(self.request.raw_path.encode("utf-8", "replace").decode())

    def _record(self, tx: Tx, answer: Answer) -> Answer:
        """Adds the entry, which is written together with those of the same group of commits."""
        is_read = self.request.method in READING_METHODS
        if self.params is not None and (answer.status == 200 or not is_read) and (names := self.params.list_ignored()):
            notes = (*answer.notes, f"parameters ignored: {list_names(names)}")
            answer = replace(answer, notes=notes, headers={**answer.headers, IGNORED_HEADER: format_ignored(names)})
        if answer.status == 200 and is_read:
            answer = apply_precondition(answer, self.request.headers.getall("If-None-Match", ()))
        if self.repeatable is not None and answer.may_be_kept and is_final(answer.status):
            keep_answer(tx, self.repeatable, answer.status, answer.body, self.at)
        known = self.identified.logged_caller
        packed = PackedBodies()
        if known is not None and answer.made_for is None:
            packed = self._pack_bodies(answer)
            if answer.status != 401:
                tx.before_commit(keys.record_uses, (known.key.id, self.at, self.request.remote or ""))
        if self.identified.expired is not None:
            keys.mark_expired(tx, self.identified.expired.key, self.at)
        tx.before_commit(_add_entries, (cut_call(self._make_entry(answer)), packed, answer))
        return answer

    @property
    def _is_head(self) -> bool:
        """Whether the body of the answer is not sent."""
        return self.request.method == "HEAD"

    def _pack_bodies(self, answer: Answer) -> PackedBodies:
        if self._is_head:
            return PackedBodies(self.packed)
        response = answer.packed_body or pack_answer(answer.body)
        marks = self.outcome.part_marks if isinstance(self.outcome, AnswerJob) else b""
        return PackedBodies(self.packed, response, answer.size > MAX_STORED_ANSWER, marks)

    def _make_entry(self, answer: Answer) -> Call:
        known, request = answer.made_for or self.identified.logged_caller, self.request
        return Call(
            id=0,
            at=self.at,
            shop_id=None if known is None else known.shop.id,
            key_id=None if known is None else known.key.id,
            key=None if known is None else known.key.name,
            remote=request.remote or "",
            method=request.method,
            path=self.path,
            status=answer.status,
            duration_us=int(self.elapsed() * 1_000_000),
            request_bytes=len(self.body) or request.content_length or 0,
            response_bytes=0 if self._is_head else answer.size,
            error=answer.error,
            message=None if answer.message is None else redact_text(answer.message),
            notes=tuple([redact_text(note) for note in answer.notes]),
            facts=answer.facts_json,
        )


def _add_entries(tx: Tx, entries: list[tuple[Call, PackedBodies, Answer]]) -> None:
    """Writes the entries of a group, and gives each answer its entry's id."""
    ids = add_calls(tx, [(call, packed) for call, packed, _ in entries])
    for call_id, (_, _, answer) in zip(ids, entries, strict=True):
        answer.call_id = call_id
        if answer.write_id is not None:
            set_call(tx, answer.write_id, call_id)


def pack_request(body: bytes) -> bytes | None:
    """A whole request body as it is stored; not worth another thread."""
    return pack_body(redact(body))


def pack_answer(body: bytes) -> bytes | None:
    """As much of an answer's body as is stored."""
    return pack_body(redact(body[:MAX_STORED_ANSWER]))


def make_rate_limited(rate: RateLimitState) -> Answer:
    """429: a key has had its calls of this minute."""
    answer = make_error(
        429, "rate_limited", f"More than {rate.limit} calls in a minute; try again in {rate.reset} seconds."
    )
    answer.headers["Retry-After"] = str(rate.reset)
    return answer
