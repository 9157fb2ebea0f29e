"""What a handler returns, before it is logged and sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec
from msgspec import Struct

from service.api.api_request import Caller
from service.api.sending.long_answers import LongBody
from service.domain import wire
from service.domain.errors import BadRequest, CounterpartError, NotFound, Refused, Unavailable, UpstreamUnavailable
from service.store.engine.transaction import Tx
from service.version import VERSION

COMMON_HEADERS = {"Server": f"Counterpart/{VERSION}", "Cache-Control": "no-store"}
"""Headers of every answer. They do not name the server software."""


@dataclass(slots=True)
class Answer:
    """A status with its JSON body. `notes` and `facts` are for the call log only."""

    status: int
    body: bytes
    error: str | None = None
    message: str | None = None
    notes: tuple[str, ...] = ()
    facts: dict[str, int | str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    close: bool = False
    packed_body: bytes | None = None
    """The body as the log stores it, if the handler has packed it outside the event loop."""

    long_body: LongBody | None = None
    """The body where it is too long for memory; `body` is its beginning then."""

    call_id: int | None = None
    """The entry of the call log, once it is written."""
    write_id: int | None = None
    """What the call wrote, in the history of items."""
    held_s: float = 0.0
    """How long the call waited for an event. The log does not count this as work."""
    etag: str | None = None
    """The tag of the body, where the handler has made it already."""
    may_be_kept: bool = True
    """Whether a repetition of the call may be answered with it."""
    made_for: Caller | None = None
    """The key that a call without a key got: the log has the call with this key, without bodies."""
    on_committed: Callable[[], None] | None = None
    """Called in the event loop once the answer and its effect are stored."""

    @property
    def size(self) -> int:
        """The bytes of the body."""
        return len(self.body) if self.long_body is None else self.long_body.size

    @property
    def facts_json(self) -> str | None:
        return msgspec.json.encode(self.facts).decode() if self.facts else None


AnswerWork = Callable[[Tx], Answer]
"""A write that ends in an answer: it runs in one transaction with the call's log entry."""


class AnswerJob(Struct, frozen=True):
    """Work of a handler that needs a transaction. `large` work waits for small work; some is
    `read_only`. `part_marks` are those of the parts that the call names, for the call log.

    A small read is answered in the transaction of its log entry: its own thread would cost more
    than the read.
    """

    work: AnswerWork
    large: bool = False
    read_only: bool = False
    part_marks: bytes = b""


def make_ok(body: msgspec.Struct, *, notes: tuple[str, ...] = (), facts: dict[str, int | str] | None = None) -> Answer:
    return Answer(200, wire.encode(body), notes=notes, facts=facts or {})


def make_error(status: int, code: str, message: str, *, notes: tuple[str, ...] = (), close: bool = False) -> Answer:
    """An error answer in the shape of contract §2.5."""
    return Answer(status, wire.encode(wire.ErrorBody(code, message)), code, message, notes, close=close)


def convert_error(error: CounterpartError) -> Answer:
    """The error answer for an exception (contract §2.5)."""
    match error:
        case Refused():
            return make_error(422, error.code, error.message)
        case NotFound():
            return make_error(404, "not_found", error.message)
        case BadRequest():
            return make_error(400, "bad_request", error.message)
        case UpstreamUnavailable():
            return make_error(503, "upstream_unavailable", error.message)
        case Unavailable():
            return make_error(503, "unavailable", error.message)
    return make_error(500, "internal_error", error.message)


def make_internal_error(reference: str) -> Answer:
    return make_error(
        500, "internal_error", f"The program made a mistake. Nothing was changed; tell support {reference}."
    )


def make_too_large() -> Answer:
    return make_error(
        413, "body_too_large", "The body is over 2 MB (2097152 bytes); send the rows in several calls.", close=True
    )
