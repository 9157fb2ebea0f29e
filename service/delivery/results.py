"""What one POST came to."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from service.domain.blotting import blot_text
from service.domain.retries import Outcome
from service.domain.sentences import Sentence, say, storable

_SHOWN_PLACE = 200


class Fault(StrEnum):
    """Why no answer came; those of OUTAGES are the program's own and use up no attempt."""

    CONNECTION_REFUSED = "connection_refused"
    TIMEOUT = "timeout"
    TLS = "tls"
    NAME_NOT_FOUND = "name_not_found"
    NO_ROUTE = "no_route"
    ADDRESS_NOT_ALLOWED = "address_not_allowed"
    CONNECTION_LOST = "connection_lost"
    ANSWER_MALFORMED = "answer_malformed"
    INTERNAL = "internal"
    NETWORK_DOWN = "network_down"
    OUT_OF_RESOURCES = "out_of_resources"
    ASLEEP = "asleep"
    INTERRUPTED = "interrupted"


OUTAGES = frozenset({Fault.NETWORK_DOWN, Fault.OUT_OF_RESOURCES, Fault.ASLEEP, Fault.INTERRUPTED})


@dataclass(frozen=True, slots=True)
class AttemptResult:
    """Either a status or a fault; `sentence` says it to the owner. `answer` is at most 4 KiB.

    The answer is kept out of the repr: what a receiver writes is no business of the log.
    """

    status: int | None
    fault: Fault | None
    sentence: Sentence
    duration_ms: int
    answer: bytes = field(default=b"", repr=False)

    @property
    def own_outage(self) -> bool:
        return self.fault in OUTAGES

    @property
    def outcome(self) -> Outcome:
        if self.own_outage:
            return Outcome.OUTAGE
        accepted = self.status is not None and 200 <= self.status < 300
        return Outcome.ACCEPTED if accepted else Outcome.REFUSED


def own_fault(reference: str) -> Sentence:
    """What the owner is told of a bug."""
    return say("The program met a fault of its own; its log has it under {reference}", reference=reference)


def answered(status: int, duration_ms: int, answer: bytes, location: str | None = None) -> AttemptResult:
    """The result of an attempt that got an answer, whatever its status."""
    return AttemptResult(status, None, _said(status, location), duration_ms, answer)


def _said(status: int, location: str | None) -> Sentence:
    if 200 <= status < 300:
        return say("Accepted with {status}", status=status)
    if 300 <= status < 400:
        if not location:
            return say(
                "Answered {status}, a redirect, which is not followed; give the target its final address", status=status
            )
        return say(
            "Answered {status}, a redirect to {place}, which is not followed; give the target its final address",
            status=status,
            place=blot_text(storable(location))[:_SHOWN_PLACE],
        )
    if status in (401, 403):
        return say(
            "Answered {status}: the receiver does not let the call in; check its signature check and its secret",
            status=status,
        )
    if status in (404, 405, 410):
        return say("Answered {status}: nothing takes POST at this path; check the address of the target", status=status)
    if status >= 500:
        return say("Answered {status}: the receiver broke; look in its own log", status=status)
    return say("Answered {status}; look at its answer for the reason", status=status)
