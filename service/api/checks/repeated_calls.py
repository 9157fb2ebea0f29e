"""Calls with an `Idempotency-Key`: the first is carried out, the others get its answer
(contract §9.6).
"""

from __future__ import annotations

import msgspec

from service.api.answers import Answer, convert_error, make_error
from service.domain import wire
from service.domain.errors import Refused
from service.domain.idempotency import RepeatableCall, check_same_call
from service.domain.times import Millis, format_rfc3339
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx
from service.store.kept_answers import find_kept_answer

REPLAYED_HEADER = "Idempotent-Replayed"
_decode_error = msgspec.json.Decoder(wire.ErrorBody).decode


class RepeatedCalls:
    """Knows which calls are under way; belongs to the event loop."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._under_way: set[tuple[int, bytes]] = set()

    def begin(self, call: RepeatableCall, now: Millis) -> Answer | None:
        """The kept answer of the same call, or None for the first, which ends with `finish`.

        Raises Unavailable where the database does not answer.
        """
        replay = self._store.read_in_caller(lambda db: find_replay(db, call, now))
        if replay is None:
            self._under_way.add(call.name)
        return replay

    def is_under_way(self, call: RepeatableCall) -> bool:
        """Whether the first call is not answered yet."""
        return call.name in self._under_way

    def finish(self, call: RepeatableCall) -> None:
        """The call that began is committed, or has failed."""
        self._under_way.discard(call.name)


def find_replay(db: ReadTx, call: RepeatableCall, now: Millis) -> Answer | None:
    """The kept answer of the same call, the refusal of another call with its key, or None.

    None also where the first call has no answer yet, as it waits for a queued action.
    """
    earlier = find_kept_answer(db, call, now)
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
