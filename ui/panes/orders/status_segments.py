"""The statuses to filter by, each with its count, and the requests for quotation next to them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from service.domain.marketplace.orders import Status
from ui.panes.orders.order_words import status_words
from ui.widgets import Segment

translate = QCoreApplication.translate
REQUESTS = "requests"


def segments(counts: Mapping[Status | None, int], requests: int) -> tuple[Segment, ...]:
    """All, one per status, and the requests; keys are the status or "" for all."""
    words = status_words() | {Status.PLACED: translate("OrderSegments", "Waiting")}
    return (
        Segment("", translate("OrderSegments", "All"), _format_count(counts.get(None, 0))),
        *(Segment(status.value, words[status], _format_count(counts.get(status, 0))) for status in Status),
        Segment(REQUESTS, translate("OrderSegments", "Price requests"), _format_count(requests)),
    )


def status_of(key: str) -> Status | None:
    """The status of a segment; None is all."""
    return Status(key) if key in tuple(Status) else None


def _format_count(number: int) -> str:
    return f"{number:,}"
