"""The refusals of orders, each with its code and its sentence (contract §4)."""

from __future__ import annotations

from collections.abc import Sequence

from service.domain.errors import Refused
from service.domain.sentences import Sentence, message


def refuse_overdue(reference: str, action: str) -> Refused:
    """For an action that comes after the acceptance window."""
    return Refused(
        "action_not_allowed",
        message(
            "{order} was not accepted within 30 minutes and is cancelled; {action} is no longer possible.",
            order=reference,
            action=action,
        ),
    )


def refuse_status(reference: str, status: Sentence, action: str, sources: Sequence[Sentence]) -> Refused:
    """For an action that is possible in the statuses `sources` only."""
    return Refused(
        "action_not_allowed",
        message(
            "{order} is {status}; {action} is possible only while it is {sources}.",
            order=reference,
            status=status,
            action=action,
            sources=_join_with_or(sources),
        ),
    )


def refuse_without_reason(reference: str, action: str) -> Refused:
    """For an action that the buyer has to be given a reason for."""
    return Refused(
        "reason_required",
        message("Give a reason to {action} {order}: the buyer sees it.", action=action, order=reference),
    )


def refuse_cancel(reference: str, status: Sentence) -> Refused:
    """For an order that has ended."""
    return Refused(
        "action_not_allowed",
        message(
            "{order} is {status}; cancel is possible only before it is delivered or cancelled.",
            order=reference,
            status=status,
        ),
    )


def refuse_cancel_without_reason(reference: str) -> Refused:
    """For a cancellation that says nothing to the buyer."""
    return Refused(
        "reason_required", message("Say why {order} is cancelled: the buyer sees the reason.", order=reference)
    )


def _join_with_or(statuses: Sequence[Sentence]) -> Sentence:
    if len(statuses) == 1:
        return statuses[0]
    return message("{first} or {second}", first=_join_with_or(statuses[:-1]), second=statuses[-1])
