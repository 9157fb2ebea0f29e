"""What a call's headers ask: only if unchanged (ETag), once only (Idempotency-Key)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import replace

import msgspec

from service.api.answers import Answer, convert_error, make_error
from service.domain import wire
from service.domain.errors import Refused
from service.domain.idempotency import RepeatableCall, check_same_call
from service.domain.times import format_rfc3339
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx
from service.store.kept_answers import find_kept_answer

REPLAYED_HEADER = "Idempotent-Replayed"
_decode_error = msgspec.json.Decoder(wire.ErrorBody).decode
READING_METHODS = ("GET", "HEAD")
_TAG = re.compile(r'(?:W/)?("[^"]*")')


class RepeatedCalls:
    """Knows which calls are under way; belongs to the event loop."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._under_way: set[tuple[int, bytes]] = set()

    async def begin(self, call: RepeatableCall) -> Answer | None:
        """The kept answer of the same call, or None for the first, which ends with `finish`.

        Raises Unavailable where the database does not answer.
        """
        self._under_way.add(call.name)
        try:
            replay = await self._store.read_briefly(lambda db: find_replay(db, call))
        except BaseException:
            self.finish(call)
            raise
        if replay is not None:
            self.finish(call)
        return replay

    def is_under_way(self, call: RepeatableCall) -> bool:
        """Whether the first call is not answered yet."""
        return call.name in self._under_way

    def finish(self, call: RepeatableCall) -> None:
        """The call that began is committed, or has failed."""
        self._under_way.discard(call.name)


def find_replay(db: ReadTx, call: RepeatableCall) -> Answer | None:
    """The kept answer of the same call, the refusal of another call with its key, or None. None
    also where the first call has no answer yet, as it waits for a queued action.
    """
    earlier = find_kept_answer(db, call)
    if earlier is None:
        return None
    try:
        check_same_call(call, earlier)
    except Refused as refusal:
        answer = convert_error(refusal)
        answer.may_be_kept = False
        return answer
    if earlier.waits_for is not None:
        return None
    error = _decode_error(earlier.body) if earlier.status >= 400 else None
    return Answer(
        earlier.status,
        earlier.body,
        None if error is None else error.error,
        None if error is None else error.message,
        notes=(f"answered again; the first call with its Idempotency-Key was at {format_rfc3339(earlier.at)}",),
        headers={REPLAYED_HEADER: "true"},
        may_be_kept=False,
    )


def make_in_progress() -> Answer:
    """409: the first call is not answered yet."""
    answer = make_error(
        409,
        "in_progress",
        "The first call with this Idempotency-Key is not answered yet. Send the same call again in a second.",
    )
    answer.headers["Retry-After"] = "1"
    return answer


def make_etag(body: bytes) -> str:
    """A weak tag of a body: equal bodies have equal tags."""
    return format_etag(hashlib.sha256(body).hexdigest())


def format_etag(digest: str) -> str:
    """The tag of a body with that SHA-256 digest."""
    return f'W/"{digest[:24]}"'


def apply_precondition(answer: Answer, if_none_match: Sequence[str]) -> Answer:
    """A 200 to GET or HEAD with its `ETag`; 304 where one of the `If-None-Match` headers names it.
    Tags are compared weakly (RFC 9110 section 13.1.2). A header that is no list of tags matches
    nothing.
    """
    tag = answer.etag or make_etag(answer.body)
    answer.headers["ETag"] = tag
    if not if_none_match or not _matches(tag, ",".join(if_none_match)):
        return answer
    return replace(answer, status=304, body=b"", packed_body=None, long_body=None)


def _matches(tag: str, header: str) -> bool:
    return header.strip() == "*" or tag.removeprefix("W/") in _TAG.findall(header)
