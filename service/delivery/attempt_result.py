"""The result of one POST."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from service.domain.redaction import redact_text
from service.domain.sentences import Sentence, message, replace_unencodable
from service.domain.webhooks.retries import Outcome

_MAX_LOCATION_LENGTH = 200


class AttemptFault(StrEnum):
    """Why there was no answer. Those in OUTAGES are this computer's own and use up no attempt."""

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


OUTAGES = frozenset(
    {AttemptFault.NETWORK_DOWN, AttemptFault.OUT_OF_RESOURCES, AttemptFault.ASLEEP, AttemptFault.INTERRUPTED}
)


@dataclass(frozen=True, slots=True)
class AttemptResult:
    """Either a status or a fault; `sentence` explains it to the owner. `answer` is at most 4 KiB.
    The repr omits the answer: a receiver's text must not get into the program's log.
    """

    status: int | None
    fault: AttemptFault | None
    sentence: Sentence
    duration_ms: int
    answer: bytes = field(default=b"", repr=False)

    @property
    def is_own_outage(self) -> bool:
        return self.fault in OUTAGES

    @property
    def outcome(self) -> Outcome:
        if self.is_own_outage:
            return Outcome.OUTAGE
        accepted = self.status is not None and 200 <= self.status < 300
        return Outcome.ACCEPTED if accepted else Outcome.REFUSED


def describe_bug(reference: str) -> Sentence:
    return message("The program met a fault of its own; its log has it under {reference}", reference=reference)


def make_answered_result(status: int, duration_ms: int, answer: bytes, location: str | None = None) -> AttemptResult:
    """The result of an attempt that got an answer, whatever its status."""
    return AttemptResult(status, None, _describe_status(status, location), duration_ms, answer)


def _describe_status(status: int, location: str | None) -> Sentence:
    if 200 <= status < 300:
        return message("Accepted with {status}", status=status)
    if 300 <= status < 400:
        if not location:
            return message(
                "Answered {status}, a redirect, which is not followed; give the target its final address", status=status
            )
        return message(
            "Answered {status}, a redirect to {place}, which is not followed; give the target its final address",
            status=status,
            place=redact_text(replace_unencodable(location))[:_MAX_LOCATION_LENGTH],
        )
    if status in (401, 403):
        return message(
            "Answered {status}: the receiver does not allow the call; check its signature check and its secret",
            status=status,
        )
    if status in (404, 405, 410):
        return message(
            "Answered {status}: nothing takes POST at this path; check the address of the target", status=status
        )
    if status >= 500:
        return message("Answered {status}: the receiver broke; look in its own log", status=status)
    return message("Answered {status}; look at its answer for the reason", status=status)
